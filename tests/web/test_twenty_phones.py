"""An evening of twenty, each with a phone: they say that they come, are led to their tables, score
there at the same time, and all see the same."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Phone, create_league
from tests.web.test_replies import announced, member, plans, says

pytestmark = pytest.mark.long

NAMES = [f"{letter}{vowel}n" for letter in "BDFGH" for vowel in "aeio"]


def at_once(act: Callable[[Any], Any], those: Sequence[Any]) -> list[Any]:
    """Return what each of them gets, all acting at the same time."""
    with ThreadPoolExecutor(len(those)) as threads:
        return [*threads.map(act, those)]


def score(place: tuple[str, list[Phone]]) -> None:
    """One of the table writes a deal, another one, a third ends the game."""
    table, there = place
    there[0].do(table, {f"points.{seat}": 10 * seat for seat in range(4)})
    there[1].do(table, {f"points.{seat}": 1 for seat in range(4)})
    there[2].do(f"{table}/write/finish")


@pytest.mark.hard
def test_an_evening_with_twenty_phones(app: Flask, phone: Phone) -> None:
    league = create_league(phone, players="\n".join(NAMES))
    evening = announced(phone, league)
    phones = {name: member(app, league, name) for name in NAMES}
    at_once(lambda one: says(one, league, "coming"), [*phones.values()])
    assert all(name in phone.get(evening).text for name in NAMES)
    plans(phone, f"{evening}/plan", {"rounds": 3})

    met = Counter[frozenset[str]]()
    for round_ in (1, 2, 3):
        phone.do(evening, {}, f"open.{round_}")
        pages = at_once(lambda one: one.get(league), [*phones.values()])
        tables: dict[str, list[Phone]] = {}
        for name, page in zip(phones, pages, strict=True):
            assert f"Round {round_}, table" in page.text
            (address,) = page.links("/t/")
            tables.setdefault(address, []).append(phones[name])
            others = page.text.partition("Against ")[2].partition(" Go to")[0].split(", ")
            assert name not in others
            met.update(frozenset((name, other)) for other in others)
        assert [len(there) for there in tables.values()] == [4] * 5
        at_once(score, [*tables.items()])

    assert max(met.values()) == 2  # as both of them see it, and nobody meets again
    news = at_once(lambda one: one.get(evening).text.partition("Tonight's")[2], [*phones.values()])
    # who played at a table may correct its result
    assert len({re.sub(r" Correct : Table \d", "", text) for text in news}) == 1
    assert all(name in news[0] for name in NAMES)
