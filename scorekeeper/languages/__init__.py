"""The language of the texts: English as it stands in the code and the templates, or a translation.

A process speaks one language. Messages are looked up by their English text, as gettext does:
`fr.mo` beside this file, compiled from `fr.po`, is French. `en-XA` is no language: it is English
with accents and a third longer, so that tests see which texts are looked up and which pages have no
room (CONTRIBUTING.md, "Translate it").
"""

import re
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

Message = str
"""A text of ours that is handed on and looked up later: `make texts` collects what is given for it
(`python_texts.py`)."""

ENGLISH: Final = "en"
PSEUDO: Final = "en-XA"

_FOLDER: Final = Path(__file__).parent
_CODE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_KEPT: Final = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|%\(\w+\)\w)")
"""What no translation changes: places of values, tags, entities."""
_ACCENTS: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž",
)
_DOUBLED: Final = re.compile("[åéîöûý]")
"""Twice each, they make a text some 40 % longer."""


class _Pseudo(NullTranslations):
    """English with accents, longer, and with its word forms."""

    def gettext(self, message: str) -> str:
        """The message with accents, and what stands for values as it is."""
        return "".join(
            _word_forms(part) if at % 2 else _accented(part)
            for at, part in enumerate(_KEPT.split(message))
        )


def _accented(text: str) -> str:
    return _DOUBLED.sub(lambda vowel: vowel[0] * 2, text.translate(_ACCENTS))


def _word_forms(place: str) -> str:
    """The place, its word forms with accents: `{n:trick|tricks}`."""
    name, colon, forms = place.partition(":")
    return name + colon + _accented(forms) if place.startswith("{") else place


spoken = ENGLISH
"""The language's code."""

current: NullTranslations | None = None
"""The translation; None is English, which nothing has to be looked up for."""


def activate(code: str) -> None:
    """Speak this language from now on. Raises ValueError where there is no translation into it."""
    global current, spoken
    current, spoken = _translation(code), code


def _translation(code: str) -> NullTranslations | None:
    if code == ENGLISH:
        return None
    if code == PSEUDO:
        return _Pseudo()
    compiled = _FOLDER / f"{code}.mo"
    if not (_CODE.fullmatch(code) and compiled.is_file()):
        raise ValueError(f"SCOREKEEPER_LANGUAGE is “{code}”; there is no translation into it.")
    with compiled.open("rb") as file:
        return GNUTranslations(file)


def translated(message: str) -> str:
    """The message in the language spoken; itself where it is not translated."""
    return message if current is None or not message else current.gettext(message)


def word_form(count: object) -> int:
    """Return the index of a message's word form for a count: 0 for one, 1 for many; some
    languages have more."""
    # read by GNUTranslations from the file's Plural-Forms; English for others
    plural = getattr(current, "plural", None)
    return int(plural(count)) if plural else int(count != 1)
