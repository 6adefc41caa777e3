"""No correction strands a game: whatever is corrected, removed, deleted, counted again or given as
a walkover in the middle of a knock-out or of the groups before it, those who are left play on until
somebody has won it."""

import random

import pytest

from scorekeeper.leagues.evening.evenings import draw_knockout, start_round
from scorekeeper.leagues.evening.plan import DOUBLE_KNOCKOUT, GROUPS, KNOCKOUT
from scorekeeper.leagues.evening.table_walkover import (
    give_table_walkover,
    give_walkover,
    walkover_tables,
)
from scorekeeper.leagues.evening.tonight import EveningStatus
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.lifecycle import create_league
from scorekeeper.leagues.membership import add_members
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.schedules.knockout import champion
from scorekeeper.tables.changes import add_entry, edit_entry
from scorekeeper.tables.deleting import delete_table
from scorekeeper.tables.loading import LoadedTable, load_table
from tests.leagues.clubs import PHONE, order, sent
from tests.leagues.test_evenings import planned, seen, tonight
from tests.requirements import rounds

pytestmark = pytest.mark.long

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy")
KINDS = (KNOCKOUT, DOUBLE_KNOCKOUT, GROUPS)


class Cup:
    """A knock-out of single players, played and disturbed by chance."""

    def __init__(self, kind: str, entrants: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.club = create_league("Cup", key="cup", device=PHONE)
        add_members(seen(self.club), order(seen(self.club)), NAMES[:entrants])
        units = [(name,) for name in NAMES[:entrants]]
        groups = entrants // 2 if kind == GROUPS else 0
        self.evening = planned(self.club, NAMES[:entrants], 0, "tally", kind, units, groups=groups)

    @property
    def now(self) -> EveningStatus:
        return tonight(self.club, self.evening)

    def winner(self) -> int | None:
        """The place among the units of who has won it; None while it goes on."""
        bracket = self.now.bracket
        return champion(bracket.matches, bracket.standing) if bracket else None

    def start(self) -> None:
        """Start the tables of all rounds that can be."""
        visit, now = seen(self.club), self.now
        if now.groups and now.groups.over and not (now.bracket and now.bracket.games):
            draw_knockout(visit, order(visit), self.evening)
            visit, now = seen(self.club), self.now
        for number in range(1, len(now.evening.rounds) + 1):
            if number <= self.now.opened + 1:
                start_round(visit, order(), self.evening, number)

    def finish(self) -> None:
        """Play the tables that are open to their ends."""
        for one in self.now.tables_in_play:
            table = self.load(one.listing.row.public_id)
            first = self.chance.randint(1, 9)
            if not table.pad.deals:
                points = [first, 10 - first if first != 5 else 4]
                table = add_entry(table, {"points": points}, sent(table)).table
            add_entry(table, {"finish": {}}, sent(table))

    def forfeit(self) -> None:
        """Give a walkover at a table of a group, if one is open, or else in a match."""
        if given := walkover_tables(self.now):
            table, visit = self.chance.choice(given), seen(self.club)
            side = self.chance.randrange(2)
            give_table_walkover(visit, order(visit), self.evening, table.game, side)
        elif bracket := self.now.bracket:
            standing, visit = bracket.standing, seen(self.club)
            known = [one for one, sides in standing.sides.items() if None not in sides]
            if there := [one for one in known if one not in standing.winners]:
                match, side = self.chance.choice(there), self.chance.randrange(2)
                give_walkover(visit, order(visit), self.evening, match, side)

    def load(self, public_id: str) -> LoadedTable:
        return load_table(public_id)

    def disturb(self) -> None:
        """Correct a game, remove it, count it again, or delete it."""
        there = [one for one in self.now.tables if one.listing.outcome is not None]
        if not there:
            return
        one = self.chance.choice(there)
        table = self.load(one.listing.row.public_id)
        act = self.chance.choice(["correct", "correct", "strike", "delete"])
        visit = seen(self.club)
        if act == "correct":
            edit_entry(table, table.seqs[0], {"points": [0, 7]}, sent(table))
        elif act == "delete":
            delete_table(table)
        else:
            request, removed = order(visit), not one.removed
            set_game_counting(visit, request, one.game, reason="so it was", struck=removed)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(rounds(3, quick=1, hard=60)))
def test_disturbed_knockout_comes_to_its_end(store: object, kind: str, seed: int) -> None:
    cup = Cup(kind, 2 + seed % 8, seed)
    for _ in range(cup.chance.randint(2, 8)):
        cup.start()
        if cup.chance.random() < 0.3:
            cup.forfeit()
        cup.finish()
        cup.disturb()
    for _ in range(12):
        if cup.winner() is not None:
            break
        cup.start()
        cup.finish()

    assert cup.winner() is not None
    assert len(cup.now.tables_in_play) == 0
    assert [*rebuild_results()] == []
