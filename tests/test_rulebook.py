"""The rules pages: examples come out as written, anchors lead somewhere, tables are printed."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from scorekeeper import anchored_markdown, rulebook, sheet
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine import telling
from scorekeeper.engine.fields import Choice, Number, Question, Value, YesNo
from scorekeeper.engine.ledger import Game
from scorekeeper.engine.series import Series
from scorekeeper.games import games
from scorekeeper.sheet import Document
from tests.vectors import load

CHAPTERS = [
    *("Pack", "Deal", "Bidding", "Play", "Scoring", "End"),
    *("Disputes", "House rules", "Doubtful points"),
]
DISPUTES = {
    "revoke": "Revoke",
    "misdeal": "Misdeal",
    "exposed-card": "Exposed card",
    "lead-out-of-turn": "Lead out of turn",
    "call-out-of-turn": "Call out of turn",
    "wrong-number-of-cards": "Wrong number of cards",
    "wrong-score": "A written score found wrong later",
}
IN_TRICKS = {"two-cards", "claim", "last-trick", "table-talk"}
"""What happens where cards are played in tricks; a game with bids has more."""
IN_BIDDING = {"changed-bid"}
OF_ONE_GAME = [
    ("bridge", "dummy"),
    ("euchre", "silent-partner"),
    ("five-hundred", "silent-partner"),
    ("spades", "bags-next-game"),
]
COMMON = {"adjust", "seat", "finish", "passed-out"}

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
EXAMPLES = [(game, one) for game in games().values() for one in rulebook.examples(game)]
OPTIONS = [(game, option) for game in games().values() for option in game.options]


class Read(HTMLParser):
    """A page read: its ids, its headings, its words, its tables as rows of cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.headings: dict[str, str] = {}
        self.tables: list[list[list[str]]] = []
        self.text = ""
        self._open: list[str] = []
        self._heading = ""
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"

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
        if tag not in ("br", "hr", "img"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self._heading = ""

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._heading:
            self.headings[self._heading] = self.headings.get(self._heading, "") + data
        if self._open and self._open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data


def drawn(game: Game, options: dict[str, Value], here: bool = False) -> Read:
    """The page with these options; examples as their titles."""
    html, _ = rulebook.page(game, options, here, lambda example: "<p>An example</p>")
    return Read(html)


def defaults(game: Game) -> dict[str, Value]:
    return dict(game.defaults(next(iter(game.variants))))


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game.slug}: {one['title']}" for game, one in EXAMPLES]
)
def test_an_example_comes_out_as_written(game: Game, example: Document) -> None:
    result = sheet.score(rulebook.example_sheet(game, example))

    assert "errors" not in result
    assert list(result["totals"]) == example["totals"]
    assert (result["outcome"] or {"winners": []})["winners"] == example.get("winners", [])
    state = json.loads(msgspec.json.encode(result["entries"][-1]["state"]))
    assert example.get("state", {}).items() <= state.items()


def test_an_example_says_nothing_that_is_not_looked_at() -> None:
    known = {"variant", "options", "players", "dealer", "entries"}
    for _, example in EXAMPLES:
        assert set(example) <= known | {"title", "totals", "winners", "state"}
        assert {"title", "entries", "totals"} <= set(example)


@every_game
def test_every_example_is_found(game: Game) -> None:
    source = rulebook.source(game)

    assert rulebook.examples(game)
    assert source.count("```") == 2 * len(rulebook.examples(game))


# --- anchors and chapters -----------------------------------------------------------------------


@every_game
def test_a_page_has_its_chapters(game: Game) -> None:
    _, chapters = rulebook.page(game, defaults(game), False, lambda _: "")

    assert [title for _, title in chapters] == CHAPTERS


@every_game
def test_an_anchor_is_a_heading_and_there_once(game: Game) -> None:
    page = drawn(game, defaults(game))

    assert len(page.ids) == len(set(page.ids))
    assert rulebook.anchors(game).items() <= page.headings.items()
    assert set(rulebook.anchors(game)) >= COMMON


@every_game
def test_what_lines_and_outcomes_cite_is_there(game: Game) -> None:
    cited = {rule for vector in load() for rule in _cited(game, vector["sheet"])}

    assert cited <= set(rulebook.anchors(game))
    assert len(cited) > 3


def _cited(game: Game, document: Document) -> set[str]:
    result = sheet.score(document) if document.get("game") == game.slug else {"errors": []}
    if "errors" in result:
        return set()
    outcome = {result["outcome"]["rule"]} if result["outcome"] else set()
    return outcome | {line["rule"] for entry in result["entries"] for line in entry["lines"]}


@every_game
def test_a_link_within_the_page_leads_somewhere(game: Game) -> None:
    html, _ = rulebook.page(game, defaults(game), False, lambda _: "")

    assert set(re.findall(r'href="#([^"]*)"', html)) <= set(Read(html).ids)
    assert not re.findall(r'(?:href|src)="(?!#)', html), "a rules page needs nothing from elsewhere"


# --- disputes, paragraphs ------------------------------------------------------------------------


def disputes(game: Game) -> list[Passage]:
    """The paragraphs under the headings of that chapter."""
    found = [one for one in rulebook.passages(game) if one.chapter == "Disputes"]
    assert found[0].anchor == "disputes"
    return found[1:]


@every_game
def test_a_page_settles_every_dispute(game: Game) -> None:
    settled = {one.anchor: one.title for one in disputes(game)}
    bids = {"forgotten-bid": "Forgotten bid"} if game.auction else {}

    assert settled.items() >= {**DISPUTES, **bids}.items()
    assert ("forgotten-bid" in settled) == bool(bids)


@every_game
def test_a_page_settles_what_happens_in_tricks_and_in_bidding(game: Game) -> None:
    settled = {one.anchor for one in disputes(game)}

    assert settled >= (IN_TRICKS if game.play else set())
    assert settled >= (IN_BIDDING if game.auction else set())


@pytest.mark.parametrize(("slug", "anchor"), OF_ONE_GAME)
def test_a_page_settles_what_happens_in_that_game_alone(slug: str, anchor: str) -> None:
    assert anchor in rulebook.disputes(games()[slug])


@every_game
def test_a_written_score_found_wrong_is_corrected_on_the_pad(game: Game) -> None:
    (one,) = (one for one in disputes(game) if one.anchor == "wrong-score")

    assert len(one.paragraphs) == 2
    assert "tap edit" in one.paragraphs[1][1]


@every_game
def test_a_dispute_says_who_says_so(game: Game) -> None:
    for one in disputes(game):
        anchor, text = one.paragraphs[0]
        assert re.match(r"By the source\b|Usual practice\.", text), anchor
        assert len(text) > 60


@every_game
def test_what_is_done_on_the_pad_is_said_in_every_page(game: Game) -> None:
    (chapter,) = (one for one in rulebook.passages(game) if one.anchor == "disputes")

    assert "A ruling" in " ".join(text for _, text in chapter.paragraphs)


@every_game
def test_every_paragraph_can_be_linked(game: Game) -> None:
    page = drawn(game, defaults(game))
    named = [anchor for one in rulebook.passages(game) for anchor, _ in one.paragraphs]

    assert len(named) == len(set(named))
    assert set(named) <= set(page.ids)
    assert {one.anchor for one in rulebook.passages(game)} <= set(page.ids)


def test_a_paragraph_is_read_without_its_markup_and_found_where_it_stands() -> None:
    text = """# A game\n\nFor *two*.\n\n## Play {#play}\n\nOne `card` each,\nin turn.\n
- **First:** lead.\n- Then\n\n  follow.\n\n| a | b |\n| - | - |\n| c | d |\n\nSo it ends."""
    tokens = anchored_markdown.parsed(text)

    first, second = anchored_markdown.passages(tokens)

    assert (first.anchor, first.title, first.chapter) == ("a-game", "A game", "")
    assert first.paragraphs == [("a-game.1", "For two.")]
    assert (second.anchor, second.title, second.chapter) == ("play", "Play", "Play")
    assert second.paragraphs == [
        ("play.1", "One card each, in turn."),
        ("play.2", "First: lead."),
        ("play.3", "Then follow."),
        ("play.4", "So it ends."),
    ]
    page = Read(anchored_markdown.html(tokens))
    assert page.ids == ["a-game", "a-game.1", "play", *(f"play.{n}" for n in (1, 2, 3, 4))]
    assert page.tables == [[["a", "b"], ["c", "d"]]]


# --- tables and options -------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("here", [False, True])
def test_nothing_is_left_unprinted(game: Game, here: bool) -> None:
    for options in game.variants.values():
        page = drawn(game, dict(options), here)

        assert not re.search(r"\{\{|\}\}|\{#|block \d", page.text)
        assert all(row for table in page.tables for row in table)


@every_game
def test_every_table_of_a_game_is_printed_once(game: Game) -> None:
    named = re.findall(r"\{\{ table ([\w-]+) \}\}", rulebook.source(game))

    assert sorted(named) == sorted(telling.tables(game, game.defaults(None)))


@every_game
def test_the_house_rules_are_all_listed_with_their_defaults(game: Game) -> None:
    page = drawn(game, defaults(game))
    (table,) = (table for table in page.tables if table[0][0] == "House rule")
    names = [str(option.path[0]) for option in game.options]

    assert [row[0].rpartition("(")[2].rstrip(")") for row in table[1:]] == names
    assert [f"option-{name}" for name in names] == [i for i in page.ids if i.startswith("option-")]
    for option, row in zip(game.options, table[1:], strict=True):
        shown = [rulebook.words(option, one[str(option.path[0])]) for one in game.variants.values()]
        assert row[2:] == shown


@pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{game.slug} {option.path[0]}" for game, option in OPTIONS]
)
def test_a_page_tells_the_option_that_is_played(game: Game, option: Question) -> None:
    name = str(option.path[0])
    for value in _values(option):
        page = drawn(game, {**defaults(game), name: value}, here=True)
        (table,) = (table for table in page.tables if table[0][0] == "House rule")

        (row,) = (row for row in table if row[0].endswith(f"({name})"))
        assert table[0][-1] == "Here"
        assert row[-1] == rulebook.words(option, value)
        told = f"{{{{ option {name} }}}}" in rulebook.source(game)
        assert not told or rulebook.words(option, value) in page.text


def _values(option: Question) -> list[Any]:
    null = [None] if option.none is not None else []
    if isinstance(option, Number):
        return [option.low, option.high, *null]
    if isinstance(option, YesNo):
        return [True, False]
    if isinstance(option, Series):
        return [[least] * 3 for least in _values(option.item)] + null
    assert isinstance(option, Choice)
    return [key.value for key in option.keys] + null
