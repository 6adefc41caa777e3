"""How players are shown on a page: their names in sentences, and their coins, letters on a colour,
so that neither is needed alone.

A name written from right to left would pull the number, the comma or the name after it to its other
side, so it is set apart by two invisible characters: in sentences here, wherever else a page has
one when it has been drawn. What is stored, sent by the API or printed by the
command line has the names as they were given.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar
from unicodedata import bidirectional, combining

from jinja2 import Template
from markupsafe import Markup, escape

from scorekeeper.cards import RANK_SIGNS, SUIT_SIGNS, WITHOUT_SUIT
from scorekeeper.sentences import Sides, Voice
from scorekeeper.store.table.persons import NONE_CHOSEN, ChosenCoin, Coins

COLOURS: Final = 6
"""Sides that have a colour of their own; then the colours begin again."""

_JOINER: Final = "\u200d"
_STAYS: Final = frozenset((_JOINER, "\ufe0f", *map(chr, range(0x1F3FB, 0x1F400))))
"""Joins two signs, makes one a picture, gives it a colour of skin."""


_USUAL: Final = ChosenCoin(None, "")


class Coin(NamedTuple):
    """A coin: its letters, and the number of its colour."""

    letter: str
    colour: int


def coins_at(
    names: Sequence[str | None], sides: Sides, chosen: Coins = NONE_CHOSEN
) -> tuple[Coin, ...]:
    """Return the coin of each seat at a table: the one its player has chosen; else partners
    share a colour, and others get one that nobody chose."""
    return _coins(tuple(names), sides, tuple([chosen.get(name or "", _USUAL) for name in names]))


@lru_cache(1024)
def _coins(
    names: tuple[str | None, ...], sides: Sides, wanted: tuple[ChosenCoin, ...]
) -> tuple[Coin, ...]:
    """Return the coins where each player has chosen so; a saved deal asks for them five times."""
    taken = {one.colour for one in wanted}
    usual = {side % COLOURS for side in range(len(sides))}
    free = iter(one for one in range(COLOURS) if one not in taken | usual)
    colours = {}
    for side, seats in enumerate(sides):
        colour = side % COLOURS
        if len(seats) == 1 and colour in taken:
            colour = next(free, colour)
        colours.update(dict.fromkeys(seats, colour))
    letters = initials([name or "–" for name in names])
    return tuple(
        Coin(
            one.initial or letter,
            colours.get(seat, 0) if one.colour is None else one.colour % COLOURS,
        )
        for seat, (one, letter) in enumerate(zip(wanted, letters, strict=True))
    )


def colours_of_sides(coins: Sequence[Coin], sides: Sides) -> list[int]:
    """Return the number of each side's colour: that of the coin of who plays alone."""
    return [
        coins[seats[0]].colour if len(seats) == 1 else side % COLOURS
        for side, seats in enumerate(sides)
    ]


def coins_html(of_side: Sequence[Coin]) -> Markup:
    """Return the coin of each player of a side."""
    drawn = (f'<i class="coin s{one.colour}">{escape(one.letter)}</i>' for one in of_side)
    return Markup(f'<b aria-hidden="true">{"".join(drawn)}</b>')


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return each name's first letter, two letters where another name begins with the same; signs
    that only change how others are written, such as their direction, are no letters."""
    letters = [
        [one for one in _letters(name.strip()) if any(map(str.isprintable, one))] for name in names
    ]
    firsts = Counter(one[0].upper() for one in letters if one)
    return tuple(
        one[0].upper() + ("".join(one[1:2]) if firsts[one[0].upper()] > 1 else "") if one else ""
        for one in letters
    )


def signs(text: str) -> int:
    """Return how many signs a text has, as people count them."""
    return sum(1 for _ in _letters(text))


def _letters(text: str) -> Iterator[str]:
    """Yield the text in pieces that stay one sign: a letter with its accents, a family of emoji."""
    letter = ""
    for sign in text:
        if letter and (combining(sign) or sign in _STAYS or letter[-1] == _JOINER):
            letter += sign
        else:
            if letter:
                yield letter
            letter = sign
    if letter:
        yield letter


class SignVoice(Voice):
    """Reads suits and cards as their signs, for keys; knows the coin of each seat."""

    def __init__(
        self, names: Sequence[str | None] = (), sides: Sides = (), coins: Sequence[Coin] = ()
    ) -> None:
        super().__init__(names, sides)
        self.coins = tuple(coins) or coins_at(names, sides)

    def suit(self, suit: str) -> str:
        return SUIT_SIGNS[suit]

    def card(self, card: str) -> str:
        return (
            super().card(card)
            if card in WITHOUT_SUIT
            else RANK_SIGNS[card[0]] + SUIT_SIGNS[card[1]]
        )


# --- names ----------------------------------------------------------------------------------------

_FROM_RIGHT: Final = frozenset({"R", "AL", "RLO", "RLE", "RLI"})
"""Letters; and what turns others round, in names that were saved by earlier versions."""
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


AnyVoice = TypeVar("AnyVoice", bound=Voice)


def isolated(name: str) -> str:
    """Return the name, set apart from the words around it if any letter runs from right to left."""
    if name.isascii() or name[0] == _FIRST_STRONG_ISOLATE:
        return name
    if _FROM_RIGHT.isdisjoint(map(bidirectional, name)):
        return name
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def on_page(voice: AnyVoice) -> AnyVoice:
    """Return the voice as it speaks on a page."""
    if all(name is None or name.isascii() for name in voice.names):
        return voice
    names = tuple(None if name is None else isolated(name) for name in voice.names)
    return type(voice)(names, voice.sides)


_LETTER: Final = (
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_FIRST_BYTES: Final = [bytes([one]) for one in (*range(0xD6, 0xE1), 0xEF, 0xF0)]
"""With one of these each such letter begins in UTF-8. To look for them takes 12 µs a page, for the
letters themselves 450, of 2 ms that it takes to draw it."""
_BETWEEN: Final = "(?:[ \xa0.'’\u05f3\u05f4\u200c\u200d-]|&#3[49];)"
"""What may stand once between the words of a name, as HTML has it."""
_NAME: Final = re.compile(f"\u2068[^\u2069]*\u2069|{_LETTER}+(?:{_BETWEEN}{_LETTER}+)*")
_TEXT: Final = re.compile(
    # in a field a name stays as it was pasted
    r"""(?:<(script|style|textarea|code)\b.*?</\1>|<!--.*?-->|<(?:"[^"]*"|'[^']*'|[^"'>])*>)+"""
    r"|(?P<text>[^<]+)",
    re.DOTALL,
)


class PageTemplate(Template):
    """A template whose pages have names from right to left set apart, wherever they stand between
    tags."""

    def render(self, *given: Any, **values: Any) -> str:
        """Return the page."""
        # marks in the templates would miss names that code joins, as an import's preview does
        page = super().render(*given, **values)
        data = page.encode()
        if not (any(one in data for one in _FIRST_BYTES) and _NAME.search(page)):
            return page
        return _TEXT.sub(
            lambda part: _NAME.sub(lambda name: isolated(name[0]), part["text"] or "") or part[0],
            page,
        )
