"""Renewing links: who does it stays in, is told before whom it shuts out, and may renew all at
once."""

import re

import pytest

from tests.web.phones import NewPhone, Page, Phone, create_league, guests, keys, let_in, link
from tests.web.test_organise import link_of


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of the plain pad."""
    return phone.starts("tally")


def key(page: Page, act: str) -> str:
    """The key of the page that does this to the scorer link, which is behind the one to watch."""
    _, found = (one for one in keys(page) if one.startswith(f"{act}.") and one.count(".") == 1)
    return found


def locked_out(page: Page) -> list[int]:
    """How many phones each note of the page says that a key locks out, where it does any."""
    return [int(n) for n in re.findall(r"(\d+) phones?\b", page.text)]


@pytest.mark.parametrize("act", ["renew", "remove"])
def test_replacing_scorer_link_keeps_self_in(
    phone: Phone, new_phone: NewPhone, table: str, act: str
) -> None:
    one, other = new_phone(), new_phone()
    for guest in (one, other):
        let_in(phone, guest, table, "scorer")
    share = f"{table}/share"

    one.do(share, do=key(one.get(share), act))

    assert [who.get(share).status for who in (phone, one, other)] == [200, 200, 403]
    assert one.get("/tables").links("/t/") == [table]


def test_replacing_again_puts_the_kept_one_out(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    guest = let_in(phone, new_phone(), table, "scorer")
    share = f"{table}/share"
    guest.do(share, do=key(guest.get(share), "renew"))

    phone.do(share, do=key(phone.get(share), "renew"))

    assert guest.get(table).status == 403


def test_page_tells_whom_replacement_locks_out(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    share = f"{table}/share"
    link(phone, table, "watch")
    assert locked_out(phone.get(share)) == []
    one = let_in(phone, new_phone(), table, "watch")
    assert locked_out(phone.get(share)) == [1]
    let_in(phone, new_phone(), table, "watch")

    assert locked_out(phone.get(share)) == [2]

    let_in(phone, one, table, "scorer")  # neither link alone is its only one now
    assert locked_out(phone.get(share)) == [1, 2]  # that to watch; both


def test_one_key_replaces_all_links_of_a_table(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    share, roles = f"{table}/share", ("watch", "scorer", "seat.1")
    others = guests(phone, new_phone, table, *roles)
    both = let_in(phone, let_in(phone, new_phone(), table, "watch"), table, "seat.1")
    before = [link(phone, table, role) for role in roles]
    page = others[1].get(share)
    assert 3 in locked_out(page)
    every = next(one for one in keys(page) if one.count(".") == 3)

    form = page.form(every)
    for _ in range(2):  # sent twice, it is done once
        page = others[1].follow(others[1].send(share, form, do=every))

    after = [link(phone, table, role) for role in roles]
    assert not {*before} & {*after}
    assert [who.get(table).status for who in (*others, both)] == [403, 200, 403, 403]
    assert [new_phone().get(one).status for one in (*before, *after)] == [403] * 3 + [303] * 3


def test_one_key_replaces_all_links_of_a_league(phone: Phone, new_phone: NewPhone) -> None:
    league = create_league(phone)
    organise, titles = f"{league}/organise", ("For members", "For organisers")
    guests = [new_phone() for _ in titles]
    for guest, title in zip(guests, titles, strict=True):
        guest.enter(link_of(phone, league, title))
    before = [link_of(phone, league, title) for title in titles]
    guests[1].get(organise)

    guests[1].do(organise, do="renewall")

    assert [who.get(league).status for who in (phone, *guests)] == [200, 403, 200]
    assert not {*before} & {link_of(phone, league, title) for title in titles}
    told = "replaced the link for members; replaced the link for organisers"
    history = guests[1].get(f"{league}/history")
    assert f"You {told}" in history.text
    guests[1].do(f"{league}/history", do="undo.")
    assert [who.get(league).status for who in (phone, *guests)] == [200, 200, 200]
    assert before == [link_of(phone, league, title) for title in titles]


@pytest.mark.parametrize("do", ["renew", "renew.", "renew.x", "remove.x"])
def test_a_key_that_names_no_link_is_refused(phone: Phone, table: str, do: str) -> None:
    form = phone.get(f"{table}/share").forms[0]

    assert phone.post(f"{table}/share", {**form.fields, "do": do}).status == 400
