"""Made-up deals of a game that is being made: what each of its lines says, and a deal to try."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.replay import Refused, after, blank
from scorekeeper.game_checks.check import NAMES
from scorekeeper.game_checks.drawing import sheet
from scorekeeper.own import DocumentRefused, game_of
from scorekeeper.own.editor.head import read_head
from scorekeeper.sentences import Voice
from scorekeeper.sheet.documents import FORMAT, Document, game_in_sheet
from scorekeeper.web.interview.coins import on_page

_EVENINGS: Final = 6
_DEALS: Final = 4
_FOUR: Final = 4
_TRIES: Final = 2_000
_SECONDS: Final = 2


class ShownLine(NamedTuple):
    """A line as it reads in a made-up deal."""

    text: str
    points: int


def party(game: Game) -> list[str]:
    """Return as many players as a made-up deal has: four, or as near to that as the game takes."""
    own: Any = game.own
    counts = read_head(own.document).players
    count = min(counts, key=lambda one: (abs(one - _FOUR), one))
    return [*NAMES[:count]]


def empty_pad(game: Game) -> Pad:
    """Return the pad of a made-up evening."""
    return blank(game, game.defaults(None), party(game))


def _tries() -> Iterable[int]:
    """Count how often deals are drawn for a page. One of a game whose checks hardly any deal obeys
    took half a minute."""
    ends = monotonic() + _SECONDS
    return takewhile(lambda _: monotonic() < ends, range(_TRIES))


def _drawn(game: Game, seed: int, deals: int, tries: Iterable[int]) -> list[Entry]:
    def begin(random: Random, of: Game) -> Document:
        return {"format": FORMAT, **game_in_sheet(of), "players": party(of), "entries": []}

    entries: list[Entry] = sheet(Random(seed), game, deals, begin=begin, tries=tries)["entries"]
    return entries


def deal(game: Game, seed: int) -> Entry:
    """Return a deal within the limits that says much: one in which many different lines count."""
    seeds, tries = range(seed * 100, seed * 100 + _EVENINGS), _tries()
    drawn = [entry for one in seeds for entry in _drawn(game, one, 1, tries)]

    def telling(entry: Entry) -> int:
        try:
            lines = after(empty_pad(game), entry).rows[-1].lines
        except Refused:
            return -1
        return len({line.rule for line in lines if line.points})

    return max(drawn, key=telling, default={})


def lines_shown(document: Document) -> dict[int, ShownLine | None]:
    """Return how each line of a game reads the first time that it counts in some made-up deals;
    None where it never did. Nothing at all of a game that has faults."""
    # each line under a name of its own, whatever paragraph it has
    lines = [{key: one[key] for key in one if key != "rule"} for one in document["lines"]]
    parts = {key: document[key] for key in document if key not in ("examples", "closing", "rules")}
    ends = [{key: one[key] for key in one if key != "rule"} for one in document["end"]]
    tries = _tries()
    found = _first({**parts, "lines": lines, "end": ends}, tries)
    never = [at for at, one in found.items() if one is None]
    if never:
        # one that is worth 0 is left out of a deal: it is seen only where it is worth something
        worth = [{**one, "points": 1} if at in never else one for at, one in enumerate(lines)]
        seen = _first({**parts, "lines": worth, "end": ends}, tries)
        found |= {at: one._replace(points=0) for at in never if (one := seen.get(at))}
    return found


def _first(document: Document, tries: Iterable[int]) -> dict[int, ShownLine | None]:
    try:
        game = game_of(document)
    except DocumentRefused:
        return {}
    found: dict[int, ShownLine | None] = dict.fromkeys(range(len(document["lines"])))
    for rule, line in _counted(game, tries):
        at = int(rule.removeprefix("line-")) - 1 if rule.startswith("line-") else -1
        if at in found and found[at] is None:
            found[at] = line
    return found


def _counted(game: Game, tries: Iterable[int]) -> Iterator[tuple[str, ShownLine]]:
    for seed in range(_EVENINGS):
        pad = empty_pad(game)
        for entry in _drawn(game, seed, _DEALS, tries):
            try:
                pad = after(pad, entry)
            except Refused:
                break
            voice = on_page(Voice(pad.seats, pad.sides))
            # of one that pays between one and the others, that of the one says what it is about
            for line in sorted(pad.rows[-1].lines, key=lambda one: -abs(one.points)):
                if line.points:
                    yield line.rule, ShownLine(voice.text(line.text), line.points)
