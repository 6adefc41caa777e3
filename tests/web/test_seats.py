"""A phone for a seat answers what is its seat's own; sealed answers stay shut until all are in."""

import re

import pytest

from tests.web.phones import HTMX, NEWS, NewPhone, Page, Phone, guests, keys, let_in

LEFT, PARTNER = "bids.left", "bids.partner"
NUMBERS = ("UR", "DR", "UL", "DL")


def four(path: str, *numbers: int) -> dict[str, object]:
    """Return what a bidder writes."""
    return {f"{path}.{name}": number for name, number in zip(NUMBERS, numbers, strict=True)}


def table_of_numbers(phone: Phone) -> str:
    """A table whose first deal was entered by eight numbers, so that the next one is too."""
    bids = {"left": dict(zip(NUMBERS, (4, 3, 6, 5), strict=True))}
    bids["partner"] = dict(zip(NUMBERS, (5, 5, 5, 5), strict=True))
    return phone.starts("sharp-nullo", {"bids": bids, "contract": "DR", "tricks": 3})


def test_a_seat_is_asked_its_own_questions_only(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    cat, dan, ann = guests(phone, new_phone, table, "seat.2", "seat.3", "seat.0")

    assert {n for n in cat.get(table).form("keep").names if "." in n} == set(four(LEFT, 0, 0, 0, 0))
    assert {n for n in dan.get(table).form("keep").names if "." in n} == set(
        four(PARTNER, 0, 0, 0, 0)
    )
    assert keys(cat.get(table)) == ["keep"]
    assert keys(ann.get(table)) == []


def test_both_bidders_write_on_their_own_phones(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    cat, dan = guests(phone, new_phone, table, "seat.2", "seat.3")

    cat.do(table, four(LEFT, 1, 2, 3, 4), "keep")
    dan.do(table, four(PARTNER, 4, 4, 4, 4), "keep")

    form = phone.get(table).form("save")
    assert [form[f"{LEFT}.{name}"] for name in NUMBERS] == ["1", "2", "3", "4"]
    page = phone.play(table, {"contract": "UR", "tricks": 1})
    assert page.totals == [1, 1]


@pytest.mark.parametrize("do", ["keep", "save", "undo", "again"])
def test_seat_answers_only_for_itself(phone: Phone, new_phone: NewPhone, do: str) -> None:
    table = table_of_numbers(phone)
    cat = let_in(phone, new_phone(), table, "seat.2")
    form = cat.get(table).form().fields
    others = {**four(PARTNER, 9, 9, 9, 9), "contract": "UR", "tricks": "0"}

    answer = cat.post(table, {**form, **four(LEFT, 1, 2, 3, 4), **others, "do": do})

    assert answer.status == 303
    page = phone.get(table)
    assert page.form()["version"] == "1"
    assert page.totals == [0, 1]
    assert written(page) == set(four(LEFT, 0, 0, 0, 0))


def written(page: Page) -> set[str]:
    """The questions to which the page knows an answer in the draft."""
    return {name.removeprefix("seen.") for name in page.form().names if name.startswith("seen.")}


def test_a_seat_takes_no_answer_of_another_back(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    cat, dan = guests(phone, new_phone, table, "seat.2", "seat.3")
    dan.do(table, four(PARTNER, 4, 4, 4, 4), "keep")
    form = cat.get(table).form().fields

    cat.post(table, {**form, **dict.fromkeys(four(PARTNER, 0, 0, 0, 0), ""), "do": "keep"})

    assert written(phone.get(table)) == set(four(PARTNER, 0, 0, 0, 0))


# --- sealed -------------------------------------------------------------------------------------

LOOKS = ("", NEWS, "/history", "/paper", "/chart", "/sheet.json", "/sheet.csv", "/head")


def seen_by(phone: Phone, table: str) -> list[str]:
    """All that a phone is shown of a table, without what differs between any two tables."""
    pages = [phone.get(table + look) for look in LOOKS]
    form = next(iter(pages[0].forms), None)
    if form is not None:
        sent = {**form.fields, "do": "keep"}
        pages += [phone.post(table, sent, HTMX), phone.post(table, {**sent, "do": "save"}, HTMX)]
    return [alike(page.html, table) for page in pages]


def alike(html: str, table: str) -> str:
    html = html.replace(table, "/t/TABLE").replace(table.rpartition("/")[2], "TABLE")
    html = re.sub(r'(name="(?:csrf_token|key)" value=)"[^"]*"', r"\1", html)
    return re.sub(r"<time.*?</time>", "", html)


def test_nothing_shown_tells_sealed_answers(phone: Phone, new_phone: NewPhone) -> None:
    shown: list[list[str]] = []
    for numbers in ((1, 2, 3, 4), (12, 0, 7, 9)):
        table = table_of_numbers(phone)
        cat, dan, watcher, other = guests(
            phone, new_phone, table, "seat.2", "seat.3", "watch", "scorer"
        )
        form = cat.get(table).form().fields
        first = {name: str(n) for name, n in four(LEFT, *numbers).items()}
        cat.post(table, {**form, **first, "do": "keep"})
        half = {f"{PARTNER}.UR": "5", f"{PARTNER}.DR": "6"}
        dan.post(table, {**dan.get(table).form().fields, **half, "do": "keep"})
        shown.append(
            [page for who in (phone, other, watcher, dan, cat) for page in seen_by(who, table)]
        )

    one, another = shown
    assert one == another
    assert any("hidden until" in page for page in one)


def test_sealed_answers_are_shown_when_all_in(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    phone.do(table, {**four(LEFT, 1, 2, 3, 4), **four(PARTNER, 4, 4, 4, 4)}, "keep")

    form = let_in(phone, new_phone(), table, "scorer").get(table).form("save")

    assert form[f"{LEFT}.DL"] == "4"
    assert form[f"{PARTNER}.DL"] == "4"


@pytest.mark.parametrize("do", ["keep", "save", "undo", "anything"])
def test_sealed_bids_are_hidden_from_the_scorer(phone: Phone, new_phone: NewPhone, do: str) -> None:
    shown = []
    rest = texts(four(PARTNER, 4, 4, 4, 4))
    for numbers in ((1, 2, 3, 4), (12, 0, 7, 9)):
        table = table_of_numbers(phone)
        let_in(phone, new_phone(), table, "seat.2").do(table, four(LEFT, *numbers), "keep")
        form = phone.get(table).form("keep").fields
        typed = {**form, **rest, "contract": "UR", "tricks": "1", "do": do, "version": "7"}
        pages = [phone.post(table, typed, headers) for headers in (HTMX, {})]
        asked = "&".join(f"{name}={number}" for name, number in rest.items())
        pages.append(phone.get(f"{table}/what-if?{asked}"))
        shown.append([alike(page.html, table) for page in pages])
        assert written(phone.get(table)) == set(four(LEFT, 0, 0, 0, 0))

    assert shown[0] == shown[1]


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_saving_the_last_bids_reveals_all(
    phone: Phone, new_phone: NewPhone, headers: dict[str, str]
) -> None:
    table = table_of_numbers(phone)
    let_in(phone, new_phone(), table, "seat.2").do(table, four(LEFT, 1, 2, 3, 4), "keep")
    form = phone.get(table).form("keep").fields
    rest = {**four(PARTNER, 4, 4, 4, 4), "contract": "UR", "tricks": 1}

    phone.post(table, {**form, **texts(rest), "do": "save"}, headers)

    page = phone.get(table)
    assert page.form("save")["version"] == "1"
    assert written(page) == set(four(LEFT, 0, 0, 0, 0)) | set(rest)
    assert phone.do(table, {}, "save").totals == [1, 1]


def test_what_lies_open_is_the_seats_no_more(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    cat, dan = guests(phone, new_phone, table, "seat.2", "seat.3")
    cat.do(table, four(LEFT, 1, 2, 3, 4), "keep")
    sent = {**dan.get(table).form("keep").fields, "do": "keep"}
    first, same, other = (
        dan.post(table, {**sent, **texts(four(PARTNER, *numbers))}, HTMX)
        for numbers in ((4, 4, 4, 4), (4, 4, 4, 4), (4, 4, 4, 0))
    )

    assert first.message == same.message == "Bid sent."
    assert other.message.startswith("All bids are revealed.")
    assert phone.get(table).form("save")[f"{PARTNER}.DL"] == "4"
    for who in (cat, dan):
        page = who.get(table)
        assert keys(page) == []
        assert "Cat won the bidding, 10 against 16. Over to the scorer." in page.text

    form = phone.get(table).form("save").fields
    phone.post(table, {**form, f"{PARTNER}.DL": "5", "do": "keep"})
    assert phone.get(table).form("save")[f"{PARTNER}.DL"] == "5"


def test_a_sealed_answer_can_be_rewritten(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    cat = let_in(phone, new_phone(), table, "seat.2")
    page = cat.do(table, four(LEFT, 1, 2, 3, 4), "keep")
    assert f"{LEFT}.UR" not in page.form().fields

    cat.do(table, {f"{LEFT}.UR": 9}, "keep")
    phone.do(table, four(PARTNER, 4, 4, 4, 4), "keep")

    form = phone.get(table).form("save")
    assert [form[f"{LEFT}.{name}"] for name in NUMBERS] == ["9", "2", "3", "4"]


@pytest.mark.parametrize("seen", [True, False])
def test_guessing_finds_no_sealed_answer(phone: Phone, new_phone: NewPhone, seen: bool) -> None:
    shown = []
    for guess in (4, 5):
        table = table_of_numbers(phone)
        form = phone.get(table).form("keep").fields
        let_in(phone, new_phone(), table, "seat.2").do(table, four(LEFT, 1, 2, 3, 4), "keep")
        if seen:
            form = phone.get(table).form("keep").fields
        page = phone.post(table, {**form, f"{LEFT}.DL": str(guess), "do": "keep"}, HTMX)
        shown.append(alike(page.html, table))

    assert shown[0] == shown[1]
    assert ("Another phone changed" in shown[0]) is not seen


def test_sealed_answers_do_not_block_others(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    form = phone.get(table).form("keep").fields
    cat = let_in(phone, new_phone(), table, "seat.2")
    before = cat.get(table).form("keep").fields
    for _ in range(2):  # the answer to the first was lost
        page = cat.post(table, {**before, **texts(four(LEFT, 1, 2, 3, 4)), "do": "keep"}, HTMX)

    page = phone.post(table, {**form, **texts(four(PARTNER, 4, 4, 4, 4)), "do": "keep"}, HTMX)

    assert page.message == ""
    assert phone.get(table).form("save")[f"{LEFT}.DL"] == "4"


def texts(answers: dict[str, object]) -> dict[str, str]:
    """As a browser sends them."""
    return {name: str(answer) for name, answer in answers.items()}
