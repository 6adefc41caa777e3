"""A league's ladder: players challenge those a few places above, and games decide.

Only the order at the start and the challenges are stored. The next game between two who have a
challenge decides it, whatever it was started for; so a game that is corrected, or removed, moves
the ladder from that game on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRequest,
    decide,
    decision_at_any_version,
    delete_decision,
    refusal,
)
from scorekeeper.leagues.evening.bracket import SEEDINGS, seeded
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import results
from scorekeeper.store.league.results import Meeting
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import Appended, Change, now
from scorekeeper.tables.own_games import find_game

FARTHEST: Final = 20
"""The most places up that a ladder may let somebody challenge."""


class Challenge(NamedTuple):
    """A challenge that is open, by the number of its record; made ``at`` that moment."""

    number: int
    by: int
    of: int
    at: int


class LadderMove(NamedTuple):
    """A challenge that was played in a game (by id), which ended at that moment: the challenger's
    place before and after."""

    by: int
    of: int
    won: bool
    game: int
    ended: int
    before: int
    after: int


@dataclass(frozen=True)
class LeagueLadder:
    """A ladder as it stands: its game (a slug), how many places up one may challenge, its players
    of today from the top, the highest place that each has had, open challenges, and those that were
    played, the newest first."""

    game: str
    reach: int
    players: Sequence[int]
    best: Mapping[int, int]
    open: Sequence[Challenge]
    moves: Sequence[LadderMove]

    def place(self, player: int) -> int | None:
        """Return a player's place, 1 for the first; None for a player who is not on the ladder."""
        return self.players.index(player) + 1 if player in self.players else None

    def open_for(self, player: int) -> Challenge | None:
        """Return the open challenge that a player made or has to take."""
        return next((one for one in self.open if player in (one.by, one.of)), None)

    def may_challenge(self, by: int) -> Sequence[int]:
        """Return whom a player may challenge now, from the top."""
        place = self.place(by)
        if place is None or self.open_for(by):
            return ()
        above = self.players[max(place - 1 - self.reach, 0) : place - 1]
        return [one for one in above if self.open_for(one) is None]


def ladder_of(visit: LeagueVisit) -> LeagueLadder | None:
    """Return the league's ladder; None where none was started."""
    with reading() as connection:
        return _ladder(connection, visit.league)


def _ladder(connection: Connection, league: League) -> LeagueLadder | None:
    last = league.ladder
    if last is None:
        return None
    challenges = _challenges(league, last)
    order = _everybody(league, last.payload)
    best = {player: place for place, player in enumerate(order, 1)}
    moves: list[LadderMove] = []
    played = _played(connection, league, last.payload["game"], challenges)
    for number, game in sorted(played.items(), key=lambda two: two[1].ended):
        by, of = challenges[number].by, challenges[number].of
        before, won = order.index(by) + 1, game.place < game.other_place
        order = after_game(order, by, of, won)
        after = order.index(by) + 1
        best[by] = min(best[by], after)
        moves.append(LadderMove(by, of, won, game.game_id, game.ended, before, after))
    members = {one.number for one in league.members}
    return LeagueLadder(
        last.payload["game"],
        last.payload["reach"],
        [one for one in order if one in members],
        best,
        [one for number, one in challenges.items() if number not in played],
        moves[::-1],
    )


def after_game(order: Sequence[int], by: int, of: int, won: bool) -> tuple[int, ...]:
    """Return the order after the game of a challenge. A challenger who has won takes the place of
    the challenged, and all from there to the challenger's old place go down one. Else everybody
    stays, as where the challenger is above by then."""
    old, new = order.index(by), order.index(of)
    if not won or old < new:
        return tuple(order)
    return (*order[:new], by, *order[new:old], *order[old + 1 :])


def _everybody(league: League, started: Json) -> tuple[int, ...]:
    """Return the order at the start, with today's players; later ones are below."""
    later = sorted(one.number for one in league.members)
    numbers = (league.after_merges(one) for one in (*started["order"], *later))
    return tuple(dict.fromkeys(numbers))


def _challenges(league: League, ladder: SheetItem) -> dict[int, Challenge]:
    """Return all challenges of a ladder by number, without those between players merged since."""
    made = {}
    for one in league.of_kinds("challenge"):
        by, of = (league.after_merges(one.payload[name]) for name in ("by", "of"))
        if one.payload["ladder"] == ladder.seq and by != of:
            made[one.seq] = Challenge(one.seq, by, of, one.payload["at"])
    return made


def _played(
    connection: Connection, league: League, game: str, challenges: Mapping[int, Challenge]
) -> dict[int, Meeting]:
    """Return the game that decided each challenge: the first between the two that ended since."""
    if not challenges:
        return {}
    met = results.meetings(
        connection,
        results.Scope(league.id, [*league.seasons], game),
        {one.by for one in challenges.values()},
        {one.of for one in challenges.values()},
        min(one.at for one in challenges.values()),
    )
    found: dict[int, Meeting] = {}
    for number, challenge in challenges.items():
        pair = challenge.by, challenge.of
        between = (one for one in met if (one.player, one.other) == pair)
        game_of = next((one for one in between if one.ended > challenge.at), None)
        if game_of:
            found[number] = game_of
    return found


def start_ladder(
    visit: LeagueVisit, order: DecisionRequest, game: str, reach: int, by: str
) -> Appended:
    """Start a ladder of all members at a game (a slug), with an order by standings, ratings or lot.
    It takes the place of one that there was. Raises ``DecisionRefused``, ``Unavailable``."""
    if find_game(game) is None:
        raise refusal("game", "Choose a game.")
    if not 1 <= reach <= FARTHEST:
        raise refusal("reach", "Enter a number from 1 to {most}.", most=FARTHEST)
    if by not in SEEDINGS:
        raise refusal("by", "Choose the order at the start.")
    members = [(one.number,) for one in visit.league.members]
    if len(members) < 2:
        raise refusal("", "A ladder needs at least two members.")
    season = visit.season_shown
    top = [player for (player, *_) in seeded(visit, season, members, by, token_hex(8))]
    payload = {"game": game, "reach": reach, "order": top}
    return decide(visit, order, lambda connection, league: [Change("ladder", payload)])


@decision_at_any_version
def challenge(at: Deciding, by: int, of: int) -> list[Change]:
    """Record a challenge of one player by another. Raises ``DecisionRefused`` where the ladder does
    not allow it, ``Unavailable``."""
    ladder, started = _ladder(at.connection, at.league), at.league.ladder
    if ladder is None or started is None or of not in ladder.may_challenge(by):
        raise refusal("", "This challenge is no longer possible.")
    payload = {"ladder": started.seq, "by": by, "of": of, "at": now()}
    return [Change("challenge", payload)]


def withdraw_challenge(
    visit: LeagueVisit, order: DecisionRequest, number: int, by: int | None = None
) -> Appended:
    """Withdraw an open challenge; ``by``: only if that player made it. Raises
    ``DecisionRefused``, ``Conflict``, ``Unavailable``."""
    ladder = ladder_of(visit)
    known = [one for one in ladder.open if one.number == number] if ladder else []
    if not known or (by is not None and known[0].by != by):
        raise refusal("", "This challenge is no longer open.")
    return delete_decision(visit, order, number)


def decided_challenge(visit: LeagueVisit, game: int) -> bool:
    """Return whether a game (by id) has decided a challenge."""
    ladder = ladder_of(visit)
    return ladder is not None and any(one.game == game for one in ladder.moves)
