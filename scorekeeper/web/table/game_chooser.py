"""Choosing a game: by name, or by players, time, difficulty and cards."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import game_finder
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.sentences import Voice, phrase, tell
from scorekeeper.tables.house_rules import kept_games
from scorekeeper.tables.own_games import earlier_editions, find_game, game_named
from scorekeeper.tables.summaries import my_tables
from scorekeeper.web.shared.forms import PageForm, PressField
from scorekeeper.web.shared.icons import game_card
from scorekeeper.web.shared.security import keep_cookie, read_number
from scorekeeper.web.table import table_request

bp = Blueprint("choosing", __name__)

MANY: Final = 6
"""This number of players means as many or more."""
_VOICE: Final = Voice()
_MOST_RECENT: Final = 4
_PLAYERS: Final = range(2, MANY + 1)
_UNFOLDED: Final = "open"


# --- what this phone has chosen for its next games; its cookie has it, as its settings ------------


def favourites() -> list[str]:
    """Return the slugs of the favourite games, the one that was added last first."""
    return [slug for slug in session.get("favourites", ()) if find_game(slug)]


def players() -> int | None:
    """Return how many are to play, up to ``MANY``, as the address says; None where any number may.
    (A phone that remembered it hid half of the games weeks later.)"""
    number = read_number(request.args.get("players", ""))
    return number if number in _PLAYERS else None


def exactly() -> int | None:
    """Return how many are to play, where that is a number: “6 or more” sets no table."""
    number = players()
    return None if number == MANY else number


def suits(game: Game, number: int | None) -> bool:
    """Return whether so many can play a game."""
    most = game.players[-1]
    return number is None or number in game.players or (number == MANY and most > MANY)


# --- the pages ------------------------------------------------------------------------------------


class FavouriteForm(PageForm):
    """The key that makes a game a favourite, `star.` and its slug, or no longer one; `more.` among
    those that are folded away, which then stay unfolded."""

    do = PressField("star.", "more.")


@bp.get("/new")
def names() -> str:
    """Choose a game: favourites and those played last first, then by family.

    `q` searches all names of a game, `players` is how many play.
    """
    sought = request.args.get("q", "")
    party = players()
    found = [
        game
        for game in (*_documents(), *games().values())
        if game_finder.has_name(game, sought) and suits(game, party)
    ]
    return render_template(
        "table/choosing/names.html",
        **_groups(found, sought.strip()),
        q=sought,
        parties=[(None, tell("Any")), *((n, f"{n}+" if n == MANY else f"{n}") for n in _PLAYERS)],
        party=party,
        unfolded=request.args.get("more") == _UNFOLDED,
        for_anything=cards(game_finder.plain_pads()),
    )


@bp.post("/new")
def star() -> ResponseReturnValue:
    """Make a game a favourite of this phone, or no longer one."""
    form = FavouriteForm()
    if form.validate_on_submit() and (slug := form.do.data.about) and find_game(slug):
        others = [one for one in favourites() if one != slug]
        session["favourites"] = others if slug in favourites() else [slug, *others]
        keep_cookie()
    more = _UNFOLDED if form.do.data.act == "more" else request.args.get("more")
    sought = request.args.get("q")
    # to the fold, where no script leaves the page as it stands
    at = "more" if more else None
    here = url_for("choosing.names", q=sought, players=players(), more=more, _anchor=at)
    return redirect(here, 303)


def _documents() -> list[Game]:
    """Return the games that players made which this phone keeps or has played last, of those that
    it does not keep only the latest edition, and none where it keeps another."""
    kept = {game.slug: game for game in kept_games(table_request.known_device())}
    slugs = dict.fromkeys((*favourites(), *_last_played(), *kept))
    found = [game_named(slug) for slug in slugs if slug not in games()]
    # by its old table a game that was changed stood here twice under one name
    names = {game.name for game in kept.values()}
    played = [game for game in found if game.slug not in kept]
    hidden = {game.slug for game in played if game.name in names} | earlier_editions(played)
    return [game for game in found if game.slug not in hidden]


def _groups(found: Sequence[Game], sought: str) -> dict[str, Any]:
    """Return the games under their headings, each game once: ``groups``, and those that are folded
    below them, ``more``, with their names. What was ``sought`` is one group, and nothing folded."""
    if sought and found:
        return {"groups": [(tell("Found"), cards(found))], "more": [], "named": ""}
    played = list(dict.fromkeys(_last_played()))[:_MOST_RECENT]
    documents = [game.slug for game in found if game.slug not in games()]
    own = list(dict.fromkeys((*favourites(), *played, *documents)))
    mine = sorted((game for game in found if game.slug in own), key=lambda g: own.index(g.slug))
    rest = [game for game in found if game.slug not in own]
    more = [game for game in rest if game.own]
    return {
        "groups": [
            *([(tell("Your games"), cards(mine))] if mine else ()),
            *_by_family(game for game in rest if not game.own),
        ],
        "more": _by_family(more),
        "named": ", ".join(game.name for game in more),
    }


def by_heading() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return every game of the app, and those made by players that this phone has, by slug and
    name, under the headings of the page where one is chosen."""
    grouped = _groups([*games().values(), *_documents()], "")
    more = [card for _, among in grouped["more"] for card in among]
    more.sort(key=lambda card: str(card["name"]))
    headed = [*grouped["groups"], (tell("More games"), more)]
    return [(title, [(card["slug"], card["name"]) for card in among]) for title, among in headed]


def _by_family(among: Iterable[Game]) -> list[tuple[str, list[dict[str, Any]]]]:
    families: dict[str, list[Game]] = {}
    for game in sorted(among, key=_family):
        families.setdefault(_family(game)[1], []).append(game)
    return [(title, cards(alike)) for title, alike in families.items()]


def _family(game: Game) -> tuple[bool, str]:
    """Return the sort key of a game's family: pads for anything come last."""
    return game in game_finder.plain_pads(), tell(game.guide.family or phrase("Other games"))


def game_cards(among: Iterable[Game], fold: bool) -> tuple[list[dict[str, Any]], ...]:
    """Return the cards of these games for a list, the last used on this phone first; and, to
    ``fold``, those of the gallery's others."""
    last = _last_played()
    order = {slug: place for place, slug in reversed([*enumerate(last)])}
    first = sorted(among, key=lambda game: order.get(game.slug, len(last)))
    gallery = (game for game in first if game.own and not game.own.carried)
    more = [game for game in gallery if fold and game.slug not in order]
    return cards(game for game in first if game not in more), cards(more)


def cards(among: Iterable[Game]) -> list[dict[str, Any]]:
    """Return the cards of these games for a list."""
    return [_card(game) for game in among]


def _last_played() -> list[str]:
    return [one.row.game for one in my_tables(table_request.known_device(), 20)]


@bp.get("/choose")
def wishes() -> str:
    """Show the questions to choose a game by, and the games that suit the answers."""
    fitting, nearly = game_finder.suggestions(request.args)
    sought = request.args.get("q", "")
    answered = (request.args.get(trait.name) in trait.answers for trait in game_finder.traits())
    wished = bool(sought.strip()) or any(answered)
    return render_template(
        "table/choosing/wishes.html",
        questions=[_ask(trait) for trait in game_finder.traits()],
        q=sought,
        wished=wished,
        count=_count(len(fitting)) if wished else "",
        fitting=[_suggested(one) for one in fitting],
        nearly=[_suggested(one) for one in nearly],
    )


def _ask(trait: game_finder.Trait) -> dict[str, Any]:
    """Return the keys of a trait, the one for no answer last, and which of them is pressed."""
    given = request.args.get(trait.name, "")
    answers = [(value, tell(words)) for value, words in trait.answers.items()]
    return {
        "name": trait.name,
        "question": tell(trait.question),
        "keys": [*answers, ("", tell(trait.any))],
        "given": given if given in trait.answers else "",
        "numbers": all(words.isdecimal() for words in trait.answers.values()),
    }


def _count(games_found: int) -> str:
    return tell("{n} {n:game matches|games match}.", n=games_found)


def _suggested(one: game_finder.Suggestion) -> dict[str, Any]:
    facts = [(fact, fact in one.unmet) for fact in one.facts]
    return {**_card(one.game), "facts": facts}


def _card(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "link": url_for("front.setup", slug=game.slug, players=players()),
        "card": game_card(game),
        "name": game.name,
        "about": _VOICE.text(game.about),
        "also": ", ".join(game.aliases),
        "players": game_finder.players_text(game),
        "starred": game.slug in favourites(),
        "facts": [],
    }
