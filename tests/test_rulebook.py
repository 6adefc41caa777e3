"""The rules pages, beside what `page` of the game checks asks of every one of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import anchored_markdown, languages, rulebook
from scorekeeper.game_checks.page import ReadPage
from scorekeeper.games import games


@pytest.mark.parametrize(
    ("slug", "anchor"),
    [
        ("bridge", "dummy"),
        ("euchre", "silent-partner"),
        ("five-hundred", "silent-partner"),
        ("spades", "bags-next-game"),
    ],
)
def test_a_rules_page_settles_its_own_game_only(slug: str, anchor: str) -> None:
    assert anchor in rulebook.disputes(games()[slug])


def test_what_is_done_on_the_pad_is_said_in_every_page() -> None:
    said = {one.anchor: one.paragraphs for one in rulebook.passages(games()["whist"])}

    assert "Record ruling" in " ".join(text for _, text in said["disputes"])
    assert len(said["wrong-score"]) == 2
    assert "tap edit" in said["wrong-score"][1][1]


def test_a_paragraph_is_read_without_its_markup_and_found_where_it_stands() -> None:
    text = """# A game\n\nFor *two*.\n\n## Play {#play}\n\nOne `card` each,\nin turn.\n
- **First:** lead.\n- Then\n\n  follow.\n\n| a | b |\n| - | - |\n| c | d |\n\nSo it ends."""
    tokens = anchored_markdown.parse_page(text)

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
    page = ReadPage(anchored_markdown.html(tokens))
    assert page.closed
    assert page.ids == ["a-game", "a-game.1", "play", *(f"play.{n}" for n in (1, 2, 3, 4))]
    assert page.tables == [[["a", "b"], ["c", "d"]]]


@pytest.mark.parametrize("html", ["<p>", "<p></b>", "</p>"])
def test_unclosed_blocks_are_noticed(html: str) -> None:
    assert not ReadPage(html).closed


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in the place of whist's while German is spoken, with its page in English."""
    (tmp_path / "rules.md").write_text("# Whist\n\n{{ rulings }}", "utf-8")
    monkeypatch.setattr(rulebook, "folder", lambda game: tmp_path)
    monkeypatch.setattr(languages, "spoken", "de")
    rulebook.source.cache_clear()
    yield tmp_path
    rulebook.source.cache_clear()


def test_a_page_is_read_in_the_language_spoken(german: Path) -> None:
    whist = games()["whist"]
    assert not rulebook.is_translated(whist)
    assert rulebook.source(whist).startswith("# Whist\n\nIf everyone at the table agrees")

    (german / "rules.de.md").write_text("# Whist\n\nTrumpf sticht.", "utf-8")
    rulebook.source.cache_clear()

    assert rulebook.is_translated(whist)
    assert rulebook.source(whist) == "# Whist\n\nTrumpf sticht."
