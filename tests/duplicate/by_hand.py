"""What a session comes to, as it would be worked out by hand from its lines: short, slow, and
without the app. Pairs at matchpoints; two teams in IMPs and victory points."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import NamedTuple

UP_TO_IMPS = (10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890)
"""Differences of at most these are worth 0, 1, 2 … IMPs; the tests have none that is larger."""


class Line(NamedTuple):
    """A result: who sat there, what was called by whom ("4S N"), how many tricks over or under;
    or what the director awarded. ``form`` is that of a fouled board."""

    ns: str
    ew: str
    called: str = ""
    over: int = 0
    award: tuple[str, str] | None = None
    form: str = ""


def vulnerable(board: int, declarer: str) -> bool:
    """Whether declarer's side is vulnerable on a board."""
    turn = (board - 1) % 16
    ns, ew = (("", "NS", "EW", "NSEW")[(turn + turn // 4) % 4].count(side) for side in ("N", "E"))
    return bool(ns if declarer in "NS" else ew)


def score(board: int, called: str, over: int) -> int:
    """North-South's score of a contract, at most doubled and below slam."""
    contract, declarer = called.split()
    level, strain, doubled = int(contract[0]), contract[1:].rstrip("X"), "X" in contract
    red = vulnerable(board, declarer)
    if over < 0 and doubled:
        first, second, later = (200, 300, 300) if red else (100, 200, 300)
        points = -sum((first, second, second, *[later] * 13)[:-over])
    elif over < 0:
        points = (100 if red else 50) * over
    else:
        trick = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}[strain]
        bid = (level * trick + (10 if strain == "NT" else 0)) * (2 if doubled else 1)
        game = (500 if red else 300) if bid >= 100 else 50
        each = (200 if red else 100) if doubled else trick
        points = bid + game + over * each + (50 if doubled else 0)
    return points if declarer in "NS" else -points


def rounded(number: Fraction) -> Decimal:
    """A number with two decimals, halves away from zero."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


def percents(
    boards: Mapping[int, Sequence[Line]], due: int, penalties: Mapping[str, int]
) -> dict[str, Decimal]:
    """Each pair's percentage, where ``due`` results are due on each board; a penalty is in percent
    of a top."""
    top = 2 * (due - 1)
    own: dict[str, list[Fraction]] = {}
    awarded: list[tuple[str, str]] = []
    for board, lines in boards.items():
        for line in lines:
            if line.award:
                awarded += zip((line.ns, line.ew), line.award, strict=True)
                continue
            mine = score(board, line.called, line.over)
            same = [
                score(board, other.called, other.over)
                for other in lines
                if not other.award and other.form == line.form
            ]
            won = Fraction(2 * sum(one < mine for one in same) + same.count(mine) - 1)
            # Neuberg: where fewer are compared than there should be
            north = (won * due + due - len(same)) / len(same)
            own.setdefault(line.ns, []).append(north)
            own.setdefault(line.ew, []).append(top - north)
    for pair, award in awarded:
        others = own[pair]
        average = sum(others, Fraction()) / len(others)
        limit = max if award == "A+" else min
        share = Fraction({"A+": 60, "A-": 40}[award], 100)
        others.append(limit(share * top, average))
    most = max(map(len, own.values()))
    found = {}
    for pair, points in own.items():
        total = sum(points, Fraction()) * most / len(points)
        total += Fraction(penalties.get(pair, 0), 100) * top
        found[pair] = rounded(100 * total / (most * top))
    return found


def imps(difference: int) -> int:
    """IMPs of a difference in points."""
    won = next(n for n, most in enumerate(UP_TO_IMPS) if abs(difference) <= most)
    return won if difference > 0 else -won


def victory_points(margin: int, boards: int) -> Decimal:
    """What the winner of a match gets, on the continuous scale of 2013."""
    limit = 15 * Decimal(boards).sqrt()
    rate = Decimal(5).sqrt() - 2

    def plain(one: int) -> Decimal:
        won = 10 + 10 * (1 - rate ** (one / limit)) / (1 - rate)
        return min(won, Decimal(20)).quantize(Decimal("0.01"), ROUND_HALF_UP)

    scale = [plain(one) for one in range(int(limit) + 3)]
    steps = [*zip(scale, scale[1:], scale[2:], strict=False)]
    assert all(two - one >= three - two for one, two, three in steps[: margin + 1])
    return scale[margin]


def places(totals: Mapping[str, Decimal]) -> dict[str, str]:
    """The place of each: as many are better, and one; "2=" where it is shared."""
    every: Iterable[Decimal] = totals.values()
    values = [*every]
    return {
        who: f"{1 + sum(other > one for other in values)}{'=' if values.count(one) > 1 else ''}"
        for who, one in totals.items()
    }
