"""A board as it is entered at the table: the questions of the game's own pad, and the line that
follows from their answers."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from scorekeeper.cards import RANKS, STRAINS
from scorekeeper.engine import Barred, Interview, Number, Pair, Question, ask
from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import blank, interview
from scorekeeper.pbn.sections import rules
from scorekeeper.pbn.tags import PASSED_OUT, SEATS, contract
from scorekeeper.sentences import Suit, phrase, say
from scorekeeper.sheet.documents import Document

_ASKED: Final = ("passed_out", "contract", "declarer", "doubled", "tricks")
"""What of a deal is written on a traveller; honours, say, are not scored there."""
_SUITS: Final = tuple(strain for strain in STRAINS if len(strain) == 1)
LEAD: Final = Pair(
    path=("lead",),
    label=say("Lead"),
    optional=True,
    first=tuple(ask.key(suit, say("{suit}", suit=Suit(suit))) for suit in _SUITS),
    second=tuple(ask.key(rank, say("{rank}", rank=rank)) for rank in reversed(RANKS)),
    keys=tuple(
        ask.key(suit + rank, say("{suit} {rank}", suit=Suit(suit), rank=rank))
        for suit in _SUITS
        for rank in RANKS
    ),
    wrong="A lead is a suit and a rank.",
)
SEAT_NAMES: Final = (phrase("North"), phrase("East"), phrase("South"), phrase("West"))
"""In the order of seats."""


USUALLY_DOWN: Final = 5
"""More than so many tricks down is rare."""
BOOK: Final = 6
"""The tricks that count for nothing: a contract is for so many more."""


def over_of(line: Mapping[str, Any]) -> int:
    """Return by how many tricks the contract of a line was made (0 or more), or how many it was
    down."""
    return int(line["tricks"]) - BOOK - contract(line["contract"]).level


_by_result: Final[dict[tuple[int, ...], Number]] = {}
"""By the rows of its keys: pages are drawn from the same question again and again."""


def by_result(asked: Number) -> Number:
    """Return the question for the tricks with its keys as a table thinks of a result: made and by
    how much, then down by one to five, then by more."""
    shape = tuple(key.row for key in asked.keys)
    if shape in _by_result:
        return _by_result[shape]
    made = [replace(key, row=0) for key in asked.keys if key.row]
    down = [key for key in reversed(asked.keys) if not key.row]
    rows = [replace(key, row=1 if place < USUALLY_DOWN else 2) for place, key in enumerate(down)]
    return _by_result.setdefault(shape, replace(asked, keys=(*made, *rows)))


@cache
def board_pad() -> Pad:
    """Return an empty pad of the game, North sitting in the first seat."""
    game = rules().game
    return blank(game, game.house_rules(game.defaults(None)), [*SEATS])


def board_interview(lead: bool = False) -> Interview:
    """Ask what happened on a board: the contract, the declarer, doubled or not, the tricks; with
    `lead` the card that was led."""
    asked = interview(board_pad())
    step = next(asked)
    while True:
        strange = isinstance(step, Question | Barred) and step.path[0] not in _ASKED
        if isinstance(step, Number):
            step = by_result(step)
        reply = None if strange else (yield step)
        if lead and isinstance(step, Question) and step.path == ("doubled",):
            yield LEAD
        try:
            step = asked.send(reply)
        except StopIteration:
            return


def line_of(entry: Mapping[str, Any]) -> Document:
    """Return what a result line says of the answers, which are complete."""
    if entry.get("passed_out"):
        return {"contract": "pass"}
    line = {
        "contract": f"{entry['contract']}{'X' * entry.get('doubled', 0)}",
        "declarer": SEATS[entry["declarer"]],
        "tricks": entry["tricks"],
    }
    if lead := entry.get("lead"):
        line["lead"] = lead[1] + lead[0]
    return line


def answers_of(line: Mapping[str, Any]) -> Document:
    """Return the answers that make this line; none where it is a ruling."""
    if "contract" not in line:
        return {}
    called = contract(line["contract"])
    if called == PASSED_OUT:
        return {"passed_out": True}
    answers: Document = {
        "contract": called.bid,
        "declarer": SEATS.index(line["declarer"]),
        "doubled": called.doubled,
        "tricks": line["tricks"],
    }
    if lead := line.get("lead"):
        answers["lead"] = lead[1] + lead[0]
    return answers
