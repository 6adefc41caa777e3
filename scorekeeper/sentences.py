"""Sentences: a template and its typed values, put into words only where somebody reads them.

`say("{seat} took {n} {n:trick|tricks}", seat=Seat(2), n=3)` names a seat, not a person; a `Voice`
that knows who sits there makes "Cat took 3 tricks" of it. `{n}` is the value, `{n:one|many}` the
word that goes with its number. A translation has another template for each (`languages`).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import force_setattr

from scorekeeper import languages
from scorekeeper.cards import RANK_NAMES, SUIT_NAMES, TRUMPS, WITHOUT_SUIT
from scorekeeper.languages import Message as Message

Sides = tuple[tuple[int, ...], ...]
"""Who scores together: for each side its seats."""

_PLACE: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_NUMBERS: Final[tuple[Message, ...]] = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)


class Seat(int):
    """A seat, from 0 clockwise; read as the name of its player."""


class Side(int):
    """A side; read as the names of its players."""


class InWords(int):
    """A number read as a word up to thirteen: "four", "Four" at the head of a sentence."""


class Suit(str):
    """`C D H S` or `NT`; read as "clubs" ... "no trump"."""


class Bid(NamedTuple):
    """A number of tricks in a strain (`C D H S` or `NT`); read as "4 spades", "1 club"."""

    level: int
    strain: str


class Card(str):
    """A card in notation; read as "queen of spades"."""


class Phrase(str):
    """A text of the app's own, translated when shown; any other string is shown as it is."""


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """A template and the values for its places.

    `words` is it in English, with a gap for each name (`%(seat2)s`); None until `Voice.shared` was
    asked for them.
    """

    template: str
    values: Mapping[str, Any] = {}
    words: str | None = None


class Listing(msgspec.Struct, frozen=True, gc=False):
    """Values read one after another: "Ann, Ben or Cat"."""

    items: tuple[Any, ...]
    last: Message = ", "


def say(template: str, /, **values: Any) -> Sentence:
    """Return a sentence of `template` with these values."""
    return Sentence(template, values)


def one_of(*items: Any) -> Listing:
    """Return the items with "or" before the last."""
    return Listing(items, " or ")


def all_of(*items: Any) -> Listing:
    """Return the items with "and" before the last."""
    return Listing(items, " and ")


# names from right to left are set apart: they would pull the comma or number behind them along
_END_OF_NAME: Final = "\N{POP DIRECTIONAL ISOLATE}"
_STOPS: Final = (".", "!", "?", "…")
_STOPPED: Final = re.compile(r"(\{\w+\})\.(?=\s|$)")


class _Template(NamedTuple):
    """A template with `%s` for its places; the name and the word forms (none: the value itself) of
    each; the name of the place that opens the sentence; and which places a full stop follows: a
    value that ends a sentence itself, as "Oh Hell!" does, has none behind it."""

    text: str
    places: tuple[tuple[str, tuple[str, ...]], ...]
    opening: str
    stopped: tuple[int, ...]


@lru_cache(maxsize=4096)
def _split_template(template: str) -> _Template:
    stops = {found.start() for found in _STOPPED.finditer(template)}
    found = [*_PLACE.finditer(template)]
    places = tuple((place[1], tuple(place[2].split("|")) if place[2] else ()) for place in found)
    opening = places[0][0] if found and found[0].start() == 0 else ""
    stopped = tuple(at for at, place in enumerate(found) if place.start() in stops)
    open_ended = _STOPPED.sub(r"\1", template).replace("%", "%%")
    return _Template(_PLACE.sub("%s", open_ended), places, opening, stopped)


def full_stop(text: str) -> str:
    """Return the text with a full stop behind it, unless it ends a sentence itself."""
    # "Oh Hell!." in every sentence that ends with that game
    return text if text.rstrip(_END_OF_NAME).endswith(_STOPS) else f"{text}."


def opening(sentence: Sentence) -> Any:
    """Return the value that a sentence begins with, be it that of a sentence within it; None where
    it begins with words."""
    place = _split_template(sentence.template)[2]
    value = sentence.values[place] if place else None
    while type(value) is Listing and value.items:
        value = value.items[0]
    return opening(value) if type(value) is Sentence else value


class Voice:
    """Puts sentences into words for a table.

    `names` are the players in seat order (None for an emptied seat), `sides` who plays together.
    Subclasses change how a kind of value is shown.
    """

    def __init__(self, names: Sequence[str | None] = (), sides: Sides = ()) -> None:
        self.names = names
        self.sides = sides

    def text(self, sentence: Sentence) -> str:
        """Return the sentence in words."""
        template, values = languages.translated(sentence.template), sentence.values
        if not values:
            return template
        text, places, opening, stopped = _split_template(template)
        parts = [
            forms[min(languages.word_form(values[name]), len(forms) - 1)]
            if forms
            else self.value(values[name])
            for name, forms in places
        ]
        if opening and type(values[opening]) is InWords:
            parts[0] = parts[0].capitalize()
        for at in stopped:
            parts[at] = full_stop(str(parts[at]))
        return text % tuple(parts)

    def shared(self, sentence: Sentence) -> str:
        """Return a sentence in words that many tables share; only the names are put in anew."""
        if languages.current is not None:
            return self.text(sentence)
        # put into words for each table, lines took a third of `score --jsonl`
        words = sentence.words
        if words is None:
            words = _NAMELESS.text(sentence).replace("%", "%%").replace(_GAP, "%")
            force_setattr(sentence, "words", words)
        return words % self if "%" in words else words

    def __getitem__(self, gap: str) -> str:
        """Return the name for a gap of a shared sentence."""
        number = int(gap[4:])
        return self.seat(number) if gap.startswith("seat") else self.side(number)

    def value(self, value: Any) -> str:
        """Return a value in words, as the method for its type says it."""
        return getattr(self, _METHODS[type(value)])(value)  # type: ignore[no-any-return]

    def alone(self, sentence: Sentence) -> str:
        """Return the sentence in words, standing by itself: it begins with a capital."""
        text = self.text(sentence)
        return text[:1].upper() + text[1:]

    def within(self, sentence: Sentence) -> str:
        """Return the sentence in words, within another: only a name keeps its capital."""
        text = self.text(sentence)
        return text if sentence.template.startswith("{") else text[:1].lower() + text[1:]

    def string(self, string: str) -> str:
        """Return words as they are."""
        return string

    def phrase(self, phrase: str) -> str:
        """Return words of ours in the language spoken."""
        return languages.translated(phrase)

    def number(self, number: int) -> str:
        """Return a whole number with a real minus."""
        return str(number) if number >= 0 else f"−{-number}"

    def in_words(self, number: int) -> str:
        """Return a small number as a word."""
        if 0 <= number < len(_NUMBERS):
            return languages.translated(_NUMBERS[number])
        return self.number(int(number))

    def seat(self, seat: int) -> str:
        """Return the name of the player in the seat; "seat 5" where there is none."""
        name = self.names[seat] if 0 <= seat < len(self.names) else None
        return tell("seat {n}", n=int(seat)) if name is None else name

    def side(self, side: int) -> str:
        """Return the names of the side's players."""
        return " & ".join([self.seat(seat) for seat in self.sides[side]])

    def suit(self, suit: str) -> str:
        """Return the suit's name."""
        return languages.translated(TRUMPS if suit == TRUMPS else SUIT_NAMES[suit])

    def bid(self, bid: Bid) -> str:
        """Return the number and the suit's name, which has no plural after a one."""
        suit = self.suit(bid.strain)
        return f"{self.number(bid.level)} {suit.removesuffix('s') if bid.level == 1 else suit}"

    def card(self, card: str) -> str:
        """Return the card's name."""
        if card in WITHOUT_SUIT:
            return languages.translated(WITHOUT_SUIT[card])
        rank = languages.translated(RANK_NAMES.get(card[:-1], card[:-1]))
        return tell("{rank} of {suit}", rank=rank, suit=Suit(card[-1]))

    def listing(self, listing: Listing) -> str:
        """Return the items, with commas and the last word between the last two."""
        words = [self.value(item) for item in listing.items]
        if len(words) < 2:
            return "".join(words)
        return ", ".join(words[:-1]) + languages.translated(listing.last) + words[-1]


_GAP: Final = "\udc25"
"""A percent sign that no text can hold that was read or stored: half of a surrogate pair."""


class _Nameless(Voice):
    """A voice that leaves a gap for every name."""

    def seat(self, seat: int) -> str:
        return f"{_GAP}(seat{int(seat)})s"

    def side(self, side: int) -> str:
        return f"{_GAP}(side{int(side)})s"


_NAMELESS: Final = _Nameless()

_METHODS: Final[Mapping[type, str]] = {
    int: "number",
    str: "string",
    Phrase: "phrase",
    Seat: "seat",
    Side: "side",
    Suit: "suit",
    Bid: "bid",
    Card: "card",
    InWords: "in_words",
    Sentence: "text",
    Listing: "listing",
}
"""The method of a voice that puts each type of value into words."""


def with_sign(points: int) -> str:
    """Return points with their sign and a real minus; 0 has no sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def minus(number: int) -> str:
    """Return a number with a real minus."""
    return str(number).replace("-", "−")


_ANYONE: Final = Voice()


def tell(template: str, /, **values: Any) -> str:
    """Return the sentence in words at once, for texts that name no seats."""
    return _ANYONE.text(Sentence(template, values))


def phrase(text: str) -> str:
    """Return the text, which `tell` looks up where it is shown; `make texts` finds it here."""
    return text
