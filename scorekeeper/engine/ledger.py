"""The pad as a ledger: what a game is, and what its lines are written on.

A total is only ever a sum of lines, so that an explanation cannot drift from its number. What
carries over from deal to deal is read off the rows; there is no hidden state. `after` is the only
way forward.
"""

from scorekeeper.engine.game import (
    FACTS,
    Fact,
    Game,
    Room,
    each_player,
    two_partnerships,
)
from scorekeeper.engine.other_entries import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_POINTS,
    same_name,
    varies,
)
from scorekeeper.engine.pad import (
    Entry,
    Line,
    OptionValues,
    Outcome,
    Pad,
    Row,
    Rows,
    beside,
    deal_passes,
    lasting,
    leaders,
    present,
    turns_from,
    won,
)
from scorekeeper.engine.replay import (
    UNKNOWN_FIELDS,
    Refused,
    after,
    blank,
    consider,
    interview,
    kind_of,
)

__all__ = [
    "FACTS",
    "LONGEST_NAME",
    "LONGEST_REASON",
    "MOST_POINTS",
    "UNKNOWN_FIELDS",
    "Entry",
    "Fact",
    "Game",
    "Line",
    "OptionValues",
    "Outcome",
    "Pad",
    "Refused",
    "Room",
    "Row",
    "Rows",
    "after",
    "beside",
    "blank",
    "consider",
    "deal_passes",
    "each_player",
    "interview",
    "kind_of",
    "lasting",
    "leaders",
    "present",
    "same_name",
    "turns_from",
    "two_partnerships",
    "varies",
    "won",
]
