"""Contracts, cards and numbers as programs write them, in the way of our documents."""

import re
from fractions import Fraction
from typing import Any, Final

from scorekeeper.cards import RANKS
from scorekeeper.duplicate.contracts import contract_score, vulnerable_of
from scorekeeper.duplicate.faults import exact
from scorekeeper.duplicate.session import Number, shown
from scorekeeper.pbn.tags import HAND, SEATS, Unreadable, contract
from scorekeeper.sheet.documents import Document

_SIGNS: Final = str.maketrans("♣♦♥♠−–*", "CDHS--X")
_PASSED: Final = ("PASS", "P", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "PO", "AP")
_NOT_PLAYED: Final = ("NP", "NOTPLAYED", "NOPLAY", "NOTPLAYABLE", "NB")
_AWARD: Final = re.compile(r"A?(\d\d?)%?[-/: ]?A?(\d\d?)%?")
CODES: Final = {60: "A+", 50: "A", 40: "A-"}


def plain(text: str) -> str:
    """Return a contract without blanks, in capitals, suits by their letters."""
    return "".join(text.translate(_SIGNS).upper().split())


def contract_of(text: str) -> str:
    """Return the contract as documents have it; empty where it is none."""
    found = plain(text)
    if found in _PASSED:
        return "pass"
    try:
        called = contract(found)
    except Unreadable:
        return ""
    return called.tag_value if called.level else ""


def is_not_played(text: str) -> bool:
    """Return whether it says that a board was not played."""
    return plain(text) in _NOT_PLAYED


def seat_of(text: str) -> str:
    """Return the letter of a seat; empty where it is none."""
    letter = text.strip().upper()[:1]
    return letter if letter and letter in SEATS else ""


def lead_of(text: str) -> str:
    """Return a card, rank then suit; empty where it is none."""
    card = plain(text).replace("10", "T")
    if len(card) == 2 and card[0] in "CDHS" and card[1] in RANKS:
        card = card[::-1]
    good = len(card) == 2 and card[0] in RANKS and card[1] in "CDHS"
    return card if good else ""


def whole_of(text: str) -> int | None:
    """Return a whole number, with any sign; None where it is none."""
    text = text.strip().translate(_SIGNS).removeprefix("+")
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else None


def number_of(text: str) -> Number | None:
    """Return a number as it is printed; None where it is none."""
    text = text.strip().translate(_SIGNS).rstrip("%=").strip()
    if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", text):
        return None
    return exact(float(text)) if "." in text else int(text)


def artificial_of(text: str) -> Document | None:
    """Return the artificial score of "A6040"; None where it is none."""
    found = _AWARD.fullmatch(text.strip().upper())
    if found is None or not text.strip().upper().startswith("A"):
        return None
    ns, ew = int(found[1]), int(found[2])
    return {"ns": CODES.get(ns, ns), "ew": CODES.get(ew, ew)}


def percent_code(percent: Number) -> Any:
    """Return the letter of an artificial score, or its percent."""
    return CODES.get(int(percent)) if percent in CODES else shown(percent)


def award_code(points: Number, top: int) -> Any:
    """Return the letter or the percent that so many matchpoints out of a top stand for."""
    return percent_code(min(Fraction(points * 100) / top, Fraction(100)) if top else 50)


def tricks_of(text: str, called: str) -> int | None:
    """Return the tricks: a number, or "=", "+1", "-2" from the contract."""
    text = text.strip().translate(_SIGNS)
    number = whole_of(text)
    if text in ("=", "+0") or (text[:1] in ("+", "-") and number is not None):
        number = 6 + int(called[0]) + (number or 0) if called[:1].isdecimal() else None
    return number if number is not None and 0 <= number <= HAND else None


def outcome(
    board: int,
    called: str,
    by: str,
    tricks: int | None,
    lead: str,
    score: int | None,
    vulnerable: str | None = None,
) -> Document:
    """Return what a line says that happened: the contract if it agrees with the score, else the
    score; nothing where it says neither."""
    vulnerable = vulnerable or vulnerable_of(board)
    if called == "pass" and score in (None, 0):
        return {"contract": "pass"}
    if called and called != "pass" and by:
        meant = contract(called)
        choices = range(HAND + 1) if tricks is None else (tricks,)
        ways = [n for n in choices if score in (None, contract_score(meant, by, n, vulnerable))]
        if len(ways) == 1:
            found: Document = {"contract": called, "declarer": by, "tricks": ways[0]}
            return {**found, "lead": lead} if lead else found
    return {} if score is None else {"score": score}
