"""Rubber bridge, the tables of points as the laws print them; rules.md#trick-score."""

from typing import Final

from scorekeeper.engine import Grid, Message, phrase

DOUBLES: Final[tuple[Message, ...]] = ("Undoubled", "Doubled", "Redoubled")
RISKS: Final[tuple[Message, ...]] = ("Not vulnerable", "Vulnerable")

TRICK: Final = Grid(
    ("Odd tricks bid", *DOUBLES),
    {
        "minor": ("Clubs or diamonds, each", 20, 40, 80),
        "major": ("Hearts or spades, each", 30, 60, 120),
        "first": ("No trump, the first", 40, 80, 160),
        "further": ("No trump, each further", 30, 60, 120),
    },
)
OVERTRICK: Final = Grid(
    ("Each overtrick", *RISKS),
    {
        "minor": ("Undoubled, a minor", 20, 20),
        "major": ("Undoubled, a major or no trump", 30, 30),
        "doubled": ("Doubled", 100, 200),
        "redoubled": ("Redoubled", 200, 400),
    },
)
INSULT: Final = Grid(
    ("Contract made", "Points"),
    {1: ("Doubled", 50), 2: ("Redoubled", 100)},
)
SLAM: Final = Grid(
    ("Slam", *RISKS),
    {6: ("small slam", 500, 750), 7: ("grand slam", 1000, 1500)},
)
# the source heads them by the defenders' vulnerability, a slip: by the Laws the declarer's side is
# at risk
UNDERTRICK: Final = Grid(
    ("Undertricks", *DOUBLES),
    {
        (1, False): ("First, not vulnerable", 50, 100, 200),
        (2, False): ("Second, not vulnerable", 50, 200, 400),
        (3, False): ("Third, not vulnerable", 50, 200, 400),
        (4, False): ("Each further, not vulnerable", 50, 300, 600),
        (1, True): ("First, vulnerable", 100, 200, 400),
        (2, True): ("Second, vulnerable", 100, 300, 600),
        (3, True): ("Third, vulnerable", 100, 300, 600),
        (4, True): ("Each further, vulnerable", 100, 300, 600),
    },
)
HONOURS: Final = Grid(
    ("Honours", "Points"),
    {
        phrase("four trump honours"): ("In one hand: four trump honours", 100),
        phrase("all five trump honours"): ("In one hand: all five trump honours", 150),
        phrase("the four aces"): ("In one hand: the four aces", 150),
    },
)
# in one place of the source it is the winner's of the rubber, who is known only after adding up
RUBBER: Final = Grid(
    ("Rubber won", "Points"),
    {0: ("In two games", 700), 1: ("In three games", 500)},  # by the games of the losing side
)
UNFINISHED: Final = Grid(
    ("Held by one side alone", "Points"),
    {"games": ("A game", 300), "part": ("A part score in an unfinished game", 100)},
)
TRUMPS_HELD: Final = {
    100: phrase("four trump honours"),
    150: phrase("all five trump honours"),
}
ACES_HELD: Final[Message] = "the four aces"
ON_A_BOARD: Final = {"part": (50, 50), "game": (300, 500)}  # duplicate; by vulnerability
