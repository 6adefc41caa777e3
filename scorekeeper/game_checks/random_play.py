"""Checks with random deals: whole, half-filled and invalid ones."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad, deal_headline, first_trick
from scorekeeper.engine.pad import voice_of
from scorekeeper.game_checks import drawing
from scorekeeper.game_checks.check import Trial
from scorekeeper.sheet import read_head, score
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay

_DEALS: Final = 4
_JUNK: Final[tuple[Any, ...]] = (None, True, -1, 99, 1.5, "", "junk", [], [1], {}, {"a": 1})


# --- whole deals --------------------------------------------------------------------------------


def played(random: Random, game: Game) -> Document | None:
    """A sheet of a few deals."""
    drawn = drawing.sheet(random, game, _DEALS, begin=drawing.any_table)
    return drawn if drawn["entries"] else None


def explained(game: Game, drawn: Document) -> Iterator[str]:
    """Deals that the form lets through and that are not scored with reasons for each side."""
    result = score(drawn)
    if "errors" in result:
        yield f"A deal that the form asks for is refused: {result['errors'][0]['message']}"
        return
    known = rulebook.anchors(game)
    for number, entry in enumerate(result["entries"], 1):
        cited = {line["rule"] for line in entry["lines"]}
        for rule in sorted(cited - known.keys()):
            yield f"Deal {number} cites #{rule}, which the rules page lacks."
        for side in sorted(
            {*range(len(entry["scores"]))} - {one["side"] for one in entry["lines"]}
        ):
            yield f"Deal {number} has no line for {result['sides'][side]}."


# --- half-filled deals --------------------------------------------------------------------------


def half_played(random: Random, game: Game) -> Document | None:
    """A sheet whose last deal is half-filled."""
    drawn = played(random, game)
    if drawn is not None:
        drawn["entries"][-1] = _half(random, drawn["entries"][-1])
    return drawn


def _half(random: Random, value: Any) -> Any:
    """The value with some of it not yet entered: keys left out, items of lists null."""
    if isinstance(value, dict):
        return {key: _half(random, one) for key, one in value.items() if random.random() < 0.7}
    if isinstance(value, list):
        return [one if random.random() < 0.7 else None for one in value]
    return value


def told(game: Game, drawn: Document) -> Iterator[str]:
    """Words for a half-filled deal that leave something open."""
    pad, half = _before_the_last(drawn)
    first_trick(pad, half)
    headline = deal_headline(pad, half)
    if headline is not None and "{" in voice_of(pad).text(headline):
        yield f"A half-filled deal is told as {voice_of(pad).text(headline)}"


def _before_the_last(drawn: Document) -> tuple[Pad, Entry]:
    *entries, last = drawn["entries"]
    return replay(read_head(drawn), entries)[-1], last


# --- spoilt deals -------------------------------------------------------------------------------


def spoilt(random: Random, game: Game) -> Document | None:
    """A sheet with junk somewhere in its last deal."""
    drawn = deepcopy(played(random, game))
    if drawn is None:
        return None
    place: Any = drawn["entries"][-1]
    while True:
        key = random.choice([*place] if isinstance(place, dict) else range(len(place)))
        inner = place[key]
        if not (isinstance(inner, dict | list) and inner) or random.random() < 0.3:
            place[key] = random.choice(_JUNK)
            return drawn
        place = inner


def refused(game: Game, drawn: Document) -> Iterator[str]:
    """Refusals of junk that leave something open; a game that breaks down over it is told too."""
    for error in score(drawn).get("errors", ()):
        given = json.dumps(drawn["entries"][-1])
        if not error["message"] or ("{" in error["message"] and "{" not in given[1:-1]):
            yield f"{given} is refused as: {error['message'] or 'nothing is said'}"


TRIALS: Final = (
    Trial(
        "Every deal that can be entered is scored, with a reason for each side", played, explained
    ),
    Trial("A half-filled deal is told as far as it is known", half_played, told),
    Trial("Junk in a deal is refused in words", spoilt, refused),
)
