"""Games that are documents: those that this phone keeps, one that comes from elsewhere, shown
before it is taken, and the ways to give one on."""

import re
from collections.abc import Mapping, Set
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper import game_finder
from scorekeeper.engine.game import Game
from scorekeeper.engine.guide import OwnDocument
from scorekeeper.own import FORMAT, OWN, DocumentRefused, game_of
from scorekeeper.own.sharing import packed
from scorekeeper.own.wording import ONE_OF, WHOM, end_in_words, line_in_words, signs, worded
from scorekeeper.sentences import Voice, full_stop, phrase, tell
from scorekeeper.sheet import read_head, score_example, sums_of
from scorekeeper.sheet.documents import Document, Head, SheetRefused, errors_of
from scorekeeper.tables import own_games
from scorekeeper.tables.changes import head_payload
from scorekeeper.tables.house_rules import keep_game, kept_games
from scorekeeper.web.editor.pages import drafts_here
from scorekeeper.web.shared import links
from scorekeeper.web.table import game_chooser, table_request

bp = Blueprint("own_games", __name__, url_prefix="/own")

LONGEST_CODE: Final = 1_800
"""Characters of an address that a phone's camera still reads off a screen as a code."""


# --- what is shown of a game ----------------------------------------------------------------------


class ShownExample(NamedTuple):
    """A worked deal of a document: its title, what each side has at its end as it is scored here,
    and whether that is what its author wrote."""

    title: str
    totals: str
    holds: bool


_WINS: Final = {"most": phrase("Most points win."), "least": phrase("Fewest points win.")}


def _described(game: Game, own: OwnDocument) -> Mapping[str, Any]:
    """Return what a page shows of a game: who made it, for whom it is, what is written down, what
    that is worth, when it is over, its house rules and worked deals."""
    document: Any = own.document
    return {
        "game": game,
        "identity": own.sha256[:8],
        "by": document.get("by", ""),
        "about": document.get("about", ""),
        "players": game_finder.players_text(game),
        "wins": tell(_WINS[document["wins"]]),
        "fields": [
            (one["label"], tell(ONE_OF.get(one["kind"], WHOM[one["of"]])))
            for one in document["fields"]
        ],
        "lines": [
            (worded(one["text"]), full_stop(line_in_words(document, one)))
            for one in document["lines"]
        ],
        "ends": [_end(document, one) for one in document["end"]],
        "house_rules": [
            (one["label"], tell("usually {value}", value=_usual(one)))
            for one in document.get("options", ())
        ],
        "examples": [_example(game, one) for one in document.get("examples", ())],
    }


def _end(document: Document, end: Document) -> str:
    """Return when a game is over: in the words of its rules, where they have a paragraph on it."""
    said = (one["text"] for one in document.get("rules", ()) if one["anchor"] == end.get("rule"))
    return next(said, "") or full_stop(end_in_words(document, end["when"]))


def _usual(option: Document) -> str:
    """Return the value that a house rule has unless the players change it."""
    labels: dict[Any, str] = dict(option.get("values", ()))
    return labels.get(option["usually"]) or signs(option["usually"])


def _example(game: Game, example: Document) -> ShownExample:
    """Return a worked deal, scored."""
    found = score_example(game, example)
    title = example.get("title") or tell("Worked deal")
    if "errors" in found:
        return ShownExample(title, found["errors"][0]["message"], holds=False)
    names = (side["name"] for side in found["sides"])
    totals = ", ".join(
        tell("{name}: {total}", name=name, total=total)
        for name, total in zip(names, found["totals"], strict=True)
    )
    holds = all(example.get(key, sums) == sums for key, sums in sums_of(found).items())
    return ShownExample(title, totals, holds)


# --- one that comes from elsewhere ----------------------------------------------------------------


def brought_game(document: Any) -> Game | None:
    """Return the game that a document is, or that a sheet carries; None for anything else. Raises
    `SheetRefused` with its faults."""
    if not isinstance(document, dict):
        return None
    if str(document.get("format", "")).startswith(FORMAT.partition("/")[0] + "/"):
        try:
            return game_of(document)
        except DocumentRefused as refused:
            raise SheetRefused(errors_of(refused.faults, Voice())) from None
    return read_head(document).game if document.get("game") == OWN else None


def take(document: Document, game: Game, act: str) -> ResponseReturnValue:
    """Show a game that was brought, or (`play`, `keep`) take it: a sheet is then a table at once.

    Raises as a table's start does."""
    is_sheet = document.get("game") == OWN
    if act == "play" and is_sheet:
        return redirect(url_for("pad.table", public_id=table_request.start_table(document)), 303)
    if act in ("play", "keep"):
        head_payload(Head(game, None, game.defaults(None), ()))  # a table could not keep some
        device, address = table_request.device(), table_request.client_address()
        own_games.receive(game, device, address)
        if act == "play":
            return redirect(url_for("front.setup", slug=game.slug), 303)
        keep_game(device, game)
        table_request.flash(("good", tell("Kept. It stands in New game under Your games.")))
        return redirect(url_for("own_games.one", slug=game.slug), 303)
    kept = kept_games(table_request.known_device())
    return render_template(
        "home/own/brought.html",
        **_described(game, _own(game)),
        text=msgspec.json.encode(document).decode(),
        entries=len(document["entries"]) if is_sheet else 0,
        is_kept=any(one.slug == game.slug for one in kept),
        other=any(one.name == game.name and one.slug != game.slug for one in kept),
        key=table_request.new_key(),
    )


def _own(game: Game | None) -> OwnDocument:
    """Return the document of a game that players made; 404 for any other."""
    return game.own if game and game.own and game.own.carried else abort(404)


# --- the pages ------------------------------------------------------------------------------------


@bp.get("")
def shelf() -> str:
    """Show the games that this phone keeps; a script on it opens what the address has in its
    fragment, which no server is sent."""
    kept = kept_games(table_request.known_device())
    cards = game_chooser.cards(kept)
    for card, game in zip(cards, kept, strict=True):
        card["link"] = url_for("own_games.one", slug=game.slug)
    return render_template(
        "home/own/shelf.html",
        games=cards,
        key=table_request.new_key(),
        drafts=_unsaved({game.slug for game in kept}),
    )


def _unsaved(kept: Set[str]) -> list[tuple[str, str]]:
    """Return the slugs and names of what this phone is making, but for what it keeps as it is."""
    found = list[tuple[str, str]]()
    for slug in drafts_here():
        draft = own_games.find_draft(slug)
        if draft is None:
            continue
        try:
            is_kept = game_of(draft.document).slug in kept
        except DocumentRefused:
            is_kept = False
        if not is_kept:
            found.append((slug, str(draft.document["name"])))
    return found


@bp.get("/<slug>")
def one(slug: str) -> str:
    """Show a game, and give it on: as a link, a code or a file."""
    game = own_games.find_game(slug)
    own = _own(game)
    address = f"{url_for('own_games.shelf', _external=True)}#g={packed(own.document)}"
    kept = kept_games(table_request.known_device())
    return render_template(
        "home/own/game.html",
        **_described(game or abort(404), own),
        address=address,
        qr=links.qr_code(address) if len(address) <= LONGEST_CODE else Markup(""),
        is_kept=any(other.slug == slug for other in kept),
        text=msgspec.json.encode(own.document).decode(),
        key=table_request.new_key(),
        message=table_request.take_flash(),
    )


@bp.get("/<slug>/game.json")
def file(slug: str) -> Response:
    """Return the document as a file."""
    own = _own(own_games.find_game(slug))
    # of the game's own name only what every system takes
    name = "-".join(re.findall(r"[a-z0-9]+", own.name.lower())) or "game"
    return Response(
        msgspec.json.format(msgspec.json.encode(own.document), indent=1),
        mimetype="application/json",
        headers={"Content-Disposition": f"attachment; filename={name}.game.json"},
    )
