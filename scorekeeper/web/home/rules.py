"""The rules pages: every game's, and a table's own with its house rules put in; asking them."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from scorekeeper import rulebook, sheet
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.pad import voice_of_all
from scorekeeper.games import games
from scorekeeper.questions import players_of
from scorekeeper.search import ranking
from scorekeeper.search.answers import Answer, answer, row_asked
from scorekeeper.search.query import LONGEST, Query, parse
from scorekeeper.search.samples import SILENT
from scorekeeper.search.words import search_terms
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay
from scorekeeper.sheet.results import headline
from scorekeeper.tables.own_games import find_game
from scorekeeper.tables.rulings import rulings_of
from scorekeeper.web.home.worth import Rules, WorthShown, worth_shown
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.table import entries, game_chooser, table_request

bp = Blueprint("rules", __name__, url_prefix="/rules")

_REFEREE: Final = re.compile(r"/(t|rules)/[\w-]+/(trick|auction)(\?.*)?", re.ASCII)
"""A page of the referee's with what was tapped on it, and no other site's."""


@bp.get("/")
def shelf() -> str:
    """All the games."""
    cards = game_chooser.cards(games().values())
    return render_template("home/rules/shelf.html", games=cards, book=None, question="")


class _OpenRules(NamedTuple):
    """The rules that lie open: of a game's variant, or by the options of a table (its id); with the
    rulings that the table has pinned, by the headings they stand under, whether this phone may
    write one, the table's pads, from the empty one on, and all its rulings that stand, the newest
    first."""

    game: Game
    options: OptionValues
    table: str = ""
    variant: str = ""
    pinned: Mapping[str, tuple[entries.RulingInWords, ...]] = {}
    may_rule: bool = False
    pads: Sequence[Pad] = ()
    ruled: Sequence[entries.RulingInWords] = ()

    def address(self, anchor: str | None = None) -> str:
        """Return the address of a paragraph of the page."""
        whose = {"table": self.table} if self.table else {"variant": self.variant or None}
        return url_for("rules.page", slug=self.game.slug, _anchor=anchor, **whose)

    @property
    def is_translated(self) -> bool:
        """Return whether the rules are there in the language spoken."""
        return rulebook.is_translated(self.game)

    @property
    def title(self) -> str:
        """Return the name of the game, and of its variant if it has several."""
        variant = rulebook.variant_name(self.game, self.variant)
        return " · ".join(filter(None, (self.game.name, variant)))

    @property
    def back(self) -> str:
        """The address that the rules page leads back to, unless the reader came from the
        referee."""
        if self.table:
            return url_for("pad.table", public_id=self.table)
        return url_for("rules.shelf")

    @property
    def players(self) -> int:
        """Return how many play, as far as the game is for so many."""
        count = len(self.pads[-1].filled) if self.pads else 0
        return count if count in self.game.players else players_of(self.game)

    def decided(self, question: str) -> tuple[entries.RulingInWords, ...]:
        """Return what the table has decided on that very question, the newest first."""
        return tuple(one for one in self.ruled if _same(one.happened, question))

    def standing(self, anchor: str) -> list[tuple[str, str]]:
        """Return how the table stands as to a paragraph, while its game goes on: each side and what
        is said of it."""
        pad = self.pads[-1] if self.pads else None
        if pad is None or pad.outcome:
            return []
        voice, said = on_page(voice_of_all(self.pads)), dict[str, list[str]]()
        for tell_of in filter(None, (pad.game.carried, pad.game.needs)):
            for side, text, *anchors in tell_of(pad):
                if anchor in anchors:
                    said.setdefault(voice.side(side), []).append(voice.text(text))
        return [(side, " · ".join(texts)) for side, texts in said.items()]

    def to_ask(self, question: str, about: str, facts: Mapping[str, str] = {}) -> str:
        """Return where the passage of an anchor is the answer to a question, given those facts."""
        whose = {"table": self.table, "game": "" if self.table else self.game.slug}
        asked = {**whose, "variant": self.variant, "q": question, "about": about}
        given = urlencode({name: value for name, value in asked.items() if value} | {**facts})
        return f"{url_for('rules.search')}?{given}"

    def to_decide(self, question: str) -> str:
        """Return where this phone may record what the table decides on a question; empty where it
        may not."""
        if not self.may_rule:
            return ""
        return url_for("rulings.write", public_id=self.table, happened=question)

    def to_rule(self, anchor: str) -> str:
        """Return where this phone may write a ruling by that paragraph; empty where it may not."""
        if not self.may_rule or anchor not in rulebook.anchors(self.game):
            return ""
        return url_for("rulings.write", public_id=self.table, rule=anchor)


_ALIKE: Final = 0.6
"""The part of the shorter one's words that two questions must share to be the same."""


def _same(one: str, other: str) -> bool:
    mine, theirs = set(search_terms(one)), set(search_terms(other))
    return len(mine & theirs) >= _ALIKE * min(len(mine), len(theirs)) > 0


def _book(slug: str) -> _OpenRules:
    """Return the rules of the table or variant that is asked for; 403 or 404 where there are
    none."""
    game = find_game(slug) or abort(404)
    if table := request.args.get("table", ""):
        visit = table_request.visit_or_403(table)
        head = visit.table.head
        pinned = entries.pinned_by_heading(visit.table)
        variant, pads = head.variant or "", visit.table.pads
        ruled = [entries.ruling_in_words(visit.table, one) for one in rulings_of(visit.table)]
        stand = [one for one in ruled[::-1] if not one.recorded.deleted]
        book = _OpenRules(
            head.game, head.options, table, variant, pinned, visit.may_score, pads, stand
        )
        return book if head.game.slug == slug else abort(404)
    return _of_variant(game, request.args.get("variant", ""))


def _of_variant(game: Game, variant: str = "") -> _OpenRules:
    variant = variant or next(iter(game.variants)) or ""
    if (variant or None) not in game.variants:
        abort(404)
    return _OpenRules(game, game.defaults(variant or None), variant=variant)


@bp.get("/search")
def search() -> str:
    """Answer a question by the rules of the table or game it is asked at; without one, show the
    paragraphs of all games that do."""
    table, slug = request.args.get("table", ""), request.args.get("game", "")
    if table:
        slug = table_request.visit_or_403(table).table.head.game.slug
    book = _book(slug) if slug else None
    question = request.args.get("q", "").strip()[:LONGEST]
    game, options = (book.game, book.options) if book else (None, None)
    # by these options: what another house rule says must not be quoted as if it held
    hits = ranking.search(question, game, options=options)
    sought = parse(question, game)
    return render_template(
        "home/rules/found.html",
        book=book,
        question=question,
        found=_answers(hits, sought, book, question) if book and question else None,
        everywhere=[
            _found_paragraph(hit, sought, _of_variant(hit.game)) for hit in hits if not book
        ],
    )


class _FoundParagraph(NamedTuple):
    """A paragraph that answers: the passage and the rules that it stands in, and where; its text in
    pieces (the marked ones were asked for), its tables, the answer in one sentence, and what that
    asks for."""

    passage: Passage
    book: _OpenRules
    href: str
    pieces: list[tuple[str, bool]]
    tables: list[Markup]
    answer: Answer | None = None
    worth: WorthShown | None = None


class _Answers(NamedTuple):
    """What the rules of one game say to a question: the paragraph that answers (None: they say
    nothing about it), the next two, each with the address at which it is the answer, and what the
    table has decided on that question before."""

    best: _FoundParagraph | None
    others: list[tuple[_FoundParagraph, str]]
    decided: tuple[entries.RulingInWords, ...]


def _answers(
    hits: Sequence[ranking.Hit], sought: Query, book: _OpenRules, question: str
) -> _Answers:
    silent = not hits or hits[0].passage is SILENT
    anchor = request.args.get("about", "")
    # one that was tapped because the first was not meant comes first
    ranked = sorted(hits[silent:], key=lambda hit: hit.passage.anchor != anchor)
    found = [
        _found_paragraph(hit, sought, book)._replace(
            answer=answer(book.game, hit.passage, sought, book.options)
        )
        for hit in ranked[:_SHOWN]
    ]
    best = None if silent and not anchor else next(iter(found), None)
    rest = found[best is not None :][: _SHOWN - 1]
    best = best and _with_worth(best, question)
    others = [(one, book.to_ask(question, about=one.passage.anchor)) for one in rest]
    return _Answers(best, others, book.decided(question))


def _with_worth(found: _FoundParagraph, question: str) -> _FoundParagraph:
    """Return the paragraph that answers with the facts that its answer asks for."""
    book, passage = found.book, found.passage
    worth = worth_shown(
        Rules(book.game, book.options, book.players, book.address()),
        passage,
        question,
        found.answer,
        lambda facts: book.to_ask(question, passage.anchor, facts),
    )
    return found._replace(worth=worth, answer=(worth and worth.answer) or found.answer)


_SHOWN: Final = 3
"""So many answers stand on the page: that one, and what else may have been meant."""


def _found_paragraph(hit: ranking.Hit, sought: Query, book: _OpenRules) -> _FoundParagraph:
    passage = hit.passage
    anchor, text = passage.anchor, ""
    if passage.paragraphs:
        anchor = passage.paragraphs[hit.paragraph][0] if hit.paragraph else anchor
        text = rulebook.excerpt(passage, hit.paragraph, book.game, book.options)
    tables = rulebook.tables_of_passage(
        book.game, passage, book.options, lambda table: row_asked(table, sought.terms)
    )
    pieces = list(ranking.marked_pieces(sought.terms, text))
    return _FoundParagraph(passage, book, book.address(anchor), pieces, [*map(Markup, tables)])


@bp.get("/<slug>")
def page(slug: str) -> str | Response:
    """Show a game's rules; with `table` that table's, with `variant` a variant's."""
    book = _book(slug)
    # the cache needs a key that can be hashed
    options = msgspec.json.encode(book.options)
    notes = tuple(sorted(book.pinned.items()))
    came_from = request.args.get("from", "")
    html, chapters = _rendered(book.game, options, bool(book.table), notes, _ended(book.pads))
    return render_template(
        "home/rules/page.html",
        book=book,
        # not whatever the address says: it could lead to another site
        back=request.script_root + came_from if _REFEREE.fullmatch(came_from) else book.back,
        question="",
        html=Markup(html),
        chapters=chapters,
        variants=[(name, rulebook.variant_name(book.game, name)) for name in book.game.variants],
    )


@lru_cache(maxsize=64)  # a rules page takes 2 ms from memory, 12 to 25 without
def _rendered(
    game: Game,
    options: bytes,
    here: bool,
    pinned: tuple[tuple[str, tuple[entries.RulingInWords, ...]], ...],
    ended: tuple[str, str],
) -> tuple[str, list[tuple[str, str]]]:
    notes = {at: render_template("home/rules/_pinned.html", rulings=pins) for at, pins in pinned}
    in_force = msgspec.json.decode(options)
    example = partial(_example, game)
    return rulebook.page(game, in_force, here, example, notes, ended)


def _ended(pads: Sequence[Pad]) -> tuple[str, str]:
    """Return the rule by which a table's game has ended, and its last entry in the form of a worked
    example; both empty while it goes on."""
    outcome = pads[-1].outcome if pads else None
    if outcome is None:
        return "", ""
    return outcome.rule, _worked(tell("How this game ended"), pads, len(pads) - 2)


def _example(game: Game, example: Document) -> str:
    document = rulebook.example_sheet(game, example)
    head = sheet.read_head(document)
    return _worked(example["title"], replay(head, document["entries"]))


def _worked(title: str, pads: Sequence[Pad], first: int = 0) -> str:
    """Return entries with their lines, from the `first` on, and what they come to."""
    pad = pads[-1]
    # by all pads: an example in which somebody leaves said “None”
    voice = on_page(voice_of_all(pads))
    rows = [
        {
            "head": headline(before, row.entry, voice),
            "lines": entries.lines_of(row, after, ""),
        }
        for before, after, row in islice(zip(pads, pads[1:], pad.rows, strict=False), first, None)
    ]
    totals = [(voice.side(side), total) for side, total in enumerate(pad.totals)]
    end = voice.text(pad.outcome.text).removesuffix(".") if pad.outcome else ""
    return render_template(
        "home/rules/_example.html", title=title, rows=rows, totals=totals, end=end
    )
