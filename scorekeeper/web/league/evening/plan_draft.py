"""The plan of an evening as typed in the form: who is present, members ticked and names new to the
league; game, pairs or teams."""

import hashlib
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.leagues.evening.bracket import BY_STANDINGS, seeded, with_bracket
from scorekeeper.leagues.evening.coming import replies_of
from scorekeeper.leagues.evening.evenings import earlier_evenings
from scorekeeper.leagues.evening.plan import (
    BRACKETS,
    DOUBLE_KNOCKOUT,
    GROUPS,
    INDIVIDUAL,
    PAIRS,
    SWISS,
    TEAMS,
    Evening,
    TableShape,
    draw_units,
    full_tournament_rounds,
    plan_fault,
    rules_of,
    shape_of,
    with_more_rounds,
)
from scorekeeper.leagues.evening.team_night import names_of_teams
from scorekeeper.leagues.evening.tonight import EveningStatus
from scorekeeper.leagues.game_rulings import read_evening
from scorekeeper.leagues.tables import why_no_season
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.knockout import seeded_groups
from scorekeeper.schedules.rounds import table_sizes
from scorekeeper.schedules.units import Unit
from scorekeeper.sentences import tell
from scorekeeper.spelling import visible
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening import rounds as evening_rounds
from scorekeeper.web.league.evening.attendance import ALL, LAST, MOST_PLAYERS, Attendance
from scorekeeper.web.league.evening.forms import MOST_ROUNDS, PlanForm
from scorekeeper.web.league.evening.rounds import SWISS_PAIRS, RoundShown
from scorekeeper.web.shared.security import read_number

# --- what is planned ------------------------------------------------------------------------------


TEAM_SIZES: Final = (2, 4)


def mark_of(pair: Unit) -> str:
    """Return by what a pair is ticked."""
    return ".".join(map(str, pair))


class PlanDraft:
    """The plan of a new evening, or of the rest of one (`now`)."""

    def __init__(
        self, visit: LeagueVisit, form: PlanForm, now: EveningStatus | None = None
    ) -> None:
        self.visit = visit
        self.form = form
        self.now = now
        if now and not form.is_submitted():
            planned = len(now.evening.rounds) - now.opened
            form.rounds.data = str(max(planned, 1)) if now.evening.present else ""
        evening = now.evening if now else None
        before, number = (evening.present, evening.number) if evening else ((), 0)
        if evening and not before:
            before = tuple(replies_of(visit.league, number).coming)
        self.attendance = Attendance(visit, form, before, number)
        self.faults: dict[str, str] = {}
        self.season = visit.season(now.evening.season) if now else visit.league.season
        self.pairs = self._pairs()
        alone = (one for one in self.attendance.present if one not in self.paired)
        # always in this order, so that the plan is the same if a paired player is ticked too
        self.present = (*alone, *(player for pair in self.pairs for player in pair))
        form.seeding.data = form.seeding.data or BY_STANDINGS
        # sent along, so that lots stay as drawn from the preview to the plan
        form.lot.data = form.lot.data or secrets.token_hex(8)
        self.units = self._units()
        self._check()

    # --- what is played -------------------------------------------------------------------------

    @cached_property
    def game(self) -> str:
        if self.now:
            return self.now.evening.game
        given = str(self.form.game.data)
        return given if given in dict(self.games) else self.games[0][0]

    @cached_property
    def games(self) -> Sequence[tuple[str, str]]:
        """The games of the season; all where it takes any."""
        return parts.games_to_play(self.visit.league, self.season)

    @cached_property
    def variants(self) -> Mapping[str, str]:
        """The variants to choose from, each with what players call it; none where the season says
        which."""
        game, pinned = game_named(self.game), self.season and self.season.games.get(self.game)
        named = {name: rulebook.variant_name(game, name) for name in game.variants if name}
        return {} if pinned or self.now or len(named) < 2 else named

    @property
    def variant(self) -> str | None:
        if self.now:
            return self.now.evening.variant
        given = str(self.form.variant.data)
        return given if given in self.variants else next(iter(self.variants), None)

    @cached_property
    def kind(self) -> str:
        """The kind as it is chosen, a key of `rounds.CHOICES`."""
        if self.now:
            evening = self.now.evening
            return SWISS_PAIRS if evening.kind == SWISS and evening.units else evening.kind
        given = str(self.form.kind.data)
        return given if given in self.kinds else INDIVIDUAL

    @property
    def kinds(self) -> Mapping[str, tuple[str, str]]:
        """The formats that fit the game: the words, and a sentence."""
        return evening_rounds.choices(self.shape.partners)

    @property
    def early(self) -> str:
        """Return the warning that pairing now would leave unfinished games out; empty where there
        are none."""
        return evening_rounds.unfinished_for_pairing(self.now) if self.now else ""

    @property
    def unit_word(self) -> str:
        """Return the word for players who stay together, pair or team; empty if nobody does."""
        pairs = self.kind in (PAIRS, SWISS_PAIRS) or self.knockout and self.shape.partners
        if pairs:
            return tell("Pair")
        return tell("Team") if self.kind == TEAMS else ""

    @property
    def groups(self) -> int:
        """The number of groups: as typed or planned before, else groups of about four; 0 where the
        tournament has none."""
        if self.kind != GROUPS:
            return 0
        given: int | None = self.form.groups.data
        planned = self.now.evening.groups if self.now else 0
        return given if given is not None else planned or max(len(self.units) // 4, 1)

    @property
    def most_groups(self) -> int:
        return max(min(len(self.units) // 2, 16), 1)

    @property
    def started(self) -> bool:
        """Return whether a round was started, so that a knock-out stays as it is."""
        return self.now is not None and self.now.opened > 0

    @property
    def third_place(self) -> bool:
        """Return whether a knock-out has a match for third place."""
        if self.now and (self.started or not self.form.is_submitted()):
            return self.now.evening.third_place
        return bool(self.kind != DOUBLE_KNOCKOUT and self.form.third_place.data)

    @property
    def knockout(self) -> bool:
        """Return whether it is a knock-out."""
        return self.kind in BRACKETS

    @cached_property
    def shape(self) -> TableShape:
        rules = rules_of(self.season, self.game, self.variant)
        return shape_of(game_named(self.game), rules)

    @property
    def sizes(self) -> Sequence[int]:
        """Sizes of table to choose from."""
        size = self.shape.size
        return [*range(size[0], min(size[-1], 8) + 1)] if len(size) > 1 else []

    @cached_property
    def usual(self) -> int | None:
        if self.now:
            return self.now.evening.usual
        given: int | None = self.form.usual.data
        return given if given in self.sizes else None

    # --- pairs and teams ------------------------------------------------------------------------

    @cached_property
    def pairs_known(self) -> Sequence[Unit]:
        """The pairs who may be ticked: those of the plan and of the replies, then usual partners;
        or the teams of the league; none where players don't come together."""
        if self.kind == TEAMS:
            return self._teams_known
        if not self.unit_word:
            return ()
        league, found = self.visit.league, dict[int, Unit]()
        now = self.now.evening if self.now else None
        replies = replies_of(league, now.number).pairs if now else ()
        usual = (pair for pair in league.usual_partners.items() if pair[0] < pair[1])
        for pair in (*(now.units if now else ()), *replies, *usual):
            if len(pair) == 2 and not {*pair} & found.keys():
                found |= dict.fromkeys(pair, pair)
        return (*dict.fromkeys(found.values()),)

    @property
    def _teams_known(self) -> Sequence[Unit]:
        """The teams that may be ticked, of two or four players each: those of the plan, then the
        league's."""
        league, found = self.visit.league, dict[int, Unit]()
        there = {one.number for one in league.playing}
        own = league.teams_in(self.season.number).values() if self.season else ()
        for team in (*(self.now.evening.units if self.now else ()), *map(tuple, own)):
            if len(team) in TEAM_SIZES and {*team} <= there and not {*team} & found.keys():
                found |= dict.fromkeys(team, team)
        return (*dict.fromkeys(found.values()),)

    def _called(self, units: Sequence[Unit]) -> Sequence[str]:
        """Return what these teams are called; nothing where players don't come in teams."""
        if self.kind != TEAMS or not self.season:
            return ()
        names = self.attendance.names
        return names_of_teams(self.visit.league, self.season.number, units, names)[0]

    def _pairs(self) -> Sequence[Unit]:
        """Return the pairs who are ticked: at first, and if many are ticked at once, all whose
        players are both here."""
        ticked, here = {*self.form.pair.data}, {*self.attendance.present}
        many = not self.form.is_submitted() or self.form.do.data.text in (ALL, LAST)
        return [
            pair
            for pair in self.pairs_known
            if mark_of(pair) in ticked or (many and {*pair} <= here)
        ]

    @property
    def pairs_shown(self) -> list[tuple[str, str, bool]]:
        """The pairs or teams who may be ticked: the value, the names, and whether they are."""
        known = self.pairs_known
        called = self._called(known) or [self.visit.together(pair) for pair in known]
        return [
            (mark_of(pair), name, pair in self.pairs)
            for name, pair in sorted(zip(called, known, strict=True))
        ]

    def _units(self) -> tuple[Unit, ...]:
        units = self._together()
        if not self.knockout:
            return units
        if self.now and self.now.evening.units and not self.form.is_submitted():
            return self.now.evening.units
        entrants = units if self.unit_word else tuple((player,) for player in self.present)
        return seeded(self.visit, self.season, entrants, self.form.seeding.data, self.form.lot.data)

    def _together(self) -> tuple[Unit, ...]:
        if not self.unit_word:
            return ()
        if not (self.form.unit.data or self.pairs or self.form.is_submitted()):
            return self.now.evening.units if self.now else ()
        units: dict[int, list[int]] = {}
        for player in self._unpaired:
            if number := read_number(self.form.unit.data.get(str(player), "").strip()):
                units.setdefault(number, []).append(player)
        return (*self.pairs, *(tuple(unit) for _, unit in sorted(units.items())))

    @property
    def paired(self) -> set[int]:
        """The players of the ticked pairs."""
        return {player for pair in self.pairs for player in pair}

    @property
    def _unpaired(self) -> Sequence[int]:
        """The players present who are in no ticked pair."""
        return [one for one in self.present if one not in self.paired]

    @property
    def in_units(self) -> list[tuple[int, str, int]]:
        """Return the players who are there, without ticked pairs: the number, the name, and in
        which pair or team (0: none)."""
        unit_of = {player: n for n, unit in enumerate(self.units, 1) for player in unit}
        return [(one, self.attendance.names[one], unit_of.get(one, 0)) for one in self._unpaired]

    @property
    def most_units(self) -> int:
        return len(self.present) // 2

    def draw(self) -> None:
        """Draw pairs, or teams of four, at random, of all who are in no ticked pair."""
        players = list(self._unpaired)
        random.SystemRandom().shuffle(players)
        fours = self.kind == TEAMS and len(players) % 4 == 0 and len(players) > 4
        units = draw_units(players, 4 if fours else 2)
        # in the order in which the page lists those present
        place = {player: at for at, player in enumerate(self.present)}
        drawn = (tuple(sorted(unit, key=place.__getitem__)) for unit in units)
        self.units = (*self.pairs, *drawn)
        self.faults.pop("units", None)
        self._check()

    # --- the plan -------------------------------------------------------------------------------

    @cached_property
    def rounds(self) -> int | None:
        """The number of rounds to be planned; None where the tournament decides."""
        return read_number(self.form.rounds.data)

    def _check(self) -> None:
        if self.season is None:
            self.faults["game"] = why_no_season(self.visit.league)
        if len(self.present) > MOST_PLAYERS:
            self.faults["player"] = tell("Choose up to {n} players.", n=MOST_PLAYERS)
        self.form.validate()
        self.faults |= {name: words[0] for name, words in self.form.errors.items()}
        # no number: nothing can be planned; too many are told beside what else is wrong
        if self.rounds is None and "rounds" in self.faults:
            return
        if not self.now and str(self.form.kind.data) not in self.kinds:
            # only without JavaScript: else the formats follow the game as it is chosen
            # rotating partners were planned instead, and nothing was said
            self.faults["kind"] = tell("Choose a format that this game has.")
        # told of pairs, as before any is made Swiss in pairs looks like that of single players
        if fault := plan_fault(self._blank, self.shape, bool(self.unit_word)):
            self.faults.setdefault(*fault)

    @property
    def _blank(self) -> Evening:
        """The evening without its rounds."""
        if self.now:
            planned = replace(self.now.evening, present=self.present, units=self.units)
            if self.started or not self.knockout:
                return planned
            return replace(planned, third_place=self.third_place, groups=self.groups)
        return Evening(
            number=0,
            name=" ".join(visible(self.form.name.data).split()),
            date="" if "date" in self.faults else read_evening(self.form.date.data),
            season=self.season.number if self.season else 0,
            game=self.game,
            variant=self.variant,
            kind=SWISS if self.kind == SWISS_PAIRS else self.kind,
            present=self.present,
            units=self.units,
            usual=self.usual,
            third_place=self.third_place,
            groups=self.groups,
        )

    @cached_property
    def full_length(self) -> int:
        """The number of rounds in the full tournament."""
        return full_tournament_rounds(self._blank, self.shape)

    @property
    def double_length(self) -> int:
        """The number of rounds in which everybody meets twice, once on either side; 0 where the
        schedule has no such end."""
        together = self.kind in (PAIRS, TEAMS)
        sizes = table_sizes(len(self.present), self.shape.size, self.usual)
        alone = self.kind == INDIVIDUAL and {*sizes} == {2}
        return 2 * self.full_length if together or alone else 0

    @cached_property
    def plan(self) -> Evening:
        """The evening as planned; to be asked where there are no faults."""
        rounds = self.rounds or min(self.full_length, MOST_ROUNDS)
        now = self.now
        played, totals, basis = (now.started_rounds, now.totals, now.basis) if now else ((), {}, ())
        # so that the same players sit in another order each evening
        earlier = earlier_evenings(self.visit.league, self._blank.number)
        return with_more_rounds(self._blank, self.shape, rounds, played, totals, earlier, basis)

    @property
    def rounds_shown(self) -> Sequence[RoundShown]:
        opened = self.now.opened if self.now else 0
        plan = with_bracket(self.plan)
        names, teams = self.attendance.names, self._called(plan.units)
        return evening_rounds.rounds_shown(plan, opened, self.shape.partners, names, teams)

    @property
    def in_groups(self) -> Sequence[Sequence[str]]:
        """The entrants of each group; none where there are no groups."""
        if self.kind != GROUPS:
            return []
        groups = seeded_groups(len(self.units), self.plan.groups)
        return [[self.seeds[seed] for seed in seeds] for seeds in groups]

    @property
    def seeds(self) -> Sequence[str]:
        """The entrants of a knock-out, the first seed first."""
        names = self.attendance.names
        return [" & ".join(names[one] for one in unit) for unit in self.units]

    @property
    def balance(self) -> Sequence[str]:
        return evening_rounds.balance_in_words(
            self.plan, self.shape.partners, self.attendance.names
        )

    @property
    def mark(self) -> str:
        """Tells one plan from another."""
        plan: Any = self.plan.payload(), self.attendance.newcomers
        return hashlib.sha256(repr(plan).encode()).hexdigest()[:16]

    @property
    def seen(self) -> bool:
        """Return whether this is the plan that was looked at before."""
        return bool(self.form.seen.data == self.mark)
