"""Who is present at an evening, as typed in the form of its plan."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from scorekeeper.leagues.decisions import read_name
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.spelling import folded
from scorekeeper.web.league.evening.forms import PlanForm
from scorekeeper.web.shared.forms import fault_of
from scorekeeper.web.shared.security import read_number

MOST_PLAYERS: Final = 80
ALL, LAST = "all", "last"
"""What the keys do that tick many at once."""


class Attendance:
    """The form of who is present; until it is sent, it is filled in from `before`.

    `present` are players by number; the `newcomers`, by name, are -1, -2 … `last_time` are the
    players present at the evening before this one (its number: 0 where it is new). A button ticks
    all members, or those of last time: `do` is ALL or LAST.
    """

    def __init__(
        self, visit: LeagueVisit, form: PlanForm, before: Sequence[int], evening: int = 0
    ) -> None:
        self.visit = visit
        self.last_time = self._last_time(evening)
        read = _read(form.wanted)
        self.newcomers = [name for key, name in read.items() if key not in visit.number_of_name]
        known = [visit.number_of_name[key] for key in read if key in visit.number_of_name]
        do = form.do.data.text
        if not form.is_submitted():
            ticked = list(before)
        elif do == LAST:
            ticked = self.last_time
        else:
            numbers = map(read_number, form.player.data)
            ticked = [one for one in numbers if one in visit.names and one is not None]
            if do == ALL:
                ticked += [one.number for one in visit.league.members]
        now = [visit.league.after_merges(one) for one in (*ticked, *known)]
        new = (-1 - place for place in range(len(self.newcomers)))
        self.present = (*dict.fromkeys(now), *new)

    def _last_time(self, evening: int) -> list[int]:
        league = self.visit.league
        others = [evening_of(league, number) for number in league.evenings if number != evening]
        last = max(others, key=lambda one: (one.date, one.number), default=None)
        playing = {one.number for one in league.playing}
        return [one for one in last.present if one in playing] if last else []

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Names by number, newcomers' too."""
        new = {-1 - place: name for place, name in enumerate(self.newcomers)}
        return {**self.visit.names_now, **new}

    def people(self, guests: bool) -> dict[int, str]:
        """Return the members of the league, or its guests, in the order of their names."""
        found = [one.number for one in self.visit.league.playing if one.guest == guests]
        return {one: self.names[one] for one in sorted(found, key=lambda n: folded(self.names[n]))}


def _read(names: Sequence[str]) -> dict[str, str]:
    """Return what of it are names, as they are kept, by their folded form."""
    found: dict[str, str] = {}
    for name in names:
        if not fault_of(read_name, name):
            kept = read_name(name)
            found.setdefault(folded(kept), kept)
    return found
