"""The exchange of a table's records between a server and a phone with the pocket edition.

`documents` says what travels, `checking` what may be among it, `receiving` appends it, `taking` has
a phone's copy follow the server. The protocol is told in docs/pocket.md.
"""

from scorekeeper.tables.sync.documents import (
    MOST_AT_ONCE,
    ChainBase,
    ChainRecord,
    LinkTarget,
    OfflineCopy,
    SentRecords,
    TableRecords,
    names_in_order,
    read_answer,
    read_sent,
)
from scorekeeper.tables.sync.receiving import (
    Diverged,
    read_sent_head,
    receive,
    receive_into_league,
    records_of,
    table_of_link,
)
from scorekeeper.tables.sync.taking import bring, take_over

__all__ = [
    "MOST_AT_ONCE",
    "ChainBase",
    "ChainRecord",
    "Diverged",
    "LinkTarget",
    "OfflineCopy",
    "SentRecords",
    "TableRecords",
    "bring",
    "read_sent_head",
    "names_in_order",
    "read_answer",
    "read_sent",
    "receive",
    "receive_into_league",
    "records_of",
    "table_of_link",
    "take_over",
]
