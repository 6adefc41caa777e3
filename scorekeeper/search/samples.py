"""The sample questions: what players ask a passage by, and how like them a new question is.

They are kept in `asked.md`: one file for all games, and of each one its own.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Final, NamedTuple

from scorekeeper import rulebook, sheet
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game, printed_tables
from scorekeeper.engine.pad import voice_of
from scorekeeper.games import folder, for_every_game
from scorekeeper.sentences import Voice
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay

_ASKED: Final = re.compile(r"^([a-z][a-z0-9_-]*): (.+(?:\n  .+)*)$", re.MULTILINE)
_VOICE: Final = Voice()


Place = tuple[Game, Passage]
"""A passage of a game's rules; its number among all of them is what the index knows it by."""


class Sample(NamedTuple):
    """A question as players ask it for a passage, and whether they do so in every game."""

    said: str
    everywhere: bool


def sample_questions(game: Game, anchor: str) -> Iterable[Sample]:
    """Yield the questions with which players ask for a passage."""
    for where in (None, game):
        for said in samples(where).get(anchor, ()):
            yield Sample(said, everywhere=where is None)


@cache
def samples(game: Game | None) -> Mapping[str, tuple[str, ...]]:
    """Return the samples of a game, or of all games (None), by anchor; none if there is no such
    file."""
    page = for_every_game("asked.md") if game is None else folder(game) / "asked.md"
    if not page.is_file():
        return {}
    found = _ASKED.findall(page.read_text(encoding="utf-8"))
    return {anchor: tuple(map(str.strip, said.split(";"))) for anchor, said in found}


def paragraphs(game: Game, passage: Passage) -> Iterator[str]:
    """Yield the text of each paragraph, with the house rules that are usual."""
    options = game.defaults(None)
    yield from (rulebook.unmarked(text, game, options) for _, text in passage.paragraphs)


@cache
def surrounding_text(game: Game) -> Mapping[str, str]:
    """Return what stands beside the text of each passage, by anchor: its tables, the lines of
    worked examples that cite it, the values of an option."""
    found: dict[str, list[str]] = defaultdict(list)
    tables = printed_tables(game, game.defaults(None))
    for place, name in rulebook.tables_at(game):
        rows = (tables[name].head, *tables[name].rows)
        found[place].extend(_VOICE.text(cell) for row in rows for cell in row)
    for example in rulebook.examples(game):
        for rule, text in _lines(game, example):
            found[rule].append(text)
    for option in game.options:
        found[f"option-{option.path[0]}"].append(rulebook.allowed_values(option))
    return {anchor: ". ".join(said) for anchor, said in found.items()}


def _lines(game: Game, example: Document) -> Iterable[tuple[str, str]]:
    """Yield the rules and the sentences of the lines that a worked example is scored with."""
    document = rulebook.example_sheet(game, example)
    pad = replay(sheet.read_head(document), document["entries"])[-1]
    voice = voice_of(pad)
    for row in pad.rows:
        yield from ((line.rule, voice.text(line.text)) for line in row.lines)


# --- how like a question they are ---------------------------------------------------------------

Worths = Mapping[str, float]
"""Terms, and what each is worth."""

_SECOND: Final = 0.1
"""What the second likeliest sample of a passage adds to the likeliest."""

Holding = Mapping[str, Mapping[int, float]]
IndexedSamples = tuple[Sequence[int], Holding]


def index_samples(samples: Iterable[tuple[int, float, Worths]]) -> IndexedSamples:
    """Return the place that each sample asks for, and which samples hold a term, how much."""
    places: list[int] = []
    holding: dict[str, dict[int, float]] = {}
    for number, (place, sure, sample) in enumerate(samples):
        places.append(place)
        size = _size(sample) / sure
        for term, worth in sample.items():
            holding.setdefault(term, {})[number] = worth / size
    return places, holding


class Samples:
    """Samples of questions, each with the place of the passage that answers it, and how surely it
    does; and how many each place has."""

    def __init__(self, places: Sequence[int], holding: Holding) -> None:
        self._places, self._holding = places, holding
        self.many = Counter(places)

    def scores(self, question: Worths) -> Mapping[int, float]:
        """Return how like the question the samples of each passage are, by place: about 0 to 1."""
        shared: dict[int, float] = defaultdict(float)
        size = _size(question)
        for term, worth in question.items():
            for number, share in self._holding.get(term, {}).items():
                shared[number] += share * worth / size
        alike: dict[int, list[float]] = defaultdict(list)
        for number, much in shared.items():
            alike[self._places[number]].append(much)
        return {place: _together(sorted(much)) for place, much in alike.items()}


def _together(much: list[float]) -> float:
    return much[-1] + _SECOND * (much[-2] if len(much) > 1 else 0.0)


def _size(worths: Worths) -> float:
    """Return how long it is as an arrow, each term a direction of its own."""
    return sqrt(sum(worth * worth for worth in worths.values())) or 1.0
