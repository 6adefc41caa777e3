"""Comparing names and words, however they are written."""

import unicodedata


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
