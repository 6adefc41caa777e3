"""The pages of statistics: of a table and of a phone's tables, each figure with its deals."""

import re

import pytest

from scorekeeper.statistics import FEWEST
from tests.web.phones import NewPhone, Page, Phone, let_in

SPADES = {"bids": [4, 3, 3, 2], "side_tricks": [8, 5]}  # 7 bid and 8 taken, 5 and 5: 71 and 50
TYPED = {"bids.0": 4, "bids.1": 3, "bids.2": 3, "bids.3": 2, "side_tricks.0": 8, "side_tricks.1": 5}
LOST = {"bids": [4, 3, 3, 2], "side_tricks": [6, 7]}  # 7 bid and 6 taken, 5 and 7: −70 and 52


def figure(page: Page, label: str) -> tuple[str, str]:
    """A player's own figure and where it leads."""
    row = page.html.partition(f'<th scope="row">{label}</th>')[2].partition("</tr>")[0]
    found = re.search(r'<a href="([^"]*)">([^<]*)</a>', row)
    if found is None:
        return re.sub("<[^>]*>", "", row), ""
    return found[2], found[1].replace("&amp;", "&")


def cells(page: Page, title: str, name: str) -> list[str]:
    """A row of a table below a title: with a partner, against an opponent."""
    table = page.html.partition(f"<h2>{title}</h2>")[2].partition("</table>")[0]
    row = table.partition(f'<th scope="row">{name}</th>')[2].partition("</tr>")[0]
    return [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]


@pytest.fixture
def table(phone: Phone) -> str:
    """Nine deals made and one lost."""
    entries = [SPADES] * 9 + [LOST]
    return phone.starts("spades", *entries, variant="nil", options={"target": 2000})


def player(phone: Phone, base: str, name: str) -> Page:
    """A player's page, by way of everybody's."""
    page = phone.get(base)
    (link,) = {one for one in page.links(f"player={name.lower()}") if "what=" not in one}
    return phone.get(link)


def test_statistics_match_a_count_by_hand(phone: Phone, table: str) -> None:
    page = player(phone, f"{table}/figures", "Ann")

    # (9 × 71 − 70) / 10 = 56.9
    assert figure(page, "Deals")[0] == "10"
    assert figure(page, "Points per deal")[0] == "56.9"
    assert figure(page, "Best deal")[0] == "+71"
    assert figure(page, "Worst deal")[0] == "−70"
    assert figure(page, "Deals won")[0] == "90 %"
    assert figure(page, "Bids made (side)")[0] == "9"
    assert figure(page, "Bids missed (side)")[0] == "1"
    assert cells(page, "With partners", "Cat") == ["10", "56.9", "90 %", "–"]
    assert cells(page, "Against opponents", "Dan") == ["10", "56.9", "90 %", "–"]
    assert "Games won" not in page.text.partition("With partners")[0]


def test_numbers_lead_to_deals_and_their_points(phone: Phone, table: str) -> None:
    page = player(phone, f"{table}/figures", "Ann")

    lost = phone.get(figure(page, "Bids missed (side)")[1])
    (why,) = lost.links(f"{table}/why/0")
    assert why.endswith("#d10")
    assert phone.get(why).status == 200
    made = phone.get(figure(page, "Bids made (side)")[1])
    assert len(made.links(f"{table}/why/0")) == 9
    assert figure(page, "Worst deal")[1] == f"{table}/why/0#d10"
    assert figure(page, "Best deal")[1] == f"{table}/why/0#d1"


@pytest.mark.long
def test_every_link_of_the_pages_leads_somewhere(phone: Phone, table: str) -> None:
    seen, todo = set(), [f"{table}/figures", "/figures"]
    while todo:
        address = todo.pop().replace("&amp;", "&")
        if address not in seen:
            seen.add(address)
            page = phone.get(address)
            assert page.status == 200, address
            if "figures" in address:
                todo += page.links("figures?")

    assert len(seen) > 40


@pytest.mark.parametrize("deals", [FEWEST - 1, FEWEST])
def test_few_deals_are_counted_one_by_one(phone: Phone, deals: int) -> None:
    table = phone.starts("spades", *[SPADES] * deals, variant="nil", options={"target": 2000})
    page = player(phone, f"{table}/figures", "Ben")
    won = f"0 of {deals}" if deals < FEWEST else "0 %"

    assert figure(page, "Deals")[0] == str(deals)
    assert figure(page, "Bids made (side)")[0] == str(deals)
    assert figure(page, "Points per deal")[0] == "50.0"
    assert figure(page, "Deals won")[0] == won
    assert cells(page, "With partners", "Dan") == [str(deals), "50.0", won, "–"]


def test_first_deals_are_dots_then_percentages(phone: Phone) -> None:
    table = phone.starts("spades", SPADES, LOST, variant="nil", options={"target": 2000})

    page = phone.get(f"{table}/figures")

    assert "Ann 1 of 2 bids made 0.5 per deal" in page.text
    hits = re.findall(r'<i( class="hit")?></i>', page.html.partition("<b>Ann</b>")[2])[:2]
    assert hits == [' class="hit"', ""]
    assert "Ann & Cat had the worst deal. 7 and 5 bid, 6 and 7 taken −70" in page.text
    assert page.text.index("Ben 2 of 2") < page.text.index("Ann 1 of 2")

    for _ in range(FEWEST - 2):
        phone.play(table, TYPED)
    page = phone.get(f"{table}/figures")
    assert "Ann 90 % of 10 bids made" in page.text
    assert 'class="dots"' not in page.html


def test_deals_won_are_dots_without_bids(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})

    page = phone.get(f"{table}/figures")

    assert "Ann 1 of 1 deal won 5.0 per deal" in page.text
    assert "Ann has won the most games. 1 of 1" in page.text


def test_a_game_that_is_over_counts_as_a_game(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})
    page = player(phone, f"{table}/figures", "Ann")

    value, link = figure(page, "Games won")
    assert value == "1 of 1"
    assert table in phone.get(link).links(table)
    assert cells(page, "Against opponents", "Ben")[-1] == "1 of 1"
    assert figure(player(phone, f"{table}/figures", "Ben"), "Games won")[0] == "0 of 1"


def test_all_tables_of_a_phone_count_by_game(phone: Phone, table: str) -> None:
    phone.starts("spades", SPADES, players=["Cat", "Ben", "Dan", "ANN"], variant="nil")
    phone.starts("tally", {"points": [7, 1, 2, 3]})

    page = phone.get("/figures")
    assert page.links("/figures?game=tally")
    page = phone.get("/figures?game=spades")
    assert 'aria-current="page">Spades' in page.html

    # 9 × 71 − 70 with Cat, and 50 with Ben in the other table
    page = phone.get("/figures?game=spades&player=ann")
    assert figure(page, "Deals")[0] == "11"
    assert figure(page, "Points per deal")[0] == "56.3"
    assert cells(page, "With partners", "Cat")[0] == "10"
    assert cells(page, "With partners", "Ben")[0] == "1"
    assert cells(page, "Against opponents", "Cat")[0] == "1"
    assert len(phone.get(figure(page, "Deals")[1]).links("/why/")) == 11


def test_a_new_deal_counts_at_once(phone: Phone, table: str) -> None:
    assert figure(player(phone, "/figures", "Ann"), "Deals")[0] == "10"

    phone.play(table, TYPED)

    assert figure(player(phone, "/figures", "Ann"), "Deals")[0] == "11"


@pytest.mark.parametrize(
    "query",
    ["?player=nobody", "?game=chess", "?player=ann&what=luck", "?player=ann&what=points&by=with"],
)
def test_missing_pages_are_not_found(phone: Phone, table: str, query: str) -> None:
    assert phone.get(f"{table}/figures{query}").status == 404


def test_watcher_sees_statistics_but_no_stranger(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    watcher = let_in(phone, new_phone(), table, "watch")

    assert figure(player(watcher, "/figures", "Ann"), "Deals")[0] == "10"
    assert new_phone().get(f"{table}/figures").status == 403
    assert new_phone().get("/figures").links("player=") == []


# --- two names, one player ----------------------------------------------------------------------


def test_merged_names_stay_so_until_undone(phone: Phone) -> None:
    for name in ("Ann", "Annie"):
        phone.starts("tally", {"points": [10, 7]}, players=[name, "Ben"])
    address = phone.get("/figures?game=tally").links("/figures/names")[0]

    phone.do(address, {"name": "Annie", "other": "Ann"}, "same")
    figures = phone.get("/figures?game=tally")
    assert "of 2 deals won" in figures.text
    assert "Annie" not in figures.text

    phone.do(address, do="back.")
    assert "Annie 1 of 1 deal won" in phone.get("/figures?game=tally").text


def test_merging_players_who_met_is_refused(phone: Phone) -> None:
    phone.starts("tally", {"points": [10, 7]}, players=["Ann", "Ben"])

    page = phone.fill("/figures/names", {"name": "Ann", "other": "Ben"}, "same")

    assert page.status == 422
