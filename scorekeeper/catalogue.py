"""What other programs are told of the games: players, variants, options, entry fields."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from scorekeeper.engine.cards_taken import Captures, FinishOrder
from scorekeeper.engine.describe import json_types, survey
from scorekeeper.engine.fields import Barred, Choice, Many, Number, Question, SeatOf, Text, Value
from scorekeeper.engine.ledger import Game, OptionValues
from scorekeeper.engine.options import settings
from scorekeeper.engine.series import Series
from scorekeeper.game_finder import company
from scorekeeper.games import games
from scorekeeper.referee.context import COMMON, PLAYERS
from scorekeeper.referee.context import ContextKey as ContextKey
from scorekeeper.sentences import Voice, say
from scorekeeper.sheet import Document, fields_of, where

_TYPE_NAMES = {int: "integer", str: "string", bool: "boolean", list: "array", type(None): "null"}
_VOICE = Voice([f"seat {seat}" for seat in range(12)], tuple((seat,) for seat in range(12)))


def shelf() -> list[Document]:
    """Every game in a few words."""
    return [_card(game) for game in games().values()]


def _card(game: Game) -> Document:
    return {
        "slug": game.slug,
        "name": game.name,
        "aliases": list(game.aliases),
        "about": _VOICE.text(game.about),
        "players": {"least": game.players[0], "most": game.players[-1]},
        "guide": _guide(game),
        "variants": [name for name in game.variants if name],
    }


def _guide(game: Game) -> Document:
    least, most = game.guide.minutes or (None, None)
    return {
        "minutes": {"least": least, "most": most},
        "level": game.guide.level,
        "company": list(company(game)),
        "pack": game.guide.pack,
    }


@cache
def description(game: Game) -> Document:
    """One game whole: its variants' defaults, its options, what each kind of entry holds, and what
    the context of each question to the referee may."""
    return {
        **_card(game),
        "edition": game.edition,
        "columns": list(game.columns),
        "tallies": list(game.tallies),
        "defaults": {name or "": dict(options) for name, options in game.variants.items()},
        "options": [_question(option) for option in game.options],
        "entries": _entries(game),
        "referee": _contexts(game),
    }


def _contexts(game: Game) -> Mapping[str, list[Document]]:
    """By question, what its context may hold beside the options."""
    trick = (*COMMON, *game.play.keys) if game.play else ()
    call = (PLAYERS, *game.auction.keys) if game.auction else ()
    asked = {"trick": trick, "call": call}
    return {name: [_context_key(key, game) for key in keys] for name, keys in asked.items() if keys}


def _context_key(key: ContextKey, game: Game) -> Document:
    low, high = game.players[0], game.players[-1]
    template = "`{name}` is {low}." if key is PLAYERS and low == high else key.says
    says = say(template, name=key.name, low=low, high=high, last=high - 1)
    return {"key": key.name, "says": _VOICE.text(says)}


def _entries(game: Game) -> Mapping[str, list[Document]]:
    """By kind of entry what it may hold, at whatever table."""
    kinds: dict[str, dict[str, Document]] = {kind: {} for kind in ("deal", *game.extras)}
    for options, players, dealer in _tables(game):
        asked = fields_of(game, options, players, dealer)
        for kind, found in kinds.items():
            for question in asked[kind].values():
                told = _question(question)
                known = found.get(told["field"])
                found[told["field"]] = _either(known, told) if known else told
    return {
        kind: [field for field in found.values() if field["types"]] for kind, found in kinds.items()
    }


def _tables(game: Game) -> Iterator[tuple[OptionValues, int, int]]:
    """Options, players and dealer of tables that may be asked for different things: of each
    variant, with each option at each of its values or at both ends of its range; of the fewest
    players and of the most, each of them dealing."""
    chosen = [{str(option.path[0]): value} for option in game.options for value in settings(option)]
    for variant, defaults in game.variants.items():
        for players in {game.players[0], game.players[-1]}:
            yield from ((defaults, players, dealer) for dealer in range(players))
            for change in chosen:
                options = game.house_rules({**defaults, **change})
                if not (game.check and [*game.check(variant, options, players)]):
                    yield options, players, 0


def _either(one: Document, other: Document) -> Document:
    """What a field may hold that holds the one at some table and the other at another."""
    if not one["types"]:
        one, other = other, one
    optional = one["optional"] or other["optional"]
    both = {**one, "types": _all(one, other, "types"), "optional": optional}
    if not other["types"]:
        return both
    for name, choose in (("least", min), ("fewest", min), ("most", max), ("longest", max)):
        if name in one and name in other:
            both[name] = choose(one[name], other[name])
    if "values" in one and "values" in other:
        both["values"] = _all(one, other, "values")
    if one.get("total") != other.get("total"):
        both["total"] = None
    if "label" in one.get("items", ()):
        both["items"] = _either(one["items"], other["items"])
    return both


def _all(one: Document, other: Document, name: str) -> list[Value]:
    found = dict.fromkeys(one[name] + other[name])
    numbers = sorted(value for value in found if type(value) is int)
    return [*(value for value in found if type(value) is not int), *numbers]


def _question(question: Question) -> Document:
    kinds = () if isinstance(question, Barred) else json_types(question)
    document: Document = {
        "field": where(question.path),
        "label": _VOICE.text(question.label),
        "types": [_TYPE_NAMES[kind] for kind in kinds],
        "optional": question.optional or question.group,
        "when": question.when,
    }
    if question.hint:
        document["says"] = _VOICE.text(question.hint)
    return {**document, **_range(question), **_items(question)}


def _range(question: Question) -> Mapping[str, Any]:
    if isinstance(question, Number):
        return {"least": question.low, "most": question.high}
    if isinstance(question, Choice):
        return {"values": [key.value for key in question.keys]}
    if isinstance(question, SeatOf):
        return {"values": list(question.seats)}
    if isinstance(question, Text):
        return {"longest": question.longest}
    return {}


def _items(question: Question) -> Mapping[str, Any]:
    """What a list holds."""
    if isinstance(question, Series):
        span = {"fewest": question.shortest, "most": question.longest}
        return {"items": _question(question.item), **span}
    if isinstance(question, Many):
        items = [_question(item) for item in question.items if item is not None]
        each = {} if question.parts else {"each": question.each}
        return {"items": items[0] if items else {}, **each, "total": question.total}
    if isinstance(question, Captures):
        fields = [_question(field) for field in survey(question.item).values()]
        return {"items": {"types": ["object"], "optional": False, "fields": fields}, "each": "card"}
    if isinstance(question, FinishOrder):
        return {"items": _question(question.items[0]), "each": "player"}
    return {}
