"""Texts that are compressed once and filled in for each phone."""

import gzip
import secrets

import pytest

from scorekeeper.web.shared.packing import Packed
from tests.web.phones import Phone

LENGTHS = {b"\0token\0": 91, b"\0key\0": 16}
TEXTS = {
    "each twice": b"<form>\0token\0 and \0key\0</form> then <form>\0key\0\0token\0</form>",
    "one alone": b"<p>\0key\0</p>",
    "none": b"<p>nothing of a phone's own</p>",
    "at the ends": b"\0key\0 in between \0token\0",
    "side by side": b"<p>\0token\0\0key\0</p>",
}


@pytest.mark.parametrize("name", TEXTS)
def test_any_values_may_be_filled_in(name: str) -> None:
    marked = TEXTS[name]
    packed = Packed(marked, LENGTHS)

    for _ in range(20):
        values = {mark: secrets.token_hex(99)[:size].encode() for mark, size in LENGTHS.items()}
        text = marked
        for mark, value in values.items():
            text = text.replace(mark, value)
        assert gzip.decompress(packed.filled(text, values)) == text
    assert packed.is_right


def test_a_text_that_refers_back_too_far_is_told_to_be_wrong() -> None:
    far = b"\0token\0" + secrets.token_bytes(40_000) + b"\0token\0"

    assert not Packed(far, LENGTHS).is_right


def test_a_page_that_is_asked_for_again_is_the_same_for_each_phone(phone: Phone) -> None:
    link = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
    packed = {"Accept-Encoding": "gzip"}

    pages = [phone.client.get(link, headers=packed) for _ in range(3)]
    plain = phone.client.get(link)

    for page in pages[1:]:
        assert page.headers["Content-Encoding"] == "gzip"
        form = gzip.decompress(page.data).decode()
        assert len(form) == len(plain.text)
        assert 'name="csrf_token"' in form
