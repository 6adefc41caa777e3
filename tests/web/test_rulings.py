"""Rulings on a phone: from a deal or the menu, with words, rule, decision and who agreed."""

import re
from html import unescape
from typing import Any

import pytest

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from tests.web.phones import HTMX, NAMES, NewPhone, Page, Phone, each, keys, let_in, points

DEAL = {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}
every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of Spades with two deals: 61 to 60, then the same again."""
    return phone.starts("spades", DEAL, DEAL, variant="bags")


def ruling(**typed: Any) -> dict[str, Any]:
    return {"about": 1, "what": "revoke", "decided": "nothing", **typed}


def rules(phone: Phone, table: str, **typed: Any) -> Page:
    """Write a ruling; the pad that follows."""
    begun = ruling(**typed)
    given = {name: begun.pop(name) for name in [*begun] if name.startswith("points")}
    if not given:
        return phone.do(f"{table}/write/ruling", begun)
    page = phone.fill(f"{table}/write/ruling", begun, "save")
    assert page.status == 422
    return phone.follow(phone.send(f"{table}/write/ruling", page.form("save"), given, "save"))


def adjustments(phone: Phone, table: str) -> list[dict[str, Any]]:
    return [entry["adjust"] for entry in phone.sheet(table)["entries"] if "adjust" in entry]


def address(page: Page) -> str:
    """Return where the page's first ruling is looked at."""
    return page.links("/ruling/")[0]


# --- written ------------------------------------------------------------------------------------


def test_a_ruling_begins_at_a_deal(phone: Phone, table: str) -> None:
    link = phone.get(table).links("/write/ruling?about=")[-1]
    assert phone.get(f"{table}/e/1").links("/write/ruling?about=1")

    assert phone.get(link).form("save")["about"] == "1"
    assert "about" not in phone.get(f"{table}/write/ruling").form("save").fields


def test_points_are_moved_with_deal_and_rule(phone: Phone, table: str) -> None:
    page = rules(phone, table, decided="points", **each("points", ["", -30]), agreed=[0, 3])

    assert page.totals == [122, 90]
    assert adjustments(phone, table) == [
        {"side": 1, "points": -30, "reason": "Revoke", "deal": 1, "rule": "revoke"}
    ]
    assert phone.do(table, do="undo").totals == [122, 120]


def listed(page: Page) -> list[str]:
    """The rows of the record on the pad, newest first, as they read before they are opened."""
    rows = re.findall(r"<summary>(.*?)</summary>", page.html.partition('class="deals"')[2], re.S)
    told = [unescape(re.sub("<[^>]*>", " ", row)) for row in rows if 'class="no"' in row]
    return [" ".join(one.split()) for one in told]


def test_ruling_is_one_row_with_all_its_details(phone: Phone, table: str) -> None:
    page = rules(
        phone, table, about=2, decided="points", **each("points", [20, "−20"]), agreed=[0, 3]
    )

    told = "+20 for Ann & Cat and −20 for Ben & Dan; agreed by Ann and Dan"
    assert listed(page)[0] == f"Ruling (deal 2): Revoke {told} +20 142 −20 100"
    assert len(listed(page)) == 3
    row = page.html.partition("Ruling (deal 2)")[2].partition("</details>")[0]
    lines = row.partition('<ul class="lines">')[2].split("</li>")[:-1]
    assert [re.search(r">([+−]\d+)<", line)[1] for line in lines] == ["+20", "−20"]  # type: ignore[index]

    paper = phone.get(f"{table}/paper").html
    rows = re.findall(r'<tr><th scope="row">(.*?)</tr>', paper.partition("All deals")[2], re.S)
    assert len(rows) == 3
    assert "Revoke" in rows[-1]
    assert "agreed by Ann and Dan" in rows[-1]
    assert "142" in rows[-1]
    assert "100" in rows[-1]

    # the sheet has an entry a side, as its format says
    assert len(adjustments(phone, table)) == 2


def test_a_deal_is_deleted_by_a_ruling(phone: Phone, table: str) -> None:
    page = rules(phone, table, what="misdeal", decided="strike")

    assert page.totals == [61, 60]
    assert phone.do(table, do="undo").totals == [122, 120]


@pytest.mark.parametrize(("about", "deal"), [(0, "deal 3"), (2, "deal 2"), (1, "deal 2")])
def test_a_deal_is_played_again(phone: Phone, table: str, about: int, deal: str) -> None:
    page = rules(phone, table, about=about, what="misdeal", decided="replay")

    assert f"{deal} ·" in page.text
    if about == 1:
        (link,) = phone.get(f"{table}/e/1").links("before=1")
        new = {"bids.0": 3, **each("bids", [3, 3, 3, 3]), **each("side_tricks", [6, 7])}
        assert phone.do(link, new).totals == [121, 121]


def test_a_deal_played_again_is_bid_again(phone: Phone, table: str) -> None:
    phone.do(table, each("bids", [2, 2, 2, 2]), "keep")
    assert phone.get(table).form()["bids.0"] == "2"

    rules(phone, table, about=0, what="misdeal", decided="replay")

    assert "bids.0" not in phone.get(table).form().fields


def test_ruling_may_change_nothing_in_own_words(phone: Phone, table: str) -> None:
    words = "Ben looked at Ann's cards; <b>forgiven</b>"
    page = rules(phone, table, what="other", happened=f"  {words} ")

    assert page.totals == [122, 120]
    assert f"{words}: no change." in page.text
    assert adjustments(phone, table) == []


def test_a_ruling_on_a_table_without_a_deal(phone: Phone) -> None:
    table = phone.starts("whist")
    form = phone.get(f"{table}/write/ruling").form("save")
    assert "about" not in form.names

    phone.do(f"{table}/write/ruling", {"what": "misdeal", "decided": "nothing"})

    assert "Misdeal" in phone.get(f"{table}/history").text


@every_game
def test_every_games_disputes_can_be_ruled_on(phone: Phone, game: Game) -> None:
    table = phone.starts(game.slug, players=NAMES[: game.players[-1]])

    page = phone.get(f"{table}/write/ruling")

    for anchor, title in rulebook.disputes(game).items():
        assert f'value="{anchor}"' in page.html
        assert title in page.text


def test_another_rule_is_ruled_on_by_its_link(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/write/ruling?rule=bags").form("save")
    assert form["what"] == "bags"

    rules_ = {"about": 2, "decided": "nothing"}
    page = phone.follow(phone.send(f"{table}/write/ruling?rule=bags", form, rules_, "save"))

    look = phone.get(address(page))
    assert any(link.endswith("#bags") for link in look.links("/rules/"))
    (alike,) = phone.get(f"{table}/write/ruling?rule=bags").links("like=")
    assert phone.get(alike).form("save")["what"] == "bags"


def test_after_the_end_points_are_still_moved(phone: Phone) -> None:
    deals = [{"points": [6, 0, 0, 0]}, {"points": [6, 5, 0, 0]}]
    table = phone.starts("tally", *deals, options={"target": 10})
    assert "again" in keys(phone.get(table))

    page = rules(phone, table, about=2, decided="points", **{"points.0": -4})

    assert page.totals == [8, 5, 0, 0]
    assert "save" in keys(page)


# --- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        {"decided": "nothing"},
        {"what": "revoke"},
        {"what": "other", "decided": "nothing"},
        {"what": "revoke", "decided": "points"},
        {"about": 0, "what": "revoke", "decided": "strike"},
    ],
)
def test_missing_answer_keeps_what_was_typed(
    phone: Phone, table: str, typed: dict[str, Any]
) -> None:
    form = phone.get(f"{table}/write/ruling?about=1").form("save")
    sent = {**form.fields, "agreed": ["1"], "do": "save", **{k: str(v) for k, v in typed.items()}}

    page = phone.post(f"{table}/write/ruling", sent)

    assert page.status == 422
    assert page.message
    assert page.form("save")["agreed"] == "1"
    assert phone.get(f"{table}/history").text.count("ruled") == 0


@pytest.mark.parametrize("given", [["0", "0"], ["100001", ""], ["many", ""]])
def test_points_that_cannot_be_moved_are_refused(
    phone: Phone, table: str, given: list[str]
) -> None:
    form = phone.get(f"{table}/write/ruling?about=1").form("save")
    typed = ruling(decided="points", happened="He did it again", **each("points", given))
    sent = {**form.fields, **{name: str(value) for name, value in typed.items()}, "do": "save"}

    page = phone.post(f"{table}/write/ruling", sent)

    assert page.status == 422
    assert page.message
    assert page.form("save")["happened"] == "He did it again"
    assert page.form("save")["points.0"] == given[0]
    assert phone.get(table).totals == [122, 120]


def test_overtaken_ruling_keeps_what_was_typed(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/write/ruling").form("save")
    phone.do(f"{table}/e/1", do="strike")

    page = phone.send(f"{table}/write/ruling", form, ruling(about=2, happened="He reneged"), "save")

    assert page.status == 409
    assert page.form("save")["happened"] == "He reneged"
    assert phone.send(f"{table}/write/ruling", page.form("save"), do="save").status == 303


@pytest.mark.parametrize("do", ["pin", "back"])
def test_ruling_undone_meanwhile_is_told_gone(phone: Phone, table: str, do: str) -> None:
    look = address(rules(phone, table, decided="nothing", happened="A heart was there"))
    form = phone.get(look).form(do)
    phone.do(table, do="undo")

    page = phone.send(look, form, do=do)

    assert page.status == 409
    assert phone.get(look).location == table


def test_ruling_names_deal_it_makes_impossible(phone: Phone) -> None:
    deals = [{"points": [score, 0, 0, 0]} for score in (3, -3, 2, 2)]
    table = phone.starts("tally", *deals, options={"target": 4})

    page = phone.fill(f"{table}/write/ruling", ruling(about=2, decided="strike"), "save")
    assert page.status == 422
    assert page.form("save")["decided"] == "strike"

    form = page.form("save")
    page = phone.follow(phone.send(f"{table}/write/ruling", form, {"also": "4"}, "save"))

    assert page.totals == [5, 0, 0, 0]
    assert phone.do(table, do="undo").totals == [4, 0, 0, 0]


def test_a_look_at_a_ruling_writes_nothing(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/write/ruling").form("save").fields

    page = phone.post(f"{table}/write/ruling", {**form, **ruling(decided="points")}, HTMX)

    assert page.status == 200
    assert "points.1" in page.form("save").names
    assert "ruled" not in phone.get(f"{table}/history").text


# --- looked at ----------------------------------------------------------------------------------


def test_ruling_is_seen_by_who_may_see_the_table(
    phone: Phone, table: str, new_phone: NewPhone
) -> None:
    page = rules(phone, table, decided="points", **each("points", [0, -30]), agreed=[1])
    watcher = let_in(phone, new_phone(), table, "watch")

    for one in (phone, watcher):
        look = one.get(address(page))
        assert look.status == 200
        assert "Decided (deal 1): −30 for Ben & Dan." in look.text
        assert any(link.endswith("#revoke") for link in look.links("/rules/"))
    assert keys(phone.get(address(page))) == ["back", "pin"]
    assert keys(watcher.get(address(page))) == []
    assert phone.get(f"{table}/ruling/1").status == 404
    assert phone.get(f"{table}/ruling/99").status == 404


def test_ruling_is_pinned_to_the_tables_rules(phone: Phone, table: str) -> None:
    page = rules(phone, table, happened="Revoke: two tricks, not three")
    (book,) = {one.partition("#")[0] for one in phone.get(table).links("/rules/spades")}
    assert "two tricks, not three" not in phone.get(book).text

    phone.do(address(page), do="pin")

    html = phone.get(book).html
    there = html.partition('id="revoke"')[2].partition("<h3")[0]
    assert "Revoke: two tricks, not three" in there
    assert "two tricks, not three" in phone.get(f"{table}/rules").text
    found = phone.get(f"/rules/search?table={table.rpartition('/')[2]}&q=reneged")
    assert "two tricks, not three" in found.text
    assert "two tricks, not three" not in phone.get("/rules/spades").text

    phone.do(address(page), do="unpin")
    assert "two tricks, not three" not in phone.get(book).text


def test_pin_without_rule_is_with_house_rules(phone: Phone, table: str) -> None:
    page = rules(phone, table, what="other", happened="Tea at <nine>")
    phone.do(address(page), do="pin")
    (book,) = {one.partition("#")[0] for one in phone.get(table).links("/rules/spades")}

    html = phone.get(book).html

    assert "Tea at &lt;nine&gt;" in html.partition('id="house-rules"')[2].partition("<h2")[0]


def test_a_ruling_is_withdrawn_with_its_points(phone: Phone, table: str) -> None:
    rules(phone, table, decided="points", **each("points", [0, -30]))
    rules(phone, table, what="misdeal")

    phone.do(address(phone.get(f"{table}/e/1")), do="back")

    assert phone.get(table).totals == [122, 120]
    assert "Ruling: Revoke" not in phone.get(table).text
    assert "Ruling: Misdeal" in phone.get(table).text
    assert "Earlier rulings" not in phone.get(f"{table}/write/ruling?rule=revoke").text


# --- precedents ---------------------------------------------------------------------------------


def test_earlier_ruling_is_offered_and_followed(phone: Phone, table: str) -> None:
    rules(phone, table, happened="Two tricks, not three", decided="points", **{"points.0": -20})
    rules(phone, table, what="misdeal")

    page = phone.get(f"{table}/write/ruling?about=2&rule=revoke")
    assert "Deal 1: Two tricks, not three: −20 for Ann & Cat." in page.text
    assert "Misdeal:" not in page.text
    assert "Earlier rulings" not in phone.get(f"{table}/write/ruling?rule=exposed-card").text

    (alike,) = page.links("like=")
    form = phone.get(alike).form("save")
    assert (form["about"], form["what"], form["decided"]) == ("2", "revoke", "points")
    assert form["happened"] == "Two tricks, not three"
    assert "points.0" in form.names


# --- from the rules -----------------------------------------------------------------------------


def test_the_rules_of_a_table_lead_to_a_ruling(
    phone: Phone, table: str, new_phone: NewPhone
) -> None:
    asked = f"/rules/search?table={table.rpartition('/')[2]}&q=reneged"
    watcher = let_in(phone, new_phone(), table, "watch")

    links = phone.get(asked).links("/write/ruling?rule=revoke")
    (link,) = [one for one in links if one.endswith("=revoke")]

    assert phone.get(link).form("save")["what"] == "revoke"
    assert watcher.get(asked).links("/write/ruling") == []
    assert phone.get("/rules/search?game=spades&q=reneged").links("/write/ruling") == []


def test_ruling_offers_newest_deals_and_asked(phone: Phone) -> None:
    table = phone.starts("tally", *[{"points": [1, 0, 0, 0]}] * 15)

    page = phone.get(f"{table}/write/ruling?about=2")

    offered = [number for number in range(16) if f'name="about" value="{number}"' in page.html]
    assert offered == [0, 2, *range(5, 16)]
    assert page.form("save")["about"] == "2"
    assert points(1, 1, 1, 1).keys().isdisjoint(page.form("save").names)
