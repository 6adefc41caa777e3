"""Complete individual tournaments for tables of four, for 4 to 40 players.

A starter is one round; every further round is the one before with each player moved on by the same
step, round a ring of all the players, and the highest number, where the players come out in fours,
always sits still; of 6 and 7 players every round stands there. Nobody partners anybody twice. With
4n or 4n + 1 players these are the perfect tournaments: any two are partners once and opponents
twice. Else two or three sit out, and any two are partners at most once and opponents once or twice
(some thrice of 30 and 38).

What makes a starter is that the differences between partners are all different, and each difference
between opponents comes twice: E. H. Moore, "Tactical Memoranda I-III", American Journal of
Mathematics 18 (1896); I. Anderson, Combinatorial Designs and Tournaments (1997), chapters on whist.
Those for 9 and 37 are the powers of a primitive element of the field, as in R. C. Bose and J. M.
Cameron, "The bridge tournament problem and calibration designs for comparing pairs of objects",
Journal of Research of the National Bureau of Standards 69B (1965); the others came out of a search
for these differences, and of 6 and 7 of all rounds: of 7 somebody sits out twice running, or not
everybody would meet everybody as an opponent. The tests move every one of them round, and count.
"""

from collections.abc import Sequence
from math import lcm
from typing import Final

from scorekeeper.schedules.rounds import Plan, Round

STARTERS: Final[dict[int, tuple[str, ...]]] = {
    4: ("0 3 1 2",),
    5: ("1 0 2 3",),
    6: ("2 4 3 5", "0 1 4 5", "0 1 2 3", "1 3 4 5", "0 2 3 5", "0 2 1 4"),
    7: ("0 2 1 3", "3 4 6 5", "1 5 2 6", "0 3 6 4", "1 2 4 5", "0 2 3 6", "0 1 4 5"),
    8: ("6 0 7 4 | 1 3 2 5",),
    9: (
        "3 2 6 1 | 4 5 8 7",
        "4 0 7 2 | 5 3 6 8",
        "5 1 8 0 | 3 4 7 6",
    ),
    10: ("6 2 4 3 | 5 0 1 7",),
    11: ("0 6 4 1 | 3 7 2 5",),
    12: ("7 8 5 1 | 4 9 10 6 | 11 2 0 3",),
    13: ("10 5 2 9 | 11 7 1 0 | 6 4 8 3",),
    14: (
        "4 7 11 6 | 2 3 1 9 | 8 5 10 0",
        "9 12 5 6 | 3 11 1 2 | 13 4 10 8",
    ),
    15: ("7 4 9 0 | 11 3 2 6 | 10 1 5 8",),
    16: ("15 2 8 10 | 1 3 14 13 | 4 12 7 11 | 9 6 5 0",),
    17: ("16 4 14 0 | 9 15 10 7 | 1 8 12 3 | 2 13 5 6",),
    18: ("1 12 0 2 | 8 3 15 5 | 9 7 4 13 | 6 14 10 11",),
    19: ("4 13 7 9 | 5 11 6 2 | 8 15 14 10 | 12 1 0 3",),
    20: ("16 10 12 5 | 8 13 19 3 | 6 7 4 0 | 9 17 1 18 | 14 2 11 15",),
    21: ("11 1 12 14 | 19 4 16 18 | 13 20 3 8 | 7 15 9 0 | 2 5 6 10",),
    22: (
        "6 17 9 15 | 18 13 11 4 | 10 19 14 5 | 12 16 0 2 | 7 8 1 3",
        "4 18 1 20 | 12 14 17 5 | 9 15 19 8 | 10 6 16 7 | 21 13 3 2",
    ),
    23: ("6 4 15 19 | 18 11 5 17 | 2 7 1 10 | 16 13 14 9 | 3 12 8 0",),
    24: ("2 5 13 14 | 3 16 10 1 | 0 7 6 11 | 23 4 19 9 | 22 17 20 18 | 15 21 12 8",),
    25: ("12 24 3 19 | 22 0 23 8 | 10 6 16 21 | 1 4 5 18 | 9 15 7 2 | 20 14 13 11",),
    26: ("4 22 18 2 | 20 11 3 14 | 7 17 5 6 | 12 15 13 8 | 1 21 9 16 | 10 19 0 23",),
    27: ("9 20 5 2 | 6 21 3 8 | 1 14 22 4 | 16 10 0 17 | 15 7 23 19 | 12 13 11 18",),
    28: ("12 4 7 0 | 14 25 3 24 | 9 10 22 13 | 11 5 18 27 | 19 15 1 17 | 21 26 2 20 | 8 6 23 16",),
    29: ("0 15 5 24 | 11 14 12 3 | 27 21 1 28 | 23 6 10 16 | 7 22 19 8 | 20 4 26 2 | 9 25 13 17",),
    30: (
        "22 26 12 14 | 18 21 4 24 | 2 16 7 9 | 27 1 11 10 | 8 13 6 19 | 15 3 5 20 | 23 17 25 0",
        "25 28 24 13 | 11 6 4 14 | 21 18 10 22 | 5 27 16 9 | 29 19 3 20 | 12 23 7 1 | 2 17 26 8",
    ),
    31: ("16 8 1 18 | 19 12 24 15 | 6 27 10 14 | 26 23 4 25 | 5 0 13 7 | 3 9 20 21 | 11 22 17 2",),
    32: (
        "19 11 31 29 | 1 22 16 21 | 25 3 17 28 | 27 13 20 2 | 12 15 14 10 | 30 18 26 8 | "
        "4 6 7 23 | 24 9 5 0",
    ),
    33: (
        "14 13 26 31 | 11 5 2 25 | 21 3 29 17 | 24 0 30 22 | 9 18 4 19 | 12 1 28 32 | "
        "10 8 7 15 | 6 27 16 23",
    ),
    34: (
        "7 15 30 8 | 26 0 22 28 | 29 11 14 9 | 18 5 4 27 | 16 21 24 20 | 3 13 6 23 | "
        "12 31 25 2 | 19 17 10 1",
    ),
    35: (
        "7 28 19 23 | 9 21 30 3 | 4 11 14 8 | 10 13 26 2 | 20 0 22 27 | 31 16 18 17 | "
        "25 24 5 15 | 6 1 12 29",
    ),
    36: (
        "35 16 21 26 | 0 27 7 22 | 28 4 14 24 | 31 12 30 3 | 11 2 5 18 | 9 8 6 20 | "
        "19 13 1 15 | 34 17 23 25 | 29 32 33 10",
    ),
    37: (
        "1 31 36 6 | 2 25 35 12 | 4 13 33 24 | 8 26 29 11 | 16 15 21 22 | 32 30 5 7 | "
        "27 23 10 14 | 17 9 20 28 | 34 18 3 19",
    ),
    38: (
        "26 22 34 1 | 20 32 27 12 | 14 4 35 30 | 24 33 18 17 | 7 16 3 15 | 21 5 23 10 | "
        "28 0 19 9 | 8 6 31 25 | 29 2 11 13",
        "8 28 13 14 | 24 7 27 31 | 17 15 9 21 | 25 18 35 11 | 6 3 2 29 | 23 20 36 22 | "
        "37 4 10 1 | 30 32 5 33 | 26 12 16 34",
    ),
    39: (
        "22 15 12 35 | 21 7 18 0 | 25 11 19 34 | 5 17 23 6 | 3 13 1 8 | 10 29 14 16 | "
        "4 26 28 9 | 27 30 2 31 | 33 32 24 20",
    ),
    40: (
        "39 13 0 26 | 4 38 9 20 | 25 23 27 8 | 10 17 3 11 | 7 15 16 19 | 34 6 22 31 | "
        "37 18 1 28 | 5 29 33 12 | 2 35 21 36 | 32 14 24 30",
    ),
}
"""By players, the tables of each starter in the order of their seats. Where one starter does not
suffice several are moved on in turn, by as many places as there are starters."""


def complete_tournament(players: Sequence[int]) -> Plan:
    """Return the complete tournament of these players; there is none beyond 40.

    Each starter is moved round the ring, by as many places as players sit out, who are neighbours
    in the ring: so the byes go round too.
    """
    # not cached: that of 40 players, the longest, is made in 0.8 ms
    count = len(players)
    starters = STARTERS.get(count, ())
    ring = count - (count % 4 == 0)
    step = max(count % 4, len(starters), 1)
    around = lcm(ring, step)
    return tuple(
        _rotated(players, starter, turn * step + turn * step // around, ring)
        for starter in starters
        for turn in range(ring // len(starters))
    )


def _rotated(players: Sequence[int], starter: str, by: int, ring: int) -> Round:
    """Return the starter with everybody moved on round the ring; a player on none of its tables
    sits out."""
    tables = [
        [(place + by) % ring if place < ring else place for place in map(int, table.split())]
        for table in starter.split("|")
    ]
    out = sorted({*range(ring)}.difference(*tables))
    seated = tuple(tuple(players[place] for place in table) for table in tables)
    return Round(seated, tuple(players[place] for place in out))
