"""A phone at a duplicate evening: what it may see and do there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from flask import abort, session

from scorekeeper.leagues.duplicate.changes import AlreadyEntered
from scorekeeper.leagues.duplicate.records import (
    INDIVIDUAL,
    LIVE,
    PAIRS,
    TEAMS,
    DuplicateState,
    PairPlaying,
    Place,
    TableNow,
    members,
)
from scorekeeper.leagues.duplicate.session import Scored, scored
from scorekeeper.leagues.duplicate.writing import Sent, state_of
from scorekeeper.leagues.evening.direction import RoundClock, clock_of, directs
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import parts
from scorekeeper.web.league.league_request import carry_out, league_page, visit_or_403
from scorekeeper.web.shared.errors import MembersOnly, OrganisersOnly
from scorekeeper.web.shared.forms import PageForm
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

LABELS: Final = {
    PAIRS: phrase("Pair {n}"),
    TEAMS: phrase("Team {n}"),
    INDIVIDUAL: phrase("Player {n}"),
}
_AT_TABLE: Final = "duplicate"
"""Under this key a phone knows at which table it lies: the league, the evening, the table."""


@dataclass(frozen=True)
class DuplicateVisit:
    """A duplicate evening as a phone sees it."""

    visit: LeagueVisit
    evening: Evening
    state: DuplicateState

    @property
    def number(self) -> int:
        """The evening's number."""
        return self.evening.number

    @property
    def title(self) -> str:
        """What the evening is called."""
        return parts.evening_title(self.evening)

    @property
    def address(self) -> Mapping[str, Any]:
        """The values of its addresses."""
        return {"league_id": self.visit.info.public_id, "evening": self.number}

    @cached_property
    def directs(self) -> bool:
        """Return whether the phone may direct."""
        return directs(self.visit, self.number, table_request.known_device())

    @cached_property
    def me(self) -> int | None:
        """The phone's player."""
        return self.visit.league.player_of(table_request.known_device())

    @cached_property
    def pair(self) -> str | None:
        """The pair (team, player) of the phone's player; None where it has none here."""
        league = self.visit.league
        merged = {player: league.after_merges(player) for player in league.players}
        return self.state.pair_of(self.me, merged)

    def table_in(self, round: int) -> TableNow | None:
        """Return where the phone's player sits in a round; None where it sits out."""
        if self.pair is None or self.me is None:
            return None
        tables, league = self.state.tables_of(round, self.pair), self.visit.league
        for one in tables:
            if self.me in map(league.after_merges, self.state.seats(one).values()):
                return one
        return next(iter(tables), None)

    @property
    def round(self) -> int:
        """The round that the phone's player is in."""
        state = self.state
        begun = (
            round
            for round, at in state.seated
            if (there := self.table_in(round)) and there.table == at
        )
        return max(state.round, *begun, 1)

    @property
    def table(self) -> int | None:
        """The table at which the phone lies; None where it said none."""
        known = session.get(_AT_TABLE, ())
        here = [self.visit.info.public_id, self.number]
        return int(known[2]) if [*known[:2]] == here else None

    def lie_at(self, table: int) -> None:
        """Remember that the phone lies at a table."""
        session[_AT_TABLE] = [self.visit.info.public_id, self.number, table]

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the round."""
        return clock_of(self.visit.league, self.number, None)

    # --- names ----------------------------------------------------------------------------------

    def player(self, player: int) -> str:
        """Return a player's name of today."""
        return self.visit.names_now.get(player, tell("a player"))

    def players_of(self, side: str) -> Sequence[str]:
        """Return the names on a side, the player who sits North or East first."""
        pairs = (self.state.pairs.get(one, PairPlaying()) for one in members(side))
        return [self.player(player) for pair in pairs for player in pair.players]

    def number_of(self, side: str) -> str:
        """Return a side by number, as on a traveller; the table at home has none."""
        at_home = self.state.past is not None and side in self.state.pairs
        return tell("you") if at_home else side

    def name(self, side: str) -> str:
        """Return who sits on a side: "Ann & Ben"; a team is called by its first player, who played
        a past session by number."""
        if not {*members(side)} <= self.state.pairs.keys():
            return self.label(side)
        players = self.players_of(side)
        if self.state.kind == TEAMS and players:
            return tell("Team {name}", name=players[0])
        return " & ".join(players)

    def called(self, side: str) -> str:
        """Return who sits on a side in as few signs as tell it: by number, at home by name."""
        return side if self.state.past is None else self.name(side)

    def label(self, pair: str) -> str:
        """Return what a contestant is called by number: "Pair 3"."""
        return tell(LABELS[self.state.kind], n=pair)

    def named(self, pair: str) -> str:
        """Return the same with all names: "Pair 3: Ann & Ben"."""
        sign = ", " if self.state.kind == TEAMS else " & "
        return tell("{who}: {name}", who=self.label(pair), name=sign.join(self.players_of(pair)))

    def seats(self, there: TableNow) -> Mapping[str, str]:
        """Return who sits where, by seat (N E S W)."""
        return {seat: self.player(one) for seat, one in self.state.seats(there).items()}

    # --- what it comes to -----------------------------------------------------------------------

    @cached_property
    def scored(self) -> Scored:
        """The session with its result."""
        league, evening = self.visit.league, self.evening
        event = {"name": self.title, "date": evening.date, "club": league.name}
        if director := league.players.get(evening.director):
            event["director"] = self.player(director.number)
        return scored(self.state, self.player, event)

    @property
    def sees_ranking(self) -> bool:
        """Return whether the phone is shown the ranking now."""
        return self.directs or self.state.over or self.state.setup["ranking"] == LIVE

    def sees_board(self, board: int, place: Place | None = None) -> bool:
        """Return whether the phone is shown the results of a board; ``place`` is where it lies.
        Nobody is who still has to play it."""
        state = self.state
        if self.directs or state.over:
            return True
        if self.pair is not None:
            return not state.still_to_play(self.pair, board)
        there = state.table_at(place.round, place.table) if place else None
        return there is not None and all(state.has_played(pair, board) for pair in there.pairs)


def duplicate_or_404(
    league_id: str, evening: int, *, member: bool = False, direct: bool = False, begun: bool = True
) -> DuplicateVisit:
    """Return a duplicate evening for a phone that may view its league (`member`: plays in it;
    `direct`: directs the evening); 404 where it is none, or (`begun`) is not set up."""
    visit = visit_or_403(league_id)
    if direct and not directs(visit, evening, table_request.known_device()):
        raise OrganisersOnly
    if member and not visit.is_member:
        raise MembersOnly
    try:
        planned = evening_of(visit.league, evening)
    except NotFound:
        abort(404)
    state = state_of(visit, evening)
    if begun and not state.setup:
        abort(404)
    return DuplicateVisit(visit, planned, state)


def sent() -> Sent:
    """Under which key and by which phone something is sent."""
    return Sent(table_request.write_key(), table_request.device())


def attempt(act: Callable[[], object], done: str, form: PageForm | None = None) -> WriteOutcome:
    """Try to do what was sent; errors are shown at their fields, or above the form."""
    changed = tell("Another director changed this. Check it, then save again.")
    try:
        return carry_out(act, done, form, changed)
    except AlreadyEntered:
        message = tell("Another phone has saved another result. Check it, then save yours again.")
        return WriteOutcome(409, ("bad", message))


def page(
    template: str, here: DuplicateVisit, outcome: WriteOutcome = LOOKED, /, **more: Any
) -> tuple[str, int]:
    """Return a page of a duplicate evening, after an outcome that is shown on it."""
    name = f"duplicate/{template}"
    return league_page(name, here.visit, "evenings", outcome, show=here, state=here.state, **more)
