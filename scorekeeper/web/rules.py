"""The rules pages: every game's, and a table's own with its house rules put in."""

from functools import lru_cache

import msgspec
from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from scorekeeper import rulebook, sheet
from scorekeeper.games import games
from scorekeeper.games._ledger import Game
from scorekeeper.sentences import Voice
from scorekeeper.sheet import Document
from scorekeeper.web import show, tabled

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("/")
def shelf() -> str:
    """All the games."""
    voice = Voice()
    cards = [
        {"slug": game.slug, "name": game.name, "about": voice.text(game.about)}
        for game in games().values()
    ]
    return render_template("rules/shelf.html", games=cards)


@bp.get("/<slug>")
def page(slug: str) -> str | Response:
    """One game's rules; with `table` those of that table, with `variant` those of a variant."""
    game = games().get(slug) or abort(404)
    table = request.args.get("table", "")
    told = request.args.get("variant") or next(iter(game.variants))
    options = game.defaults(told)
    back = url_for("rules.shelf")
    if table:
        head = tabled.visit_or_403(table).table.head
        if head.game is not game:
            abort(404)
        told, options = "this table", head.options
        back = url_for("pad.table", public_id=table)
    elif told not in game.variants:
        abort(404)
    html, chapters = _rendered(game, msgspec.json.encode(options), bool(table))
    return render_template(
        "rules/page.html",
        game=game,
        html=Markup(html),
        chapters=chapters,
        told=told or "",
        table=table,
        back=back,
        variants=[name for name in game.variants if name],
    )


@lru_cache(maxsize=64)
def _rendered(game: Game, options: bytes, here: bool) -> tuple[str, list[tuple[str, str]]]:
    in_force = msgspec.json.decode(options)
    return rulebook.page(game, in_force, here, lambda example: _example(game, example))


def _example(game: Game, example: Document) -> str:
    """A worked example, scored by the engine."""
    document = rulebook.example_sheet(game, example)
    head = sheet.read_head(document)
    pads = sheet.replay(head, document["entries"])
    pad = pads[-1]
    voice = sheet.voice_of(pad)
    rows = [
        {
            "head": show.headline(before, row.entry, voice),
            "lines": show.lines_of(row, after, ""),
        }
        for before, after, row in zip(pads, pads[1:], pad.rows, strict=False)
    ]
    totals = [(sheet.side_name(pad, side), pad.totals[side]) for side in range(len(pad.sides))]
    end = voice.text(pad.outcome.text) if pad.outcome else ""
    return render_template(
        "rules/_example.html", title=example["title"], rows=rows, totals=totals, end=end
    )
