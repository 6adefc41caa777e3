"""Checks with random deals, whole and half-filled ones."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.engine.game import Game, deal_headline, first_trick
from scorekeeper.engine.pad import voice_of
from scorekeeper.game_checks import drawing
from scorekeeper.game_checks.check import Trial
from scorekeeper.sheet import read_head, score
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay

_DEALS: Final = 4


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


def as_text(game: Game, drawn: Document) -> Iterator[str]:
    """Words for a half-filled deal that leave something open."""
    *entries, half = drawn["entries"]
    pad = replay(read_head(drawn), entries)[-1]
    first_trick(pad, half)
    headline = deal_headline(pad, half)
    if headline is not None and "{" in (text := voice_of(pad).text(headline)):
        yield f"A half-filled deal is told as {text}"


TRIALS: Final = (
    Trial(
        "Every deal that can be entered is scored, with a reason for each side", played, explained
    ),
    Trial("A half-filled deal is told as far as it is known", half_played, as_text),
)
