"""The order of the tie-breaks as a rule of the season: its setting, its sentence, examples."""

from collections.abc import Mapping, Sequence
from typing import Final

from scorekeeper.interview.lists import InOrder
from scorekeeper.interview.steps import Choice, Key
from scorekeeper.sentences import Listing, Sentence, say, tell
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.rules import Example, Modifier, Scheme
from scorekeeper.standings.tie_breaks import LOTS, TIES, USUAL, Tie


def sentence(order: Sequence[str], scheme: Scheme) -> Sentence:
    """Return how ties are broken, as the players are told."""
    if not order:
        return say("Players with the same total share the place.")
    rules = (_rule(TIES[name]) for name in order)
    return say(
        "Ties are broken in this order: {rules}. Players still level start again from the first; "
        "if nothing separates them, they share the place.",
        rules=Listing(tuple(rules)),
    )


def _rule(tie: Tie) -> str:
    if not tie.note:
        return tell(tie.name)
    return tell("{rule} ({note})", rule=tell(tie.name), note=tell(tie.note))


_THREE: Final = ((0,), (1,), (2,))
_TWO: Final = ((0,), (1,))

BY_USUAL: Final = Example(
    document={"scheme": "place-points", "params": {"table": [3, 2, 1]}},
    names=("Ann", "Ben", "Cat"),
    games=(
        FinishedGame(_THREE, (60, 40, 10), frozenset({0}), 5),
        FinishedGame(_THREE, (20, 40, 50), frozenset({2}), 5),
    ),
    worth=((3, 2, 1), (1, 2, 3)),
    totals=(4, 4, 4),
    by=("more points per deal (8 to 6)", "", "more wins (1 to 0)"),
    working=say(
        "With 3, 2 and 1 points by place all three have 4. Ben has no win and is third: the "
        "others have more wins (1 to 0). Ann and Cat have each been ahead of the other once; 80 "
        "points in 10 deals against 60 put Ann first by more points per deal (8 to 6)."
    ),
)

_ONE_EACH: Final = (
    FinishedGame(_TWO, (60, 40), frozenset({0}), 5),
    FinishedGame(_TWO, (30, 35), frozenset({1}), 5),
)
_CLOSE: Final = (
    FinishedGame(_TWO, (50, 49), frozenset({0}), 5),
    FinishedGame(_TWO, (50, 49), frozenset({0}), 5),
    FinishedGame(_TWO, (48, 50), frozenset({1}), 5),
)
_MORE_GAMES: Final = (
    FinishedGame(((0,), (2,)), (60, 40), frozenset({0}), 5),
    FinishedGame(((1,), (2,)), (60, 40), frozenset({0}), 5),
    FinishedGame(((1,), (2,)), (40, 60), frozenset({1}), 5),
)
_OTHER_OPPONENTS: Final = (
    FinishedGame(((0,), (2,)), (60, 40), frozenset({0}), 5),
    FinishedGame(((1,), (3,)), (60, 40), frozenset({0}), 5),
    FinishedGame(((2,), (4,)), (50, 40), frozenset({0}), 5),
)


def _two(tie: str, by: str, working: Sentence, close: bool = False) -> Example:
    """Ann and Ben with the same total, and what one tie-break makes of it."""
    return Example(
        document={"scheme": "total" if close else "wins", "ties": [tie] if tie else []},
        names=("Ann", "Ben"),
        games=_CLOSE if close else _ONE_EACH,
        worth=((50, 49), (50, 49), (48, 50)) if close else ((1, 0), (0, 1)),
        totals=(148, 148) if close else (1, 1),
        by=(by, "") if by else (),
        working=working,
    )


def _five(tie: str, by: tuple[str, ...], working: Sentence) -> Example:
    """Three with a win against opponents of different strength."""
    return Example(
        document={"scheme": "wins", "ties": [tie]},
        names=("Ann", "Ben", "Cat", "Dan", "Eve"),
        games=_OTHER_OPPONENTS,
        worth=((1, 0), (1, 0), (1, 0)),
        totals=(1, 1, 1, 0, 0),
        by=by,
        working=working,
    )


SHARED: Final = _two(
    "", "", say("Scored by wins, Ann and Ben have won one game each: both are first.")
)

_BY_FIRST: Final[Mapping[str, Example]] = {
    "wins": _two(
        "wins",
        "more wins (2 to 1)",
        say(
            "Ann and Ben have 148 points each. Ann won 50 to 49 twice, Ben once: Ann is first by "
            "more wins (2 to 1)."
        ),
        close=True,
    ),
    "direct": _two(
        "direct",
        "better head-to-head record (2 to 1)",
        say(
            "Ann and Ben have 148 points each. Of their three games Ann won two: Ann is first by "
            "better head-to-head record (2 to 1)."
        ),
        close=True,
    ),
    "average": _two(
        "average",
        "more points per deal (9 to 7.5)",
        say(
            "Ann and Ben have one win each. Ann's 90 points in 10 deals against Ben's 75 put Ann "
            "first by more points per deal (9 to 7.5)."
        ),
    ),
    "games": Example(
        document={"scheme": "wins", "ties": ["games"]},
        names=("Ann", "Ben", "Cat"),
        games=_MORE_GAMES,
        worth=((1, 0), (1, 0), (0, 1)),
        totals=(1, 1, 1),
        by=("fewer games (1 to 2)", "fewer games (2 to 3)", ""),
        working=say(
            "All have one win: Ann in 1 game, Ben in 2, Cat in 3. Ann is ahead of Ben by fewer "
            "games (1 to 2), Ben of Cat by fewer games (2 to 3)."
        ),
    ),
    "difference": _two(
        "difference",
        "better points difference (15 to −15)",
        say(
            "Ann won 60 to 40, Ben 35 to 30: 20 more and 5 fewer. Ann is first by better points "
            "difference (15 to −15)."
        ),
    ),
    "points": _two(
        "points",
        "more points (90 to 75)",
        say(
            "Ann and Ben have one win each. Ann's 60 and 30 against Ben's 40 and 35 put Ann first "
            "by more points (90 to 75)."
        ),
    ),
    "buchholz": _five(
        "buchholz",
        ("higher Buchholz score (1 to 0)", "", "higher Buchholz score (1 to 0)"),
        say(
            "Ann beat Cat, Ben beat Dan, Cat beat Eve. Cat has a total of 1, Dan of 0: Ann is "
            "ahead of Ben by higher Buchholz score (1 to 0). So is Cat, who met Ann and Eve."
        ),
    ),
    "sonneborn-berger": _five(
        "sonneborn-berger",
        ("higher Sonneborn-Berger score (1 to 0)",),
        say(
            "Ann beat Cat, Ben beat Dan, Cat beat Eve. Cat has a total of 1, Dan and Eve have 0: "
            "Ann is first by higher Sonneborn-Berger score (1 to 0)."
        ),
    ),
    LOTS: _two(
        LOTS,
        "",
        say(
            "Ann and Ben have one win each and share the place until an organiser draws lots; "
            "the lower lot is ahead."
        ),
    ),
}


def example(order: Sequence[str], scheme: Scheme) -> Example:
    """Return an example of what the first tie-break does."""
    if tuple(order) == USUAL:
        return BY_USUAL
    return _BY_FIRST[order[0]] if order else SHARED


TIE_BREAKS: Final = Modifier(
    name="Tie-breaks",
    field=InOrder(
        path=("ties",),
        label=say("Tie-breaks"),
        hint=say("What puts one player ahead of another with the same total, in this order."),
        item=Choice(
            path=("ties",),
            label=say("Tie-breaks"),
            keys=tuple(Key(name, say(tie.label)) for name, tie in TIES.items()),
        ),
        longest=len(TIES),
        suggest=USUAL,
    ),
    sentence=sentence,
    example=example,
)
