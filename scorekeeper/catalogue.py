"""The games described for other programs: players, variants, options, entry fields."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from scorekeeper.engine.cards_taken import Captures, FinishOrder
from scorekeeper.engine.describe import json_types, survey
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import Options, sample_values
from scorekeeper.game_finder import partnership
from scorekeeper.games import games
from scorekeeper.interview.lists import Many, Series
from scorekeeper.interview.steps import Barred, Choice, Number, Question, SeatOf, Text, Value
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.referee.context import COMMON, PLAYERS, ContextKey
from scorekeeper.sentences import Voice, tell
from scorekeeper.sheet.documents import where
from scorekeeper.sheet.entries import fields_of

_VOICE: Final = Voice([f"seat {seat}" for seat in range(12)], tuple((seat,) for seat in range(12)))


JsonType = Literal["integer", "string", "boolean", "array", "object", "null"]
_TYPE_NAMES: Final[Mapping[type, JsonType]] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    list: "array",
    dict: "object",
    type(None): "null",
}


class Bounds(msgspec.Struct):
    """From the fewest to the most; both null where it is not known."""

    least: int | None
    most: int | None


class GameGuide(msgspec.Struct):
    """The players a game suits."""

    minutes: Bounds
    level: str
    company: list[str]
    pack: str


class GameCard(msgspec.Struct):
    """A game in a few words."""

    slug: str
    name: str
    aliases: list[str]
    about: str
    players: Bounds
    guide: GameGuide
    variants: list[str]


class Holds(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The values that an option, a field of an entry or an item of a list may hold.

    A number runs from `least` to `most`, a text has `longest` characters; a list has `fewest` to
    `most` items that add up to `total`, one for `each` seat, side or card; an object has `fields`.
    """

    types: list[JsonType]
    optional: bool
    least: int | UnsetType = UNSET
    fewest: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    longest: int | UnsetType = UNSET
    values: list[Value] | UnsetType = UNSET
    items: "Holds | UnsetType" = UNSET
    fields: "list[Field] | UnsetType" = UNSET
    each: str | UnsetType = UNSET
    total: int | None | UnsetType = UNSET


class Field(Holds, kw_only=True):
    """An option or a field of an entry, and what it may hold."""

    field: str
    label: str
    says: str | UnsetType = UNSET
    when: Literal["before", "after"]


class ContextField(msgspec.Struct):
    """A field of a question's context."""

    key: str
    says: str


class GameDescription(GameCard):
    """One game whole: its variants' defaults, its options, what each kind of entry holds, and what
    the context of each question to the referee may."""

    edition: int
    columns: list[str]
    tallies: list[str]
    defaults: dict[str, dict[str, Value]]
    options: list[Field]
    entries: dict[str, list[Field]]
    referee: dict[str, list[ContextField]]


def game_cards() -> list[GameCard]:
    """Every game in a few words."""
    return [GameCard(**_card(game)) for game in games().values()]


def _card(game: Game) -> Mapping[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "aliases": list(game.aliases),
        "about": _VOICE.text(game.about),
        "players": Bounds(game.players[0], game.players[-1]),
        "guide": GameGuide(
            Bounds(*(game.guide.minutes or (None, None))),
            game.guide.level,
            list(partnership(game)),
            game.guide.pack,
        ),
        "variants": [name for name in game.variants if name],
    }


@cache
def description(game: Game) -> GameDescription:
    """One game whole."""
    return GameDescription(
        **_card(game),
        edition=game.edition,
        columns=list(game.columns),
        tallies=list(game.tallies),
        defaults={name or "": dict(options) for name, options in game.variants.items()},
        options=[_question(option) for option in game.options],
        entries=_entries(game),
        referee=_contexts(game),
    )


def _contexts(game: Game) -> dict[str, list[ContextField]]:
    trick = (*COMMON, *game.play.keys) if game.play else ()
    call = (PLAYERS, *game.auction.keys) if game.auction else ()
    asked = {"trick": trick, "call": call}
    return {name: [_context_key(key, game) for key in keys] for name, keys in asked.items() if keys}


def _context_key(key: ContextKey, game: Game) -> ContextField:
    low, high = game.players[0], game.players[-1]
    if key is PLAYERS and low == high:
        return ContextField(key.name, tell("`{name}` is {n}.", name=key.name, n=low))
    return ContextField(key.name, _VOICE.text(key.requirement(low, high)))


def _entries(game: Game) -> dict[str, list[Field]]:
    kinds: dict[str, dict[str, Field]] = {kind: {} for kind in ("deal", *game.extras)}
    for options, players, dealer in _tables(game):
        asked = fields_of(game, options, players, dealer)
        for kind, found in kinds.items():
            for question in asked[kind].values():
                told = _question(question)
                known = found.get(told.field)
                found[told.field] = _either(known, told) if known else told
    return {
        kind: [field for field in found.values() if field.types] for kind, found in kinds.items()
    }


def _tables(game: Game) -> Iterator[tuple[Options, int, int]]:
    """Options, players and dealer of tables that may be asked for different things: of each
    variant, with each option at each of its values or at both ends of its range; of the fewest
    players and of the most, each of them dealing."""
    chosen = [{option.name: value} for option in game.options for value in sample_values(option)]
    for variant, defaults in game.variants.items():
        for players in {game.players[0], game.players[-1]}:
            yield from ((defaults, players, dealer) for dealer in range(players))
            for change in chosen:
                # where it cannot be by itself, with another option changed too
                for other in ({}, *chosen):
                    options = game.house_rules({**defaults, **other, **change})
                    if not (game.check and [*game.check(variant, options, players)]):
                        yield options, players, 0
                        break


H = TypeVar("H", bound=Holds)
V = TypeVar("V", bound=Any)


def _either(one: H, other: H) -> H:
    """Return the union of two fields: all that either of them may hold."""
    if not one.types:
        one, other = other, one
    optional = one.optional or other.optional
    both = replace(one, types=_all(one.types, other.types), optional=optional)
    if not other.types:
        return both
    for name, choose in (("least", min), ("fewest", min), ("most", max), ("longest", max)):
        bounds = getattr(one, name), getattr(other, name)
        if UNSET not in bounds:
            setattr(both, name, choose(bounds))
    if one.values is not UNSET and other.values is not UNSET:
        both.values = _all(one.values, other.values)
    if one.total != other.total:
        both.total = None
    if isinstance(one.items, Field) and isinstance(other.items, Field):
        both.items = _either(one.items, other.items)
    return both


def _all(one: list[V], other: list[V]) -> list[V]:
    """All that stand in one of the lists; numbers at the end, in their order."""
    found = dict.fromkeys(one + other)
    numbers = sorted(value for value in found if type(value) is int)
    return [*(value for value in found if type(value) is not int), *numbers]


def _question(question: Question) -> Field:
    if isinstance(question, Barred) and question.elsewhere:
        return msgspec.structs.replace(_question(question.elsewhere), optional=True)
    kinds = () if isinstance(question, Barred) else json_types(question)
    return Field(
        field=where(question.path),
        label=_VOICE.text(question.label),
        says=_VOICE.text(question.hint) if question.hint else UNSET,
        types=[_TYPE_NAMES[kind] for kind in kinds],
        optional=question.optional or question.group,
        when=question.when,
        **_range(question),
        **_items(question),
    )


def _range(question: Question) -> Mapping[str, Any]:
    if isinstance(question, Number):
        return {"least": question.low, "most": question.high}
    if isinstance(question, Choice | ChosenTable):
        return {"values": [key.value for key in question.keys]}
    if isinstance(question, SeatOf):
        return {"values": list(question.seats)}
    if isinstance(question, Text):
        return {"longest": question.longest}
    return {}


def _items(question: Question) -> Mapping[str, Any]:
    """Return what a list holds."""
    if isinstance(question, Series):
        span = {"fewest": question.shortest, "most": question.longest}
        return {"items": _question(question.item), **span}
    if isinstance(question, Many):
        items = [_question(item) for item in question.items if item is not None]
        each = {} if question.own_labels else {"each": question.each}
        return {"items": items[0] if items else UNSET, **each, "total": question.total}
    if isinstance(question, Captures):
        fields = [_question(field) for field in survey(question.item).values()]
        return {"items": Holds(types=["object"], optional=False, fields=fields), "each": "card"}
    if isinstance(question, FinishOrder):
        return {"items": _question(question.items[0]), "each": "player"}
    return {}
