"""The plan of an evening as a form: who is there, what is played, who stays together."""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper import leagues
from scorekeeper.figures import folded
from scorekeeper.games import games
from scorekeeper.leagues import DecisionRefused, Evening, Found, Tonight
from scorekeeper.leagues.deciding import read_name
from scorekeeper.schedules import Unit
from scorekeeper.web import evening_told, tabled
from scorekeeper.web.evening_told import SWISS_PAIRS, RoundShown

MOST_PLAYERS: Final = 80
MOST_ROUNDS: Final = 40
LONGEST_NAME: Final = 40

Typed = MultiDict[str, str]


class Person(NamedTuple):
    """Somebody to tick: a player's number (a newcomer's is below 0), the name, whether he is
    there, and in which pair or team (0: none)."""

    number: int
    name: str
    there: bool
    unit: int


class PlanForm:
    """What was typed (None: nothing yet) for a new evening, or for the rest of one (`now`)."""

    def __init__(self, found: Found, typed: Typed | None, now: Tonight | None = None) -> None:
        self.found = found
        self.typed = typed
        self.now = now
        self.faults: dict[str, str] = {}
        self.kept = 0
        self.season = found.season(now.evening.season if now else None)
        self.newcomers = self._newcomers()
        self.present = self._present()
        self.units = self._units()
        self._check()

    def _said(self, name: str, usual: str = "") -> str:
        return self.typed.get(name, usual).strip() if self.typed is not None else usual

    # --- who is there ---------------------------------------------------------------------------

    def _newcomers(self) -> list[str]:
        """The names that nobody in the league has; who has one of the others is simply there."""
        new: dict[str, str] = {}
        for text in self._said("names").replace("\n", ",").split(","):
            if text.strip():
                try:
                    name = read_name(text)
                except DecisionRefused as refused:
                    self.faults["names"] = refused.faults["name"]
                else:
                    new.setdefault(folded(name), name)
        self._known = [known for name in new if (known := self._by_name.get(name))]
        return [name for key, name in new.items() if key not in self._by_name]

    @cached_property
    def _by_name(self) -> Mapping[str, int]:
        players = self.found.league.players.values()
        here = [one.number for one in players if one.into is None and not one.forgotten]
        return {folded(self.found.names[number]): number for number in here}

    def _present(self) -> tuple[int, ...]:
        if self.typed is None:
            return self.now.evening.present if self.now else ()
        ticked = [tabled.number(text) for text in self.typed.getlist("player")]
        there = dict.fromkeys([*(one for one in ticked if one in self.found.names), *self._known])
        known = [one for one in there if one is not None]
        if len(known) + len(self.newcomers) > MOST_PLAYERS:
            self.faults["player"] = f"That is more than {MOST_PLAYERS} players."
        return (*known, *(-1 - place for place in range(len(self.newcomers))))

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Names by number, newcomers' too."""
        league = self.found.league
        new = {-1 - place: name for place, name in enumerate(self.newcomers)}
        return {one: self.found.names[league.is_now(one)] for one in self.found.names} | new

    @property
    def members(self) -> list[Person]:
        """Those who play in the league."""
        return [*self._people(guests=False)]

    @property
    def guests(self) -> list[Person]:
        """Those who have played without being members."""
        return [*self._people(guests=True)]

    def _people(self, guests: bool) -> Iterator[Person]:
        found = [
            one
            for one in self.found.league.players.values()
            if one.into is None and not (one.left or one.forgotten) and one.guest == guests
        ]
        for one in sorted(found, key=lambda one: folded(self.names[one.number])):
            yield self._person(one.number)

    @property
    def there(self) -> list[Person]:
        """Those who are there, to be put into pairs or teams."""
        return [self._person(number) for number in self.present]

    def _person(self, number: int) -> Person:
        unit = next((n for n, unit in enumerate(self.units, 1) if number in unit), 0)
        return Person(number, self.names[number], number in self.present, unit)

    # --- what is played -------------------------------------------------------------------------

    @cached_property
    def game(self) -> str:
        if self.now:
            return self.now.evening.game
        given = self._said("game")
        return given if given in dict(self.games) else self.games[0][0]

    @cached_property
    def games(self) -> Sequence[tuple[str, str]]:
        """The games of the season; all where it takes any."""
        wanted = self.season.games if self.season else {}
        return [(slug, game.name) for slug, game in games().items() if not wanted or slug in wanted]

    @property
    def variants(self) -> Sequence[str]:
        """The variants to choose from; none where the season says which."""
        pinned = self.season and self.season.games.get(self.game)
        named = [name for name in games()[self.game].variants if name]
        return [] if pinned or self.now or len(named) < 2 else named

    @property
    def variant(self) -> str | None:
        if self.now:
            return self.now.evening.variant
        given = self._said("variant")
        return given if given in self.variants else next(iter(self.variants), None)

    @cached_property
    def kind(self) -> str:
        """The kind as it is chosen, a key of `evening_told.CHOICES`."""
        if self.now:
            evening = self.now.evening
            return SWISS_PAIRS if evening.kind == leagues.SWISS and evening.units else evening.kind
        given = self._said("kind", leagues.INDIVIDUAL)
        fitting = evening_told.choices(self.shape.partners)
        return given if given in fitting else leagues.INDIVIDUAL

    @property
    def unit_word(self) -> str:
        """What stays together; empty where nobody does."""
        return {leagues.PAIRS: "Pair", SWISS_PAIRS: "Pair", leagues.TEAMS: "Team"}.get(
            self.kind, ""
        )

    @cached_property
    def shape(self) -> leagues.Shape:
        rules = leagues.rules_of(self.season, self.game, self.variant)
        return leagues.shape_of(games()[self.game], rules)

    @property
    def sizes(self) -> Sequence[int]:
        """Sizes of table to choose from."""
        size = self.shape.size
        return [*range(size[0], min(size[-1], 8) + 1)] if len(size) > 1 else []

    @cached_property
    def usual(self) -> int | None:
        if self.now:
            return self.now.evening.usual
        given = tabled.number(self._said("usual"))
        return given if given in self.sizes else None

    # --- pairs and teams ------------------------------------------------------------------------

    def _units(self) -> tuple[Unit, ...]:
        if not self.unit_word:
            return ()
        if self.typed is None or not any(name.startswith("unit.") for name in self.typed):
            return self.now.evening.units if self.now else ()
        units: dict[int, list[int]] = {}
        for player in self.present:
            if number := tabled.number(self._said(f"unit.{player}")):
                units.setdefault(number, []).append(player)
        return tuple(tuple(unit) for _, unit in sorted(units.items()))

    @property
    def most_units(self) -> int:
        return len(self.present) // 2

    def draw(self) -> None:
        """Have chance put them together, in pairs or in teams of four where that comes out."""
        players = list(self.present)
        random.SystemRandom().shuffle(players)
        fours = self.kind == leagues.TEAMS and len(players) % 4 == 0 and len(players) > 4
        self.units = leagues.drawn_units(players, 4 if fours else 2)
        self.faults.pop("units", None)
        self._check()

    # --- the plan -------------------------------------------------------------------------------

    @cached_property
    def rounds(self) -> int | None:
        """How many rounds are to be planned; None where that is left to the tournament."""
        if self.typed is None and self.now:
            return max(len(self.now.evening.rounds) - self.now.opened, 1)
        given = self._said("rounds")
        number = tabled.number(given)
        if given and (number is None or not 1 <= number <= MOST_ROUNDS):
            self.faults["rounds"] = f"Rounds are a number from 1 to {MOST_ROUNDS}."
        return number

    def _check(self) -> None:
        if self.season is None:
            self.faults["game"] = "The league has no season going on."
        if len(self._said("name")) > LONGEST_NAME:
            self.faults["name"] = f"A name has at most {LONGEST_NAME} characters."
        if self._date() is None:
            self.faults["date"] = "Write the day as 2026-03-31."
        if self.rounds is None and "rounds" in self.faults:
            return
        if fault := leagues.fault_of(self._blank, self.shape):
            self.faults.setdefault(*fault)

    def _date(self) -> str | None:
        if self.now:
            return self.now.evening.date
        given = self._said("date", date.today().isoformat())
        try:
            return given and date.fromisoformat(given).isoformat()
        except ValueError:
            return None

    @property
    def _blank(self) -> Evening:
        """The evening without its rounds."""
        if self.now:
            return replace(self.now.evening, present=self.present, units=self.units)
        return Evening(
            number=0,
            name=" ".join(self._said("name").split()),
            date=self._date() or "",
            season=self.season.number if self.season else 0,
            game=self.game,
            variant=self.variant,
            kind=leagues.SWISS if self.kind == SWISS_PAIRS else self.kind,
            present=self.present,
            units=self.units,
            usual=self.usual,
        )

    @cached_property
    def full_length(self) -> int:
        """How many rounds the whole tournament takes."""
        return leagues.full_length(self._blank, self.shape)

    @cached_property
    def plan(self) -> Evening:
        """The evening as planned; to be asked where there are no faults."""
        rounds = self.rounds or min(self.full_length, MOST_ROUNDS)
        played, totals = (self.now.played, self.now.totals) if self.now else ((), {})
        return leagues.planned_on(self._blank, self.shape, rounds, played, totals)

    @property
    def shown(self) -> Sequence[RoundShown]:
        opened = self.now.opened if self.now else 0
        return evening_told.rounds_shown(self.plan, opened, self.shape.partners, self.names)

    @property
    def told(self) -> Sequence[str]:
        return evening_told.evenness_told(self.plan, self.shape.partners, self.names)

    @property
    def mark(self) -> str:
        """Tells one plan from another."""
        plan: Any = self.plan.payload(), self.newcomers
        return hashlib.sha256(repr(plan).encode()).hexdigest()[:16]

    @property
    def seen(self) -> bool:
        """Whether this is the plan that was looked at before."""
        return self._said("seen") == self.mark

    @property
    def values(self) -> Mapping[str, str]:
        """What stands in the fields to write in."""
        rounds = self._said("rounds") if self.typed is not None or not self.now else self.rounds
        return {
            "name": self._said("name"),
            "date": self._said("date", date.today().isoformat()),
            "names": self._said("names"),
            "rounds": str(rounds or ""),
        }
