"""The tie-breaks that a season can use, each a rule for players with the same total; how they put
these in order, and how a season has them as its setting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, zip_longest
from typing import Final

from scorekeeper.interview.lists import InOrder
from scorekeeper.interview.steps import Choice, Key
from scorekeeper.sentences import Listing, Sentence, phrase, say, tell
from scorekeeper.standings.finished import HeadToHead, Sums
from scorekeeper.standings.numbers import Points, distinct_texts
from scorekeeper.standings.rules import Modifier, Scheme

Met = Callable[[int, int], HeadToHead]
"""How the first player has done against the second."""

Scores = Sequence[Points]
"""What a rule counts for each of those who are level."""


@dataclass(frozen=True)
class TieContext:
    """The whole standings, for rules that look beyond the tied players.

    `totals` are those of all listed players, `lots` the lots drawn, each as its players in order,
    the newest draw last.
    """

    met: Met
    totals: Mapping[int, Fraction]
    lots: Sequence[Sequence[int]] = ()


@dataclass(frozen=True)
class Tie:
    """A tie-break: its name where it decides, what it counts (None: it cannot be applied to
    these players), a worked example, and whether the fewest are best. `label` is its name in a
    list."""

    label: str
    name: str
    scores: Callable[[Sequence[Sums], TieContext], Scores | None]
    example: Sentence
    note: str = ""
    fewest: bool = False


def _each(column: str) -> Callable[[Sequence[Sums], TieContext], Scores]:
    return lambda level, context: [getattr(one, column) for one in level]


def _per_deal(level: Sequence[Sums], context: TieContext) -> Scores:
    return [Fraction(one.points, max(one.deals, 1)) for one in level]


def _lead(one: Sums, context: TieContext) -> Points:
    """Points more than each opponent had, added up."""
    return sum(record.points for _, record in _against_others(one, context))


def _head_to_head(level: Sequence[Sums], context: TieContext) -> Scores | None:
    """Count the games in which one did better than another of the tied players; all must have
    met."""
    players = [one.player for one in level]
    if not all(context.met(*pair).games for pair in combinations(players, 2)):
        return None
    return [
        sum(context.met(one, other).won for other in players if other != one) for one in players
    ]


def _buchholz(level: Sequence[Sums], context: TieContext) -> Scores:
    """The totals of all opponents, once for each game against them."""
    return [
        sum((total * record.games for total, record in _against_others(one, context)), Fraction())
        for one in level
    ]


def _sonneborn_berger(level: Sequence[Sums], context: TieContext) -> Scores:
    """The total of an opponent for each game in which one did better, half of it for a draw."""
    return [
        sum((total * _score(record) for total, record in _against_others(one, context)), Fraction())
        for one in level
    ]


def _score(record: HeadToHead) -> Fraction:
    draws = record.games - record.won - record.lost
    return record.won + Fraction(draws, 2)


def _against_others(one: Sums, context: TieContext) -> list[tuple[Fraction, HeadToHead]]:
    """The total of everybody else, and how the player has done against them."""
    others = ((other, total) for other, total in context.totals.items() if other != one.player)
    return [(total, context.met(one.player, other)) for other, total in others]


def _lots(level: Sequence[Sums], context: TieContext) -> Scores | None:
    """The places in the newest draw that has all of them."""
    players = [one.player for one in level]
    drawn = (lot for lot in reversed(context.lots) if {*players} <= {*lot})
    order = [player for player in next(drawn, ()) if player in players]
    return [1 + order.index(player) for player in players] if order else None


LOTS: Final = "lots"

TIES: Final[Mapping[str, Tie]] = {
    "wins": Tie(
        phrase("Wins"),
        phrase("more wins"),
        _each("won"),
        say(
            "Ann and Ben have 148 points each. Ann won 50 to 49 twice, Ben once: Ann is first by "
            "more wins (2 to 1)."
        ),
        phrase("shared ones count too"),
    ),
    "direct": Tie(
        phrase("Head-to-head games"),
        phrase("better head-to-head record"),
        _head_to_head,
        say(
            "Ann and Ben have 148 points each. Of their three games Ann won two: Ann is first by "
            "better head-to-head record (2 to 1)."
        ),
        phrase("head-to-head games, if all tied players have met"),
    ),
    "average": Tie(
        phrase("Points per deal"),
        phrase("more points per deal"),
        _per_deal,
        say(
            "Ann and Ben have one win each. Ann's 90 points in 10 deals against Ben's 75 put Ann "
            "first by more points per deal (9 to 7.5)."
        ),
    ),
    "games": Tie(
        phrase("Fewer games"),
        phrase("fewer games"),
        _each("games"),
        say(
            "All have one win: Ann in 1 game, Ben in 2, Cat in 3. Ann is ahead of Ben by fewer "
            "games (1 to 2), Ben of Cat by fewer games (2 to 3)."
        ),
        fewest=True,
    ),
    "difference": Tie(
        phrase("Points difference"),
        phrase("better points difference"),
        lambda level, context: [_lead(one, context) for one in level],
        say(
            "Ann won 60 to 40, Ben 35 to 30: 20 more and 5 fewer. Ann is first by better points "
            "difference (15 to −15)."
        ),
        phrase("your points minus each opponent's, added up"),
    ),
    "points": Tie(
        phrase("Points scored"),
        phrase("more points"),
        _each("points"),
        say(
            "Ann and Ben have one win each. Ann's 60 and 30 against Ben's 40 and 35 put Ann first "
            "by more points (90 to 75)."
        ),
    ),
    "buchholz": Tie(
        phrase("Buchholz (opponents' totals)"),
        phrase("higher Buchholz score"),
        _buchholz,
        say(
            "Ann beat Cat, Ben beat Dan, Cat beat Eve. Cat has a total of 1, Dan of 0: Ann is "
            "ahead of Ben by higher Buchholz score (1 to 0). So is Cat, who met Ann and Eve."
        ),
        phrase("your opponents' totals, added up game by game"),
    ),
    "sonneborn-berger": Tie(
        phrase("Sonneborn-Berger (beaten opponents' totals)"),
        phrase("higher Sonneborn-Berger score"),
        _sonneborn_berger,
        say(
            "Ann beat Cat, Ben beat Dan, Cat beat Eve. Cat has a total of 1, Dan and Eve have 0: "
            "Ann is first by higher Sonneborn-Berger score (1 to 0)."
        ),
        phrase("the totals of opponents you beat, half for a draw"),
    ),
    LOTS: Tie(
        phrase("Lots"),
        phrase("lower lot"),
        _lots,
        say(
            "Ann and Ben have one win each and share the place until an organiser draws lots; "
            "the lower lot is ahead."
        ),
        phrase("drawn by an organiser"),
        fewest=True,
    ),
}
"""The tie-breaks by the name under which a season's scoring has them."""

USUAL: Final = ("wins", "direct", "average", "games")
"""The order where none was chosen."""


# --- breaking ties ------------------------------------------------------------------------------


Part = tuple[Sequence[Sums], str]
"""Players who share a place, and by what they are ahead of the next of those with their total."""


def break_ties(level: Sequence[Sums], order: Sequence[str], context: TieContext) -> list[Part]:
    """Return the players with the same total, best first, by the tie-breaks in this `order`.

    Players still level after one tie-break begin again with the first.
    """
    for tie in (TIES[name] for name in order) if len(level) > 1 else ():
        scores = tie.scores(level, context)
        if scores and len(set(scores)) > 1:
            return _break_by(tie, level, scores, order, context)
    return [(level, "")]


def _break_by(
    tie: Tie, level: Sequence[Sums], scores: Scores, order: Sequence[str], context: TieContext
) -> list[Part]:
    still: dict[Points, list[Sums]] = {}
    for one, score in zip(level, scores, strict=True):
        still.setdefault(score, []).append(one)
    parts: list[Part] = []
    steps = sorted(still, reverse=not tie.fewest)
    for step, below in zip_longest(steps, steps[1:]):
        parts += break_ties(still[step], order, context)
        if below is not None:
            own, other = distinct_texts(step, below)
            parts[-1] = (
                parts[-1][0],
                tell("{rule} ({own} to {other})", rule=tell(tie.name), own=own, other=other),
            )
    return parts


# --- as a rule of the season --------------------------------------------------------------------


def _in_words(order: Sequence[str], scheme: Scheme) -> Sentence:
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


_BY_USUAL: Final = say(
    "With 3, 2 and 1 points by place all three have 4. Ben has no win and is third: the "
    "others have more wins (1 to 0). Ann and Cat have each been ahead of the other once; 80 "
    "points in 10 deals against 60 put Ann first by more points per deal (8 to 6)."
)


def _example(order: Sequence[str], scheme: Scheme) -> Sentence:
    """Return an example of what the first tie-break does."""
    if tuple(order) == USUAL:
        return _BY_USUAL
    if order:
        return TIES[order[0]].example
    return say("Scored by wins, Ann and Ben have won one game each: both are first.")


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
    sentence=_in_words,
    example=_example,
)
