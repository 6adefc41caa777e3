"""What people choose a game by, and what it is called; and the document that one may be made of."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from scorekeeper.interview.steps import Value
from scorekeeper.sentences import Sentence

Level = Literal["easy", "practice", "hard"]
"""Played at once; better after some evenings; for those who like to think."""

Pack = Literal["any", "32", "52", "joker", "own"]
"""The smallest pack that will do: none in particular, seven to ace, all 52, 52 and a joker; or
cards, tiles or dice made for the game."""


class Guide(msgspec.Struct, frozen=True):
    """The minutes a game lasts by its first variant's rules, quick and slow (None: as long as the
    players like), how hard it is to play well, and the pack that it needs.

    The number of players, and whether partners play together, follow from the game itself.

    Lists show it with others of its ``family``, in card players' words ("Whist family"; empty:
    none), under its ``mark``: up to three letters or digits and suits as signs, as on the corner of
    a card ("K♥"; empty: its initial). A ``starter`` is offered to people who have not played yet.
    ``hints`` are three things to know when entering its deals for the first time. The rules page
    says where the name is a ``trademark``.
    """

    minutes: tuple[int, int] | None = None
    level: Level = "easy"
    pack: Pack = "any"
    mark: str = ""
    family: str = ""
    starter: bool = False
    hints: tuple[str, ...] = ()
    trademark: bool = False


MOST_GAMES: Final = 256
"""Games of which what was worked out is remembered; players may make any number."""

NO_GUIDE: Final = Guide()
"""For a game that declares no guide; a test demands one of every game in the folder."""


class VariantCard(msgspec.Struct, frozen=True):
    """A variant's name, how it differs from the others as players would say it, and facts in two or
    three words each ("to 500")."""

    name: Sentence
    about: Sentence
    facts: tuple[Sentence, ...] = ()


class Preset(msgspec.Struct, frozen=True):
    """House rules that players know by a name: those of a variant (None: the first), but for these
    `options`. A sheet keeps the options, not the name."""

    name: Sentence
    options: Mapping[str, Value]
    variant: str | None = None


class OwnDocument(msgspec.Struct, frozen=True):
    """The document that a game is made of, in place of code: its name, its identity (the SHA-256 of
    its canonical JSON in hex), itself, and whether its sheets carry it, as no game of the app is
    made of it."""

    name: str
    sha256: str
    document: Mapping[str, Value]
    carried: bool = False
