"""Leagues as a phone finds them."""

from collections.abc import Callable

from tests.web.phones import Phone, create_league


def test_a_league_is_created_and_found_again(phone: Phone) -> None:
    address = create_league(phone)

    assert "Standings appear after the first game." in phone.get(address).text
    assert phone.get("/leagues").links(address)


def test_league_needs_a_name_and_keeps_the_text(phone: Phone) -> None:
    for name, fault in (("  ", "Enter a name."), ("Tues\0day", "unsupported character")):
        answer = phone.fill("/leagues", {"name": name})

        assert answer.status == 422
        assert fault in answer.text
        assert answer.form()["name"] == name


def test_stranger_learns_nothing_about_a_league(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    address = create_league(phone)

    assert new_phone().get(address).status == 403
    assert "Tuesday" not in new_phone().get(address).html
