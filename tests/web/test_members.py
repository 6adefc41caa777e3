"""Players of a league as an organiser takes them in, renames, merges and forgets them."""

import re

import pytest

from tests.web.phones import Page, Phone, create_league, keys

pytestmark = pytest.mark.long

ANN, BEN = 2, 3


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league with Ann (2), Ben (3) and Cat (4)."""
    return create_league(phone, players="Ann\nBen\n\n Cat ")


def edit(league: str, player: int) -> str:
    """Return where that player is edited."""
    return f"{league}/player/{player}/edit"


def playing(phone: Phone, league: str) -> list[str]:
    """The members, as the page for new ones lists them."""
    return re.findall(r"<b>([^<]*)</b></a></li>", phone.get(f"{league}/players/add").html)


def history(phone: Phone, league: str) -> str:
    """The last decision, in words."""
    found = re.search(r"</time> ([^<]*)", phone.get(f"{league}/history").html)
    assert found
    return found[1].strip()


def test_several_are_added_at_once(phone: Phone, league: str) -> None:
    assert playing(phone, league) == ["Ann", "Ben", "Cat"]
    assert history(phone, league) == "You added Ann, Ben and Cat"


@pytest.mark.parametrize("names", ["Ann\nEve", "Eve\n eve ", "\n \n", "x" * 41, "A\0b"])
def test_names_not_added_stay_in_the_field(phone: Phone, league: str, names: str) -> None:
    page = phone.fill(f"{league}/players/add", {"names": names})

    assert page.status == 422
    assert page.form()["names"].strip("\n") == names.strip("\n")
    assert re.search(r'class="fault" id="names?-fault">', page.html)
    assert playing(phone, league) == ["Ann", "Ben", "Cat"]


def test_taking_in_twice_by_a_double_tap_is_once(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/players/add").form()
    for _ in range(2):
        phone.follow(phone.send(f"{league}/players/add", form, {"names": "Dan"}))

    assert playing(phone, league) == ["Ann", "Ben", "Cat", "Dan"]


def test_name_corrected_after_lost_answer_is_new(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/players/add").form()
    phone.send(f"{league}/players/add", form, {"names": "Don"})

    phone.follow(phone.send(f"{league}/players/add", form, {"names": "Dan"}))

    assert playing(phone, league) == ["Ann", "Ben", "Cat", "Dan", "Don"]


def test_a_player_is_renamed(phone: Phone, league: str) -> None:
    phone.do(edit(league, ANN), {"name": "Anna"}, "rename")
    assert playing(phone, league) == ["Anna", "Ben", "Cat"]

    page = phone.fill(edit(league, ANN), {"name": "ben"}, "rename")

    assert page.status == 422
    assert page.form("rename")["name"] == "ben"


def test_player_is_guest_member_gone_and_back(phone: Phone, league: str) -> None:
    for act, opposite in (
        ("guest", "member"),
        ("member", "guest"),
        ("left", "back"),
        ("back", "left"),
    ):
        assert opposite in keys(phone.do(edit(league, ANN), do=act))


def test_others_changes_are_not_overwritten(phone: Phone, league: str) -> None:
    form = phone.get(edit(league, ANN)).form("rename")
    phone.do(edit(league, ANN), do="guest")

    page = phone.send(edit(league, ANN), form, {"name": "Anna"}, "rename")

    assert page.status == 409
    assert page.form("rename")["name"] == "Anna"


def test_players_who_have_met_cannot_be_merged(phone: Phone, league: str) -> None:
    table = phone.starts("tally", {"points": [1, 2]}, {"finish": {}}, players=["Ann", "Ben"])
    phone.send(f"{table}/league", phone.get(f"{table}/league").forms[-1])

    look = phone.get(f"{edit(league, BEN)}?into={ANN}")

    assert "merge" not in keys(look)


def test_a_merge_is_previewed_and_undone(phone: Phone, league: str) -> None:
    look = phone.get(f"{edit(league, BEN)}?into={ANN}")

    page = phone.follow(phone.send(edit(league, BEN), look.form("merge"), {}, "merge"))

    assert page.status == 303  # his page is hers now
    assert playing(phone, league) == ["Ann", "Cat"]
    phone.do(f"{league}/history", do="undo.")
    assert playing(phone, league) == ["Ann", "Ben", "Cat"]


def test_an_unknown_player_has_no_page(phone: Phone, league: str) -> None:
    for player in (1, 99):
        assert phone.get(edit(league, player)).status == 404
        assert phone.get(f"{league}/player/{player}/forget").status == 404


def test_erasing_twice_happens_once(phone: Phone, league: str) -> None:
    address = f"{league}/player/{ANN}/forget"
    form = phone.get(address).form("erase")
    for _ in range(2):
        phone.follow(phone.send(address, form, {"sure": "yes"}, "erase"))

    assert playing(phone, league) == ["Ben", "Cat"]
    assert phone.send(address, form, {"sure": "yes", "key": "another"}, "erase").status == 404


def forget(phone: Phone, league: str, *, sure: bool) -> Page:
    """Send the form that forgets Ann."""
    address = f"{league}/player/{ANN}/forget"
    return phone.fill(address, {"sure": "yes"} if sure else {}, "erase")


def test_erasing_a_player_needs_a_confirmation(phone: Phone, league: str) -> None:
    page = forget(phone, league, sure=False)
    assert page.status == 422
    assert 'id="sure-fault"' in page.html
    assert playing(phone, league) == ["Ann", "Ben", "Cat"]

    phone.follow(forget(phone, league, sure=True))

    assert playing(phone, league) == ["Ben", "Cat"]
    assert "Ann" not in phone.get(f"{league}/history").text.replace("An organiser", "")
    assert phone.get(edit(league, ANN)).status == 404
