"""The page of an evening: tonight's tables, who waits, the standings."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from scorekeeper.leagues.evening import direction
from scorekeeper.leagues.evening.coming import LOOKING
from scorekeeper.leagues.evening.direction import RoundClock, clock_of, minutes_of_rounds
from scorekeeper.leagues.evening.evenings import paired_again
from scorekeeper.leagues.evening.plan import BRACKETS, DUPLICATE, SWISS, TEAMS, shape_of_evening
from scorekeeper.leagues.evening.replies import has_partners
from scorekeeper.leagues.evening.table_walkover import walkover_tables
from scorekeeper.leagues.evening.team_night import (
    TeamMatch,
    matches_of_teams,
    names_of_teams,
    standing_of_teams,
)
from scorekeeper.leagues.evening.tonight import EveningStatus, EveningTable, standings_shown
from scorekeeper.leagues.game_rulings import today
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.units import TEAMS as RANKED_TEAMS
from scorekeeper.store.table.persons import ChosenCoin
from scorekeeper.tables.loading import TableVisit, draft_headlines
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.interview.coins import COLOURS, Coin, coins_at, initials
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening import rounds as evening_rounds
from scorekeeper.web.league.evening.rounds import RoundShown
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage

_USUAL_MINUTES: Final = 30


class EveningPage:
    """An evening as its league sees it."""

    def __init__(self, visit: LeagueVisit, now: EveningStatus) -> None:
        self.visit = visit
        self.now = now
        self.evening = now.evening
        self.title = parts.evening_title(now.evening)
        season = visit.season(now.evening.season)
        self.partners = shape_of_evening(season, now.evening).partners

    @property
    def about(self) -> str:
        """Return the game, the format, and the number of players once they are known."""
        evening = self.evening
        count = [tell("{n} players", n=len(evening.present))] if evening.present else []
        game = game_named(evening.game).name
        kind = evening_rounds.kind_of(evening, self.partners)
        return " · ".join([game, kind, *count])

    @property
    def round_text(self) -> str:
        """The current round, in words."""
        if not self.evening.present:
            return tell("not planned yet")
        planned = self.now.opened + len(self.to_come)
        if not self.now.opened:
            return tell("{n} {n:round|rounds} planned", n=planned)
        return tell("round {opened} of {planned}", opened=self.now.opened, planned=planned)

    @cached_property
    def rounds(self) -> Sequence[RoundShown]:
        """The whole plan."""
        return evening_rounds.rounds_shown(
            self.evening, self.now.opened, self.partners, self.visit.names_now, self.teams
        )

    @cached_property
    def _teams(self) -> tuple[Sequence[str], Sequence[bool]]:
        evening = self.evening
        units = evening.units if evening.kind == TEAMS else ()
        return names_of_teams(self.visit.league, evening.season, units, self.visit.names_now)

    @property
    def teams(self) -> Sequence[str]:
        """The names of the evening's teams; none where there are no teams."""
        return self._teams[0]

    @property
    def strangers(self) -> str:
        """The teams that are none of the league's, in a season that ranks teams."""
        season = self.visit.season(self.evening.season)
        if season is None or season.ranked != RANKED_TEAMS:
            return ""
        named = zip(*self._teams, strict=True)
        return evening_rounds.and_list(name for name, known in named if not known)

    @cached_property
    def matches(self) -> Mapping[int, Sequence[TeamMatch]]:
        """The matches of teams by round."""
        found: dict[int, list[TeamMatch]] = {}
        for one in matches_of_teams(self.now) if self.teams else ():
            found.setdefault(one.round, []).append(one)
        return found

    @property
    def standing_of_teams(self) -> Sequence[tuple[str, RankedPlayer]]:
        """How the teams stand tonight, by name."""
        season = self.visit.season(self.evening.season)
        if not self.teams or season is None:
            return []
        return [(self.teams[one.player], one) for one in standing_of_teams(season, self.now)]

    @property
    def someone_sits_out(self) -> bool:
        """Return whether any round of the plan has a bye."""
        return any(one.byes for one in self.rounds)

    @property
    def most_tables(self) -> int:
        """The number of tables in the largest round."""
        return max((len(one.tables) for one in self.rounds), default=0)

    @property
    def to_come(self) -> Sequence[RoundShown]:
        """The rounds that are not open yet; without the decider of a knock-out that is won."""
        rest = self.rounds[self.now.opened :]
        return rest if any(one.known for one in rest) or not self.champion else []

    @property
    def champion(self) -> str:
        """Return who has won the knock-out; empty while it goes on, and where there is none."""
        first = self.now.bracket.champion if self.now.bracket else None
        return self.visit.together(first or ())

    @property
    def drawn(self) -> bool:
        """Return whether a match of the knock-out was drawn, so that nobody goes through yet."""
        bracket = self.now.bracket
        return bool(bracket and bracket.drawn - bracket.standing.winners.keys())

    @property
    def result(self) -> str:
        """Return who has won the evening, or leads it where another round may follow; empty while a
        table plays, and of a knock-out, which has its champion."""
        if not self.now.played or self.knockout:
            return ""
        names = self.visit.names
        of_teams = [(name, one.place) for name, one in self.standing_of_teams]
        ranked = of_teams or [(names[one.player], one.place) for one in self.standings]
        first = evening_rounds.and_list(name for name, place in ranked if place == 1)
        if not first:
            return ""
        if self.next and self.evening.date >= today().isoformat():
            return tell("In the lead after round {n}: {names}", n=self.now.opened, names=first)
        return tell("{names} won the evening.", names=first)

    @property
    def waiting(self) -> str:
        """Return who sits out in the current round, and plays at no table any more."""
        if not self.now.opened:
            return ""
        playing = {seat for one in self.now.tables_in_play for seat in one.seats or ()}
        byes = self.evening.rounds[self.now.opened - 1].byes
        return evening_rounds.and_list(
            self.visit.names_now[one] for one in byes if one not in playing
        )

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock of the round that is on; None once its last table has ended."""
        round = self.now.opened
        tables = [one for one in self.now.tables if one.round == round and not one.removed]
        if tables and all(map(self.is_over, tables)):
            return None
        return clock_of(self.visit.league, self.evening.number, round)

    @property
    def minutes(self) -> int:
        """How long the clock of a round is, or is likely to be."""
        return minutes_of_rounds(self.visit.league, self.evening.number) or _USUAL_MINUTES

    @property
    def when(self) -> str:
        """The day, where the title doesn't say it, the hours and the place."""
        evening = self.evening
        day = parts.evening_day(evening) if evening.name else ""
        return ", ".join(filter(None, [day, parts.evening_hours(evening), evening.venue]))

    @cached_property
    def directs(self) -> bool:
        """Return whether who looks may plan the evening and start its rounds."""
        device = table_request.known_device()
        return direction.directs(self.visit, self.evening.number, device)

    @property
    def may_be_duplicate(self) -> bool:
        """Return whether the evening can be played as duplicate: by its game, and while no table is
        open."""
        return bool(game_named(self.evening.game).board) and not self.now.opened

    @property
    def is_duplicate(self) -> bool:
        """Return whether it was announced so."""
        return self.evening.kind == DUPLICATE

    @property
    def members(self) -> Sequence[tuple[int, str]]:
        """The members who could direct the evening, by number and name."""
        return [(one.number, self.visit.names[one.number]) for one in self.visit.league.members]

    @cached_property
    def reply(self) -> Mapping[str, Any]:
        """Return the replies, and that of the phone's own player."""
        return parts.reply_shown(self.visit, self.evening.number, "one")

    @property
    def everybody(self) -> Sequence[tuple[int, str]]:
        """The players for whom an organiser may reply, by number and name."""
        return parts.by_name(self.visit, self.visit.league.playing)

    @property
    def partners_for_others(self) -> Sequence[tuple[int | str, str]]:
        """Whom an organiser may name as a player's partner; nobody where there are no pairs."""
        if not has_partners(self.visit.league, self.evening.number):
            return []
        looking = (LOOKING, tell("Looking for a partner"))
        return [("", tell("as before")), looking, *self.everybody]

    @property
    def balance(self) -> Sequence[str]:
        return evening_rounds.balance_in_words(self.evening, self.partners, self.visit.names_now)

    # --- tables ---------------------------------------------------------------------------------

    @cached_property
    def _entered(self) -> Mapping[str, TableVisit]:
        shown = (*self.now.tables, *self.now.others)
        return draft_headlines(one.listing.row for one in shown)

    def status(self, one: EveningTable) -> str:
        """Return how far a table is."""
        if one.removed:
            return "cancelled"
        if one.walkover:
            names = self.visit.names_now
            given = evening_rounds.and_list(names[player] for player in one.walkover)
            return tell("Walkover for {names}", names=given)
        outcome = one.listing.outcome
        return outcome["text"] if outcome else tell("deal {deals}", deals=one.listing.deals + 1)

    def is_over(self, one: EveningTable) -> bool:
        """Return whether nothing more is played at a table."""
        return one.listing.outcome is not None or bool(one.walkover)

    def deal(self, one: EveningTable) -> str:
        """Return the deal in progress in a few words; empty where nothing is entered."""
        entered = self._entered.get(one.listing.row.public_id)
        return PadPage(entered).deal_in_words if entered else ""

    def title_of(self, one: EveningTable) -> str:
        """Return what a table is called; the later ones of a match of a knock-out are replays."""
        if not one.place:
            return game_named(one.listing.row.game).name
        replay = self.knockout and any(
            (other.round, other.place) == (one.round, one.place) and not other.removed
            for other in self.now.tables
            if other.game < one.game
        )
        if replay:
            return tell("Table {place}, replay", place=one.place)
        return tell("Table {place}", place=one.place)

    @property
    def on(self) -> Sequence[tuple[int, Sequence[EveningTable]]]:
        """The round that is on, and older ones at whose tables they still play, the newest first,
        each with its tables."""
        return [
            (number, tables)
            for number, tables in self._by_round
            if number == self.now.opened
            or not all(one.removed or self.is_over(one) for one in tables)
        ]

    @property
    def over(self) -> Sequence[tuple[int, Sequence[EveningTable]]]:
        """The rounds before that are over."""
        on = dict(self.on)
        return [one for one in self._by_round if one[0] not in on]

    @cached_property
    def _by_round(self) -> Sequence[tuple[int, Sequence[EveningTable]]]:
        rounds: dict[int, list[EveningTable]] = {}
        for one in self.now.tables:
            if not one.removed or one.listing.row.version:
                rounds.setdefault(one.round or 0, []).append(one)
        return sorted(rounds.items(), reverse=True)

    # --- standings, and what comes next ---------------------------------------------------------

    @cached_property
    def coins(self) -> Mapping[int, Coin]:
        """The coins of the players in the standings."""
        return parts.coins(self.visit, [one.player for one in self.standings])

    @cached_property
    def standings(self) -> Sequence[RankedPlayer]:
        """Tonight's standings, of players or of pairs."""
        return standings_shown(self.visit.season(self.evening.season), self.now)

    @property
    def next(self) -> tuple[str, str] | None:
        """The organiser's next step: what the key does, and what it says; None where results must
        come first, or all is played."""
        round = self.now.opened + 1
        if not self.evening.present or self.evening.cancelled:
            return None
        if missing := self.unopened_round:
            label = tell("Open remaining tables of round {round}", round=missing)
            return f"open.{missing}", label
        if self.now.groups and not self.to_come and not self.now.bracket:
            return ("qualify", tell("Draw the knock-out")) if self.now.groups.over else None
        if self.now.bracket and not self._to_seat(round):
            return None
        early = bool(self.playing_first)
        if self.to_come:
            anyway = tell("Start round {round} anyway", round=round)
            return f"open.{round}", anyway if early else tell("Start round {round}", round=round)
        if self.evening.kind == SWISS:
            anyway = tell("Pair round {round} anyway", round=round)
            return "more", anyway if early else tell("Pair round {round}", round=round)
        return None

    @cached_property
    def outdated_pairing(self) -> str:
        """Return that results have changed since the last round was paired by them, so that it
        would be paired otherwise now; empty where it would not."""
        # not by the totals: they change too when a table that still played ends
        if paired_again(self.visit, self.now) is None:
            return ""
        last = len(self.evening.rounds)
        if self.may_pair_again:
            return tell("A result was corrected after round {n} was paired with it.", n=last)
        return tell(
            "A result was corrected after round {n} was paired with it. The round has started, so "
            "it stays as it is; the next pairing uses the corrected result.",
            n=last,
        )

    @property
    def may_pair_again(self) -> bool:
        """Return whether nothing is written at the tables of the last round."""
        last = len(self.evening.rounds)
        return self.now.opened < last or self.cancellable_round == last

    @property
    def may_add_round(self) -> bool:
        """Return whether all planned rounds have started, and another one can be planned."""
        fixed = self.evening.kind in (SWISS, *BRACKETS)
        return bool(self.evening.present) and not (fixed or self.to_come or self.unopened_round)

    @property
    def walkovers(self) -> Sequence[tuple[str, str]]:
        """The sides that may be given a walkover: `12.0` is the first side at the table of game
        12."""
        return [
            (
                f"{one.game}.{side}",
                tell("Table {place}: {name}", place=one.place, name=name),
            )
            for one in walkover_tables(self.now)
            for side, (name, _) in enumerate(one.listing.scored)
        ]

    @property
    def knockout(self) -> bool:
        return self.evening.kind in BRACKETS

    @property
    def playing_first(self) -> Sequence[EveningTable]:
        """The planned tables whose results come first, before the next round."""
        if self.unopened_round:
            return ()
        return [one for one in self.now.tables_in_play if one.round and one.place]

    @property
    def early(self) -> str:
        """Return what pairing the next round now would leave out; empty where that is nothing."""
        is_paired = bool(self.next and self.next[0] == "more")
        return evening_rounds.unfinished_for_pairing(self.now) if is_paired else ""

    @property
    def cancellable_round(self) -> int:
        """The round that was opened last, while nothing is written at its tables; else 0."""
        here = [one for one in self.now.counted_tables.values() if one.round == self.now.opened]
        begun = [one for one in here if one.listing.row.version or one.walkover]
        entered = {one.listing.row.public_id for one in here} & self._entered.keys()
        return 0 if begun or entered else self.now.opened

    def sides(self, one: EveningTable) -> list[tuple[str, int, Coin]]:
        """Return the sides of a table: the name, the total, the coin that they have there; those of
        empty seats are left out. A walkover is 1–0."""
        shown = one.listing
        sides = tuple(map(tuple, shown.sides))
        coins = coins_at(shown.names, sides, self._chosen_coins)
        seated = [place for place, seats in enumerate(sides) if any(shown.names[s] for s in seats)]
        letters = initials([name for name, _ in shown.scored])
        return [
            (
                name,
                int(any(one.seats[seat] in one.walkover for seat in sides[place]))
                if one.walkover and one.seats
                else total,
                coins[sides[place][0]] if len(sides[place]) == 1 else Coin(letter, place % COLOURS),
            )
            for place, (name, total), letter in zip(seated, shown.scored, letters, strict=True)
        ]

    @cached_property
    def _chosen_coins(self) -> Mapping[str, ChosenCoin]:
        return parts.chosen_coins(self.visit)

    @property
    def unopened_round(self) -> int:
        """The current round if one of its tables is not started, else 0; in a knock-out the
        first such round, with a table that had to wait for a result."""
        opened = self.now.opened
        rounds = range(1 if self.now.bracket else max(opened, 1), opened + 1)
        return next((round for round in rounds if self._to_seat(round)), 0)

    def _to_seat(self, round: int) -> bool:
        """Return whether players of a round wait for their table to be opened."""
        here, there = self.evening.rounds[round - 1 : round], self.now.counted_tables
        return any(
            seated and (round, place) not in there
            for one in here
            for place, seated in enumerate(one.tables, 1)
        )
