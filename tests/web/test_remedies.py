"""Something went wrong, on a phone: what happened, the questions, the ruling and its record."""

import pytest

from tests.web.phones import NewPhone, Phone, let_in

GIVEN = "mishap=revoke&who=1&late=yes&penalty=tricks"
REPLAYED = "mishap=cards&what=shown"


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of whist with two deals: 3 to 0, then 3 to 3."""
    return phone.starts("whist", {"side_tricks": [9, 4]}, {"side_tricks": [4, 9]})


def test_menu_and_rules_lead_to_remedies(phone: Phone, table: str) -> None:
    rules = phone.get(f"/rules/whist?table={table.removeprefix('/t/')}")

    assert f"{table}/wrong" in phone.get(table).links("/wrong")
    assert f"{table}/wrong" in rules.links("/wrong")
    assert phone.get("/rules/whist").links("/rules/whist/wrong")


@pytest.mark.parametrize("of_table", [True, False])
def test_links_lead_to_one_sentence(phone: Phone, table: str, of_table: bool) -> None:
    page = phone.get(f"{table}/wrong" if of_table else "/rules/whist/wrong")
    page = phone.get(next(one for one in page.links("mishap=") if "claim" in one))
    assert "Do the opponents accept it?" in page.text

    ruled = phone.get(next(one for one in page.links("agreed=") if "agreed=no" in one))

    assert "played out with that hand face up" in ruled.text
    assert ruled.links("#claim")
    # the answers lead back to their questions
    assert page.links("mishap=claim")
    assert ruled.links("mishap=claim")
    assert ("Back to the game" in ruled.text) is of_table


def test_tricks_of_a_saved_deal_are_moved(phone: Phone, table: str) -> None:
    address = f"{table}/wrong?about=2&{GIVEN}"
    looked = phone.get(address)
    assert "Ben & Dan give Ann & Cat three tricks." in looked.text
    assert "tricks=" not in " ".join(looked.links("mishap="))  # known from the deal

    assert phone.do(address, do="").totals == [4, 0]
    assert phone.sheet(table)["entries"][1] == {"side_tricks": [7, 6]}

    assert phone.do(table, do="undo").totals == [3, 3]


def test_recorded_ruling_is_a_precedent(phone: Phone, table: str) -> None:
    phone.do(f"{table}/wrong?about=2&{GIVEN}", do="")

    assert "deal corrected" in phone.get(f"{table}/write/ruling?rule=revoke").text


def test_tricks_in_play_are_put_on_the_pad(phone: Phone, table: str) -> None:
    address = f"{table}/wrong?{GIVEN}"
    assert "How many tricks did Ben & Dan end with?" in phone.get(address).text

    pad = phone.do(f"{address}&tricks=5", do="")

    assert pad.totals == [3, 3]
    assert pad.form("save")["side_tricks.0"] == "11"
    assert phone.do(table).totals == [8, 3]


def test_points_are_moved_with_the_ruling(phone: Phone, table: str) -> None:
    address = f"{table}/wrong?mishap=revoke&who=0&late=yes&penalty=loss"

    assert phone.do(address, do="").totals == [0, 3]
    adjusted = phone.sheet(table)["entries"][-1]["adjust"]
    assert (adjusted["side"], adjusted["points"], adjusted["rule"]) == (0, -3, "revoke")
    assert phone.do(table, do="undo").totals == [3, 3]


def test_void_deal_is_taken_off_the_sheet(phone: Phone, table: str) -> None:
    assert phone.do(f"{table}/wrong?about=2&{REPLAYED}", do="").totals == [3, 0]
    assert phone.do(table, do="undo").totals == [3, 3]


@pytest.mark.parametrize(
    "asked", ["mishap=nothing", "about=9", "about=nine&mishap=nothing", "mishap=bid&about=99"]
)
def test_what_cannot_be_is_not_found(phone: Phone, table: str, asked: str) -> None:
    assert phone.get(f"{table}/wrong?{asked}").status == 404


@pytest.mark.parametrize("who", ["9", "Ben", ""])
def test_answer_that_cannot_be_is_asked_again(phone: Phone, table: str, who: str) -> None:
    page = phone.get(f"{table}/wrong?mishap=revoke&who={who}&late=yes")

    assert page.status == 200
    assert "Who did not follow suit?" in page.text


def test_watcher_reads_and_records_nothing(phone: Phone, table: str, new_phone: NewPhone) -> None:
    watcher = let_in(phone, new_phone(), table, "watch")
    page = watcher.get(f"{table}/wrong?{REPLAYED}")

    assert "The deal is void" in page.text
    assert not page.forms
    assert watcher.post(f"{table}/wrong?{REPLAYED}", {}).status in (400, 403)
    assert phone.get(table).totals == [3, 3]


def test_tally_has_no_remedies(phone: Phone) -> None:
    assert phone.get(f"{phone.starts('tally')}/wrong").status == 404


def test_deal_that_was_asked_for_is_put_on_the_pad(phone: Phone) -> None:
    table = phone.starts("five-hundred")
    address = f"{table}/wrong?mishap=revoke&who=1&late=yes"
    page = phone.get(next(one for one in phone.get(address).links("over=") if "over=yes" in one))
    assert "What was bid?" in page.text
    page = phone.get(next(one for one in page.links("bid=7S")))
    page = phone.get(next(one for one in page.links("declarer=0")))
    ruled = next(one for one in page.links("tricks=6"))
    assert "Ann & Cat score 140, Ben & Dan nothing." in phone.get(ruled).text

    pad = phone.do(ruled, do="")

    form = pad.form("save")
    assert (form["bid"], form["declarer"], form["tricks"]) == ("7S", "0", "6")
    assert phone.do(table).totals == [140, 0]


def test_noms_asks_for_the_tricks_of_a_deal_that_is_over(phone: Phone) -> None:
    table = phone.starts("noms", {"declarer": 0, "bid": 8, "partner": 2, "tricks": [5, 3, 4, 1]})
    phone.fill(table, {"declarer": "0", "bid": "8"}, "keep")
    asked = "mishap=revoke&who=1&late=yes&over=yes&partner=2&together=9"
    assert "How many tricks did Ben take?" in phone.get(f"{table}/wrong?{asked}").text

    pad = phone.do(f"{table}/wrong?{asked}&tricks1=3", do="")

    assert pad.totals == [8, 0, 8, 1]


def test_another_revoke_is_a_link_after_the_ruling(phone: Phone, table: str) -> None:
    ruled = phone.get(f"{table}/wrong?about=2&{GIVEN}")
    (link,) = ruled.links("mishap=revokes")
    asked = phone.get(link)
    assert "Whose was the other revoke?" in asked.text
    assert not phone.get(f"{table}/wrong?about=2&mishap=revoke&who=1&late=no").links("revokes")

    same = next(one for one in asked.links("other=") if "other=1" in one)
    assert "Ben & Dan give Ann & Cat six tricks." in phone.get(same).text
    assert phone.do(same, do="").totals == [7, 0]
    assert phone.do(table, do="undo").totals == [3, 3]

    other = next(one for one in asked.links("other=") if "other=2" in one)
    assert phone.do(other, do="").totals == [3, 0]


def test_no_card_of_its_own_for_two_revokes(phone: Phone, table: str) -> None:
    assert not phone.get(f"{table}/wrong").links("mishap=revokes")
    assert not phone.get("/rules/bridge/wrong?mishap=revoke&who=1&when=late").links("revokes")


def test_at_a_table_of_four_skat_players_the_dealer_did_nothing(phone: Phone) -> None:
    won = {"declarer": 1, "game": "S", "matadors": 1, "result": "won"}
    four = phone.starts("skat", won)  # of the second deal Ben is the dealer
    three = phone.starts("skat", players=["Ann", "Ben", "Cat"])

    def offered(table: str, facts: str, name: str) -> list[int]:
        page = phone.get(f"{table}/wrong?{facts}")
        return [seat for seat in range(4) if page.links(f"{name}={seat}")]

    assert offered(four, "mishap=revoke", "who") == [0, 2, 3]
    assert offered(four, "mishap=revoke&who=0", "declarer") == [0, 2, 3]
    assert offered(four, "about=1&mishap=revoke", "who") == [1, 2, 3]
    assert offered(three, "mishap=revoke", "who") == [0, 1, 2]
    assert offered(three, "mishap=revoke&who=0", "declarer") == [0, 1, 2]
