"""The import page's view of a file: how it was read, the names in it, the errors."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.game_finder import plain_name
from scorekeeper.games import games
from scorekeeper.leagues.importing import GUEST, ImportPreview, NameMatch
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.results_file import Past
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.text import FileFault
from scorekeeper.sentences import minus, phrase, tell
from scorekeeper.spelling import folded

MOST_TOLD: Final = 50
"""How many faults a page lists; the rest is counted."""
MOST_SHOWN: Final = 20
"""How many games a page shows."""
PLAIN: Final = "game."
"""Before the plain name of an unknown game, in the name of the field about it."""
MOST, FEWEST = "most", "fewest"
"""Who wins in an unknown game that is kept as a plain result."""


def of_file(
    visit: LeagueVisit, considered: ImportPreview, plain: Mapping[str, bool]
) -> dict[str, Any]:
    """Return all that is shown of a file; ``plain`` is what was said of unknown games."""
    asked = considered.past.asked
    return {
        "unknown": unknown_games(considered.past, plain),
        "known": listed([imported_before(one) for one in considered.known]),
        # what is asked is told at its field
        "faults": listed([one for one in considered.faults if one.message != asked.day]),
        "warnings": listed(considered.warnings),
        "understood": reading_of(considered.past),
        "asked": asked,
        "whom": [name_question(visit, one) for one in considered.names_to_match],
        "players": players(visit, considered),
        "preview": [*listed_games(considered.games)],
    }


def listed(faults: Sequence[FileFault]) -> dict[str, Any]:
    """Return the first faults by line, and how many there are more."""
    lines = [
        {"line": one.line, "column": one.column, "message": one.message}
        for one in faults[:MOST_TOLD]
    ]
    return {"lines": lines, "more": len(faults) - len(lines)}


def reading_of(read: Past) -> list[tuple[str, str]]:
    """Return how the file was read."""
    known = read.understood
    columns = ", ".join(
        head if head.casefold().startswith(role) else f"{head} ({role})"
        for head, role in known.columns
    )
    facts = {
        tell("Encoding"): known.encoding,
        tell("Separator"): known.delimiter,
        tell("Each row"): tell("a game") if known.row_a_game else tell("a player of a game"),
        tell("Dates"): ", ".join(known.dates),
        tell("Titles"): " · ".join(known.titles),
        tell("Columns"): columns,
        tell("Ignored"): ", ".join(known.ignored),
    }
    return [(label, words) for label, words in facts.items() if words]


def name_question(visit: LeagueVisit, one: NameMatch) -> dict[str, Any]:
    """Return the question about a name similar to known ones, and the players it may stand for."""
    given = GUEST if one.player is None else one.player
    choices = [*((number, visit.names[number]) for number in one.near), (0, tell("a new guest"))]
    return {
        "name": one.name,
        "field": f"whom.{folded(one.name)}",
        "choices": choices,
        "given": given if one.settled else None,
    }


def players(visit: LeagueVisit, considered: ImportPreview) -> list[tuple[str, str]]:
    """Return the names that need no question: known players first, then new guests."""
    league = visit.league
    plain = [one for one in considered.whom.values() if not one.near]
    known = [
        (one.name, visit.names[league.after_merges(one.player)])
        for one in plain
        if one.player is not None
    ]
    return known + [(one.name, tell("a new guest")) for one in plain if one.player is None]


def imported_before(game: PastGame) -> FileFault:
    return FileFault(game.line, "", tell("This game has already been imported."))


def unknown_games(read: Past, plain: Mapping[str, bool]) -> list[dict[str, str]]:
    """Return the games that are unknown here, and what was said of each."""
    chosen = {name: FEWEST if low else MOST for name, low in plain.items()}
    return [
        {"name": name, "field": f"{PLAIN}{plain}", "given": chosen.get(plain, "")}
        for name in read.unknown
        for plain in [plain_name(name)]
    ]


def listed_games(some: Sequence[PastGame]) -> Iterator[dict[str, Any]]:
    for game in some[:MOST_SHOWN]:
        sides = (" & ".join(side) for side in game.sides)
        yield {
            "date": game.date.isoformat(),
            "game": game.game_name or games()[game.game].name,
            "who": " – ".join(sides),
            "points": " : ".join(map(minus, game.points)),
            "note": _note(game),
        }


def _note(game: PastGame) -> str:
    """Return what the points do not tell: what kind of result it is, or who won."""
    if game.kind in _KINDS:
        return tell(_KINDS[game.kind])
    if game.winner_only:
        return tell("winner only")
    if game.winners is None:
        return ""
    won = [" & ".join(game.sides[side]) for side in game.winners]
    if len(won) == len(game.sides) > 1:
        return tell("drawn")
    return tell("won by {sides}", sides=", ".join(won)) if won else tell("nobody won")


_KINDS: Final = {
    "walkover": phrase("walkover"),
    "bye": phrase("bye"),
    "result only": phrase("result only"),
}


def imports(visit: LeagueVisit) -> Iterator[dict[str, Any]]:
    """Yield the imports there were, the newest first; walkovers stand in the history."""
    for one in reversed(visit.league.state.written):
        if one.kind == "import" and "walkover" not in one.payload:
            season = visit.league.seasons.get(one.payload["season"])
            yield {
                "seq": one.seq,
                "name": one.payload["name"],
                "season": season.name if season else "",
                "deleted": one.deleted,
            }
