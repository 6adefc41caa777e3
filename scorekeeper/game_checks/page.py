"""Checks of the rules page: its chapters and anchors, examples, tables, house rules."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import msgspec

from scorekeeper import rulebook, sheet
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game, printed_tables
from scorekeeper.game_checks.check import Candidate, Check, choices
from scorekeeper.games import folder
from scorekeeper.sheet import documents
from scorekeeper.sheet.documents import Document

CHAPTERS: Final = (
    *("Pack", "Deal", "Bidding", "Play", "Scoring", "End"),
    *("Disputes", "House rules", "Doubtful points"),
)
DISPUTES: Final = {
    "revoke": "Revoke",
    "misdeal": "Misdeal",
    "exposed-card": "Exposed card",
    "lead-out-of-turn": "Lead out of turn",
    "call-out-of-turn": "Call out of turn",
    "wrong-number-of-cards": "Wrong number of cards",
    "wrong-score": "A written score found wrong later",
    "forgotten-bid": "Forgotten bid",
}
"""What mishaps are called; the last is one of games with bidding."""
IN_TRICKS: Final = ("two-cards", "claim", "last-trick", "table-talk")
"""What happens where cards are played in tricks."""
IN_BIDDING: Final = ("changed-bid", "forgotten-bid")
IN_ANY_GAME: Final = tuple(name for name in DISPUTES if name not in IN_BIDDING)
COMMON: Final = ("adjust", "seat", "finish", "passed-out")
"""The paragraphs that every game's lines may cite."""
SAYS_WHO: Final = re.compile(r"By the source\b|Usual practice\.")
LEAST_SAID: Final = 60
"""Characters of a paragraph that settles a dispute."""

_EXAMPLE: Final = frozenset(
    ("title", "variant", "options", "players", "dealer", "entries", "totals", "winners", "state")
)
_LEFT_OPEN: Final = re.compile(r"\{\{.*?\}\}|\{\{|\}\}|\{#[^}]*\}?|block \d")
_NAMED: Final = re.compile(r"\{\{ (option|played) (\w+)")
_EMPTY: Final = ("br", "hr", "img")


class ReadPage(HTMLParser):
    """A page as a reader sees it: its ids, its headings by id, its words, its tables as rows of
    cells; what is not `closed` was opened and never closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.headings: dict[str, str] = {}
        self.tables: list[list[list[str]]] = []
        self.text = ""
        self.closed = True
        self._open: list[str] = []
        self._heading = ""
        self.feed(html)
        self.close()
        self.closed = self.closed and not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if name := given.get("id"):
            self.ids.append(name)
            self._heading = name if re.fullmatch("h[1-6]", tag) else ""
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.closed = self.closed and self._open[-1:] == [tag]
        self._open = self._open[:-1]
        self._heading = ""

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._heading:
            self.headings[self._heading] = self.headings.get(self._heading, "") + data
        if not {"td", "th"}.isdisjoint(self._open):
            self.tables[-1][-1][-1] += data


def read_page(game: Game, options: documents.Document, here: bool = False) -> ReadPage:
    """The page with these options; of an example there is only that it is one."""
    html, _ = rulebook.page(game, options, here, lambda example: "<p>An example</p>")
    return ReadPage(html)


def usual(game: Game) -> Document:
    """The house rules of the first variant."""
    return dict(game.defaults(None))


# --- examples -----------------------------------------------------------------------------------


def examples(checked: Candidate) -> Iterator[str]:
    """Examples that come out otherwise than they say, or that nobody finds."""
    game = checked.game
    found = rulebook.examples(game)
    if not found:
        yield "The rules page has no example."
    if rulebook.source(game).count("```") != 2 * len(found):
        yield "A block between ``` lines is no example: it begins with ```example."
    for example in found:
        for wrong in _of_example(game, example):
            yield f"{example.get('title', 'An example')}: {wrong}"


def _of_example(game: Game, example: Document) -> Iterator[str]:
    """Yield the faults of one example."""
    yield from (f"`{key}` says nothing there." for key in sorted(example.keys() - _EXAMPLE))
    lacking = {"title", "entries", "totals"} - example.keys()
    if lacking:
        yield f"{', '.join(sorted(lacking))} must be there."
        return
    result = sheet.score(rulebook.example_sheet(game, example))
    if "errors" in result:
        yield f"it is refused: {result['errors'][0]['message']}"
        return
    winners = (result["outcome"] or {"winners": []})["winners"]
    state = json.loads(msgspec.json.encode(result["entries"][-1]["state"])) if example else {}
    if list(result["totals"]) != example["totals"]:
        yield f"the totals are {result['totals']}, not {example['totals']}."
    # a document's examples say nothing of winners
    if winners != example.get("winners", winners if game.own else []):
        yield f"the winners are {winners}, not {example.get('winners', [])}."
    if not example.get("state", {}).items() <= state.items():
        yield f"the state is {state}, not {example['state']}."


# --- chapters and anchors -----------------------------------------------------------------------


def chapters(checked: Candidate) -> Iterator[str]:
    """Chapters that are missing or out of order."""
    _, found = rulebook.page(checked.game, usual(checked.game), False, lambda _: "")
    titles = [title for _, title in found]
    if titles != [*CHAPTERS]:
        yield f"The chapters are {', '.join(titles)}; they must be {', '.join(CHAPTERS)}."


def anchors(checked: Candidate) -> Iterator[str]:
    """Anchors that are missing, that are there twice, or that are no headings."""
    game = checked.game
    page = read_page(game, usual(game))
    known = rulebook.anchors(game)
    yield from (f"#{anchor} is there twice." for anchor in _duplicates(page.ids))
    for anchor, title in known.items():
        if page.headings.get(anchor) != title:
            yield f"#{anchor} is no heading."
    yield from (f"No heading has {{#{anchor}}}." for anchor in COMMON if anchor not in known)
    if not page.closed:
        yield "Some HTML of the page is never closed."


def _duplicates(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def links(checked: Candidate) -> Iterator[str]:
    """Links that lead nowhere or elsewhere."""
    html, _ = rulebook.page(checked.game, usual(checked.game), False, lambda _: "")
    inside = re.findall(r'href="#([^"]*)"', html)
    known = {*ReadPage(html).ids}
    yield from (f"A link leads to #{name}, which is not there." for name in {*inside} - known)
    for target in re.findall(r'(?:href|src)="(?!#)([^"]*)"', html):
        yield f"A rules page needs nothing from elsewhere, such as {target}."


def paragraphs(checked: Candidate) -> Iterator[str]:
    """Paragraphs that no link can lead to."""
    game = checked.game
    known = {*read_page(game, usual(game)).ids}
    passages = rulebook.passages(game)
    named = [anchor for one in passages for anchor, _ in one.paragraphs]
    yield from (f"Two paragraphs are called #{anchor}." for anchor in _duplicates(named))
    for anchor in sorted({*named, *(one.anchor for one in passages)} - known):
        yield f"#{anchor} is nowhere on the page."


# --- disputes -----------------------------------------------------------------------------------


def _disputes(game: Game) -> list[Passage]:
    """The paragraphs under the headings of that chapter."""
    return [one for one in rulebook.passages(game) if one.chapter == "Disputes"][1:]


def disputes(checked: Candidate) -> Iterator[str]:
    """Mishaps that the page does not settle."""
    game = checked.game
    settled = rulebook.disputes(game)
    wanted = [
        *IN_ANY_GAME,
        *(IN_TRICKS if game.play else ()),
        *(IN_BIDDING if game.auction else ()),
    ]
    for anchor in wanted:
        if anchor not in settled:
            yield f"Nothing is said under {{#{anchor}}}."
        elif settled[anchor] != DISPUTES.get(anchor, settled[anchor]):
            yield f"{{#{anchor}}} is headed {settled[anchor]}; elsewhere {DISPUTES[anchor]}."
    if "forgotten-bid" in settled and not game.auction:
        yield "{#forgotten-bid}: without bidding no bid is forgotten."


def sources(checked: Candidate) -> Iterator[str]:
    """Disputes that are settled without saying who says so."""
    for one in _disputes(checked.game):
        text = one.paragraphs[0][1] if one.paragraphs else ""
        if not SAYS_WHO.match(text):
            yield f"{{#{one.anchor}}} begins neither with Usual practice nor with By the source."
        if len(text) < LEAST_SAID:
            yield f"{{#{one.anchor}}} says too little to settle anything: {text}"


def shared_passages(checked: Candidate) -> Iterator[str]:
    """Yield which passages shared by all rules pages, on rulings and wrong scores, this page
    lacks."""
    text = (folder(checked.game) / "rules.md").read_text(encoding="utf-8")
    for name in ("rulings", "wrong-score"):
        if f"\n{{{{ {name} }}}}\n" not in text:
            yield f"The chapter Disputes has no line {{{{ {name} }}}}."


# --- tables and house rules ---------------------------------------------------------------------


def named(checked: Candidate) -> Iterator[str]:
    """Tables and house rules that the page speaks of, and that are not there."""
    game = checked.game
    tables, rules = printed_tables(game, game.defaults(None)), usual(game)
    for name in (name for one in rulebook.passages(game) for name in one.tables):
        if name not in tables:
            yield f"{{{{ table {name} }}}}: there is no such table."
    for mark, name in _NAMED.findall(rulebook.source(game)):
        if name not in rules:
            yield f"{{{{ {mark} {name} }}}}: there is no such house rule."


def printed(checked: Candidate) -> Iterator[str]:
    """Yield what is left unfilled on the rules page of a variant, or of a table."""
    for name, house in checked.game.variants.items():
        for here in (False, True):
            page = read_page(checked.game, dict(house), here)
            for found in _LEFT_OPEN.findall(page.text):
                yield f"{name or 'The page'}: {found} is left open."
            if not all(row for table in page.tables for row in table):
                yield f"{name or 'The page'}: a table has an empty row."


def each_table(checked: Candidate) -> Iterator[str]:
    """Tables that the page does not print, or prints twice."""
    game = checked.game
    named = [name for one in rulebook.passages(game) for name in one.tables]
    for name in printed_tables(game, game.defaults(None)):
        if named.count(name) != 1:
            yield f"{{{{ table {name} }}}} is there {named.count(name)} times, not once."


def house_rules(checked: Candidate) -> Iterator[str]:
    """House rules that the page does not list, or tells otherwise than they are played."""
    game = checked.game
    names = [str(option.path[0]) for option in game.options]
    page = read_page(game, usual(game))
    rows, marks = _listed(page), [one for one in page.ids if one.startswith("option-")]
    if [*rows] != names or marks != [f"option-{name}" for name in names]:
        yield f"{{{{ options }}}} lists {', '.join(rows) or 'nothing'}."
        return
    for option, name in zip(game.options, names, strict=True):
        usually = [rulebook.value_words(option, house[name]) for house in game.variants.values()]
        if rows[name][2:] != usually:
            yield f"{name} is told as {', '.join(rows[name][2:])}."
        for value in choices(option):
            page = read_page(game, {**usual(game), name: value}, here=True)
            told = rulebook.value_words(option, value)
            if _listed(page).get(name, [""])[-1] != told or not _is_described(
                game, name, told, page
            ):
                yield f"{name} is not told as {told}, where it is so."


def _listed(page: ReadPage) -> dict[str, list[str]]:
    """The rows of the table of house rules, by the name of the rule."""
    rows = [row for table in page.tables if table[0][:1] == ["House rule"] for row in table[1:]]
    return {row[0].split()[-1]: row for row in rows}


def _is_described(game: Game, name: str, told: str, page: ReadPage) -> bool:
    """Return whether the page mentions that value, if it describes the option at all."""
    return f"{{{{ option {name} }}}}" not in rulebook.source(game) or told in page.text


CHECKS: Final = (
    Check("The rules page speaks of tables and house rules that there are", named),
    Check("Every example of the rules page comes out as it says", examples),
    Check("The rules page has its chapters in order", chapters, coded=True),
    Check("Every anchor of the rules page is a heading, and there once", anchors),
    Check("Links within the rules page lead somewhere", links),
    Check("Every paragraph can be linked", paragraphs),
    Check("Every dispute is settled", disputes, coded=True),
    Check("Every dispute says by whom it is settled", sources, coded=True),
    Check("What all pages say of rulings and wrong scores is there", shared_passages, coded=True),
    Check("Nothing of the rules page is left open", printed),
    Check("Every table is printed once", each_table),
    Check("The house rules are listed as they are", house_rules),
)
