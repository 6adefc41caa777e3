"""Choosing a game: by one of its names, or by who plays, how long, how hard, with which cards."""

from collections.abc import Iterable
from typing import Any, Final

from flask import Blueprint, render_template, request

from scorekeeper import game_finder, tables
from scorekeeper.engine.ledger import Game
from scorekeeper.games import games
from scorekeeper.sentences import Voice, amount
from scorekeeper.web.shared.marks import game_card
from scorekeeper.web.table import table_request

bp = Blueprint("choosing", __name__)

_VOICE: Final = Voice()


@bp.get("/new")
def names() -> str:
    """Pick a game, the last used first; `q` searches all its names."""
    sought = request.args.get("q", "")
    cards = listed(game for game in games().values() if game_finder.called(game, sought))
    others = [_card(game) for game in game_finder.for_anything()]
    return render_template("table/choosing/names.html", games=cards, q=sought, for_anything=others)


def listed(among: Iterable[Game]) -> list[dict[str, Any]]:
    """These games as cards, the last used on this phone first."""
    last = [one.row.game for one in tables.my_tables(table_request.known_device(), 20)]
    return cards(sorted(among, key=lambda game: _used(game, last)))


def cards(among: Iterable[Game]) -> list[dict[str, Any]]:
    """Return these games as they stand in lists."""
    return [_card(game) for game in among]


def _used(game: Game, last: list[str]) -> int:
    return last.index(game.slug) if game.slug in last else len(last)


@bp.get("/choose")
def wishes() -> str:
    """What there is to choose a game by, and the games that suit the answers."""
    fitting, nearly = game_finder.suggestions(request.args)
    sought = request.args.get("q", "")
    answered = (request.args.get(trait.name) in trait.answers for trait in game_finder.traits())
    wished = bool(sought.strip()) or any(answered)
    return render_template(
        "table/choosing/wishes.html",
        asks=[_ask(trait) for trait in game_finder.traits()],
        q=sought,
        wished=wished,
        told=_count(len(fitting)) if wished else "",
        fitting=[_suggested(one) for one in fitting],
        nearly=[_suggested(one) for one in nearly],
    )


def _ask(trait: game_finder.Trait) -> dict[str, Any]:
    """A trait's keys, that of no answer last, and which of them is pressed."""
    given = request.args.get(trait.name, "")
    return {
        "name": trait.name,
        "asked": trait.asked,
        "keys": [*trait.answers.items(), ("", trait.any)],
        "given": given if given in trait.answers else "",
        "numbers": all(words.isdecimal() for words in trait.answers.values()),
    }


def _count(games_found: int) -> str:
    return f"{amount(games_found, 'game matches', 'games match')}."


def _suggested(one: game_finder.Suggestion) -> dict[str, Any]:
    facts = [(told, told in one.amiss) for told in one.told]
    return {**_card(one.game), "facts": facts}


def _card(game: Game) -> dict[str, Any]:
    """A game in a list."""
    return {
        "slug": game.slug,
        "card": game_card(game),
        "name": game.name,
        "about": _VOICE.text(game.about),
        "also": ", ".join(game.aliases),
        "players": game_finder.players_told(game),
    }
