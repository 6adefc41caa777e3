"""A finished game as a document, for the league it belongs to (``LeagueGame.played``).

It holds what was played and nothing that the league may change its mind about: who sat on each side
at the end (person ids; a seat that was emptied counts for who left it), the final points, the
winners, and what figures need of each player and side.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from scorekeeper.engine.game import facts_of
from scorekeeper.engine.pad import entered_result
from scorekeeper.statistics import MADE, MISSED, SIDE_MADE, SIDE_MISSED
from scorekeeper.store.schema.table import Json
from scorekeeper.tables.loading import LoadedTable

_MADE: Final = (MADE, SIDE_MADE)


def finished_game(table: LoadedTable) -> Json | None:
    """Return the finished game at a table; None where it goes on."""
    pad = table.pad
    if pad.outcome is None:
        return None
    bids, entered = _bids_made_and_missed(table), entered_result(pad)
    seated = [
        {"person": table.persons[name], "side": pad.side_of(seat), **bids.get(seat, {})}
        for seat, name in sorted(_last_seats(table).items())
    ]
    return {
        "players": seated,
        "points": list(pad.totals),
        "winners": list(
            pad.outcome.winners or (range(len(pad.sides)) if pad.outcome.drawn else ())
        ),
        # asked for: where points per deal count, a game as one deal would stand far above others
        # an imported game, too, has one where nobody says how many
        "deals": entered.get("deals") or pad.deals or int(bool(entered)),
        "low": pad.game.low_wins(pad.options),
        "tallied": _tallied(table),
        "top": _best_deals(table),
        **({"result_only": True} if entered else {}),
    }


def bye_document(persons: Sequence[int]) -> Json:
    """Return the document of a bye, which these persons have together; nobody played."""
    return {
        "players": [{"person": person, "side": 0} for person in persons],
        "points": [0],
        "winners": [0],
        "deals": 0,
        "low": False,
        "tallied": [0],
        "top": None,
        "bye": True,
    }


def _last_seats(table: LoadedTable) -> dict[int, str]:
    """Return the last occupant of each seat; a player who moved counts in the newer one."""
    seat_of: dict[str, int] = {}
    for pad in table.pads:
        seat_of |= {name: seat for seat, name in enumerate(pad.seats) if name is not None}
    names: dict[int, str] = {}
    for name, seat in seat_of.items():
        if table.pad.seats[seat] in (None, name):
            names[seat] = name
    return names


def _bids_made_and_missed(table: LoadedTable) -> dict[int, dict[str, int]]:
    """Return the bids made and missed by seat; those of a side count for each of its bidders."""
    found: dict[int, dict[str, int]] = {}
    for before, after in pairwise(table.pads):
        for seat, fact, _ in facts_of(before, after.rows[-1]):
            if fact in (*_MADE, MISSED, SIDE_MISSED):
                bids = found.setdefault(seat, {"kept": 0, "lost": 0})
                bids["kept" if fact in _MADE else "lost"] += 1
    return found


def _tallied(table: LoadedTable) -> list[int]:
    """Return what each side gathered in the game's tallies: bags, in the games that count them."""
    gathered = [0] * len(table.pad.sides)
    for row in table.pad.rows:
        for line in row.lines:
            if line.column in table.pad.game.tallies and line.points > 0:
                gathered[line.side] += line.points
    return gathered


def _best_deals(table: LoadedTable) -> list[list[int]] | None:
    """Return each side's best deal: its points and number; the first of equal ones."""
    deals = [row for row in table.pad.rows if row.kind == "deal"]
    if not deals:
        return None
    low = table.pad.game.low_wins(table.pad.options)
    best = min if low else max
    tops = []
    for side in range(len(table.pad.sides)):
        found = best(deals, key=lambda row, side=side: row.scores[side])  # type: ignore[misc]
        tops.append([found.scores[side], found.number or 0])
    return tops
