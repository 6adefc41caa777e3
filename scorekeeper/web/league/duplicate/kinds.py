"""The kinds of a session in words: who competes, how boards are compared, which movements."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper.duplicate.movements.others import SWISS
from scorekeeper.leagues.duplicate.records import INDIVIDUAL, PAIRS, TEAMS
from scorekeeper.sentences import Message, phrase


class KindShown(NamedTuple):
    """What a kind of session is called, how many compete in it, and how their boards may be
    compared, what is usual first."""

    name: Message
    fewest: int
    most: int
    methods: Sequence[str]


KINDS: Final = {
    PAIRS: KindShown(phrase("Pairs"), 4, 60, ("matchpoints", "cross-imps", "butler")),
    TEAMS: KindShown(phrase("Teams of four"), 2, 30, ("imps", "board-a-match")),
    INDIVIDUAL: KindShown(phrase("Individual"), 8, 12, ("matchpoints", "cross-imps", "butler")),
}
METHODS: Final = {
    "matchpoints": phrase("Matchpoints"),
    "cross-imps": phrase("Cross-IMPs"),
    "butler": phrase("Butler"),
    "imps": phrase("IMPs and VPs"),
    "board-a-match": phrase("Board-a-match"),
}
NAMES: Final = {
    "mitchell": phrase("Mitchell"),
    "howell": phrase("Howell"),
    "three-quarter-howell": phrase("Three-quarter Howell"),
    "round-robin": phrase("Round robin"),
    "head-to-head": phrase("One match"),
    SWISS: phrase("Swiss teams"),
    "individual": phrase("Individual"),
}
MOVEMENTS: Final = {
    PAIRS: ("mitchell", "howell", "three-quarter-howell"),
    TEAMS: ("round-robin", "head-to-head", SWISS),
    INDIVIDUAL: ("individual",),
}
