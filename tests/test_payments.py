"""Settling up: sums come right, no way has fewer payments, and money is exact to the last digit."""

from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.payments import MOST_EXACT, Payment, settle, single_spaced, stake_of

SMALL = st.integers(-6, 6)
"""Balances that often come to nought in part, so that it matters how they are put together."""

evened = st.lists(SMALL, min_size=2, max_size=6).map(lambda some: (*some, -sum(some)))


def after(balances: Sequence[int], payments: Sequence[Payment]) -> list[int]:
    """Return what is still owed once these were paid, the pot last."""
    left = [*balances, -sum(balances)]
    for payer, payee, counters in payments:
        left[-1 if payer is None else payer] += counters
        left[-1 if payee is None else payee] -= counters
    return left


def fewest(balances: Sequence[int]) -> int:
    """By trying: the first who is not even settles in full with each one on the other side."""
    owed = [balance for balance in balances if balance]
    if not owed:
        return 0
    first, *others = owed
    return 1 + min(
        fewest([*others[:place], other + first, *others[place + 1 :]])
        for place, other in enumerate(others)
        if (other < 0) != (first < 0)
    )


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ((), []),
        ((0, 0, 0), []),
        ((6, -2, -2, -2), [(1, 0, 2), (2, 0, 2), (3, 0, 2)]),
        ((2, -2, 2, -2), [(1, 0, 2), (3, 2, 2)]),
        ((5, -3, -2, 4, -4), [(1, 0, 3), (2, 0, 2), (4, 3, 4)]),
        ((-9, 3, 3, 3), [(0, 1, 3), (0, 2, 3), (0, 3, 3)]),
        # who pays most and who is paid most first would take four
        ((7, -4, -3, 5, -5), [(1, 0, 4), (2, 0, 3), (4, 3, 5)]),
        # a fine, and credits that a newcomer began with
        ((4, -2, -4), [(2, 0, 4), (1, None, 2)]),
        ((0, 0, 10), [(None, 2, 10)]),
    ],
)
def test_payments(
    balances: tuple[int, ...], payments: list[tuple[int | None, int | None, int]]
) -> None:
    assert sorted(map(str, settle(balances))) == sorted(str(Payment(*one)) for one in payments)


@given(balances=evened)
def test_no_way_has_fewer_payments(balances: tuple[int, ...]) -> None:
    payments = settle(balances)

    assert len(payments) == fewest(balances)
    assert not any(after(balances, payments))


@given(balances=st.lists(SMALL, max_size=6).map(tuple))
def test_the_pot_is_one_more_party(balances: tuple[int, ...]) -> None:
    assert len(settle(balances)) == fewest([*balances, -sum(balances)])


@given(balances=st.lists(st.integers(-(10**9), 10**9), max_size=20).map(tuple))
def test_afterwards_nobody_owes_anything(balances: tuple[int, ...]) -> None:
    payments = settle(balances)
    owing = sum(map(bool, [*balances, sum(balances)]))

    assert not any(after(balances, payments))
    assert len(payments) <= max(owing - 1, 0)


@given(balances=st.lists(SMALL, max_size=MOST_EXACT).map(tuple))
def test_creditors_never_pay_nor_debtors_receive(balances: tuple[int, ...]) -> None:
    for payer, payee, counters in settle(balances):
        assert counters > 0
        assert payer is None or balances[payer] < 0
        assert payee is None or balances[payee] > 0


@given(balances=evened)
def test_same_balances_settle_alike_in_any_seats(balances: tuple[int, ...]) -> None:
    assert len(settle(balances)) == len(settle(balances[::-1]))


# --- money --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("0.10 €", {1: "0.10 €", 3: "0.30 €", -12: "−1.20 €", 0: "0.00 €"}),
        ("0,05€", {1: "0,05€", -3: "−0,15€"}),
        ("$1", {40: "$40", -40: "−$40"}),
        ("CHF 0.5", {1: "CHF 0.5", 3: "CHF 1.5"}),
        ("5 beans", {2: "10 beans"}),
        ("2", {7: "14"}),
        ("0.0001 ₿", {3: "0.0003 ₿", 10_000: "1.0000 ₿"}),
        ("999999.9999", {100_000: "99999999990.0000"}),
    ],
)
def test_amounts_are_exact_and_written_as_stake(text: str, amounts: dict[int, str]) -> None:
    stake = stake_of(text)

    assert stake
    assert {n: stake.of(n).replace("\xa0", " ") for n in amounts} == amounts
    assert " " not in stake.of(1)


@pytest.mark.parametrize(
    "text",
    ["", " ", "€", "0", "0.00 €", "-1 €", "−1", "+1", "1.", ".5", "1.2.3", "1 2", "1,000.00"]
    + ["0.12345", "1000000", "1 very-long", "1 eleven-long", "a b 1", "1 a b", "£ 1 €2", "1e3"]
    + ["1\t€", "1 \u202e", "1\x00", "٣ €", "1 elevenchars"],
)
def test_an_invalid_amount_is_none(text: str) -> None:
    assert stake_of(text) is None


@given(
    number=st.integers(1, 9_999_999_999).map(lambda n: Decimal(n).scaleb(-4)),
    counters=st.integers(-(10**6), 10**6),
)
def test_nothing_is_lost_in_rounding(number: Decimal, counters: int) -> None:
    stake = stake_of(f"{number:f} €")

    assert stake
    told = stake.of(counters).removesuffix("\xa0€").replace("−", "-")
    assert Decimal(told) == number * counters


def test_blanks_are_kept_single() -> None:
    assert single_spaced("  0.10   € ") == "0.10 €"
