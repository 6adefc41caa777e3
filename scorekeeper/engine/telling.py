"""The app's questions to a game about an entry or a pad, for pages and sheets."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from scorekeeper.engine.deals import until_missing
from scorekeeper.engine.game import Fact, Game
from scorekeeper.engine.grid import Grid, Printed
from scorekeeper.engine.options import Options
from scorekeeper.engine.pad import Entry, Pad, Row
from scorekeeper.interview.steps import Value, Warn
from scorekeeper.sentences import Sentence


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """Return a deal in a few words, half-filled too; None where nothing of it is known, or the game
    has no words for deals. `pad` is the one before it."""
    game = pad.game
    if game.passing is not None and entry.get("passed_out"):
        return game.passing.text
    if game.headline is None:
        return None
    headlines = until_missing(game.headline(pad, game.drafts.read(entry)))
    return headlines[-1] if headlines else None


def opening(pad: Pad, entry: Entry) -> dict[str, Value]:
    """Return what a deal, half-filled too, says of its first trick: keys of a trick's context."""
    return dict(until_missing(pad.game.opening(pad, pad.game.drafts.read(entry))))


def facts(before: Pad, row: Row) -> tuple[tuple[int, Fact, int], ...]:
    """Return what statistics count of a deal: (seat, fact, amount)."""
    tell = before.game.facts
    return () if tell is None or row.deal is None else tuple(tell(before, row.deal))


def odd(before: Pad, row: Row) -> Iterable[Warn]:
    """Return warnings of a deal that may well be right; `before` is the pad before it."""
    warn = before.game.odd
    return () if warn is None or row.deal is None else warn(before, row.deal)


def state(pad: Pad) -> Mapping[str, Value]:
    """Return the state carried from deal to deal, in the form that results have it."""
    shown = pad.game.shown
    carried: Any = pad.game.state(pad) if shown else None
    if callable(shown):
        return shown(carried)
    return {} if carried is None else msgspec.structs.asdict(carried)


def tables(game: Game, options: Options) -> Mapping[str, Printed]:
    """Return the tables of the rules page under these house rules, by their names."""
    made = {
        name: table(options) if callable(table) else table for name, table in game.tables.items()
    }
    return {
        name: table.printed() if isinstance(table, Grid) else table
        for name, table in made.items()
        if table is not None
    }


def board(game: Game, deal: Any, vulnerable: bool, rubber: bool) -> int:
    """Return the points that a deal brings the declarer's side, in a game that has boards."""
    assert game.board is not None
    return game.board(deal, vulnerable, rubber)
