"""The page of an answer that needs facts: they stand in its address, each with its way back."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from tests.web.phones import Page, Phone


def ask(phone: Phone, question: str, **given: str) -> Page:
    page = phone.get(f"/rules/search?{urlencode({'q': question, **given})}")
    assert page.status == 200
    return page


def answer(page: Page) -> str:
    """The large sentence, without its marks."""
    (heading,) = re.findall("<h2[^>]*>(.*?)</h2>", page.html.partition('class="answer"')[2])[:1]
    return re.sub("<[^>]*>", "", heading)


def question(page: Page) -> str:
    """What is asked; empty where nothing is."""
    return "".join(re.findall("<h3>(.*?)</h3>", page.html))


DOWN = {"game": "bridge", "about": "undertricks"}


def test_each_key_is_a_link_to_the_next_question(phone: Phone) -> None:
    page = ask(phone, "what does going down cost", game="bridge")
    asked = []

    for _ in range(3):
        asked.append(question(page))
        (key, *_) = re.findall('class="key[^"]*" href="([^"]*)"', page.html)
        page = phone.get(unescape(key))

    assert asked[0] == "How many tricks short?"
    assert question(page) == ""
    assert answer(page) == "100 to the defenders for 1 down, undoubled, vulnerable."
    assert "beat the contract by 1 trick, vulnerable" in page.html


@pytest.mark.parametrize("down", ["0", "99", "x", ""])
def test_an_answer_that_cannot_be_is_asked_again(phone: Phone, down: str) -> None:
    page = ask(phone, "two down", **DOWN, down=down, doubled="1")

    assert question(page) == "How many tricks short?"


def test_what_is_tapped_goes_before_what_is_said(phone: Phone) -> None:
    page = ask(phone, "two down doubled and vulnerable", **DOWN, down="3", vulnerable="no")

    assert answer(page) == "500 to the defenders for 3 down, doubled, not vulnerable."


def test_a_table_is_told_the_number_of_its_house_rules(phone: Phone) -> None:
    tables = [
        phone.starts("spades", variant="nil-bags", options=rules)
        for rules in ({}, {"bag_penalty": 40}, {"bag_penalty_every": 0})
    ]

    said = [
        answer(ask(phone, "what do 12 bags cost", table=table.rpartition("/")[2]))
        for table in tables
    ]

    assert said[:2] == ["−100 for 12 bags.", "−40 for 12 bags."]
    assert said[2] == "Nothing: bags are not penalised here."


def test_a_question_of_whom_keeps_its_own_answer(phone: Phone) -> None:
    page = ask(phone, "who pays when a solo is made", game="solo-whist")

    assert answer(page) == "Each defender pays each declarer what the contract is worth."
    assert "<summary>Work it out</summary>" in page.html


def test_a_rule_that_is_not_played_asks_nothing(phone: Phone) -> None:
    page = ask(phone, "what does a failed nil cost", game="spades", variant="bags")

    assert question(page) == ""
    assert 'class="facts"' not in page.html
