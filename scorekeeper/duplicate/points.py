"""The points of every line of a session, and why."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from scorekeeper.duplicate.imps import cross_imps, datum, imps
from scorekeeper.duplicate.matchpoints import Compared, compare, line_rounded, matchpoints_of
from scorekeeper.duplicate.session import (
    EW,
    IMP_SIGNS,
    NS,
    Award,
    BoardPlayed,
    Half,
    Line,
    Number,
    Outcomes,
    Session,
    shown,
)
from scorekeeper.sentences import Message, minus, tell

AVERAGE: Final = {"A+": 60, "A": 50, "A-": 40}
"""Percent of the top, Law 12C2."""
_SIGNS: Final = (1, -1)


class LinePoints(msgspec.Struct, gc=False):
    """What a line brings either side, None where nothing; why, and by which rule; Butler's datum of
    North-South."""

    values: list[Number | None]
    text: str = ""
    rule: str = ""
    datum: Number | None = None


def words(number: Number) -> str:
    """Return a number as a sentence has it."""
    return minus(shown(number))  # type: ignore[arg-type]


class PairPoints:
    """Scores the boards of a session whose results are compared across the field."""

    def __init__(self, session: Session) -> None:
        self._session, self._scoring = session, session.scoring
        self._expected = session.expected
        self._score: Callable[[BoardPlayed, list[int], list[LinePoints]], None] = {
            "matchpoints": self._matchpoints,
            "cross-imps": self._cross_imps,
            "butler": self._butler,
            "total-points": self._total_points,
        }[session.scoring.method]

    def board(self, board: BoardPlayed) -> list[LinePoints]:
        """Return the points of a board's lines, in their order; of artificial scores in percent
        nothing yet."""
        found = [LinePoints([None, None]) for _ in board.lines]
        for places in board.fields(self._scoring.compare == "section"):
            self._score(board, places, found)
        for line, points in zip(board.lines, found, strict=True):
            self._explain(line, points)
        return found

    def _explain(self, line: Line, points: LinePoints) -> None:
        """Say why where it is not the comparison alone, and add artificial scores that are no
        percentage."""
        if line.score is not None:
            return
        for side, half in enumerate(line.halves):
            if isinstance(half, Award) and not self._scoring.by_percent:
                points.values[side] = self._award(half)
        if line.halves == (None, None):
            points.text, points.rule = tell(NOT_PLAYED), "not-played"
        elif all(isinstance(half, Award) for half in line.halves):
            points.text, points.rule = tell(RULED), "average"
        elif line.is_split:
            points.text, points.rule = tell(SPLIT), "split"
        elif len(half := _outcomes(line.halves[NS])) > 1:
            points.text, points.rule = weighted_text(half), "weighted"

    def _award(self, half: Half) -> Number:
        """Return what an artificial score is worth where it is no percentage."""
        code = half.code if isinstance(half, Award) else 0
        if not isinstance(code, str):
            return code
        if self._scoring.method == "total-points":
            return 0
        times = self._expected - 1 if self._sums else 1
        return IMP_SIGNS[code] * self._scoring.average_imps * times

    @property
    def _sums(self) -> bool:
        scoring = self._scoring
        return scoring.method == "cross-imps" and scoring.cross_imps == "sum"

    # --- the methods ----------------------------------------------------------------------------

    def _matchpoints(self, board: BoardPlayed, places: list[int], found: list[LinePoints]) -> None:
        for side in (EW, NS):
            there, results = _real(board, places, side)
            compared = compare(results, _SIGNS[side])
            for place, one in zip(there, compared, strict=True):
                points = found[place]
                points.values[side] = matchpoints_of(
                    one.wins, len(results), self._expected, self._scoring
                )
                if side == NS:
                    points.rule = "matchpoints" if len(results) == self._expected else "neuberg"
                    points.text = self._compared_text(one, len(results))

    def _compared_text(self, one: Compared, real: int) -> str:
        return compared_text(one.better, one.equal, real, self._expected)

    def _cross_imps(self, board: BoardPlayed, places: list[int], found: list[LinePoints]) -> None:
        times = self._expected - 1 if self._sums else 1
        for side in (EW, NS):
            there, results = _real(board, places, side)
            for place, mean in zip(there, cross_imps(results), strict=True):
                found[place].values[side] = mean * times * _SIGNS[side]
                found[place].rule = "cross-imps"
                found[place].text = cross_text(len(results) - 1, times)

    def _butler(self, board: BoardPlayed, places: list[int], found: list[LinePoints]) -> None:
        for side in (EW, NS):
            there, results = _real(board, places, side)
            if not results:
                continue
            mean = datum(results, self._scoring)
            for place, outcomes in zip(there, results, strict=True):
                points = found[place]
                worth = sum(weight * imps(score - mean) for weight, score in outcomes)
                points.values[side] = worth * _SIGNS[side]
                points.datum, points.rule = mean, "datum"
                points.text = datum_text(outcomes[0][1], mean)

    def _total_points(self, board: BoardPlayed, places: list[int], found: list[LinePoints]) -> None:
        for side in (EW, NS):
            for place, outcomes in zip(*_real(board, places, side), strict=True):
                worth = sum(weight * score for weight, score in outcomes)
                found[place].values[side] = worth * _SIGNS[side]
                found[place].text, found[place].rule = tell(AS_SCORED), "total-points"


def _outcomes(half: Half) -> Outcomes:
    """Return the outcomes of a half; none of an artificial score or a board not played."""
    return () if half is None or isinstance(half, Award) else half


def _real(board: BoardPlayed, places: Iterable[int], side: int) -> tuple[list[int], list[Outcomes]]:
    """Return which lines have a real score for that side, and their scores."""
    halves = [(place, _outcomes(board.lines[place].halves[side])) for place in places]
    there = [(place, outcomes) for place, outcomes in halves if outcomes]
    return [place for place, _ in there], [outcomes for _, outcomes in there]


# --- artificial scores in percent ---------------------------------------------------------------


def award_percentages(session: Session, scored: Sequence[Sequence[LinePoints]]) -> None:
    """Fill in artificial scores in percent of the top; `A+` is not less, and `A-` not more, than
    what a contestant has on its other boards, where the session so says."""
    every = [
        (line, points)
        for board, found in zip(session.boards, scored, strict=True)
        for line, points in zip(board.lines, found, strict=True)
    ]
    ruled = [one for one in every if any(isinstance(half, Award) for half in one[0].halves)]
    earned = _earned(every, session.top) if ruled else {}
    for line, points in ruled:
        _award_line(session, line, points, earned)


def _earned(every: Iterable[tuple[Line, LinePoints]], top: int) -> dict[str, tuple[Number, Number]]:
    """Return each contestant's points on the boards with a real score, and their tops."""
    earned: dict[str, tuple[Number, Number]] = {}
    for line, points in every:
        for sitting, value in zip(line.sides, points.values, strict=True):
            for one in sitting if value is not None else ():
                own, tops = earned.get(one, (0, 0))
                earned[one] = own + (value or 0), tops + top
    return earned


def _award_line(
    session: Session,
    line: Line,
    points: LinePoints,
    earned: dict[str, tuple[Number, Number]],
) -> None:
    percents: list[Number] = []
    own = False
    for side, half in enumerate(line.halves):
        if not isinstance(half, Award):
            continue
        usual: Number = AVERAGE[half.code] if isinstance(half.code, str) else half.code
        percent = usual
        if session.scoring.own_session and half.code in ("A+", "A-"):
            theirs = [earned[one] for one in line.sides[side] if one in earned]
            shares = [Fraction(sum_ * 100) / tops for sum_, tops in theirs if tops]
            percent = (max if half.code == "A+" else min)([usual, *shares])
        own = own or percent != usual
        percents.append(percent)
        points.values[side] = line_rounded(
            Fraction(percent * session.top) / 100, session.expected, session.scoring
        )
    if len(percents) == 2:
        points.rule = "own-session" if own else "average"
        points.text = tell(
            "ruled: North-South {ns} %, East-West {ew} % of the top",
            ns=words(percents[NS]),
            ew=words(percents[EW]),
        )


# --- in words -----------------------------------------------------------------------------------

NOT_PLAYED: Final[Message] = "not played: the board counts for neither side"
RULED: Final[Message] = "ruled by the director"
SPLIT: Final[Message] = "split score: each side is compared with its own side's results"
AS_SCORED: Final[Message] = "the score as it is"


@lru_cache(maxsize=65536)
def compared_text(better: Number, equal: Number, real: int, expected: int) -> str:
    """ "better than 7, equal to 1, of 11"; with Neuberg also how many results were due."""
    if real == 1 and expected > 1:
        return tell("the only result that can be compared: average")
    values = {"better": words(better), "equal": words(equal), "others": real - 1}
    if real == expected:
        return tell("better than {better}, equal to {equal}, of {others}", **values)
    return tell(
        "better than {better}, equal to {equal}, of {others}, then Neuberg for {due} results",
        due=expected,
        **values,
    )


@lru_cache(maxsize=4096)
def cross_text(others: int, times: int) -> str:
    """ "mean of the IMPs against 11 other results"."""
    if times > 1:
        return tell("sum of the IMPs against {n} other {n:result|results}", n=others)
    return tell("mean of the IMPs against {n} other {n:result|results}", n=others)


@lru_cache(maxsize=4096)
def datum_text(score: int, mean: Number) -> str:
    """ "420 against a datum of 180: a difference of 240"."""
    return tell(
        "{score} against a datum of {datum}: a difference of {n}",
        score=score,
        datum=words(mean),
        n=words(score - mean),
    )


def weighted_text(outcomes: Outcomes) -> str:
    """ "weighted: 60 % of 420, 40 % of −50"."""
    parts = [
        tell("{percent} % of {score}", percent=words(weight * 100), score=score)
        for weight, score in outcomes
    ]
    return tell("weighted: {parts}", parts=", ".join(parts))
