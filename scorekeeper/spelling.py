"""Reading and comparing names, words and numbers, however they are written."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from scorekeeper.languages import Message

JOINERS: Final = "\u200c\u200d"
"""Zero width non-joiner and joiner: they change how the letters or emoji beside them look."""
_BLACK_FLAG, _KEYCAP = "\U0001f3f4", "\u20e3"
_EMOJI: Final = ("\U0001f000", "\U0001faff")
_SKIN: Final = ("\U0001f3fb", "\U0001f3ff")
_TAGS: Final = ("\U000e0020", "\U000e007f")
_FOR_SIGNS: Final = ("\ufe00", "\ufe0f")
_FOR_IDEOGRAPHS: Final = ("\U000e0100", "\U000e01ef")
_FOR_MONGOLIAN: Final = ("\u180b", "\u180f")
"""Variation selectors, each for what stands before it."""
_NOTHING: Final = (
    ("\u034f", "\u034f"), ("\u115f", "\u1160"), ("\u17b4", "\u17b5"), _FOR_MONGOLIAN,
    ("\u3164", "\u3164"), _FOR_SIGNS, ("\uffa0", "\uffa0"), ("\ufff0", "\ufff8"),
    ("\U000e0000", "\U000e0fff"),
)  # fmt: skip
"""What is drawn as nothing and is no format character: the rest of Unicode's
Default_Ignorable_Code_Point, which Python does not know."""
_BLANK: Final = str.maketrans(dict.fromkeys("\u2800\U0001d159", " "))
"""A Braille cell and a note without ink."""
_VIRAMA: Final = 9
_NEAR: Final = 16
"""How far a format character has an effect: a name of a thousand of them is read as fast as any."""


def folded(name: str) -> str:
    """Return the name as players, and what they keep under a name, are told apart by it."""
    return name.strip().casefold()


def plain_word(text: str) -> str:
    """Return the text as one word in small letters, however it was typed: "openmisere" of "Open
    misère" and of "open_misere"."""
    return "".join(filter(str.isalnum, without_accents(folded(text))))


def without_accents(text: str) -> str:
    """Return the text in plain letters: "Jose" of "José"."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# --- what nobody sees -----------------------------------------------------------------------------

NOTHING_SEEN: Final[Message] = "This has no visible characters. Type it again."
"""Why a name is refused of which `visible` leaves nothing."""


def visible(name: str) -> str:
    """Return a name as it is read: without characters that nobody sees, by which two players could
    look alike or a line run backwards, and without blanks around it.

    Joiners stay within emoji and between letters that they change, as Persian and Indic names have
    them; so do the selectors and tags that make an emoji.
    """
    if name.isascii() and name.isprintable():
        return name.strip()
    letters = name.translate(_BLANK)
    kept = list[str]()
    for place, letter in enumerate(letters):
        if not _is_unseen(letter) or _has_effect(
            letter, kept[-_NEAR:], letters[place + 1 : place + 1 + _NEAR]
        ):
            kept.append(letter)
    return "".join(kept).strip()


def _within(letter: str, *spans: tuple[str, str]) -> bool:
    return any(first <= letter <= last for first, last in spans)


def _is_unseen(letter: str) -> bool:
    """Return whether a letter is drawn as nothing; the character 0 is left, to be refused."""
    category = unicodedata.category(letter)
    if category == "Cc":
        return letter != "\0" and not letter.isspace()
    return category == "Cf" or _within(letter, *_NOTHING)


def _has_effect(letter: str, before: Sequence[str], after: str) -> bool:
    """Return whether a format character changes how what stands before or behind it looks."""
    last = before[-1] if before else ""
    # a rule of our own after UAX #31: Indic and Arabic names need more than IDNA allows
    if letter in JOINERS:
        if last and letter == "\u200d" and unicodedata.combining(last) == _VIRAMA:
            return True  # a letter without its vowel, as at the end of many names from Kerala
        base = _base(before)
        following = next((one for one in after if not _is_unseen(one)), "")
        marked = unicodedata.category(following)[0] == "M" if following else False
        if _is_sign(base):
            return letter == "\u200d" and _is_sign(following)
        return _joins(base) and (marked or _joins(following))
    if _within(letter, _FOR_SIGNS):
        return _is_sign(last) or after.startswith(_KEYCAP)
    if _within(letter, _FOR_IDEOGRAPHS):
        return last != "" and unicodedata.name(last, "").startswith("CJK")
    if _within(letter, _FOR_MONGOLIAN):
        return unicodedata.name(last, "").startswith("MONGOLIAN LETTER") if last else False
    return _within(letter, _TAGS) and (last == _BLACK_FLAG or _within(last, _TAGS))


def _base(before: Sequence[str]) -> str:
    """Return the letter or emoji that the last marks, selectors, tags and colour of skin are of;
    nothing where the last one is a joiner."""
    for one in reversed(before):
        if one in JOINERS:
            return ""
        changes = _within(one, _SKIN, _TAGS, _FOR_SIGNS, _FOR_IDEOGRAPHS)
        if not changes and unicodedata.category(one)[0] != "M":
            return one
    return ""


def _is_sign(letter: str) -> bool:
    """Return whether it is an emoji or another sign; Python may not know the newest."""
    return letter != "" and (
        _within(letter, _EMOJI) or unicodedata.category(letter) in ("So", "Sm")
    )


def _joins(letter: str) -> bool:
    """Return whether a joiner may change the letter: scripts with capitals and those of East Asia
    know none."""
    return (
        letter != ""
        and unicodedata.category(letter) in ("Lo", "Lm")
        and unicodedata.east_asian_width(letter) not in "WFH"
    )


# --- numbers --------------------------------------------------------------------------------------

MINUSES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"
_SIGNS: Final = {
    **dict.fromkeys(MINUSES, "-"), "\uff0b": "+", "\ufe62": "+", "\u066b": ".", "\uff0e": ".",
    "\u066c": "’", "\uff0c": ",", "\u060c": ",",
}  # fmt: skip


# players type digits of all scripts into text fields, as browsers drop them from type=number unread
def plain_number(text: str) -> str:
    """Return a typed number in the digits 0 to 9, with a hyphen for any minus and without the
    marks of direction that keyboards and spreadsheets put around numbers; Arabic signs for
    fractions and thousands become ours. Anything else stays."""
    if text.isascii():
        return text
    return "".join(
        _SIGNS.get(letter) or str(unicodedata.decimal(letter, letter))
        for letter in text
        if not _is_unseen(letter)
    )
