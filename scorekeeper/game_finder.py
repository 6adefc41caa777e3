"""Choosing a game: the questions, and the games that suit the answers."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.sentences import Sides, one_of, phrase, tell
from scorekeeper.spelling import without_accents

Wish = Mapping[str, str]
"""What is wished for, by the trait's name; what is left out or empty may be anything. Also `q`."""


class Trait(NamedTuple):
    """A property to choose a game by: the question, its answers with their words, those of no
    answer, a game's value in words, and whether a game suits an answer."""

    name: str
    question: str
    answers: Mapping[str, str]
    any: str
    fact_of: Callable[[Game], str]
    suits: Callable[[Game, str], bool]


class Suggestion(NamedTuple):
    """A game, what it says of each trait, and which of that is not as wished."""

    game: Game
    facts: tuple[str, ...]
    unmet: tuple[str, ...]


# --- by name ------------------------------------------------------------------------------------


def has_name(game: Game, sought: str) -> bool:
    """Return whether one of the game's names has every word that is sought in it."""
    words = [*filter(None, map(plain_name, sought.split()))] or sought.split()
    names = [plain_name(name) for name in names_of(game)]
    return any(all(word in name for word in words) for name in names)


def names_of(game: Game) -> tuple[str, ...]:
    """Return what the game is called."""
    return game.name, game.slug, *game.aliases


_SIGNS: Final = str.maketrans("", "", " -!.,'’")


def plain_name(name: str) -> str:
    """Return a game's name without accents, blanks and the signs that names have, in small
    letters."""
    return without_accents(name.casefold()).translate(_SIGNS)


def plain_pads() -> list[Game]:
    """Return the games that keep the score of any other: they ask for no pack and no time."""
    return [
        game for game in games().values() if game.guide.pack == "any" and not game.guide.minutes
    ]


# --- by what it is like -------------------------------------------------------------------------

_LEVELS: Final[Mapping[str, str]] = {
    "easy": phrase("easy"),
    "practice": phrase("some practice"),
    "hard": phrase("demanding"),
}
_PACKS: Final[Mapping[str, str]] = {
    "any": phrase("any cards"),
    "32": phrase("32 cards"),
    "52": phrase("52 cards"),
    "joker": phrase("52 + joker"),
    "own": phrase("a set of its own"),
}
_DO: Final[Mapping[str, frozenset[str]]] = {
    "any": frozenset({"32", "52", "joker", "own"}),
    "32": frozenset({"32", "52", "joker"}),
    "52": frozenset({"52", "joker"}),
    "joker": frozenset({"joker"}),
    "own": frozenset({"own"}),
}
"""The packs at hand that do for a game: from a larger one the low cards are left out."""

_PARTNERSHIPS: Final = {"partners": phrase("partners"), "alone": phrase("no partners")}


def players_text(game: Game) -> str:
    """Return the number of players: "4", "3–7", "4 or 6"."""
    if game.players.step > 1:
        return tell("{numbers}", numbers=game.players_said)
    low, high = game.players[0], game.players[-1]
    return f"{low}" if low == high else f"{low}–{high}"


def _minutes_text(game: Game) -> str:
    low, high = game.guide.minutes or (0, 0)
    return tell("{low}–{high} minutes", low=low, high=high) if high else tell("any length")


def _partnership_text(game: Game) -> str:
    return tell("{ways}", ways=one_of(*(tell(_PARTNERSHIPS[one]) for one in partnership(game))))


@cache
def partnership(game: Game) -> tuple[str, ...]:
    """Return whether partners score together ("partners") or everybody "alone"; both where a house
    rule decides, or the number of players."""
    ways = [way for players in game.players for way in seatings(game, players)]
    found = {"partners" if any(len(side) > 1 for side in one) else "alone" for one in ways}
    return tuple(one for one in _PARTNERSHIPS if one in found)


@cache
def seatings(game: Game, players: int) -> tuple[Sides, ...]:
    """Return who can score together in a game for so many, by every house rule; the usual way
    first."""
    changes = [{one.name: key.value} for one in game.options for key in one.keys_shown()]
    ways = [
        game.sides(game.house_rules({**defaults, **changed}), players)
        for defaults in game.variants.values()
        for changed in ({}, *changes)
    ]
    return tuple(dict.fromkeys(ways))


@cache
def traits() -> tuple[Trait, ...]:
    """Return what is asked, in this order."""
    most = max(game.players[-1] for game in games().values())
    return (
        Trait(
            "players",
            phrase("Players"),
            {str(count): str(count) for count in range(1, most + 1)},
            phrase("any number"),
            lambda game: tell("{n} players", n=players_text(game)),
            lambda game, count: int(count) in game.players,
        ),
        Trait(
            "minutes",
            phrase("Time"),
            {"30": phrase("half an hour"), "60": phrase("an hour")},
            phrase("all evening"),
            _minutes_text,
            # a usual game, neither quick nor slow, is over by then
            lambda game, minutes: sum(game.guide.minutes or (0, 0)) <= 2 * int(minutes),
        ),
        Trait(
            "level",
            phrase("Difficulty"),
            _LEVELS,
            phrase("any"),
            lambda game: tell(_LEVELS[game.guide.level]),
            lambda game, level: game.guide.level == level,
        ),
        Trait(
            "company",
            phrase("Partners"),
            _PARTNERSHIPS,
            phrase("any"),
            _partnership_text,
            lambda game, wished: wished in partnership(game),
        ),
        Trait(
            "pack",
            phrase("Cards you have"),
            {pack: words for pack, words in _PACKS.items() if pack != "any"},
            phrase("any"),
            lambda game: tell(_PACKS[game.guide.pack]),
            lambda game, pack: pack in _DO[game.guide.pack],
        ),
    )


def suggestions(wish: Wish) -> tuple[Sequence[Suggestion], Sequence[Suggestion]]:
    """Return the games that are as wished, and those that are but for one thing; `q` is a name,
    which all of them must have."""
    sought = wish.get("q", "")
    # what is no answer to the question wishes nothing
    wished = [trait for trait in traits() if wish.get(trait.name, "") in trait.answers]
    found = [
        Suggestion(
            game,
            tuple(trait.fact_of(game) for trait in traits()),
            tuple(one.fact_of(game) for one in wished if not one.suits(game, wish[one.name])),
        )
        for game in games().values()
        if has_name(game, sought)
    ]
    return [one for one in found if not one.unmet], [one for one in found if len(one.unmet) == 1]
