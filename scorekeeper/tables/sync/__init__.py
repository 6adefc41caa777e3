"""A table's records on their way between a server and a phone with the pocket edition.

`documents` says what travels, `checking` what may be among it, `receiving` takes it over. The
protocol is told in docs/pocket.md.
"""

from scorekeeper.tables.sync.documents import SentRecords, TableRecords, read_sent
from scorekeeper.tables.sync.receiving import (
    Diverged,
    head_sent,
    is_scorer_link,
    receive,
    receive_into_league,
    records_of,
)

__all__ = [
    "Diverged",
    "SentRecords",
    "TableRecords",
    "head_sent",
    "is_scorer_link",
    "read_sent",
    "receive",
    "receive_into_league",
    "records_of",
]
