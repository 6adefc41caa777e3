"""The pad: a deal entered, kept, saved, refused, undone; two phones; htmx and without."""

import re
from collections.abc import Callable
from threading import Thread

import pytest

from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.tables.loading import TableVisit, visit_table
from scorekeeper.web.table import table_request
from tests.web.phones import HTMX, NewPhone, Page, Phone, Typed, each, keys, let_in, points

BIDS = each("bids", [4, 3, 2, 3])
TRICKS = each("side_tricks", [7, 6])
DEAL = {**BIDS, **TRICKS}


@pytest.fixture
def spades(phone: Phone) -> str:
    """A table of Spades."""
    return phone.starts("spades", variant="bags")


@pytest.fixture
def tally(phone: Phone) -> str:
    """A table of the plain pad."""
    return phone.starts("tally")


@pytest.fixture
def other(phone: Phone, new_phone: NewPhone, tally: str) -> Phone:
    """Another phone that scores at the plain pad."""
    return second_scorer(phone, new_phone(), tally)


def second_scorer(phone: Phone, other: Phone, table: str) -> Phone:
    """Another phone, let in by the scorer link."""
    return let_in(phone, other, table, "scorer")


# --- a deal -------------------------------------------------------------------------------------


def test_the_bids_come_first_and_are_kept(phone: Phone, spades: str) -> None:
    page = phone.get(spades)
    assert keys(page) == ["keep"]
    assert not any(name.startswith("side_tricks") for name in page.form().names)

    page = phone.do(spades, BIDS, "keep")

    assert [page.form()[f"bids.{seat}"] for seat in range(4)] == ["4", "3", "2", "3"]
    assert "side_tricks.0" in page.form("save").names
    assert page.totals == [0, 0]
    assert phone.get(spades).form()["bids.0"] == "4"


def test_a_saved_deal_is_scored_and_explained(phone: Phone, spades: str) -> None:
    page = phone.play(spades, DEAL)

    assert page.message == "Deal 1 saved."
    assert page.totals == [61, 60]
    assert page.links("#made-contract")
    assert set(keys(page)) == {"undo", "keep"}


def test_preview_has_bags_with_the_total(phone: Phone, spades: str) -> None:
    phone.do(spades, BIDS, "keep")

    page = phone.do(spades, TRICKS, do="")

    carried = re.findall(r'class="carried">(.*?)</p>', page.html)
    assert [re.sub("<.*?>", "", one) for one in carried] == [
        "→&nbsp;61 · 1 bag",
        "→&nbsp;60 · 0 bags",
    ]


def test_what_follows_from_the_rest_is_filled_in(phone: Phone, spades: str) -> None:
    phone.do(spades, BIDS, "keep")

    page = phone.do(spades, {"side_tricks.0": 7}, "save")

    assert page.totals == [61, 60]


def test_missing_answer_keeps_what_was_typed(phone: Phone, spades: str) -> None:
    phone.do(spades, BIDS, "keep")
    form = phone.get(spades).form("save")

    page = phone.send(spades, form, {"bids.2": 5}, "save")

    assert page.status == 422
    assert page.message.startswith("Missing: ")
    assert page.form()["bids.2"] == "5"
    assert page.form()["key"] == form["key"]
    assert phone.get(spades).totals == [0, 0]


def test_impossible_answer_keeps_what_was_typed(phone: Phone, tally: str) -> None:
    page = phone.fill(tally, {"points.1": 100_001, "points.2": "x"}, "save")

    assert page.status == 422
    assert page.form()["points.1"] == "100001"
    assert page.form()["points.2"] == "x"
    assert phone.get(tally).totals == [0, 0, 0, 0]


def test_a_conflict_keeps_what_was_typed(phone: Phone, other: Phone, tally: str) -> None:
    form = phone.get(tally).form("save")
    agreed = {"adjust.side": 0, "adjust.points": 9, "adjust.reason": "agreed"}
    other.do(f"{tally}/write/adjust", agreed)

    page = phone.send(tally, form, points(5, 6, 7, 8), "save")

    assert page.status == 409
    assert page.totals == [9, 0, 0, 0]
    assert [page.form()[f"points.{seat}"] for seat in range(4)] == ["5", "6", "7", "8"]
    page = phone.follow(phone.send(tally, page.form("save"), do="save"))
    assert page.totals == [14, 6, 7, 8]


# --- two phones with different figures for one deal ---------------------------------------------


@pytest.fixture
def two_figures(phone: Phone, other: Phone, tally: str) -> Page:
    """Ben has saved deal 1; what this phone is told that saves the same hand otherwise."""
    other.do(f"{tally}/phones", {"who": "Ben"}, "call")
    form = phone.get(tally).form("save")
    other.play(tally, points(10, 0, 5, -5))
    return phone.send(tally, form, points(10, 0, 5, -50), "save")


def points_of_deals(phone: Phone, table: str) -> list[list[int]]:
    """The points of each deal on the sheet."""
    return [deal["points"] for deal in phone.sheet(table)["entries"]]


def test_differing_figures_are_both_shown(two_figures: Page) -> None:
    assert two_figures.status == 409
    assert re.search(r"Ben saved at \d\d:\d\d UTC .*−5 .*−50 ", two_figures.text)
    assert keys(two_figures) == ["replace", "save", "theirs"]
    assert two_figures.totals == [10, 0, 5, -5]


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("do", "deals"),
    [
        ("theirs", [[10, 0, 5, -5]]),
        ("replace", [[10, 0, 5, -50]]),
        ("save", [[10, 0, 5, -5], [10, 0, 5, -50]]),
    ],
)
def test_one_tap_decides_between_two_figures(
    phone: Phone, tally: str, two_figures: Page, do: str, deals: object, headers: dict[str, str]
) -> None:
    answers = [phone.send(tally, two_figures.form(do), do=do, headers=headers) for _ in range(2)]

    page = answers[0] if headers else phone.follow(answers[0])
    assert page.form("save")["points.3"] == ""
    assert points_of_deals(phone, tally) == deals


def test_same_figures_for_a_deal_are_one_deal(phone: Phone, other: Phone, tally: str) -> None:
    form = phone.get(tally).form("save")
    other.play(tally, points(1, 2, 3, 4), points(5, 5, 5, 5))

    phone.follow(phone.send(tally, form, points(1, 2, 3, 4), "save"))

    assert points_of_deals(phone, tally) == [[1, 2, 3, 4], [5, 5, 5, 5]]


def test_figures_are_compared_by_deal_number(phone: Phone, other: Phone, tally: str) -> None:
    phone.play(tally, points(1, 1, 1, 1))
    form = phone.get(tally).form("save")
    other.do(tally, do="undo")
    other.play(tally, points(2, 2, 2, 2))

    page = phone.send(tally, form, points(5, 6, 7, 8), "save")
    assert "replace" not in keys(page)

    other.play(tally, points(3, 3, 3, 3), points(4, 4, 4, 4))
    page = phone.send(tally, form, points(5, 6, 7, 8), "save")
    phone.send(tally, page.form("replace"), do="replace")
    assert [one[0] for one in points_of_deals(phone, tally)] == [2, 5, 4]


def test_repeated_replacement_is_asked_again(
    phone: Phone, other: Phone, tally: str, two_figures: Page
) -> None:
    other.do(f"{tally}/e/1", {"points.3": -7})

    page = phone.send(tally, two_figures.form("replace"), do="replace")
    assert page.status == 409
    assert re.search(r"Ben saved at .*−7 .*−50 ", page.text)

    other.do(tally, do="undo")
    other.do(tally, do="undo")
    page = phone.send(tally, page.form("replace"), do="replace")
    assert (page.status, page.form("save")["points.3"]) == (409, "-50")


def test_replacement_names_what_goes_with_it(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", options={"target": 50})
    other = second_scorer(phone, new_phone(), table)
    form = phone.get(table).form("save")
    other.play(table, points(1, 2, 3, 4), points(1, 2, 3, 4))

    page = phone.send(table, form, points(60, 2, 3, 4), "save")
    page = phone.send(table, page.form("replace"), do="replace")

    assert page.status == 422
    also = page.form("replace").filled({}, "replace") | {"also": "2"}
    assert phone.follow(phone.post(table, also)).totals == [60, 2, 3, 4]


def test_figures_for_final_deal_are_compared(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", options={"target": 50})
    other = second_scorer(phone, new_phone(), table)
    form = phone.get(table).form("save")
    other.play(table, points(60, 2, 3, 4))

    page = phone.send(table, form, points(6, 2, 3, 4), "save")

    assert keys(page) == ["replace", "theirs"]
    page = phone.follow(phone.send(table, page.form("replace"), do="replace"))
    assert page.totals == [6, 2, 3, 4]
    assert "save" in keys(page)


@pytest.mark.parametrize("typed", [{"points.0": 10}, {}])
def test_half_a_deal_is_compared_with_a_saved(
    phone: Phone, other: Phone, tally: str, typed: dict[str, int]
) -> None:
    form = phone.get(tally).form("save")
    other.play(tally, points(10, 0, 5, -5))

    page = phone.send(tally, form, typed, headers=HTMX)

    assert ("theirs" in keys(page)) == bool(typed)
    if typed:
        page = phone.send(tally, page.form("keep"), do="keep", headers=HTMX)
        assert page.form()["points.0"] == "10"


def test_adjustment_made_by_two_phones_is_named(phone: Phone, other: Phone, tally: str) -> None:
    address = f"{tally}/write/adjust"
    form = phone.get(address).form("save")
    agreed = {"adjust.side": 0, "adjust.points": 9, "adjust.reason": "agreed"}
    other.do(address, agreed)

    page = phone.send(address, form, agreed, "save")

    assert page.status == 409
    assert phone.get(tally).totals == [9, 0, 0, 0]


def test_zero_for_others_is_compared_as_zeros(phone: Phone, other: Phone, tally: str) -> None:
    form = phone.fill(tally, {"points.0": 7}, headers=HTMX).form("rest")
    other.play(tally, points(1, 2, 3, 4))

    page = phone.send(tally, form, {"points.0": 7}, "rest")
    phone.send(tally, page.form("replace"), do="replace")

    assert points_of_deals(phone, tally) == [[7, 0, 0, 0]]


# --- overtaken between reading and writing ------------------------------------------------------


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Has somebody else do this just after the next request has read the table."""
    visit = visit_table

    def arrange(act: Callable[[], object]) -> None:
        def read(public_id: str, device: str) -> TableVisit:
            found = visit(public_id, device)
            monkeypatch.setattr(table_request, "visit_table", visit)
            somebody = Thread(target=act)  # with a request of its own, as on a server
            somebody.start()
            somebody.join()
            return found

        monkeypatch.setattr(table_request, "visit_table", read)

    return arrange


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_conflict_shows_the_current_deal(
    phone: Phone,
    other: Phone,
    tally: str,
    overtake: Callable[[Callable[[], object]], None],
    headers: dict[str, str],
) -> None:
    form = phone.get(tally).form("save")
    overtake(lambda: other.play(tally, points(1, 2, 3, 4)))

    page = phone.send(tally, form, points(5, 6, 7, 8), "save", headers)

    assert page.status == 409
    assert page.totals == [1, 2, 3, 4]
    assert page.form("save")["points.0"] == "5"
    assert phone.follow(phone.send(tally, page.form("save"), do="save")).totals == [6, 8, 10, 12]


def test_overtaken_edit_shows_both_values(
    phone: Phone, tally: str, overtake: Callable[[Callable[[], object]], None]
) -> None:
    phone.play(tally, points(1, 2, 3, 4))
    address = f"{tally}/e/1"
    form = phone.get(address).form("save")
    overtake(lambda: phone.do(address, {"points.0": 50}))

    page = phone.send(address, form, {"points.0": 70}, "save")

    assert page.status == 409
    assert page.form("save")["points.0"] == "70"
    assert ">+50<" in page.html


def test_a_deal_sent_twice_at_once_is_saved_once(
    phone: Phone, tally: str, overtake: Callable[[Callable[[], object]], None]
) -> None:
    form = phone.get(tally).form("save")
    overtake(lambda: phone.send(tally, form, points(1, 2, 3, 4), "save"))

    page = phone.send(tally, form, points(1, 2, 3, 4), "save", HTMX)

    assert (page.status, page.message) == (200, "Deal 1 saved.")
    assert page.totals == [1, 2, 3, 4]


def test_overtaken_answer_shows_the_other(
    phone: Phone,
    new_phone: NewPhone,
    spades: str,
    overtake: Callable[[Callable[[], object]], None],
) -> None:
    form = phone.get(spades).form()
    other = second_scorer(phone, new_phone(), spades)
    overtake(lambda: other.fill(spades, {"bids.0": 4, "bids.1": 3}, "keep"))

    page = phone.send(spades, form, {"bids.0": 5}, "keep", HTMX)

    assert page.form()["bids.0"] == "5"
    assert page.form()["bids.1"] == "3"


@pytest.mark.parametrize("do", ["save", "strike"])
def test_edit_of_undone_deal_is_told_it_is_gone(
    phone: Phone, tally: str, overtake: Callable[[Callable[[], object]], None], do: str
) -> None:
    phone.play(tally, points(1, 2, 3, 4))
    address = f"{tally}/e/1"
    form = phone.get(address).form("save")
    overtake(lambda: phone.do(tally, do="undo"))

    page = phone.send(address, form, {"points.0": 70}, do)

    assert page.status == 409
    assert phone.get(tally).totals == [0, 0, 0, 0]


def test_page_about_undone_deal_leads_to_pad(phone: Phone, tally: str) -> None:
    phone.play(tally, points(1, 2, 3, 4))
    form = phone.get(f"{tally}/e/1").form("save")
    phone.do(tally, do="undo")

    assert phone.get(f"{tally}/e/1").location == tally
    look = phone.send(f"{tally}/e/1", form, {"points.0": 70}, headers=HTMX)
    assert (look.status, look.headers["HX-Redirect"]) == (409, tally)
    assert phone.send(f"{tally}/write/deal?before=1", form, do="save").status == 409
    assert phone.get(f"{tally}/e/99").status == 404


def test_edit_repeated_after_undo_is_done(phone: Phone, tally: str) -> None:
    phone.play(tally, points(1, 2, 3, 4))
    form = phone.get(f"{tally}/e/1").form("save")
    phone.send(f"{tally}/e/1", form, {"points.0": 70}, "save")
    phone.do(tally, do="undo")
    phone.do(tally, do="undo")

    again = phone.send(f"{tally}/e/1", form, {"points.0": 70}, "save")

    assert phone.follow(again).totals == [0, 0, 0, 0]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_database_lost_during_repeat_is_told(
    phone: Phone,
    tally: str,
    monkeypatch: pytest.MonkeyPatch,
    overtake: Callable[[Callable[[], object]], None],
    headers: dict[str, str],
) -> None:
    def away(*_: object) -> None:
        raise Unavailable(full=False)

    def play_and_go_away() -> None:
        phone.play(tally, points(1, 2, 3, 4))
        monkeypatch.setattr(table_request, "visit_table", away)

    form = phone.get(tally).form("save")
    overtake(play_and_go_away)

    page = phone.send(tally, form, points(5, 6, 7, 8), "save", headers)

    assert page.status == 503
    assert page.headers["Retry-After"]


# --- sent again ---------------------------------------------------------------------------------


def test_a_deal_sent_again_is_written_once(phone: Phone, tally: str) -> None:
    form = phone.get(tally).form("save")
    answers = [phone.send(tally, form, points(1, 2, 3, 4), "save") for _ in range(3)]

    assert [answer.status for answer in answers] == [303, 303, 303]
    page = phone.get(tally)
    assert page.totals == [1, 2, 3, 4]
    assert page.message == "Deal 1 saved."


@pytest.mark.parametrize("where", ["", "/e/1"])
def test_corrected_resend_is_not_called_written(phone: Phone, where: str) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    form = phone.get(table + where).form("save")
    phone.send(table + where, form, points(5, 6, 7, 8), "save")
    written = phone.get(table).totals

    corrected = phone.send(table + where, form, points(5, 6, 7, 9), "save")

    assert corrected.status == 409
    assert ("This phone saved at" in corrected.text) == (not where)
    assert corrected.form("save")["points.3"] == "9"
    assert phone.get(table).totals == written


def test_final_deal_is_answered_again(phone: Phone) -> None:
    table = phone.starts("tally", options={"target": 5})
    form = phone.get(table).form("save")
    phone.send(table, form, points(5, 0, 0, 0), "save")

    again = phone.send(table, form, points(5, 0, 0, 0), "save")

    assert phone.follow(again).message == "Deal 1 saved."


def test_deal_invalid_as_next_is_answered_again(phone: Phone) -> None:
    table = phone.starts("sharp-nullo", options={"draw_after": None})
    form = phone.get(table).form()
    typed = {**form.fields, "declarer": "1", "bid": "3", "tricks": "3", "do": "save"}
    assert phone.post(table, typed).status == 303  # Ben bids in the first deal, not in the second

    again = phone.post(table, typed)

    assert phone.follow(again).totals == [0, 1]


@pytest.mark.parametrize(
    ("where", "typed"),
    [
        ("/write/finish", {"finish.reason": "time"}),
        ("/write/adjust", {"adjust.side": 0, "adjust.points": 9, "adjust.reason": "agreed"}),
        ("/e/1", points(9, 0, 0, 0)),
        ("/e/1", points(0, 0, 0, 0)),
        ("/head", {"target": 9}),
    ],
)
def test_other_repeated_writes_are_answered(
    phone: Phone, where: str, typed: dict[str, object]
) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]}, options={"target": 8})
    form = phone.get(table + where).form("save")
    first, again = (phone.send(table + where, form, typed, "save") for _ in range(2))

    assert (first.status, again.status) == (303, 303)
    history = phone.get(f"{table}/history")
    assert history.html.count("<li><time") == 3


def test_repeated_undo_takes_nothing_more_back(phone: Phone, tally: str) -> None:
    form = phone.play(tally, points(1, 0, 0, 0), points(1, 0, 0, 0)).form("undo")

    for _ in range(2):
        page = phone.follow(phone.send(tally, form, do="undo"))

    assert page.message == "Undone."  # which, the first answer has said
    assert page.totals == [1, 0, 0, 0]


# --- undo ---------------------------------------------------------------------------------------


def test_undo_reverts_last_change_of_any_kind(phone: Phone, tally: str) -> None:
    phone.play(tally, points(1, 2, 3, 4))
    phone.do(f"{tally}/e/1", points(9, 9, 9, 9))

    page = phone.do(tally, do="undo")
    assert (page.message, page.totals) == ("Undone: edit of deal 1.", [1, 2, 3, 4])
    page = phone.do(tally, do="undo")
    assert (page.message, page.totals) == ("Undone: deal 1.", [0, 0, 0, 0])
    assert "undo" not in keys(page)

    (form,) = phone.get(f"{tally}/history").forms
    page = phone.follow(phone.send(tally, form))
    assert page.message == "Redone."
    assert page.totals == [1, 2, 3, 4]


# --- the draft, on two phones -------------------------------------------------------------------


def test_another_phone_goes_on_with_the_bids(
    phone: Phone, new_phone: NewPhone, spades: str
) -> None:
    other = second_scorer(phone, new_phone(), spades)
    phone.do(spades, {"bids.0": 4, "bids.1": 3}, "keep")

    page = other.play(spades, DEAL)

    assert page.totals == [61, 60]
    assert phone.get(spades).form().fields.get("bids.0") is None


def test_two_phones_answer_different_questions(
    phone: Phone, new_phone: NewPhone, spades: str
) -> None:
    other = second_scorer(phone, new_phone(), spades)
    mine, theirs = phone.get(spades).form(), other.get(spades).form()

    phone.send(spades, mine, {"bids.0": 4}, "keep")
    other.send(spades, theirs, {"bids.1": 5}, "keep")

    form = phone.get(spades).form()
    assert (form["bids.0"], form["bids.1"]) == ("4", "5")


def test_two_answers_to_a_question_conflict(phone: Phone, new_phone: NewPhone, spades: str) -> None:
    other = second_scorer(phone, new_phone(), spades)
    mine, theirs = phone.get(spades).form(), other.get(spades).form()
    phone.send(spades, mine, {"bids.0": 4}, "keep")

    page = other.send(spades, theirs, {"bids.0": 5}, "keep")

    assert page.status == 409
    assert "Another phone changed" in page.message
    assert page.form()["bids.0"] == "5"

    page = other.follow(other.send(spades, page.form(), {}, "keep"))
    assert page.form()["bids.0"] == phone.get(spades).form()["bids.0"] == "5"


def test_taps_on_older_pad_stay_without_script(
    phone: Phone, new_phone: NewPhone, spades: str
) -> None:
    other = second_scorer(phone, new_phone(), spades)
    theirs = other.get(spades).form()
    agreed = {"adjust.side": 0, "adjust.points": 9, "adjust.reason": "agreed"}
    phone.do(f"{spades}/write/adjust", agreed)

    page = other.send(spades, theirs, {"bids.0": 5, "bids.1": 3}, "keep")

    assert page.status == 409
    assert (page.form()["bids.0"], page.form()["bids.1"]) == ("5", "3")


def test_an_answer_can_be_cleared(phone: Phone, tally: str) -> None:
    page = phone.do(tally, points(5, 0, 0, 0), "save")
    form = page.form().fields
    phone.post(tally, {**form, "points.0": "7", "do": "keep"})
    assert phone.get(tally).form()["points.0"] == "7"

    form = phone.get(tally).form().fields
    phone.post(tally, {**form, "points.0": "", "do": "keep"})

    assert phone.get(tally).form()["points.0"] == ""


@pytest.mark.parametrize(
    ("game", "stood", "refused", "told"),
    [
        ("canasta", {"out": "1", "mixed.1": "1"}, {"out": "0"}, "without a canasta"),
        ("tally", {"points.0": "40"}, {"points.0": "140000"}, "run from −100000 to 100000"),
    ],
)
def test_refused_answer_is_there_after_loading(
    phone: Phone, game: str, stood: Typed, refused: Typed, told: str
) -> None:
    table = phone.starts(game)
    page = phone.send(table, phone.get(table).form(), stood, headers=HTMX)
    page = phone.send(table, page.form(), refused, headers=HTMX)
    assert told in page.text

    page = phone.get(table)

    (name,) = refused
    assert page.form()[name] == refused[name]
    assert told in page.text


# --- htmx ---------------------------------------------------------------------------------------


def is_part(page: Page) -> bool:
    """Return whether the answer is what is inside `main`, and not a whole page."""
    return "<html" not in page.html and 'class="totals' in page.html


def test_htmx_gets_a_part_and_others_a_redirect(phone: Phone, spades: str) -> None:
    form = phone.get(spades).form()
    kept = phone.send(spades, form, BIDS, "keep", HTMX)
    saved = phone.send(spades, kept.form("save"), TRICKS, "save", HTMX)
    assert (kept.status, saved.status) == (200, 200)
    assert is_part(kept)
    assert is_part(saved)
    assert saved.totals == [61, 60]
    assert saved.message == "Deal 1 saved."
    assert "deal 2" in saved.text

    undone = phone.send(spades, saved.form("undo"), do="undo", headers=HTMX)
    assert is_part(undone)
    assert undone.totals == [0, 0]
    assert phone.send(spades, undone.form(), DEAL, "save").status == 303


@pytest.mark.parametrize("quicker", [False, True])
def test_htmx_gets_the_part_of_what_was_refused(phone: Phone, tally: str, quicker: bool) -> None:
    form = phone.get(tally).form("save")
    if quicker:
        phone.play(tally, points(1, 2, 3, 4))

    page = phone.send(tally, form, {"points.0": 7 if quicker else 100_001}, "save", HTMX)

    assert page.status == (409 if quicker else 422)
    assert is_part(page)
    assert page.form()["points.0"] == ("7" if quicker else "100001")


def test_htmx_rematch_leads_to_new_table(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [5, 0, 0, 0]}, options={"target": 5})
    page = phone.get(table)

    answer = phone.send(table, page.form("again"), do="again", headers=HTMX)

    assert phone.get(answer.headers["HX-Redirect"]).totals == [0, 0, 0, 0]


# --- pages that several phones ask for ----------------------------------------------------------


def test_every_phone_gets_its_own_token_and_key(phone: Phone, other: Phone, tally: str) -> None:
    looks = [one.get(tally).form("save") for one in (phone, other, phone, other)]

    assert len({form["key"] for form in looks}) == 4
    assert looks[0]["csrf_token"] != looks[1]["csrf_token"]
    assert "\0" not in phone.get(tally).html
    assert other.send(tally, looks[3], points(1, 2, 3, 4), "save").status == 303
    assert phone.send(tally, looks[1], points(1, 2, 3, 4), "save").status == 400


def test_every_phone_has_its_own_colours(phone: Phone, other: Phone, tally: str) -> None:
    other.fill("/settings", {"theme": "dark"})

    assert 'data-theme="dark"' in other.get(tally).html
    assert "data-theme" not in phone.get(tally).html


# --- news ---------------------------------------------------------------------------------------


def test_news_come_only_when_there_are_any(phone: Phone, new_phone: NewPhone, spades: str) -> None:
    watcher = let_in(phone, new_phone(), spades, "watch")
    page = watcher.get(spades)
    address = page.news
    assert watcher.get(address).is_nothing_new
    assert watcher.get(address).body == b""

    phone.do(spades, BIDS, "keep")
    drafted = watcher.get(address)
    assert is_part(drafted)
    assert drafted.totals == [0, 0]
    address = drafted.news
    assert watcher.get(address).is_nothing_new

    phone.play(spades, TRICKS)
    assert watcher.get(address).totals == [61, 60]


# --- the end ------------------------------------------------------------------------------------


def test_end_is_told_with_rule_and_summary(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [3, 1, 1, 1]}, options={"target": 5})

    page = phone.play(table, points(4, 1, 1, 1))

    assert "Ann" in page.text.partition("Rule: target")[0]
    assert page.links("#target")
    assert "+4 decided it: Ann, deal 2" in page.text
    assert set(keys(page)) == {"undo", "again"}
    assert not any(name.startswith("points") for name in page.form("again").names)


def test_nothing_is_written_after_the_end(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})
    form = phone.get(table).form("again").fields

    page = phone.post(table, {**form, **points(1, 1, 1, 1), "do": "save"})

    assert page.status == 422
    assert phone.get(f"{table}/write/adjust").location == table
    assert not phone.get(f"{table}/e/1").links("write/adjust")
    assert phone.get(table).totals == [5, 1, 1, 1]


def test_taps_for_a_saved_deal_leave_the_next(
    phone: Phone, new_phone: NewPhone, tally: str
) -> None:
    form = phone.get(tally).form("save")
    second_scorer(phone, new_phone(), tally).play(tally, points(1, 2, 3, 4))

    phone.send(tally, form, points(5, 6, 7, 8), headers=HTMX)

    assert phone.get(tally).form("save")["points.0"] == ""


def test_abandoned_entry_way_is_on_no_phone(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("nap")
    other = second_scorer(phone, new_phone(), table)
    phone.do(table, {"bid": "three", "declarer": 0}, "keep")
    phone.fill(table, {"made": "yes"}, headers=HTMX)

    page = phone.fill(table, {"by.made": "tricks"}, headers=HTMX)
    assert other.get(table).form("save")["made"] == "yes"
    phone.send(table, page.form(), {"tricks": 2}, headers=HTMX)

    form = other.get(table).form("save")
    assert (form["by.made"], form["tricks"]) == ("tricks", "2")
    assert "made" not in form.names
