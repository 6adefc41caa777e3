"""What if? The page with what a deal's results would have scored."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from scorekeeper import what_if
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.sheet import read_head
from tests.games.drawn import of_length
from tests.web.phones import NAMES, NewPhone, Page, Phone, each, let_in
from tests.web.test_trick import open_page

GAME = {"contract": "4S", "declarer": 0, "doubled": 0, "tricks": 10}
THREE_CLUBS = {"contract": "3C", "declarer": 2, "doubled": 0, "tricks": 7}


def table(page: Page, region: str = "Score for each result") -> list[list[str]]:
    """The cells of a table, row by row, its head first."""
    found = re.search(rf'aria-label="{region}".*?</table>', page.html, re.DOTALL)
    assert found, f"there is no table {region}"
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", found[0], re.DOTALL)
    return [
        [_plain(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows
    ]


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def row(page: Page, label: str) -> list[str]:
    """The row of that result."""
    return next(cells for cells in table(page) if cells[0].startswith(label))


# --- where it is ------------------------------------------------------------------------------


def test_every_deal_and_the_menu_lead_to_it(phone: Phone) -> None:
    address = phone.starts("bridge", GAME, {"adjust": {"side": 0, "points": 5, "reason": "x"}})
    (of_deal, of_next) = sorted(phone.get(address).links("/what-if"), key=len, reverse=True)

    assert of_deal == f"{address}/what-if/1"
    assert of_next == f"{address}/what-if"
    assert open_page(phone, of_deal).status == 200


def test_a_watcher_may_ask_too(phone: Phone, new_phone: NewPhone) -> None:
    address = phone.starts("bridge", GAME)
    watcher = let_in(phone, new_phone(), address, "watch")

    assert watcher.get(address).links("/what-if/1") == [f"{address}/what-if/1"]
    assert row(open_page(watcher, f"{address}/what-if/1"), "−1 9")[1:] == ["0 → 0", "+50 → 50"]


# --- a deal that was made -----------------------------------------------------------------------


def test_deal_is_compared_in_state_of_its_time(phone: Phone) -> None:
    address = phone.starts("bridge", GAME, THREE_CLUBS)

    page = open_page(phone, f"{address}/what-if/2")

    assert page.totals == [120, 0]
    assert row(page, "−2") == ["−2 7 actual", "0 → 120", "+200 → 200"]
    assert row(page, "=") == ["= 9", "+60 → 180 vulnerable, 60 below", "0 → 0"]
    assert 'aria-current="true"' in page.html


def test_a_result_that_ends_the_game_says_so(phone: Phone) -> None:
    address = phone.starts("bridge", GAME, {**GAME, "tricks": 9})

    page = open_page(phone, f"{address}/what-if/2")

    rows = table(page)
    at = next(n for n, cells in enumerate(rows) if cells[0].startswith("="))
    assert rows[at][1] == "+820 → 940 two games"
    assert rows[at + 1] == ["Ann & Cat won the rubber by 940"]


def test_the_page_compares_other_contracts(phone: Phone) -> None:
    address = phone.starts("bridge", GAME, THREE_CLUBS)
    page = open_page(phone, f"{address}/what-if/2")
    form = page.form()

    other = {**form.fields, "contract.0": ["3"], "contract.1": ["NT"]}
    query = urlencode([(name, text) for name, texts in other.items() for text in texts])
    page = open_page(phone, f"{form.attributes['action']}?{query}")

    assert "3 NT by Cat" in page.text
    assert row(page, "=")[1] == "+800 → 920 two games"


def test_the_names_are_those_of_then(phone: Phone) -> None:
    change = {"seat": {"number": 0, "name": "Eve"}}
    address = phone.starts("bridge", GAME, change)

    assert table(open_page(phone, f"{address}/what-if/1"))[0][1:] == ["Ann & Cat", "Ben & Dan"]


@pytest.mark.parametrize("seq", ["0", "2", "3", "99"])
def test_only_deals_are_asked_about(phone: Phone, seq: str) -> None:
    address = phone.starts("bridge", GAME, {"adjust": {"side": 0, "points": 5, "reason": "x"}})

    assert phone.get(f"{address}/what-if/{seq}").status == 404


# --- the deal in progress -----------------------------------------------------------------------


def test_the_page_uses_the_answers_on_the_pad(phone: Phone) -> None:
    address = phone.starts("bridge")
    phone.fill(address, {"contract.0": "4", "contract.1": "S", "declarer": 1, "doubled": 1}, "keep")

    page = open_page(phone, f"{address}/what-if")

    assert row(page, "=")[1:] == ["0 → 0", "+290 → 290 vulnerable"]
    assert "actual" not in page.text


def test_unanswered_deal_asks_what_is_played(phone: Phone) -> None:
    address = phone.starts("bridge")
    page = open_page(phone, f"{address}/what-if")
    assert "tricks" not in page.form().names

    query = "contract.0=1&contract.1=NT&declarer=3"
    page = open_page(phone, f"{address}/what-if?{query}")

    assert row(page, "+1")[1:] == ["0 → 0", "+70 → 70 40 below"]


def test_nothing_is_stored(phone: Phone) -> None:
    address = phone.starts("bridge", GAME)
    before = phone.get(address).form()["version"]

    open_page(phone, f"{address}/what-if?contract.0=7&contract.1=NT&declarer=3")

    pad = phone.get(address)
    assert pad.form()["version"] == before


def test_numbers_that_are_sealed_stay_so(phone: Phone) -> None:
    address = phone.starts("sharp-nullo")
    form = phone.get(address).form()
    numbers = {f"bids.left.{name}": 11 for name in ("UR", "DR", "UL", "DL")}
    phone.post(address, {**form.fields, "by.short": "numbers", **numbers, "do": "keep"})

    page = open_page(phone, f"{address}/what-if")

    assert "✓ saved" in page.text
    assert not re.search(r'name="bids.left.\w\w" value="11" checked', page.html)


def test_after_the_end_it_is_about_the_last_deal(phone: Phone) -> None:
    address = phone.starts("bridge", GAME, GAME)

    page = phone.follow(phone.get(f"{address}/what-if"))

    assert "deal 2" in page.text
    stopped = phone.starts("bridge", {"finish": {}})
    assert phone.get(f"{stopped}/what-if").status == 404
    assert phone.get(stopped).links("/what-if") == []


# --- what is varied -----------------------------------------------------------------------------


def test_chosen_player_of_a_list_is_varied(phone: Phone) -> None:
    address = phone.starts("oh-hell", {"bids": [5, 3, 2, 1], "tricks": [5, 3, 1, 1]})
    page = open_page(phone, f"{address}/what-if/1")
    assert "Tricks, Ann" in page.text
    assert row(page, "5")[1:] == ["+50 → 50", "+30 → 30", "−10 → −10", "+10 → 10"]

    page = open_page(phone, f"{address}/what-if/1?vary=tricks.2")

    assert row(page, "1 actual")[3] == "−10 → −10"
    assert row(page, "2")[3] == "+20 → 20"


def test_a_result_that_cannot_be_says_why(phone: Phone) -> None:
    king = {"contract": "king", "cards": [{"card": "KH", "taken_by": 1, "doubled_by": 2}]}
    page = open_page(phone, f"{phone.starts('trex', king)}/what-if/1")

    assert row(page, "Cat")[1].startswith("Cat took the king she had doubled")


def test_a_deal_passed_out_has_no_other_end(phone: Phone) -> None:
    page = open_page(phone, f"{phone.starts('bridge', {'passed_out': True})}/what-if/1")

    assert "This deal had only one possible result." in page.text


def test_every_bid_and_result_is_one_tap_away(phone: Phone) -> None:
    address = phone.starts("bridge", GAME)
    (link,) = open_page(phone, f"{address}/what-if/1").links("all=1")

    rows = table(open_page(phone, link), "Every bid and every result")

    assert len(rows) == 36
    assert rows[0][1:] == [str(tricks) for tricks in range(14)]
    cells = {cells[0]: cells[1:] for cells in rows[1:]}
    assert cells["4 ♠"][9:11] == ["0 : 50", "120 : 0"]
    assert cells["7 NT"][13] == "1220 : 0"


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("trex", "contract=king"),
        ("trex", "contract=diamonds"),
        ("solo-whist", "contract=prop_cop&declarers.0=1&declarers.1=2"),
    ],
)
def test_no_other_bids_are_offered_if_none_exist(phone: Phone, game: str, asked: str) -> None:
    address = phone.starts(game)
    for more in ("", "&all=1"):
        page = open_page(phone, f"{address}/what-if?{asked}{more}")

        assert "→" in page.text
        assert "Every bid" not in page.text


def test_many_results_stand_below_one_another(phone: Phone) -> None:
    nine = {"declarer": 1, "bid": 9, "partner": 2, "tricks": [2, 6, 3, 2]}
    page = open_page(phone, f"{phone.starts('noms', nine)}/what-if/1?all=1")

    head, *rows = table(page, "Every bid and every result")
    assert head[1:] == ["7", "8", "9", "10", "misère", "11", "12", "13"]
    assert [cells[0] for cells in rows] == [str(tricks) for tricks in range(14)]
    assert rows[8] == ["8", "7", "8", "0", "0", "−18", "0", "0", "0"]


# --- every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [game for game in games().values() if game.play], ids=lambda game: game.slug
)
def test_deal_is_compared_with_its_other_results(phone: Phone, game: Game) -> None:
    drawn = of_length(game, deals=1, seed=1, count=20)
    document = next(
        one for one in drawn if what_if.plan(read_head(one).blank(), one["entries"][0]).axes
    )
    head = {name: value for name, value in document.items() if name not in ("game", "entries")}
    address = phone.starts(game.slug, *document["entries"], **head)

    _, *rows = table(open_page(phone, f"{address}/what-if/1"))

    assert any(cells[0].endswith("actual") for cells in rows)
    assert any("→" in cell for cells in rows for cell in cells[1:])


def test_a_score_pad_has_no_other_results(phone: Phone) -> None:
    address = phone.starts("tally", {"points": [1, 2, 3, 4]})

    assert phone.get(f"{address}/what-if").status == 404
    assert phone.get(f"{address}/what-if/1").status == 404
    assert phone.get(address).links("/what-if") == []


@pytest.mark.parametrize("junk", ["", "x", "\0", "💥", "9" * 500, "none"])
def test_an_invalid_address_is_handled(phone: Phone, junk: str) -> None:
    names = ["contract", "contract.0", "contract.1", "declarer", "tricks", "vary", "all"]
    for game in ("bridge", "spades", "trex"):
        address = phone.starts(game)
        names += each("bids", NAMES)

        page = phone.get(f"{address}/what-if?{urlencode([(name, junk) for name in names])}")

        assert page.status == 200
