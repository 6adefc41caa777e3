"""Words as they are heard: without endings, and with the names that things have besides."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from scorekeeper.cards import SUIT_NAMES, SUIT_SIGNS, SUITS
from scorekeeper.search.german import in_english
from scorekeeper.search.synonyms import IRREGULAR_FORMS, STOP_WORDS, SYNONYMS
from scorekeeper.spelling import without_accents

_WORD: Final = re.compile(r"[a-z0-9]+")
_SUIT: Final = {suit: SUIT_NAMES[suit].removesuffix("s") for suit in SUITS}
_SIGNS: Final = str.maketrans({SUIT_SIGNS[suit]: f" {_SUIT[suit]} " for suit in SUITS})
_FORMS: Final = {form: word for word, forms in IRREGULAR_FORMS.items() for form in forms.split()}
_PLURALS: Final = (("ies", "y"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""))
_ENDINGS: Final = (("ied", "y"), ("eed", "eed"), ("ed", ""), ("ing", ""))
_SPOKEN: Final = re.compile("(?=..).*[aeiouy]")
_LONGEST_NAME: Final = 4
_BETWEEN: Final = 1
"""How many other words a name's words may have between them."""


def search_terms(text: str) -> list[str]:
    """Return the words of a text that are heard, without their endings."""
    return stems(words(text))


def stems(said: Iterable[str]) -> list[str]:
    """Return those of the words that are heard, without their endings."""
    return [_stem(word) for word in said if word not in STOP_WORDS]


def words(text: str) -> list[str]:
    """Return the words of a text, small and without accents; of a suit's sign what one card of it
    is: ♠ a spade, and not the game of that name."""
    plain = without_accents(text.translate(_SIGNS).casefold().replace("’", "'"))
    return in_english(_WORD.findall(plain.replace("n't", " not").replace("'", "")))


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """Return the word without its ending: ``trump`` of trumps, ``deal`` of dealing and of dealt."""
    word = _without_ending(_without_ending(_FORMS.get(word, word), _PLURALS), _ENDINGS)
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def _without_ending(word: str, endings: Iterable[tuple[str, str]]) -> str:
    """Return the word with the first of the endings that it has changed, if a word is left then."""
    for ending, instead in endings:
        rest = word.removesuffix(ending)
        if rest != word and (ending == instead or _SPOKEN.match(rest)):
            return rest + instead
    return word


@cache
def phrases() -> Mapping[tuple[str, ...], set[str]]:
    """Return what things are called, each with the terms that stand for it."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name, others in SYNONYMS.items():
        for phrase in (name, *others.split(",")):
            found[tuple(search_terms(phrase))].add(f"={name}")
    return found


def names(words: Sequence[str]) -> Iterator[str]:
    """Yield the things that a text names."""
    for length in range(1, _LONGEST_NAME + 1):
        for start in range(len(words) - length + 1):
            yield from phrases().get(tuple(words[start : start + length]), ())


def in_any_order(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the things that a question names, and by which words, the shortest names first: people
    say them in many ways, but not with much between the words."""
    places = {word: [n for n, one in enumerate(words) if one == word] for word in words}
    near = (phrase for word in places for phrase in _beginning().get(word, ()))
    for phrase in sorted(
        {one for one in near if set(one) <= set(places)}, key=lambda one: (len(one), one)
    ):
        if _close([places[word] for word in phrase], len(phrase) + _BETWEEN):
            yield from ((name, phrase) for name in sorted(phrases()[phrase]))


def _close(places: Sequence[Sequence[int]], span: int) -> bool:
    """Return whether there is one of each place within so many words."""
    return any(
        all(any(start <= one < start + span for one in some) for some in places)
        for start in {one for some in places for one in some}
    )


@cache
def _beginning() -> Mapping[str, list[tuple[str, ...]]]:
    """Return what things are called, by the first word."""
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for phrase in phrases():
        found[phrase[0]].append(phrase)
    return found
