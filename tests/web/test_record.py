"""Correcting the record: edit, delete, restore, insert, other entries, the head, history."""

import re
from html import unescape

import pytest

from scorekeeper.games import games
from tests.web.phones import HTMX, NewPhone, Phone, each, keys, let_in, points

QUEENS = ("QC", "QD", "QH", "QS")
FIRST, SECOND = {"points": [1, 2, 3, 4]}, {"points": [4, 3, 2, 1]}


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of the plain pad with two deals."""
    return phone.starts("tally", FIRST, SECOND)


@pytest.fixture
def to_ten(phone: Phone) -> str:
    """A table that ends at ten points, with two deals, not ended."""
    return phone.starts("tally", FIRST, SECOND, options={"target": 10})


def history(phone: Phone, table: str) -> str:
    return phone.get(f"{table}/history").text


def all_changed(phone: Phone, table: str) -> list[tuple[str, str]]:
    """From what to what each change went, as the history has it, the newest first."""
    page = unescape(phone.get(f"{table}/history").html)
    return re.findall("edited<br><del>([^<]*)</del><br><ins>([^<]*)</ins>", page)


def changed(phone: Phone, table: str) -> tuple[str, str]:
    """From what to what the only change went."""
    (told,) = all_changed(phone, table)
    return told


# --- a deal -------------------------------------------------------------------------------------


def test_corrected_deal_rescores_the_rest(phone: Phone, table: str) -> None:
    page = phone.get(f"{table}/e/1")
    assert [page.form("save")[f"points.{seat}"] for seat in range(4)] == ["1", "2", "3", "4"]

    page = phone.do(f"{table}/e/1", {"points.0": 11})

    assert page.totals == [15, 5, 5, 5]
    assert "edited" in page.text


def test_impossible_correction_is_told_at_field(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/e/1").form("save")
    page = phone.send(f"{table}/e/1", form, {"points.0": 100_001, "points.1": 7}, "save")

    assert page.status == 422
    assert page.form("save")["points.0"] == "100001"
    assert page.form("save")["points.1"] == "7"
    assert phone.get(table).totals == [5, 5, 5, 5]


def test_a_look_at_a_correction_writes_nothing(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/e/1").form("save").fields

    page = phone.post(f"{table}/e/1", {**form, "points.0": "50"}, HTMX)

    assert page.status == 200
    assert "+50" in page.text
    assert phone.get(table).totals == [5, 5, 5, 5]


def test_a_deal_is_deleted_and_restored(phone: Phone, table: str) -> None:
    page = phone.do(f"{table}/e/1", do="strike")
    assert page.totals == [4, 3, 2, 1]
    assert "deleted" in page.text

    assert "restore" in keys(phone.get(f"{table}/e/1"))
    page = phone.do(f"{table}/e/1", do="restore")
    assert page.totals == [5, 5, 5, 5]


def test_a_deleted_deal_is_restored_in_the_list(phone: Phone, table: str) -> None:
    page = phone.do(f"{table}/e/1", do="strike")
    assert 'form="pad" name="do" value="restore.1"' in page.html

    page = phone.follow(phone.post(table, {**page.form("undo").fields, "do": "restore.1"}))

    assert page.message == "Deal 1 restored."
    assert page.totals == [5, 5, 5, 5]
    assert "restore.1" not in page.html
    assert phone.do(table, do="undo").message == "Undone: restoration of deal 1."


def test_restoring_asks_about_what_no_longer_fits(phone: Phone, to_ten: str) -> None:
    phone.do(f"{to_ten}/e/1", do="strike")
    form = phone.play(to_ten, points(5, 0, 0, 0), points(0, 1, 0, 0)).form("undo")

    page = phone.follow(phone.post(to_ten, {**form.fields, "do": "restore.1"}))

    assert "no longer works" in page.message
    assert "restore" in keys(page)


def test_keys_rest_until_something_is_changed(phone: Phone, table: str) -> None:
    page = phone.get(f"{table}/e/1")
    assert "Nothing is changed yet." in page.text
    changed = phone.fill(f"{table}/e/1", {"points.0": 3}, headers=HTMX)
    assert "Nothing is changed yet." not in changed.text
    assert "+1 → +3" in changed.text

    adjusting = phone.get(f"{table}/write/adjust")
    assert "Missing: side." in adjusting.text
    ruling = {"adjust.side": 1, "adjust.points": -2, "adjust.reason": "revoke"}
    adjusted = phone.fill(f"{table}/write/adjust", ruling, headers=HTMX)
    assert "Missing" not in adjusted.text
    assert "5 → 3" in adjusted.text


def test_change_of_players_says_whose_points(phone: Phone, table: str) -> None:
    def told(seat: int, name: str) -> str:
        fields = {"seat.number": seat, "seat.name": name}
        page = phone.fill(f"{table}/write/seat", fields, headers=HTMX)
        return page.text

    assert "Eve takes over the 5 points of Ann." in told(0, "Eve")
    assert "Ann's 5 points stay as they are." in told(0, "none")
    assert "Eve starts with 0 points." in told(4, "Eve")


def test_newcomer_takes_no_deal_in_progress(phone: Phone) -> None:
    tally = phone.starts("tally")
    eve = {"seat.number": 4, "seat.name": "Eve"}
    phone.play(tally, *[points(1, 0, 0, 0)] * 4)  # Dan has dealt, Ann deals
    assert "Eve deals next." in phone.fill(f"{tally}/write/seat", eve, headers=HTMX).text
    phone.fill(tally, {"points.0": 7}, headers=HTMX)

    page = phone.fill(f"{tally}/write/seat", eve, "save")
    assert page.status == 409
    assert page.message == "Ann is dealing deal 5. Save it first, then change players."
    swap = {"seat.number": 0, "seat.name": "Eve"}
    assert phone.do(f"{tally}/write/seat", swap).message == "Eve replaces Ann."


def test_recent_names_are_keys(phone: Phone, table: str) -> None:
    phone.starts("tally", players=["Fay", "Gus", "Hal", "Ida"])
    page = phone.get(f"{table}/write/seat")

    form = page.form("save")
    answer = phone.post(f"{table}/write/seat", {**form.fields, "seat.name": ["", "Fay"]})

    assert 'name="seat.name" value="Fay"' in page.html
    assert answer.form("save")["seat.name"] == "Fay"


def test_overtaken_strike_writes_nothing(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/e/1").form("strike")
    phone.do(f"{table}/e/1", {"points.0": 50})

    page = phone.send(f"{table}/e/1", form, do="strike")

    assert page.status == 409
    assert page.totals == [54, 5, 5, 5]


def test_a_missed_deal_is_inserted(phone: Phone, table: str) -> None:
    before = phone.get(f"{table}/e/2")
    (address,) = before.links("write/deal")
    assert "Insert as deal 2" in before.text
    assert "Insert as deal 2" in phone.get(address).text

    page = phone.do(address, points(9, 0, 0, 0))

    assert page.message == "Inserted as deal 2."
    assert page.totals == [14, 5, 5, 5]
    sheet = phone.get(f"{table}/sheet.json").html
    assert sheet.index("9,") < sheet.index("4,\n    3")


def test_what_a_page_leads_to_is_there(phone: Phone, table: str) -> None:
    for page in (phone.get(table), phone.get(f"{table}/e/1"), phone.get(f"{table}/history")):
        assert page.links("/t/")
        for address in page.links("/t/"):
            assert phone.get(address.partition("#")[0]).status == 200, address


# --- what no longer fits ------------------------------------------------------------------------


def test_correction_ending_game_names_unfit_deal(phone: Phone, to_ten: str) -> None:
    page = phone.fill(f"{to_ten}/e/1", {"points.0": 10}, "save")
    assert page.status == 422
    assert page.form("save")["points.0"] == "10"
    assert phone.get(to_ten).totals == [5, 5, 5, 5]

    form = page.form("save")
    page = phone.follow(phone.send(f"{to_ten}/e/1", form, {"also": "2"}, "save"))

    assert page.totals == [10, 2, 3, 4]
    assert phone.do(to_ten, do="undo").totals == [5, 5, 5, 5]


def test_strike_names_entry_it_makes_impossible(phone: Phone) -> None:
    ruling = {"adjust": {"side": 0, "points": -5, "reason": "revoke"}}
    deals = [{"points": [points, 0, 0, 0]} for points in (3, 1, 2)]
    table = phone.starts("tally", deals[0], ruling, *deals[1:], options={"target": 4})

    page = phone.fill(f"{table}/e/2", do="strike")
    assert page.status == 422
    page = phone.follow(phone.send(f"{table}/e/2", page.form("strike"), do="strike"))

    assert page.totals[0] == 4


def test_head_names_the_deal_it_makes_impossible(phone: Phone, table: str) -> None:
    page = phone.fill(f"{table}/head", {"max_deals": 1}, "save")
    assert page.status == 422
    assert page.form("save")["max_deals"] == "1"

    page = phone.follow(phone.send(f"{table}/head", page.form("save"), {"also": "2"}, "save"))

    assert page.totals == [1, 2, 3, 4]


def test_missed_deal_ending_game_names_conflicts(phone: Phone, to_ten: str) -> None:
    (address,) = phone.get(f"{to_ten}/e/2").links("write/deal")
    page = phone.fill(address, points(9, 0, 0, 0), "save")
    assert page.status == 422

    page = phone.follow(phone.send(address, page.form("save"), {"also": "2"}, "save"))

    assert page.totals == [10, 2, 3, 4]


# --- other entries ------------------------------------------------------------------------------


def test_points_are_adjusted_with_a_reason(phone: Phone, table: str) -> None:
    ruling = {"adjust.side": 1, "adjust.points": "−20", "adjust.reason": "revoke, agreed"}

    page = phone.do(f"{table}/write/adjust", ruling)

    assert page.totals == [5, -15, 5, 5]
    assert phone.get(f"{table}/e/3").form("save")["adjust.reason"] == "revoke, agreed"


def test_an_adjustment_begun_at_a_deal_names_it(phone: Phone, table: str) -> None:
    (address,) = phone.get(f"{table}/e/1").links("write/adjust")
    ruling = {"adjust.side": 1, "adjust.points": 5, "adjust.reason": "agreed"}

    phone.do(address, ruling)

    assert '"deal": 1' in phone.get(f"{table}/sheet.json").html


def test_line_reads_on_from_side_and_names_rule(phone: Phone) -> None:
    deal = {"contract": "4S", "declarer": 0, "doubled": 1, "tricks": 10}
    for table in (phone.starts("bridge", deal), phone.starts("bridge", deal)):
        page = phone.get(table)
        (shown,) = re.findall(r'<li class="deal">(.*?)</details>', page.html, re.DOTALL)
        text = unescape(" ".join(re.sub(r"<[^>]*>", " ", shown).split()))
        assert text.startswith(
            "1 4 ♠ by Ann, doubled, made +290 290 0 0"
            " A C Ann & Cat made 4 spades, doubled: 4 × 60 (below) Trick score › +240"
            " A C Ann & Cat made a doubled contract (above) For the insult › +50"
        ), text
        assert "rule ›" not in text


def test_empty_seat_is_a_dash_in_a_deals_lines(phone: Phone) -> None:
    left = {"seat": {"number": 1, "name": None}}
    table = phone.starts("tally", left, {"points": [3, None, 4, 5]}, players=["A", "B", "C", "D"])

    page = phone.get(table)

    assert "– nobody sits here Points › 0" in page.text
    assert "seat 1" not in page.text


def test_a_player_joins_and_another_leaves(phone: Phone, table: str) -> None:
    page = phone.do(f"{table}/write/seat", {"seat.number": 4, "seat.name": "Eve"})
    assert page.totals == [5, 5, 5, 5, 0]

    form = phone.get(f"{table}/write/seat").form("save").fields
    phone.post(f"{table}/write/seat", {**form, "seat.number": "1", "seat.name": "none"})
    left = {**form, "seat.number": "1", "seat.name": "none", "do": "save"}
    assert phone.post(f"{table}/write/seat", left).status == 303

    page = phone.get(table)
    assert "points.1" not in page.form().names
    assert {"points.0", "points.4"} <= page.form().names


def test_a_seat_is_emptied_with_a_tick(phone: Phone, table: str) -> None:
    looked = phone.fill(f"{table}/write/seat", {"seat.name": ["", "none"]}, headers=HTMX)
    assert looked.form("save").fields["seat.name"] == ["", "none"]

    phone.do(f"{table}/write/seat", {"seat.number": 1, "seat.name": ["", "none"]})

    assert phone.sheet(table)["entries"][-1] == {"seat": {"number": 1, "name": None}}


def test_outcome_is_told_before_game_is_stopped(phone: Phone, table: str) -> None:
    phone.play(table, points(7, 0, 0, 0))

    totals = phone.get(table).totals

    page = phone.get(f"{table}/write/finish")

    assert f"Result Ann won with {totals[0]}" in page.text
    assert page.links("#finish")
    assert phone.get(table).totals == totals


def test_game_without_deals_stops_or_has_result(phone: Phone) -> None:
    table = phone.starts("spades")

    page = phone.get(f"{table}/write/finish")

    assert page.links("/write/result")
    assert page.form("save").names == {"csrf_token", "key", "version", "finish.reason"}


@pytest.mark.parametrize("reason", ["the last tram", ""])
def test_a_game_is_stopped_early(phone: Phone, table: str, reason: str) -> None:
    phone.play(table, points(7, 0, 0, 0))

    page = phone.do(f"{table}/write/finish", {"finish.reason": reason})

    assert page.links("#finish")
    assert reason in page.text


PAPER = {"finish.points.0": "512", "finish.points.1": "340"}


def test_paper_result_is_entered_and_edited(phone: Phone) -> None:
    table = phone.starts("spades")
    assert f"{table}/write/result" in phone.get(table).links("/write/result")

    phone.fill(f"{table}/write/result", PAPER, headers=HTMX)
    assert phone.get(table).totals == [0, 0]

    page = phone.do(f"{table}/write/result", {**PAPER, "finish.reason": "time up"})
    assert page.totals == [512, 340]
    entry = phone.get(table).links("/e/")[0]
    form = phone.get(entry).form("save")
    assert [form[name] for name in (*PAPER, "finish.reason")] == ["512", "340", "time up"]

    assert phone.do(entry, {"finish.points.1": "520"}).totals == [512, 520]
    assert phone.do(table, do="undo").totals == [512, 340]
    again = phone.do(table, do="undo")
    assert again.totals == [0, 0]


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ({"finish.won": 1}, "Ben & Dan won"),
        ({"finish.won": "none"}, "The game was drawn"),
        ({**PAPER, "finish.won": 1}, "Ben & Dan won with 340"),
        ({**PAPER, "finish.points.1": "512"}, "Ann & Cat and Ben & Dan shared the win with 512"),
        ({"finish.points.0": "−20", "finish.points.1": "-30"}, "Ann & Cat won with −20"),
    ],
)
def test_a_result_may_be_the_winner_only(
    phone: Phone, typed: dict[str, object], outcome: str
) -> None:
    table = phone.starts("spades")

    assert outcome in phone.do(f"{table}/write/result", typed).text


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({}, "Enter everybody's final points, or only who won."),
        ({"finish.points.1": "340"}, "Enter everybody's final points, or only who won."),
        ({**PAPER, "finish.points.1": "some"}, "Final points: a whole number is needed."),
        ({**PAPER, "finish.points.1": "100001"}, "100001 was entered"),
    ],
)
def test_half_a_result_is_refused_at_its_field(
    phone: Phone, typed: dict[str, object], fault: str
) -> None:
    table = phone.starts("spades")

    page = phone.fill(f"{table}/write/result", typed, "save")

    assert page.status == 422
    assert page.text.count(fault) == 1
    assert {name: page.form("save")[name] for name in typed} == typed
    assert phone.get(table).totals == [0, 0]


@pytest.mark.parametrize("slug", games())
def test_all_pages_cope_with_result_and_no_deal(phone: Phone, slug: str) -> None:
    game = games()[slug]
    names = [f"P{seat}" for seat in range(game.players[0])]
    table = phone.starts(slug, players=names)
    sides = len(game.sides(game.defaults(None), len(names)))
    page = phone.do(f"{table}/write/result", each("finish.points", [*range(20, 20 + sides)]))
    assert page.totals == [*range(20, 20 + sides)]
    pages = ["", "/paper", "/why/0", "/history", "/figures", "/wall", "/chart", "/rules", "/head"]
    files = ["/sheet.csv", "/sheet.json", "/picture.svg", *(["/sheet.pbn"] if game.board else [])]

    assert {phone.get(f"{table}{one}").status for one in pages + files} == {200}
    sheet = phone.get(f"{table}/sheet.json").html
    assert phone.do("/import", {"text": sheet}, "").totals == page.totals


def test_a_draw_is_declared(phone: Phone) -> None:
    deals = [{"declarer": 1, "bid": 3, "made": True}, {"declarer": 2, "bid": 3, "made": True}]
    table = phone.starts("sharp-nullo", *deals, options={"draw_after": 2})
    address = phone.get(table).links("write/draw")[0]

    page = phone.do(address, {"draw.by": 3})

    assert page.links("#draw")


def test_editing_reopens_a_finished_game(phone: Phone) -> None:
    table = phone.starts("tally", FIRST, {"points": [9, 0, 0, 0]}, options={"target": 10})
    assert "again" in keys(phone.get(table))

    page = phone.do(f"{table}/e/2", {"points.0": 8})

    assert page.totals == [9, 2, 3, 4]
    assert "save" in keys(page)
    assert "finished" not in page.text
    assert phone.play(table, points(1, 0, 0, 0)).totals[0] == 10


# --- the head -----------------------------------------------------------------------------------


def test_edited_rule_applies_from_first_deal(phone: Phone) -> None:
    table = phone.starts("spades", {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}, variant="bags")

    page = phone.do(f"{table}/head", {"trick_points": "collected"})

    assert page.totals == [71, 60]
    assert changed(phone, table) == (
        "a made bid scores 10 per trick bid",
        "a made bid scores 10 per trick taken",
    )


def test_names_seats_and_dealer_are_corrected(phone: Phone, table: str) -> None:
    names = ["Ben", "Ann", "Cat", "Eve"]

    page = phone.do(f"{table}/head", {"name": names, "dealer": 3})

    assert "Ben" in page.text
    assert "Ann, Ben, Cat, Dan; Ann deals first" in history(phone, table)
    assert "Ben, Ann, Cat, Eve; Eve deals first" in history(phone, table)


def test_refused_head_keeps_everything(phone: Phone, table: str) -> None:
    typed = {"name": ["Eve", "eve", "Cat", "Dan"], "max_deals": 0, "target": 7}
    page = phone.fill(f"{table}/head", typed, "save")

    assert page.status == 422
    form = page.form("save")
    assert form.fields["name"] == ["Eve", "eve", "Cat", "Dan"]
    assert (form["max_deals"], form["target"]) == ("0", "7")


def test_overtaken_head_keeps_what_was_typed(phone: Phone, table: str) -> None:
    form = phone.get(f"{table}/head").form("save")
    phone.play(table, points(1, 1, 1, 1))

    page = phone.send(f"{table}/head", form, {"target": 77}, "save")

    assert page.status == 409
    assert page.form("save")["target"] == "77"
    assert phone.follow(phone.send(f"{table}/head", page.form("save"), do="save")).status == 200


# --- history ------------------------------------------------------------------------------------


def test_history_tells_who_changed_what(phone: Phone) -> None:
    table = phone.starts("spades", {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}, variant="bags")
    form = phone.get(f"{table}/e/1").form("save")
    phone.follow(phone.send(f"{table}/e/1", form, each("side_tricks", [6, 7]), "save"))
    phone.do(f"{table}/e/1", do="strike")
    phone.do(table, do="undo")

    told = history(phone, table)

    done = ("started", "added", "edited", "deleted")
    assert [told.count(f"This phone {did}") for did in done] == [1] * 4


def test_history_tells_difference_of_alike_deals(phone: Phone) -> None:
    table = phone.starts("spades", {"bids": [5, 3, 3, 2], "side_tricks": [9, 4]})
    phone.do(f"{table}/e/1", {"bids.0": 4, "bids.2": 4})

    told = history(phone, table)

    assert "bids 5, 3, 3, 2 bids 4, 3, 4, 2" in told


def test_history_of_the_impossible_is_plain(phone: Phone) -> None:
    queens = [{"card": card, "taken_by": seat} for seat, card in enumerate(QUEENS)]
    queens[3]["doubled_by"] = 1
    table = phone.starts("trex", {"contract": "girls", "cards": queens})
    phone.do(f"{table}/e/1", {"cards.QC.taken_by": 2})
    page = phone.fill(f"{table}/head", {"doubling": "no"}, "save")
    phone.follow(phone.send(f"{table}/head", page.form("save"), {"also": "1"}, "save"))

    (_, now), (_, then) = all_changed(phone, table)

    assert now == "without doubling"
    assert then.startswith("cards card QC taken by 2, card QD taken by 1,")
    assert not set("{}[]'") & set(then)


def test_unchanged_correction_writes_nothing(phone: Phone, table: str) -> None:
    before = history(phone, table)

    phone.do(f"{table}/e/1", {"points.0": 1})

    assert history(phone, table) == before


def test_edited_deleted_deal_stays_deleted(phone: Phone, table: str) -> None:
    phone.do(f"{table}/e/1", do="strike")

    page = phone.do(f"{table}/e/1", {"points.0": 11})

    assert page.totals == [4, 3, 2, 1]


def test_bids_are_kept_by_who_sat_there_then(phone: Phone) -> None:
    deal = {"declarer": 0, "bid": "two", "made": True}
    sub = {"seat": {"number": 0, "name": "Eve"}}
    table = phone.starts("nap", deal, sub, deal, {"finish": {}})

    assert "Bids made: Ann 1 of 1, Eve 1 of 1" in phone.get(table).text


def test_bids_credit_bidders_not_partners(phone: Phone) -> None:
    deal = {"contract": "3NT", "declarer": 1, "doubled": 0, "tricks": 9}
    told = phone.get(phone.starts("bridge", deal, deal)).text

    assert "Bids made: Ben 2 of 2" in told

    deals = [{"bids": ["nil", 3, 5, 4], "side_tricks": [6, 7], "nil_tricks": {"0": 1}}]
    deals.append({"bids": [4, 3, 2, 3], "side_tricks": [5, 8]})
    told = phone.get(phone.starts("spades", *deals, {"finish": {}}, variant="nil")).text

    assert "Bids made: Ann 0 of 1" in told
    assert "Bids made by each side: Ann & Cat 1 of 2, Ben & Dan 2 of 2" in told


def test_a_watcher_gets_no_links_to_scorer_pages(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    watcher = let_in(phone, new_phone(), table, "watch")

    assert phone.get(f"{table}/history").links("/e/1")
    assert not watcher.get(f"{table}/history").links("/e/1")
