"""A question whose answer needs facts: three taps on the page of the answer, in two games, and the
number stands in the large type; without a script too."""

from urllib.parse import urlencode

import pytest

from tests.browser.phone import NewPhone

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("script", "game", "question", "taps", "large", "text"),
    [
        (
            True,
            "bridge",
            "what does going down cost",
            ("2", "Doubled", "Not vulnerable"),
            "300",
            "to the defenders for 2 down, doubled, not vulnerable.",
        ),
        pytest.param(
            False,
            "noms",
            "what is a bid worth if made",
            ("9", "With a partner", "10"),
            "9",
            "to the declarer for 9 with a partner with 10 tricks.",
            marks=pytest.mark.hard,
        ),
    ],
)
def test_facts_are_tapped(
    new_phone: NewPhone,
    script: bool,
    game: str,
    question: str,
    taps: tuple[str, ...],
    large: str,
    text: str,
) -> None:
    phone = new_phone(script=script)
    phone.go(f"/rules/search?{urlencode({'game': game, 'q': question})}")
    answer = phone.page.locator(".answer")
    before = answer.locator("h2").inner_text()

    for label in taps:
        assert answer.locator("h2").inner_text() == before
        phone.follow(answer.locator(".key").get_by_text(label, exact=True))

    assert answer.locator("h2 .large").inner_text() == large
    assert answer.locator("h2").inner_text().endswith(text)
    assert answer.locator(".lines li").count() > 0
    assert answer.locator(".key").count() == 0
    assert answer.locator(".answered b").all_inner_texts() == [*taps]
    # each answer leads back to its question
    phone.follow(answer.locator(".answered a").last)
    assert answer.locator("h2").inner_text() == before
