"""The rules pages as they are served: every game's, a variant's, a table's own."""

from collections.abc import Callable

import pytest

from scorekeeper import rulebook
from scorekeeper.games import games
from scorekeeper.games._ledger import Game
from tests.web.phones import Phone

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


def test_the_shelf_leads_to_every_game(phone: Phone) -> None:
    assert phone.get("/rules/").links("/rules/")[-len(games()) - 1 :][: len(games())] == [
        f"/rules/{slug}" for slug in games()
    ]


@every_game
def test_every_games_page_is_served_with_its_examples_scored(phone: Phone, game: Game) -> None:
    page = phone.get(f"/rules/{game.slug}")

    assert page.status == 200
    for anchor in rulebook.anchors(game):
        assert page.html.count(f'id="{anchor}"') == 1
    examples = page.html.split('<div class="example">')[1:]
    shown = [one for one in rulebook.examples(game)]
    assert len(examples) == len(shown)
    for html, example in zip(examples, shown, strict=True):
        assert f"<b>{example['title'].replace('’', '’')}</b>" in html.replace("&#39;", "'")
        totals = html.partition("Totals: ")[2].partition("</p>")[0]
        for total in example["totals"]:
            assert f'<b class="num">{str(total).replace("-", "−")}</b>' in totals


@every_game
def test_a_variant_has_its_own_numbers(phone: Phone, game: Game) -> None:
    for name in filter(None, game.variants):
        page = phone.get(f"/rules/{game.slug}?variant={name}")
        assert page.status == 200
        assert f'aria-current="page">{name}</a>' in page.html


def test_a_tables_page_tells_the_house_rules_that_are_played(phone: Phone) -> None:
    rules = {"target": 345, "min_bid": 0}
    table = phone.starts("spades", variant="bags", options=rules)
    (address,) = {one.partition("#")[0] for one in phone.get(table).links("/rules/spades")}

    page = phone.get(address)

    assert page.status == 200
    assert "this table" in page.text
    assert ">Here<" in page.html
    row = page.html.partition('id="option-target"')[2].partition("</tr>")[0]
    assert row.endswith("<td>345</td>")
    assert "The lowest at this table: <strong>0</strong>" in page.html
    assert page.links(table) == [table]


def test_a_line_leads_to_its_paragraph(phone: Phone) -> None:
    table = phone.starts("spades", {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}, variant="bags")

    for link in phone.get(table).links("/rules/spades"):
        address, _, anchor = link.partition("#")
        assert f"table={table.rpartition('/')[2]}" in address
        assert not anchor or f'id="{anchor}"' in phone.get(address).html


def test_a_house_rule_put_right_is_told_at_once(phone: Phone) -> None:
    table = phone.starts("tally", options={"target": 50})
    address = phone.get(table).links("/rules/tally")[0]
    assert "<td>50</td>" in phone.get(address).html

    phone.do(f"{table}/head", {"target": 60})

    assert "<td>60</td>" in phone.get(address).html


def test_a_tables_rules_are_for_who_may_see_it(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    table = phone.starts("tally", options={"target": 50})
    address = phone.get(table).links("/rules/tally")[0]

    assert new_phone().get(address).status == 403
    assert phone.get(address.replace("tally", "spades")).status == 404
