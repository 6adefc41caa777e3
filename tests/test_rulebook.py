"""The rules pages, beside what `page` of the game checks asks of every one of them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import anchored_markdown, languages, rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.game_checks.check import choices
from scorekeeper.game_checks.page import ReadPage
from scorekeeper.game_checks.vectors import candidate
from scorekeeper.games import folder, games
from scorekeeper.own.page import rules_page
from scorekeeper.sheet import read_head, score
from tests.own.documents import DOCUMENTS
from tests.vectors import load


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


def test_every_page_says_what_is_done_on_the_pad() -> None:
    said = {one.anchor: one.paragraphs for one in rulebook.passages(games()["whist"])}

    assert "Record ruling" in " ".join(text for _, text in said["disputes"])
    assert len(said["wrong-score"]) == 2
    assert "tap edit" in said["wrong-score"][1][1]


def test_two_ends_of_a_document_have_titles_of_their_own() -> None:
    ends = [{"when": "deal >= 10"}, {"when": "max(all(total)) >= 100"}]

    page = rules_page({**DOCUMENTS["golf-cards"], "end": ends})

    assert re.findall("### (.*) {#end-", page) == ["End of the game", "Another end"]


def test_paragraph_is_read_without_its_markup() -> None:
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


# --- what is quoted -----------------------------------------------------------------------------


QUOTED = """# Game\n\n## Play {#play}\n\nA miss, here {{ option miss }}:\n
- {{ played miss=per_trick|tricks_only }} costs ten.\n- {{ played miss=zero }} costs nothing.\n
{{ played hook }} The dealer is held.\n\n> Ann loses ten.\n\n{{ played miss=zero }} So:\n
- nobody loses.\n
## Blind {#blind}\n\n{{ played simultaneous_bids }} All at once.\n\nOr else in turn.\n
{{ played simultaneous_bids=false }} In turn."""
PLAY, BLIND = anchored_markdown.passages(anchored_markdown.parse_page(QUOTED))[1:]


@pytest.mark.parametrize(
    ("passage", "best", "options", "quoted"),
    [
        (PLAY, 1, {}, "A miss, here 10 off per trick short or over: costs ten."),
        (PLAY, 2, {}, "A miss, here 10 off per trick short or over: costs ten."),
        (PLAY, 1, {"miss": "zero"}, "A miss, here nothing: costs nothing."),
        (PLAY, 0, {"miss": "tricks_only"}, "A miss, here 1 per trick taken: costs ten."),
        (PLAY, 3, {}, "The dealer is held."),
        (PLAY, 3, {"hook": "none"}, "Not played here. The dealer is held."),
        (PLAY, 5, {"miss": "zero"}, "So: nobody loses."),
        (PLAY, 5, {}, "A miss, here 10 off per trick short or over: costs ten."),
        (BLIND, 1, {}, "Not played here. Or else in turn."),
        (BLIND, 1, {"simultaneous_bids": True}, "Or else in turn."),
        (BLIND, 2, {"simultaneous_bids": True}, "All at once."),
        (BLIND, 2, {}, "In turn."),
    ],
)
def test_a_quotation_is_of_what_is_in_force(
    passage: Passage, best: int, options: dict[str, Any], quoted: str
) -> None:
    oh_hell = games()["oh-hell"]
    rules = {**oh_hell.defaults(None), **options}
    worths = [float(place == best) for place in range(len(passage.paragraphs))]

    place = rulebook.paragraph_to_quote(passage, rules, worths)

    assert rulebook.excerpt(passage, place, oh_hell, rules) == quoted


def test_a_comment_on_an_example_is_not_quoted() -> None:
    assert "Ann" not in " ".join(text for _, text in PLAY.paragraphs)
    assert [anchor for anchor, _ in PLAY.paragraphs][3:] == ["play.4", "play.6", "play.7"]


@given(st.data())
def test_no_rule_is_quoted_as_if_it_held(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([*games().values()]))
    rules = dict(game.defaults(data.draw(st.sampled_from([*game.variants]))))
    rules |= {str(one.path[0]): data.draw(st.sampled_from(choices(one))) for one in game.options}
    passage = data.draw(st.sampled_from([one for one in rulebook.passages(game) if one.paragraphs]))
    worths = data.draw(
        st.lists(st.floats(0, 9), min_size=(n := len(passage.paragraphs)), max_size=n)
    )

    place = rulebook.paragraph_to_quote(passage, rules, worths)

    said = rulebook.excerpt(passage, place, game, rules)
    assert "{{" not in said
    assert said.startswith("Not played here. ") != rulebook.is_in_force(passage, place, rules)


@pytest.mark.parametrize("html", ["<p>", "<p></b>", "</p>"])
def test_unclosed_blocks_are_noticed(html: str) -> None:
    assert not ReadPage(html).closed


@pytest.mark.parametrize("slug", games())
def test_actual_end_replaces_the_rules_examples(slug: str) -> None:
    game, seen = games()[slug], set()
    for vector in candidate(game, load()).vectors:
        result = score(vector["sheet"])
        rule = (result.get("outcome") or {}).get("rule")
        if rule is None or rule in seen:
            continue
        seen.add(rule)
        options = read_head(vector["sheet"]).options

        html, _ = rulebook.page(game, options, True, lambda _: "OTHERS", ended=(rule, "OWN"))

        section = html.partition(f'id="{rule}"')[2].partition("<h")[0]
        assert "OWN" in section, rule
        assert "OTHERS" not in section, rule
    assert seen or game.own  # the worked deals of a document need not reach its end


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in the place of whist's while German is spoken, with its page in English."""
    (tmp_path / "rules.md").write_text("# Whist\n\n{{ rulings }}", "utf-8")
    monkeypatch.setattr(rulebook, "folder", lambda game: tmp_path if game else folder(None))
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
