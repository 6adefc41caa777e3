"""The rules pages as they are served: every game's, a variant's, a table's own."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from tests.web.phones import Page, Phone

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


@every_game
def test_every_rules_page_has_scored_examples(phone: Phone, game: Game) -> None:
    page = phone.get(f"/rules/{game.slug}")

    assert page.status == 200
    for anchor in rulebook.anchors(game):
        assert page.html.count(f'id="{anchor}"') == 1
    examples = page.html.split('<div class="example">')[1:]
    shown = [one for one in rulebook.examples(game)]
    assert len(examples) == len(shown)
    for html, example in zip(examples, shown, strict=True):
        assert f"<b>{example['title']}</b>" in html.replace("&#39;", "'")
        totals = html.partition("Totals: ")[2].partition("</p>")[0]
        for total in example["totals"]:
            assert f'<b class="num">{str(total).replace("-", "−")}</b>' in totals
        assert "None" not in totals


@every_game
def test_no_chapter_begins_with_its_own_title(game: Game) -> None:
    chapters = [one.title for one in rulebook.passages(game) if one.title == one.chapter]
    assert len(chapters) == len({*chapters})


@every_game
def test_a_variant_has_its_own_numbers(phone: Phone, game: Game) -> None:
    for name in filter(None, game.variants):
        page = phone.get(f"/rules/{game.slug}?variant={name}")
        assert page.status == 200
        called = rulebook.variant_name(game, name)
        assert f'variant={name}" aria-current="page">{called}</a>' in page.html


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("tarot", ("A player to whom none", "the next player deals", "3 to 5 play", "the highest")),
        (
            "pinochle",
            ("A side to which none", "No deal of this game can be passed out", "the highest"),
        ),
        ("skyjo", ("A player to whom none", "2 to 8 play", "the lowest total wins; equal")),
    ],
)
def test_a_page_written_from_a_document_fits_its_game(
    phone: Phone, slug: str, said: tuple[str, ...]
) -> None:
    text = phone.get(f"/rules/{slug}").text

    assert [words for words in said if words not in text] == []
    assert ("sit down" in text) is (slug != "pinochle")


def test_table_rules_tell_its_house_rules(phone: Phone) -> None:
    rules = {"target": 345, "min_bid": 0}
    table = phone.starts("spades", variant="bags", options=rules)
    (address,) = {one.partition("#")[0] for one in phone.get(table).links("/rules/spades")}

    page = phone.get(address)

    assert page.status == 200
    row = page.html.partition('id="option-target"')[2].partition("</tr>")[0]
    assert row.endswith("<td>345</td>")
    assert page.links(table) == [table, f"{table}/wrong"]


def test_a_line_leads_to_its_paragraph(phone: Phone) -> None:
    table = phone.starts("spades", {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}, variant="bags")

    links = phone.get(table).links("/rules/spades")
    assert any("#" in link for link in links)
    for link in links:
        address, _, anchor = link.partition("#")
        assert f"table={table.rpartition('/')[2]}" in address
        assert not anchor or f'id="{anchor}"' in phone.get(address).html


# --- asking them --------------------------------------------------------------------------------


def asks(phone: Phone, address: str, question: str) -> Page:
    """The answer to what is typed in the field of that page."""
    form = next(form for form in phone.get(address).forms if "q" in form.names)
    assert form.attributes["method"] == "get"
    sent = {name: value[0] for name, value in form.filled({"q": question}, None).items()}
    return phone.get(f"{form.attributes['action']}?{urlencode(sent)}")


def test_a_document_answers_as_its_own_page_says(phone: Phone) -> None:
    early = asks(phone, "/rules/skyjo", "who wins if we stop early").text
    joining = asks(phone, "/rules/skyjo", "may a new player sit down later").text

    assert "the lowest total wins" in early
    assert "higher total" not in early
    assert "a new one sit down" in joining
    assert "Nobody can be added" not in joining


def headings(page: Page) -> list[str]:
    return re.findall("<h2>([^<]*)</h2>", page.html)


def test_rules_are_searched_in_players_words(phone: Phone) -> None:
    page = asks(phone, "/rules/", "he reneged")

    assert page.status == 200
    assert headings(page) == ["In all games"]
    assert any(link.endswith("#revoke") for link in page.links("/rules/"))
    assert asks(phone, "/rules/search", "he reneged").html == page.html


def answered(page: Page) -> str:
    """The answer, as HTML."""
    return page.html.partition('<section class="answer')[2].partition("</section>")[0]


def test_a_games_page_asks_that_game_first(phone: Phone) -> None:
    page = asks(phone, "/rules/whist", "too many cards")

    assert headings(page)[-1] == "Not what you meant?"
    assert "/rules/search?q=too+many+cards" in page.links("/rules/search")
    assert page.links("/rules/whist#")[0] == "/rules/whist#wrong-number-of-cards"


def test_the_variant_that_lies_open_is_asked(phone: Phone) -> None:
    nil, bags = (
        asks(phone, f"/rules/spades?variant={name}", "the lowest bid").text
        for name in ("nil", "bags")
    )

    assert "1 is the lowest bid." in nil
    assert "2 is the lowest bid." in bags


def test_table_rules_are_searched_as_played(phone: Phone) -> None:
    table = phone.starts("spades", variant="bags", options={"min_bid": 1})
    (address,) = {one.partition("#")[0] for one in phone.get(table).links("/rules/spades")}

    page = asks(phone, address, "the lowest bid")

    assert "at this table" in page.text
    assert "1 is the lowest bid." in page.text
    link = next(one for one in page.links("/rules/spades") if "#" in one)
    assert link.startswith(f"{address}#")
    anchor = link.partition("#")[2]
    assert f'id="{anchor}"' in phone.get(address).html


@pytest.mark.parametrize(
    ("address", "question", "title"),
    [
        ("/rules/whist", "how much are honours worth", "Honours"),
        ("/rules/spades?variant=bags", "when are spades broken", "Breaking spades"),
        # of these only Whist and Spades are learned in `make quick`
        pytest.param("/rules/nap", "what does the joker do", "Joker", marks=pytest.mark.long),
    ],
)
def test_rule_not_played_says_so_first(
    phone: Phone, address: str, question: str, title: str
) -> None:
    first = answered(asks(phone, address, question))
    text = re.sub("<[^>]*>", "", first.partition("<p>")[2])

    assert f'<p class="at">{title}</p>' in first
    assert text.startswith("Not played here. ")


def test_answer_names_variant_and_rule_in_force(phone: Phone) -> None:
    table = phone.starts("five-hundred", variant="45-card")
    (address,) = {one.partition("#")[0] for one in phone.get(table).links("/rules/five-hundred")}

    page = asks(phone, address, "nobody called anything")

    first = answered(page)
    assert "thrown in" not in first
    anchor = next(
        filter(None, (one.partition("#")[2] for one in page.links("/rules/five-hundred")))
    )
    line = phone.get(address).html.partition(f'id="{anchor}"')[2].partition("</li>")[0]
    assert "without trumps and without a contract" in re.sub("<[^>]*>", "", line)


def test_a_table_is_part_of_the_answer(phone: Phone) -> None:
    page = asks(phone, "/rules/spades?variant=nil", "how much is a nil")

    assert "<td>nil</td><td>+100</td><td>−100</td>" in answered(page)


def test_every_answer_leads_to_its_paragraph(phone: Phone) -> None:
    for question in ("misdeal", "trumps", "who leads", "penalty", "stick the dealer"):
        links = asks(phone, "/rules/", question).links("/rules/")
        assert any("#" in link for link in links), question
        for link in links:
            address, _, anchor = link.partition("#")
            assert not anchor or f'id="{anchor}"' in phone.get(address).html, link


def test_the_row_that_is_asked_for_is_marked(phone: Phone) -> None:
    first = answered(asks(phone, "/rules/bridge", "how much is a small slam vulnerable"))

    assert '<b class="large">750</b>' in first
    assert first.count('<tr class="target">') == 1
    assert "small slam" in first.partition('<tr class="target">')[2].partition("</tr>")[0]


def test_what_was_not_meant_gives_way(phone: Phone) -> None:
    page = asks(phone, "/rules/whist", "too many cards")
    (link, *_) = page.links("about=")
    anchor = link.rpartition("about=")[2]

    meant = phone.get(link)

    assert anchor not in answered(page)
    assert meant.links("/rules/whist#")[0].partition("#")[2].partition(".")[0] == anchor


def test_what_the_table_decided_is_the_answer(phone: Phone) -> None:
    table = phone.starts("whist")
    address = phone.get(table).links("/rules/whist")[0].partition("#")[0]
    silent = asks(phone, address, "may we use our phones at the table?")
    assert "These rules say nothing about this." in silent.text
    (record,) = silent.links("/write/ruling?happened=")

    assert phone.do(record, {"decided": "nothing"}).status == 200

    again = asks(phone, address, "are phones allowed at the table?")
    assert "may we use our phones at the table?" in answered(again)
    assert "These rules say nothing" not in again.text


def test_an_answer_that_is_not_there_is_said(phone: Phone) -> None:
    page = asks(phone, "/rules/", "<script>checkmate")

    assert "&lt;script&gt;checkmate" in page.html
    assert asks(phone, "/rules/", "").status == 200


def test_rules_that_are_not_there_are_not_asked(phone: Phone) -> None:
    table = phone.starts("spades")
    id_ = table.rpartition("/")[2]

    assert phone.get("/rules/search?q=misdeal&game=chess").status == 404
    assert phone.get("/rules/search?q=misdeal&game=spades&variant=junk").status == 404
    assert phone.get(f"/rules/search?q=misdeal&table={id_}").status == 200
    assert phone.get("/rules/search?q=misdeal&table=%00").status == 403


@pytest.mark.parametrize(
    ("game", "entries", "question", "standing"),
    [
        (
            "spades",
            [{"bids": [4, 3, 2, 3], "side_tricks": [8, 5]}],
            "what do ten bags cost?",
            ["Ann & Cat 2 bags · 8 bags to a penalty", "Ben & Dan 0 bags · 10 bags to a penalty"],
        ),
        (
            "bridge",
            [{"contract": "4S", "declarer": 1, "tricks": 10}],
            "what does an undertrick cost?",
            ["Ben & Dan vulnerable"],
        ),
        (
            "whist",
            [{"side_tricks": [9, 4]}],
            "how many points are needed to win the game?",
            ["Ann & Cat 22 to go", "Ben & Dan 25 to go"],
        ),
        ("whist", [{"side_tricks": [9, 4]}], "what is a misdeal?", []),
    ],
)
def test_answer_says_how_the_table_stands(
    phone: Phone, game: str, entries: list[Any], question: str, standing: list[str]
) -> None:
    variant = {"variant": "nil-bags"} if game == "spades" else {}
    table = phone.starts(game, *entries, **variant)
    asked = urlencode({"table": table.removeprefix("/t/"), "q": question})
    page = phone.get(f"/rules/search?{asked}")

    shown = re.findall(r"<dd><b>(.*?)</b>(.*?)</dd>", page.html)
    assert [f"{unescape(side)}{said}" for side, said in shown] == standing
    assert ("How it stands now" in page.text) is bool(standing)
    of_game = phone.get(f"/rules/search?{urlencode({'game': game, 'q': question})}")
    assert "How it stands now" not in of_game.text
