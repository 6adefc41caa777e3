"""Five Hundred: the bids, what they are worth and what they are called; rules.md#auction."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.cards import SUIT_SIGNS
from scorekeeper.engine import (
    Bid,
    Grid,
    Phrase,
    Printed,
    Sentence,
    phrase,
    printed,
    say,
)
from scorekeeper.games.five_hundred.house import House

TRICKS: Final = 10
SLAM: Final = 250
EACH_TRICK: Final = 10

# --- the bids -----------------------------------------------------------------------------------

LEVELS: Final = range(6, 11)
STRAINS: Final = ("S", "C", "D", "H", "NT")
# the source of 43 cards prints no table, and only this one fits what it says of 7 spades, nullo and
# 8 clubs
WORTH: Final = Grid(
    ("Tricks", *(SUIT_SIGNS[strain] for strain in STRAINS[:-1]), "No trump"),
    {
        6: (6, 40, 60, 80, 100, 120),
        7: (7, 140, 160, 180, 200, 220),
        8: (8, 240, 260, 280, 300, 320),
        9: (9, 340, 360, 380, 400, 420),
        10: (10, 440, 460, 480, 500, 520),
    },
)
ZERO_BIDS: Final = {
    "nullo": 250,
    "double_nullo": 500,
    "bar_nullo": 500,
    "grand_nullo": 510,
    "open_misere": 500,
}
ZERO_NAMES: Final = {
    "nullo": phrase("nullo"),
    "double_nullo": phrase("double nullo"),
    "bar_nullo": phrase("bar nullo"),
    "grand_nullo": phrase("grand nullo"),
    "open_misere": phrase("open misère"),
}
_MISERE: Final = ("misere", "misery", "mis", "miz", "nolo", "nula", "nulot", "nello", "nil", "zero")
_OPEN: Final = ("openmisere", "openmis", "openmiz", "opennullo", "slammisere", "blindmisere")
_SIXES: Final = ("6S", "6C", "6D", "6H")
ALSO_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(_MISERE, ("nullo",)),
    **dict.fromkeys(_OPEN, ("nullo", "bar_nullo", "open_misere")),
    **dict.fromkeys(("doublemisere", "doublenolo"), ("double_nullo", "grand_nullo")),
    **dict.fromkeys(("granola", "granolo", "grandmisere"), ("grand_nullo",)),
    **dict.fromkeys(("inkle", "inkles"), (*_SIXES, *map("inkle_{}".format, "SCDH"))),
}
"""What players call bids besides, and what it stands for here. An open misère is the dearer bid to
take no tricks: where it is not played, a bar nullo. An inkle is a bid of six, or in an auction a
hint."""
# the source of 43 cards does not say whether the partner plays in a double nullo: both do
PLAYED_ALONE: Final = ("nullo", "bar_nullo", "open_misere")
WITH_PARTNER: Final = ("double_nullo", "grand_nullo")
ZERO_BIDS_BY_OPTION: Final[Mapping[str, tuple[str, ...]]] = {
    "none": (),
    "nullo": ("nullo",),
    "double_bar": ("nullo", "double_nullo", "bar_nullo"),
    "grand": ("nullo", "grand_nullo"),
}

BIDS: Final = {f"{level}{strain}": Bid(level, strain) for level in LEVELS for strain in STRAINS}
VALUES: Final[Mapping[str, int]] = {
    **{name: WORTH[bid.level][STRAINS.index(bid.strain)] for name, bid in BIDS.items()},
    **ZERO_BIDS,
}


def zero_bids(nullos: str, open_misere: bool, partners: bool = True) -> tuple[str, ...]:
    """Return the zero bids that are played, without those that need a partner where there is
    none."""
    played = ZERO_BIDS_BY_OPTION[nullos] + (("open_misere",) if open_misere else ())
    return tuple(bid for bid in played if partners or bid not in WITH_PARTNER)


def zero_bids_table(house: House) -> Printed | None:
    """Return what the zero bids of the table are worth, and who plays them."""
    rows = [
        (ZERO_NAMES[bid], VALUES[bid], say("declarer" if bid in PLAYED_ALONE else "both partners"))
        for bid in zero_bids(house.nullos, house.open_misere)
    ]
    return printed(("Bid", "Worth", "Who plays"), rows) if rows else None


def bid_name(bid: str) -> Sentence:
    """Return the bid in words: "7 hearts", "double nullo"."""
    return say("{bid}", bid=BIDS.get(bid) or Phrase(ZERO_NAMES[bid]))
