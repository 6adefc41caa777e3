"""Results as a list of sentences, "2025-05-11: Oh Hell!: Ann 10, Ben 9, Cat 8", a line a game."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from scorekeeper.results_file.columns import DATE, GAME, PLAYER, SCORE, WINNER, names_column
from scorekeeper.results_file.text import FileFault, FileRow, lines_of, without_blanks
from scorekeeper.results_file.values import first_day, is_day
from scorekeeper.sentences import tell
from scorekeeper.spelling import MINUSES

HEADS: Final = (DATE, GAME, f"{PLAYER}s", f"{SCORE}s", WINNER)

_BETWEEN: Final = re.compile(r"\s*[,;/|]\s*|\s+(?:vs\.?|v\.?|gegen|against)\s+", re.IGNORECASE)
_HAS: Final = re.compile(
    rf"(?P<name>[^\s\d](?:.*?\S)??)\s*(?:[:=(]\s*|\s)(?P<score>[{MINUSES}+]?[0-9][0-9.']*)\s*\)?"
)
_BEAT: Final = re.compile(
    r"(?P<won>.+?)\s+(?:beat|beats|bt|defeated|def\.|schlug|schlägt|besiegte)\s+(?P<lost>.+?)"
    r"(?:[\s,:(]+(?P<points>[0-9]+)\s*[-:–]\s*(?P<against>[0-9]+)\)?)?",
    re.IGNORECASE,
)
_AFTER_GAME: Final = re.compile(r"\s*[:|,;]\s*|\s+[-–—]\s+")
_LONGEST: Final = 1000
"""No line about a game is longer; a file may be one line of megabytes."""
_MARKS_IN_NAME: Final = 3
"""A game's name has fewer of them: "Whist, English: Ann 10, ..."."""


def listed_rows(text: str, faults: list[FileFault]) -> list[FileRow]:
    """Return the games of such a list as rows of the `HEADS`, a day that stands alone for all lines
    below it; nothing if less than half of its lines are games. Other lines are noted."""
    rows, others, day, lines = [], [], "", 0
    for number, line in enumerate(lines_of(text), 1):
        said = without_blanks(line)
        found, rest = first_day(said)
        day = found or day
        if not rest:
            continue
        lines += 1
        cells = _game(rest) if len(rest) < _LONGEST else None
        if cells is None:
            message = tell("Not read. Write it like “2025-12-31: game: Ann 88, Ben 61”.")
            others.append(FileFault(number, "", message))
        else:
            game, *told = cells
            behind, game = ("", game) if found else _day_in(game)
            rows.append(FileRow(number, (behind or day, game, *told)))
    if 2 * len(rows) < lines:
        return []
    faults += others
    return rows


def _day_in(game: str) -> tuple[str, str]:
    """Return the day that stands behind a game's name, and the name without it."""
    words = game.split()
    for start in range(1, len(words)):
        day = " ".join(words[start:])
        if is_day(day):
            return day, " ".join(words[:start]).rstrip(" ,:;-–")
    return "", game


def _game(said: str) -> Sequence[str] | None:
    """Return the game, the players, the scores and, if nothing else is told, the winner."""
    for game, results in (*_after_the_game(said), ("", said)):
        pairs = [_HAS.fullmatch(part) for part in _BETWEEN.split(results.rstrip(". "))]
        if len(pairs) > 1 and all(pairs) and not any(names_column(one[0]) for one in pairs if one):
            names, scores = zip(
                *(pair.group("name", "score") for pair in pairs if pair), strict=True
            )
            return game, " / ".join(names), " / ".join(scores), ""
        if beat := _BEAT.fullmatch(results.rstrip(". ")):
            scored = "" if beat["points"] is None else f"{beat['points']} / {beat['against']}"
            return game, f"{beat['won']} / {beat['lost']}", scored, "" if scored else beat["won"]
    return None


def _after_the_game(said: str) -> Iterator[tuple[str, str]]:
    """Yield what may be the name of the game, and what comes after it."""
    for mark in islice(_AFTER_GAME.finditer(said), _MARKS_IN_NAME):
        game = said[: mark.start()]
        name = _day_in(game)[1]
        if not (_HAS.fullmatch(name) or _BEAT.fullmatch(name)):
            yield game, said[mark.end() :]
