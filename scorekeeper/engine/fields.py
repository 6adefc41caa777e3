"""What a game asks: kinds of question, and the interview that puts them.

An interview is a generator: it yields questions and gets each answer back, so that later questions
may depend on earlier answers. The same interview reads a sheet's entry (`read`), draws the page,
makes random deals for the tests and describes a deal for other programs (`describe`). Unanswered
comes back as None, `null` as an answer as NOBODY.
"""

from scorekeeper.engine.reading import Reading, read, walk
from scorekeeper.interview.kinds import (
    SUIT_KEYS,
    Barred,
    Choice,
    Flag,
    Number,
    Pair,
    SeatOf,
    SideOf,
    Text,
    Word,
    YesNo,
)
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import (
    NOBODY,
    NOTHING_GIVEN,
    Branch,
    Fault,
    Interview,
    Key,
    Nobody,
    OneOf,
    Path,
    Question,
    Refuse,
    Step,
    Value,
    Warn,
    in_any_case,
    name_of,
)

__all__ = [
    "NOBODY",
    "NOTHING_GIVEN",
    "SUIT_KEYS",
    "Barred",
    "Branch",
    "Choice",
    "Fault",
    "Flag",
    "Interview",
    "Key",
    "Many",
    "Nobody",
    "Number",
    "OneOf",
    "Pair",
    "Path",
    "Question",
    "Reading",
    "Refuse",
    "SeatOf",
    "SideOf",
    "Step",
    "Text",
    "Value",
    "Warn",
    "Word",
    "YesNo",
    "in_any_case",
    "name_of",
    "read",
    "walk",
]
