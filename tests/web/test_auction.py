"""Is this call legal? The auction that is called out on the page, and taken over into the deal."""

import base64
import random
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask

from scorekeeper.games import games
from scorekeeper.web.referee import auction_url
from tests.web.phones import NAMES, Form, NewPhone, Page, Phone, each, keys, let_in
from tests.web.test_trick import answer_text, open_page, tap

WITH_BIDDING = [game.slug for game in games().values() if game.auction]


def call(phone: Phone, page: Page, *calls: str) -> Page:
    """Make one call after the other."""
    return tap(phone, page, *(f"call.{one}" for one in calls))


def auction(phone: Phone, table: str, *calls: str) -> Page:
    """The page of the table's auction after these calls."""
    return call(phone, open_page(phone, f"{table}/auction"), *calls)


def legal(page: Page) -> list[str]:
    """Return what may be called now."""
    found = re.findall(r'value="call\.([^"]*)"( aria-label="[^"]*, not allowed")?', page.html)
    return [one for one, barred in found if not barred]


def grid(page: Page) -> list[list[str]]:
    """The auction as it stands, its head first."""
    cells = re.findall(r"<tr>(.*?)</tr>", page.html, re.DOTALL)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in cells]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in rows]


def taking_over(page: Page) -> Form:
    """The form that takes the contract over."""
    return next(form for form in page.forms if form.attributes.get("method") == "post")


def take_over(phone: Phone, table: str, page: Page) -> Page:
    """Take the contract over; the pad that follows."""
    return phone.follow(phone.post(f"{table}/auction", taking_over(page).fields))


# --- calling ------------------------------------------------------------------------------------


def test_bidding_is_offered_before_any_answer(phone: Phone) -> None:
    table = phone.starts("bridge")
    before = phone.get(table)
    phone.fill(table, {"contract.0": "4", "contract.1": "S"}, "keep")
    after = phone.get(table)

    assert before.links("/auction") == [f"{table}/auction"] * 2
    assert after.links("/auction") == [f"{table}/auction"]


def test_dealer_opens_and_every_call_is_there(phone: Phone) -> None:
    page = auction(phone, phone.starts("bridge", dealer=2))

    assert answer_text(page) == "Cat to call"
    assert grid(page) == [["Cat D", "Dan", "Ann", "Ben"], ["?", "", "", ""]]
    assert len(re.findall(r'value="call\.', page.html)) == 38
    assert len(legal(page)) == 36


def test_a_call_that_may_not_be_made_says_why(phone: Phone) -> None:
    table = phone.starts("bridge")
    page = auction(phone, table, "1H", "pass", "2H")
    assert "XX" not in legal(page)

    page = call(phone, page, "XX")

    assert answer_text(page).startswith("Dan can't call XX Only a doubled bid can be redoubled.")
    (rule,) = page.links("#redouble")
    assert rule.startswith(f"/rules/bridge?table={table[3:]}&from=")
    assert grid(page)[1:] == [["1 ♥", "pass", "2 ♥", "?"]]
    assert answer_text(call(phone, page, "1S")).startswith(
        "Dan can't call 1 ♠ 1 spade is too low over 2 hearts; at least 2 spades is needed."
    )
    assert answer_text(call(phone, page, "X")).startswith("Ann to call")


def test_the_last_call_is_undone(phone: Phone) -> None:
    page = auction(phone, phone.starts("bridge"), "1H", "pass", "2H")

    page = tap(phone, page, "back")

    assert page.form()["calls"] == "1H.pass"
    assert "calls" not in tap(phone, page, "clear").form().fields


def test_calls_survive_a_visit_to_the_pad(phone: Phone) -> None:
    table = phone.starts("bridge")
    page = auction(phone, table, "1H", "pass", "XX")

    (rule,) = page.links("/rules/bridge?table")
    phone.get(rule)
    link, _ = phone.get(table).links("/auction")
    again = open_page(phone, link)

    assert grid(again)[1:] == [["1 ♥", "pass", "?", ""]]
    assert answer_text(again) == "Cat to call"
    assert answer_text(open_page(phone, f"{phone.starts('bridge')}/auction")) == "Ann to call"


def test_calls_are_gone_once_cleared_or_used(phone: Phone) -> None:
    table = phone.starts("bridge")
    tap(phone, auction(phone, table, "1H", "pass"), "clear")
    assert answer_text(open_page(phone, f"{table}/auction")) == "Ann to call"

    take_over(phone, table, auction(phone, table, "1C", "pass", "pass", "pass"))

    assert answer_text(open_page(phone, f"{table}/auction")) == "Ann to call"


def test_calls_do_not_carry_over_to_next_deal(phone: Phone) -> None:
    table = phone.starts("bridge")
    auction(phone, table, "1H", "pass")
    phone.do(table, {"passed_out": "yes"}, "keep")
    phone.do(table)

    assert answer_text(open_page(phone, f"{table}/auction")) == "Ben to call"


def test_the_closed_auction_fills_the_pad(phone: Phone) -> None:
    table = phone.starts("bridge")
    page = auction(phone, table, "1H", "pass", "4H", "X", "pass", "pass", "pass")
    assert answer_text(page) == "4 ♥ by Ann, doubled"
    assert legal(page) == []

    take_over(phone, table, page)

    assert phone.do(table, {"tricks": 10}).totals == [290, 0]


def test_auction_replaces_what_was_on_the_pad(phone: Phone) -> None:
    table = phone.starts("bridge")
    phone.fill(table, {"contract.0": "7", "contract.1": "S", "doubled": 2}, "keep")

    pad = take_over(phone, table, auction(phone, table, "1C", "pass", "pass", "pass"))

    form = pad.form("save")
    assert (form["contract.0"], form["contract.1"], form["doubled"]) == ("1", "C", "0")


def test_grid_follows_bidding_to_the_right(phone: Phone) -> None:
    page = auction(phone, phone.starts("twenty-eight"), "14")

    assert grid(page) == [["Ann D", "Dan", "Cat", "Ben"], ["", "14", "?", ""]]


# --- what the deal depends on -------------------------------------------------------------------


def test_the_hand_size_is_the_pads(phone: Phone) -> None:
    hands = {"hand_sizes": [1, 2]}
    table = phone.starts("oh-hell", players=NAMES[:3], options=hands)

    page = auction(phone, table, "0", "0")

    assert legal(page) == ["2"]
    assert answer_text(call(phone, page, "1")).startswith("Ann can't call 1 The bids add up to 1;")
    assert take_over(phone, table, call(phone, page, "2")).status == 200


def test_the_card_turned_up_is_asked_for(phone: Phone) -> None:
    table = phone.starts("euchre")
    page = auction(phone, table, "pass", "order")
    assert answer_text(page).startswith("Cat to call Say which suit was turned up.")

    page = call(phone, tap(phone, page, "turned.S"), "order", "alone")

    assert answer_text(page) == "♠ by Cat alone"
    assert taking_over(page).fields["turned"] == ["S"]
    form = take_over(phone, table, page).form("save")
    assert (form["maker"], form["alone"], form["trump"]) == ("2", "yes", "S")


def test_clearing_suit_undoes_its_calls(phone: Phone) -> None:
    page = tap(phone, auction(phone, phone.starts("euchre")), "turned.S")
    page = call(phone, page, "order")

    assert grid(tap(phone, page, "turned.S"))[1:] == [["", "?", "", ""]]


# --- sealed numbers -----------------------------------------------------------------------------

SIX = ["11", "12", "11", "12", "11", "12"]


def clean(phone: Phone, page: Page) -> Page:
    """The page that a phone without JavaScript is sent on to."""
    assert page.status == 303
    assert "tap" not in parse_qs(urlsplit(page.location).query)
    return phone.get(page.location)


def sealed(phone: Phone, table: str, *numbers: str) -> Page:
    """The page after these sealed numbers, the first ones of the deal."""
    page = open_page(phone, f"{table}/auction?deal=1")
    for number in numbers:
        fields = {name: texts[-1] for name, texts in page.form().fields.items()}
        query = urlencode({**fields, "tap": f"call.{number}"})
        page = phone.get(f"{table}/auction?{query}")
        page = clean(phone, page) if page.status == 303 else page
    return page


def test_sealed_numbers_stay_closed_until_all_in(phone: Phone) -> None:
    table = phone.starts("sharp-nullo")

    page = sealed(phone, table, *SIX)
    assert answer_text(page) == "Cat, uptown left"
    assert [cell for row in grid(page)[1:] for cell in row if cell] == ["✓"] * 6 + ["?"]
    sent = page.form()["calls"]
    raw = base64.urlsafe_b64decode(sent[1:] + "=" * (-len(sent[1:]) % 4))
    assert sent.startswith("~")
    assert not re.search(rb"1[12]\W{1,4}1[12]", raw)

    page = sealed(phone, table, *SIX, "12", "9")
    assert page.form()["calls"] == ".".join([*SIX, "12", "9"])
    assert answer_text(page) == "Ben picks one of the four"


def test_a_phone_with_htmx_is_answered_at_once(phone: Phone) -> None:
    table = phone.starts("sharp-nullo")

    page = phone.get(f"{table}/auction?tap=call.11", **{"HX-Request": "true"})

    assert page.status == 200
    assert page.form()["calls"].startswith("~")


def test_encrypted_text_hides_content_and_length(phone: Phone) -> None:
    table = phone.starts("sharp-nullo")
    one, two = (sealed(phone, table, "7").form()["calls"] for _ in range(2))
    more = sealed(phone, table, "7", "12").form()["calls"]

    assert one != two
    assert len(one) == len(more)


def test_text_for_another_hand_is_unreadable(phone: Phone) -> None:
    table = phone.starts("sharp-nullo")
    sent = sealed(phone, table, "7").form()["calls"]
    other = sent[:30] + ("A" if sent[30] != "A" else "B") + sent[31:]

    for junk in (other, "~", "~AAAA", "~💥", "~" + "A" * 200):
        page = open_page(phone, f"{table}/auction?{urlencode({'calls': junk})}")
        assert "calls" not in page.form().fields


@pytest.mark.parametrize("key", [b"bytes of a key", "a key in letters"])
def test_encrypted_text_is_read_with_its_key(app: Flask, key: Any) -> None:
    before = app.secret_key
    with app.app_context():
        try:
            app.secret_key = key
            closed = auction_url.seal("7.12.3")
            assert auction_url.unseal(closed) == "7.12.3"
            app.secret_key = b"another key"
            assert auction_url.unseal(closed) == ""
        finally:
            app.secret_key = before


def test_all_eight_and_the_pick_fill_the_pad(phone: Phone) -> None:
    table = phone.starts("sharp-nullo")
    page = call(phone, sealed(phone, table, *SIX, "12", "9"), "DR")

    form = take_over(phone, table, page).form("save")

    assert [form[f"bids.left.{one}"] for one in ("UR", "DR", "UL", "DL")] == SIX[:4]
    assert [form[f"bids.partner.{one}"] for one in ("UR", "DR", "UL", "DL")] == [
        "11",
        "12",
        "12",
        "9",
    ]
    assert form["contract"] == "DR"
    assert phone.do(table, {"tricks": 3}).totals == [1, 0]


# --- every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITH_BIDDING)
@pytest.mark.parametrize("seed", range(3))
def test_any_auction_ends_and_fills_the_pad(phone: Phone, game: str, seed: int) -> None:
    table, dice = phone.starts(game), random.Random(seed)
    calls: list[str] = []
    page = open_page(phone, f"{table}/auction?turned=S")
    while legal(page):
        calls.append(dice.choice(legal(page)[: dice.choice((1, 3, 99))]))
        page = open_page(phone, f"{table}/auction?turned=S&calls={'.'.join(calls)}")
        assert len(calls) < 400

    pad = take_over(phone, table, page)

    assert pad.message.startswith("Entered: ")
    assert pad.links("/auction") == [f"{table}/auction"], "it is not only in the menu any more"
    named = pad.message != "Entered: Bidding over."  # else the declarer says it afterwards
    assert ("keep" in keys(pad)) != named, f"something is still asked before the play: {calls}"


@pytest.mark.parametrize(
    ("game", "entries"), [("whist", []), ("tally", []), ("spades", [{"finish": {}}])]
)
def test_game_without_bidding_has_no_auction(phone: Phone, game: str, entries: list[Any]) -> None:
    table = phone.starts(game, *entries)

    assert phone.get(f"{table}/auction").status == 404
    assert phone.get(table).links("/auction") == []


# --- emptied seats ------------------------------------------------------------------------------


def test_an_empty_seat_declares_nothing(phone: Phone) -> None:
    leaves = {"seat": {"number": 1, "name": None}}
    table = phone.starts("oh-hell", leaves)
    page = auction(phone, table, "3", "4", "5")
    assert grid(page)[0] == ["Ann D", "Cat", "Dan"]

    form = take_over(phone, table, page).form("save")

    assert (form["bids.2"], form["bids.3"], form["bids.0"]) == ("3", "4", "5")


def test_declarer_beyond_empty_seat_is_right(phone: Phone) -> None:
    leaves = {"seat": {"number": 1, "name": None}}
    table = phone.starts("nap", leaves)
    page = auction(phone, table, "two", "three", "pass")
    assert answer_text(page) == "three by Dan"

    form = take_over(phone, table, page).form("save")

    assert (form["declarer"], form["bid"], form["previous_bids"]) == ("3", "three", "two")


# --- others -------------------------------------------------------------------------------------


def test_watcher_asks_but_cannot_use_result(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("bridge")
    watcher = let_in(phone, new_phone(), table, "watch")

    page = auction(watcher, table, "1C", "pass", "pass", "pass")

    assert answer_text(page) == "1 ♣ by Ann"
    assert [form.attributes["method"] for form in page.forms] == ["get"]


def test_other_phones_answer_is_not_overwritten(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("bridge")
    page = auction(phone, table, "1C", "pass", "pass", "pass")
    let_in(phone, new_phone(), table, "scorer").fill(
        table, {"contract.0": "4", "contract.1": "S"}, "keep"
    )

    answer = phone.post(f"{table}/auction", taking_over(page).fields)

    assert answer.status == 409
    assert phone.get(table).form("keep")["contract.0"] == "4"
    again = phone.post(f"{table}/auction", taking_over(answer).fields)
    assert phone.follow(again).form("save")["contract.0"] == "1"


def test_a_deal_written_meanwhile_is_left_alone(phone: Phone) -> None:
    table = phone.starts("bridge")
    page = auction(phone, table, "1C", "pass", "pass", "pass")
    phone.do(table, {"passed_out": "yes"}, "keep")
    phone.do(table)

    answer = phone.post(f"{table}/auction", taking_over(page).fields)

    assert answer.status == 409
    assert answer_text(answer) == "Ben to call This bidding was for deal 1. Start again for deal 2."
    assert "calls" not in answer.form().fields


def test_calls_keep_their_players_in_next_deal(phone: Phone) -> None:
    table = phone.starts("oh-hell", players=NAMES[:3])
    page = auction(phone, table, "3", "4", "4")
    address = f"{table}/auction?{urlencode({n: t[-1] for n, t in page.form().fields.items()})}"
    phone.play(table, each("bids", [4, 3, 4]) | each("tricks", [4, 3, 3]))

    again = open_page(phone, address)

    assert grid(again) == [["Ben D", "Cat", "Ann"], ["", "?", ""]]
    assert answer_text(again) == "Cat to call This bidding was for deal 1. Start again for deal 2."


def test_unfinished_auction_is_not_taken_over(phone: Phone) -> None:
    table = phone.starts("bridge")
    form = taking_over(auction(phone, table, "1C", "pass", "pass", "pass")).fields

    assert phone.post(f"{table}/auction", {**form, "calls": "1C.pass"}).status == 400


@pytest.mark.parametrize("junk", ["", "x", "\0", "1C.1C", ".....", "💥", "call.", "turned.X", "~x"])
@pytest.mark.parametrize("game", ["bridge", "euchre", "oh-hell"])
def test_an_invalid_address_is_handled(phone: Phone, game: str, junk: str) -> None:
    table = phone.starts(game)
    names = ("calls", "turned", "hand_size", "tap", "tap")

    page = phone.get(f"{table}/auction?{urlencode([(name, junk) for name in names])}")

    assert page.status == 200


# --- out of turn, and too low -------------------------------------------------------------------


def test_somebody_else_spoke_and_next_player_accepts(phone: Phone) -> None:
    page = auction(phone, phone.starts("bridge"), "1C")
    assert re.findall(r'value="who\.(\d)"', page.html) == ["0", "2", "3"]

    page = tap(phone, page, "who.2")
    assert answer_text(page) == "Cat spoke out of turn Tap what Cat called."
    page = call(phone, page, "1H")

    assert answer_text(page).startswith(
        "Dan to call Cat called out of turn; Dan may accept it by calling."
    )
    assert page.links("#call-out-of-turn")
    assert grid(page)[1:] == [["1 ♣", "", "1 ♥", "?"]]
    assert "who." not in page.html
    page = call(phone, page, "pass")
    assert answer_text(page) == "Ann to call"
    assert "Not accepted" not in page.text


def test_call_not_accepted_bars_the_partner(phone: Phone) -> None:
    page = auction(phone, phone.starts("bridge"), "1C")
    page = tap(phone, page, "who.3", "call.1H")
    assert "Ann does not accept it" in page.text

    page = tap(phone, page, "cancel")

    assert answer_text(page).startswith("Ben to call Dan called out of turn: Ben must pass.")
    assert page.links("#call-out-of-turn")
    assert legal(page) == ["pass"]
    assert "Not accepted: Dan 1 ♥" in page.text
    assert grid(page)[1:] == [["1 ♣", "?", "", ""]]
    assert answer_text(call(phone, page, "2C")).startswith(
        "Ben can't call 2 ♣ Dan called out of turn: Ben must pass."
    )
    assert answer_text(tap(phone, page, "back")) == "Ben to call"


def test_bid_too_low_may_stand(phone: Phone) -> None:
    table = phone.starts("bridge")
    page = auction(phone, table, "1H", "1C")
    assert "Ben has bid it" in page.text

    page = tap(phone, page, "said.1C")
    assert answer_text(page).startswith(
        "Cat to call Ben bid too low; Cat may accept it by calling."
    )
    accepted = call(phone, page, "pass", "pass", "pass")
    assert answer_text(accepted) == "1 ♣ by Ben"
    assert take_over(phone, table, accepted).message.startswith("Entered: ")

    page = call(phone, tap(phone, page, "cancel"), "2C", "pass")
    assert answer_text(page) == "Dan to call"


def test_calls_with_seats_survive_a_visit_to_the_pad(phone: Phone) -> None:
    table = phone.starts("bridge")
    tap(phone, auction(phone, table, "1C"), "who.3", "call.1H", "cancel")

    again = open_page(phone, f"{table}/auction")

    assert "Not accepted: Dan 1 ♥" in again.text
    assert legal(again) == ["pass"]


def test_nobody_accepts_a_bid_out_of_turn_at_five_hundred(phone: Phone) -> None:
    page = tap(phone, auction(phone, phone.starts("five-hundred")), "who.2", "call.7S")

    assert answer_text(page).startswith(
        "Ben to call Cat's call is void, and the turn goes back to Ben."
    )
    page = call(phone, page, "pass", "8S", "pass")
    assert legal(page) == ["pass"]
    assert answer_text(page).startswith("Ann to call Cat bid out of turn: Ann must pass.")


@pytest.mark.parametrize("game", WITH_BIDDING)
def test_who_spoke_is_asked_where_the_rules_say_what_follows(phone: Phone, game: str) -> None:
    asked = "Somebody else spoke" in auction(phone, phone.starts(game)).text

    assert asked is (games()[game].auction.cancelling is not None)  # type: ignore[union-attr]


@pytest.mark.parametrize("calls", ["9-1H", "2-", "-2", "2-1H-.3-1S", "1-1H-", "2-X", "2--1H"])
@pytest.mark.parametrize("who", ["", "9", "0", "2", "x"])
def test_any_seats_in_the_address_are_handled(phone: Phone, calls: str, who: str) -> None:
    asked = urlencode([("calls", calls), ("who", who), ("tap", "cancel"), ("tap", "said.1C")])

    assert phone.get(f"{phone.starts('bridge')}/auction?{asked}").status == 200
