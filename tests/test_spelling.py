"""Names without what nobody sees, and numbers in the digits of any script."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.payments import single_spaced
from scorekeeper.results_file.values import day_of, points_of
from scorekeeper.spelling import plain_number, visible
from scorekeeper.web.shared.security import read_number

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
KEPT = [
    *("Ann", "Zoë", "Ольга", "李", "محمد", "Mary Ann", FAMILY, ENGLAND, "1\ufe0f\u20e3"),
    *("❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈", "👩\u200d❤\ufe0f\u200d👨"),
    *("Mary", "Ann 🏴\u200d☠\ufe0f"),
    "علی\u200cرضا",  # Persian: parts of a word that do not join
    "ක්\u200dරිස්",  # Sinhala and Bengali: conjuncts
    "র\u200d\u09cdয",
    "മോഹന്\u200d",  # Malayalam: a letter without its vowel
    "葛\U000e0100城",  # a variant of an ideograph
]  # fmt: skip
DROPPED = [
    ("An\u200bn", "Ann"),
    ("Be\u00adn", "Ben"),
    ("\ufeffCat", "Cat"),
    ("\u202eAnn", "Ann"),
    ("a\u2066b\u2069c", "abc"),
    ("Ann\u3164", "Ann"),
    ("Ann\u2800", "Ann"),
    ("\u115f\u1160Ann\uffa0", "Ann"),
    ("An\u200dn", "Ann"),  # letters with capitals do not join
    ("Ann\u200d", "Ann"),
    ("Ann\ufe0f", "Ann"),
    ("山\u200d田", "山田"),
    ("محمد\u200c", "محمد"),
    ("علی\u200c\u200cرضا", "علی\u200cرضا"),
    ("👨\u200c👩", "👨👩"),
    ("👨\u200d\u200bAnn", "👨Ann"),
    ("An\x07n", "Ann"),
    *((nothing, "") for nothing in ("\u3164", "\u200b", "\u200d\u200d", "\u2060 \u00ad", "\u2800")),
]
LETTERS = st.text(
    st.sampled_from("aZé李محیක්রn 👨👩🏽🏴☠\u0301\u09cd\u0dca1\u20e3")
    | st.sampled_from("\u200b\u200c\u200d\u00ad\ufeff\u3164\u202e\u2066\u2069\ufe0f\u2800")
    | st.sampled_from("\U000e0067\U000e0100\u180b\u034f\u2800"),
    max_size=20,
)  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_joiners_that_change_letters_stay(name: str) -> None:
    assert visible(f" {name} ") == name


@pytest.mark.parametrize(("name", "read"), DROPPED)
def test_invisible_characters_are_dropped(name: str, read: str) -> None:
    assert visible(name) == read


@given(LETTERS | st.text(max_size=20))
def test_a_name_is_read_once_and_for_all(name: str) -> None:
    read = visible(name)

    assert visible(read) == read == read.strip()
    assert not {"\u202e", "\u2066", "\u2069", "\u200b", "\u00ad", "\ufeff", "\u3164"} & {*read}
    assert visible(f"\u202e{read}\u00ad") == read
    seen = [one for one in name if one.isalnum() and one != "\u3164"]
    assert [one for one in read if one.isalnum()] == [
        one for one in seen if not "\u115f" <= one <= "\u1160" and one != "\uffa0"
    ]


def test_thousands_of_joiners_are_read_at_once() -> None:
    assert visible("\u200d\u0301" * 50_000 + "a\u200d" * 50_000).count("a") == 50_000


# --- digits of other scripts ----------------------------------------------------------------------

ZEROS = [one for one in map(chr, range(0x30, 0x1E960)) if unicodedata.decimal(one, 1) == 0]


def written(number: int, zero: str, minus: str = "-") -> str:
    """A number in the digits that begin with this zero."""
    digits = "".join(chr(ord(zero) + int(digit)) for digit in str(abs(number)))
    return minus + digits if number < 0 else digits


@given(st.integers(-99_999, 99_999), st.sampled_from(ZEROS), st.sampled_from("-−–－"))
def test_digits_of_other_scripts_are_read(number: int, zero: str, minus: str) -> None:
    text = written(number, zero, minus)

    assert plain_number(f"\u200e{text}\u200f") == str(number)
    assert points_of(text) == number
    if number >= 0:
        assert read_number(text) == number


def test_other_signs_of_numbers_are_read() -> None:
    assert points_of("١٬٢٣٤٬٥٦٧") == "“١٬٢٣٤٬٥٦٧” is more than 100000 points."
    assert points_of("١٢٫٠") == 12
    assert single_spaced("٠٫١٠ €") == "0.10 €"
    assert str(day_of("٣١.١٢.٢٠٢٥", "", None)) == "2025-12-31"
    assert str(day_of("۲۰۲۵-۱۲-۳۱", "", None)) == "2025-12-31"
