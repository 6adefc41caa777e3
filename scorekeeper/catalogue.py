"""What other programs are told of the games: players, variants, options, entry fields."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.choosing import company
from scorekeeper.games import games
from scorekeeper.games._describe import json_types, survey
from scorekeeper.games._fields import Choice, Many, Number, Question, SeatOf, Text
from scorekeeper.games._kinds_a import Series
from scorekeeper.games._kinds_b import Captures, Ranking
from scorekeeper.games._ledger import Game
from scorekeeper.referee.context import COMMON, PLAYERS
from scorekeeper.referee.context import Key as ContextKey
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
        "entries": {kind: _fields(game, kind) for kind in ("deal", *game.extras)},
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
    says = say(key.says, name=key.name, low=low, high=high, last=high - 1)
    return {"key": key.name, "says": _VOICE.text(says)}


def _fields(game: Game, kind: str) -> list[Document]:
    """The union over the variants, at a table of the fewest players."""
    found: dict[Any, Question] = {}
    for options in game.variants.values():
        for path, question in fields_of(game, options, game.players[0])[kind].items():
            found.setdefault(path, question)
    return [_question(question) for question in found.values()]


def _question(question: Question) -> Document:
    document: Document = {
        "field": where(question.path),
        "label": _VOICE.text(question.label),
        "types": [_TYPE_NAMES[kind] for kind in json_types(question) if kind in _TYPE_NAMES],
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
        return {"items": items[0] if items else {}, "each": question.each, "total": question.total}
    if isinstance(question, Captures):
        fields = [_question(field) for field in survey(question.item).values()]
        return {"items": {"types": ["object"], "fields": fields}, "each": "card"}
    if isinstance(question, Ranking):
        return {"items": _question(question.items[0]), "each": "player"}
    return {}
