"""Cards: suits, ranks and their notation (`AS KH TD 2C`), and cards of neither: the joker `JK`, a
second one `JL`, and those of packs made for a game, as `WZ` and `JE`."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.languages import Message

SUITS: Final = ("C", "D", "H", "S")
STRAINS: Final = (*SUITS, "NT")
RANKS: Final = "23456789TJQKA"
ALL_RANKS: Final = f"1{RANKS}"
"""With the 1 of packs that have fourteen numbers."""
JOKER: Final = "JK"
LITTLE_JOKER: Final = "JL"
JOKERS: Final[Mapping[str, Message]] = {JOKER: "joker", LITTLE_JOKER: "little joker"}
WITHOUT_SUIT: Final[Mapping[str, Message]] = {
    **JOKERS,
    "WZ": "wizard",
    "JE": "jester",
    "EX": "escape",
    "PI": "pirate",
    "TI": "tigress",
    "SK": "Skull King",
    "ME": "mermaid",
    "KR": "kraken",
    "WW": "white whale",
}
"""The cards that have no suit and no rank."""
TRUMPS: Final[Message] = "trumps"
"""The suit of trumps that are cards of several suits and no suit of the pack, as at grand."""

SUIT_NAMES: Final[Mapping[str, Message]] = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "NT": "no trump",
}
SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
RANK_SIGNS: Final = {rank: "10" if rank == "T" else rank for rank in ALL_RANKS}
RANK_NAMES: Final[Mapping[str, Message]] = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
}
