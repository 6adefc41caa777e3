"""A whole game of each rule set on one phone, as an evening goes: a slip that is put right, a deal
taken back, a deal that is not complete; counted in taps, compared with a vector."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scorekeeper.games import games
from tests.browser.evenings import EVENINGS, Entry, enter, keys, start, taps_allowed
from tests.browser.phone import Phone
from tests.requirements import few

pytestmark = pytest.mark.browser

WRONG = {
    "bridge": "tricks-8",
    "five-hundred-43": "tricks-7",
    "five-hundred-45": "tricks-8",
    "spades-nil": "nil_tricks.2-1",
    "spades-bags": "side_tricks.0-9",
    "sharp-nullo": "tricks-5",
    "tally": "points.3-7",
    "nap": "made-no",
    "solo-whist": "made-no",
    "trex": "cards.KH.led_by-0",
    "noms": "partner-1",
    "twenty-eight": "made-no",
    "whist": "side_tricks.0-8",
    "euchre": "tricks-2",
    "oh-hell-3": "bids.1-4",
    "oh-hell-7": "bids.2-3",
    "hearts": "queen-1",
    "chicago": "tricks-8",
    "wizard": "bid.1-1",
    "skull-king": "tricks.1-0",
    "skat": "result-lost",
}
"""The key first tapped in deal 1, in place of the one that gives the right answer there."""

HIGHER_THAN_A_SCREEN = ("five-hundred", "sharp-nullo", "trex")
"""Where grids of bids and cards one by one have to be scrolled to."""


@pytest.mark.parametrize("name", few(EVENINGS, {"bridge"}))
def test_an_evening_ends_as_worked_by_hand(phone: Phone, name: str) -> None:
    sheet, expect = EVENINGS[name]["sheet"], EVENINGS[name]["expect"]
    game, totals = sheet["game"], [entry["totals"] for entry in expect["entries"]]
    first, second, third, fourth, *others = sheet["entries"]
    start(phone, name)

    slip_and_put_right(phone, game, WRONG[name], first, second, totals[:2])
    take_back(phone, game, second, third, totals[1:3])
    forget_a_part(phone, game, fourth, totals[2:4])
    for number, entry in enumerate(others, 4):
        record(phone, game, entry, number, sheet["entries"][number - 1])
        assert phone.totals() == totals[number]

    assert phone.sheet()["entries"] == sheet["entries"]
    assert winner(sheet, expect["winners"]) in phone.end()


def record(phone: Phone, game: str, entry: Entry, number: int, before: Entry) -> None:
    """Enter a deal and save it, in as few taps as promised and all of them in reach."""
    if "finish" in entry:
        return stop(phone, entry["finish"]["reason"])
    if "seat" in entry:
        return change(phone, entry["seat"]["number"], entry["seat"]["name"])

    def play() -> None:
        enter(phone, game, entry, number)
        phone.save()

    scrolled = phone.scrolls
    assert phone.counting(play) <= taps_allowed(game, entry, before)
    assert phone.scrolls == scrolled or game in HIGHER_THAN_A_SCREEN
    return None


def slip_and_put_right(
    phone: Phone, game: str, wrong: str, first: Entry, second: Entry, totals: Sequence[Any]
) -> None:
    """Deal 1 is written wrong, seen after deal 2, and put right."""
    enter(phone, game, first, 0)
    answer(phone, wrong)
    phone.save()
    assert phone.totals() != totals[0]
    record(phone, game, second, 1, first)

    phone.edit(1)
    answer(phone, right_key(game, first, 0, wrong))
    phone.save()

    assert phone.totals() == totals[1]
    assert "rescored" in phone.message()


def take_back(phone: Phone, game: str, before: Entry, entry: Entry, totals: Sequence[Any]) -> None:
    """A deal is saved, undone with one tap, and saved again as it stands in the form."""
    record(phone, game, entry, 2, before)
    assert phone.totals() == totals[1]

    assert phone.counting(phone.undo) == 1
    assert phone.totals() == totals[0]
    assert len(phone.deals()) == 2

    assert phone.counting(phone.save) == 1
    assert phone.totals() == totals[1]


def forget_a_part(phone: Phone, game: str, entry: Entry, totals: Sequence[Any]) -> None:
    """A deal is refused, the reason said, nothing that was entered lost."""
    enter_badly(phone, game, entry)
    phone.save()

    assert phone.message()
    assert phone.faults()
    assert phone.totals() == totals[0]

    answer(phone, right_key(game, entry, 3))
    phone.save()
    assert phone.totals() == totals[1]


def enter_badly(phone: Phone, game: str, entry: Entry) -> None:
    """All but the last answer; on the score pad a word where a number belongs."""
    if game == "tally":
        enter(phone, game, entry, 3)
        phone.write("points.3", "two")
    else:
        phone.tap(*keys(game, entry, 3)[:-1])


def right_key(game: str, entry: Entry, deal: int, wrong: str = "") -> str:
    """The answer of a deal where `wrong` was given, or the last of them."""
    if game == "tally":
        return f"points.3-{entry['points'][3]}"
    asked = wrong.rpartition("-")[0]
    return next(key for key in reversed(keys(game, entry, deal)) if key.startswith(asked))


def answer(phone: Phone, key: str) -> None:
    """Tap this key, or write its value where there are none."""
    name, _, value = key.rpartition("-")
    if name.startswith("points"):
        phone.write(name, value)
    else:
        phone.tap(key)


def stop(phone: Phone, reason: str) -> None:
    """The players stop here."""
    phone.menu("End game")
    phone.write("finish.reason", reason)
    phone.save()


def change(phone: Phone, seat: int, name: str | None) -> None:
    """Somebody sits down there, or leaves (None)."""
    phone.menu("Change player")
    phone.tap(f"seat.number-{seat}")
    if name is None:
        phone.tap("seat.name-none")
    else:
        phone.write("seat.name", name)
    phone.save()


def winner(sheet: Mapping[str, Any], winners: list[int]) -> str:
    """The name of the side that won."""
    (side,) = winners
    players: list[str] = [*sheet["players"]]
    if games()[sheet["game"]].partnerships:
        return " & ".join(players[side::2])
    players += [entry["seat"]["name"] for entry in sheet["entries"] if "seat" in entry]
    return players[side]
