"""What an organiser does next, as the first page of a league shows it: each step with its key; what
is done of tonight, and how far its tables are."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import url_for

from scorekeeper.leagues.duplicate.writing import is_duplicate
from scorekeeper.leagues.evening import next_steps as steps
from scorekeeper.leagues.evening.next_steps import LeagueFacts, Tonight, next_steps
from scorekeeper.leagues.evening.tonight import EveningStatus
from scorekeeper.leagues.phones import claims_to_answer, phones_of_league
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening import rounds
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.table import table_request


class TableCell(NamedTuple):
    """A table of the round that is on: its number, whether it is done, how far it is."""

    place: int
    over: bool
    words: str


class ShownStep(NamedTuple):
    """A step: what there is to do, more of it, where it leads, and what the key says; ``do`` is
    sent there where the key does it at once; the tables, where it is about these."""

    words: str
    about: str
    href: str
    key: str
    do: str = ""
    cells: Sequence[TableCell] = ()


class League(NamedTuple):
    """What the steps tell of: the league, its evening of today if there is one, the names of those
    whose phones wait to be let in."""

    visit: LeagueVisit
    tonight: EveningPage | None
    asking: list[str]

    def to(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page of the league."""
        return url_for(endpoint, league_id=self.visit.info.public_id, **values)

    def to_evening(self, endpoint: str) -> str:
        """Return the address of a page of the evening of today."""
        return self.to(endpoint, evening=self.tonight.evening.number if self.tonight else 0)


def _add(at: League) -> ShownStep:
    about = tell("Type their names, or paste a list.")
    return ShownStep(
        tell("Nobody is in yet"), about, at.to("league_players.add"), tell("Add players")
    )


def _invite(at: League) -> ShownStep:
    about = tell("Send the link: they say who they are and see everything.")
    href = f"{at.to('league.organise')}#links"
    return ShownStep(tell("No member has a phone here"), about, href, tell("Invite members"))


def _answer(at: League) -> ShownStep:
    words = tell("{n} {n:phone asks|phones ask} to be let in", n=len(at.asking))
    return ShownStep(words, ", ".join(at.asking), at.to("league_phones.page"), tell("Decide"))


def _tables(at: League) -> ShownStep:
    about = at.tonight.about if at.tonight else ""
    href = at.to_evening("evening.plan")
    return ShownStep(tell("Who is here tonight?"), about, href, tell("Plan the tables"))


def _playing(at: League) -> ShownStep:
    n = _still_playing(at.tonight.now) if at.tonight else 0
    words = tell("{n} {n:table|tables} still playing", n=n)
    cells = table_cells(at.tonight) if at.tonight else ()
    href = at.to_evening("evening.page")
    return ShownStep(words, "", href, tell("Go to the tables"), cells=cells)


def _round(at: League) -> ShownStep:
    do, words = (at.tonight.next if at.tonight else None) or ("", "")
    waits = rounds.still_playing(at.tonight.now) if at.tonight else ""
    return ShownStep(words, waits, at.to_evening("evening.act"), words, do)


def _over(at: League) -> ShownStep:
    about = at.tonight.about if at.tonight else ""
    href = at.to_evening("evening.page")
    return ShownStep(tell("All rounds are played"), about, href, tell("See the result"))


def _champion(at: League) -> ShownStep:
    season = at.visit.season_shown
    href = at.to("league_review.page", season=season.number if season else 0)
    words = tell("{season} has ended", season=season.name if season else "")
    return ShownStep(words, "", href, tell("See the champion"))


def _season(at: League) -> ShownStep:
    about = tell("Its players, scoring and games stay.")
    return ShownStep(
        tell("No season is on"), about, at.to("seasons.new"), tell("Start the next season")
    )


def _plan(at: League) -> ShownStep:
    about = tell("Tick who is here; the app says who plays with whom.")
    return ShownStep(
        tell("No evening is planned"), about, at.to("evening.new"), tell("Plan tonight")
    )


def _announce(at: League) -> ShownStep:
    about = tell("Members say whether they are coming.")
    href = at.to("announcing.announce")
    return ShownStep(tell("The next evening"), about, href, tell("Announce an evening"))


_SHOWN: Final[Mapping[str, Callable[[League], ShownStep]]] = {
    steps.ADD: _add,
    steps.INVITE: _invite,
    steps.ANSWER: _answer,
    steps.TABLES: _tables,
    steps.PLAYING: _playing,
    steps.ROUND: _round,
    steps.OVER: _over,
    steps.CHAMPION: _champion,
    steps.SEASON: _season,
    steps.PLAN: _plan,
    steps.ANNOUNCE: _announce,
}


def shown_steps(visit: LeagueVisit, now: EveningStatus | None, later: bool) -> list[ShownStep]:
    """Return what is to be done, the next step first; ``now`` is the evening of today, ``later``
    says whether another one is to come."""
    season = visit.season_shown
    # a duplicate session has its own page, which says what comes next there
    duplicate = now is not None and is_duplicate(visit, now.evening.number)
    shown = EveningPage(visit, now) if now and not duplicate else None
    asking = [
        visit.names[one.claim.player]
        for one in claims_to_answer(visit, table_request.known_device())
        if one.claim
    ]
    facts = LeagueFacts(
        players=len(visit.league.playing),
        phones=len(phones_of_league(visit)),
        asking=len(asking),
        ended=bool(season and season.archived),
        tonight=_tonight(shown) if shown else None,
        to_come=later or duplicate,
    )
    at = League(visit, shown, asking)
    return [_SHOWN[one](at) for one in next_steps(facts)]


def _tonight(shown: EveningPage) -> Tonight:
    return Tonight(
        planned=bool(shown.evening.present),
        playing=_still_playing(shown.now),
        more=bool(shown.next),
        begun=shown.now.opened > 0,
    )


def _still_playing(now: EveningStatus) -> int:
    return len([one for one in now.tables_in_play if one.place])


def steps_done(visit: LeagueVisit, now: EveningStatus | None) -> list[str]:
    """Return what is done of tonight."""
    if now is None or not now.evening.present:
        return []
    playing = {one.round for one in now.tables_in_play}
    over = [one for one in range(1, now.opened + 1) if one not in playing]
    about = parts.evening_about(now.evening, tonight=True)
    return [about, *(tell("Round {round} played", round=one) for one in over)]


def table_cells(shown: EveningPage) -> list[TableCell]:
    """Return the tables of the round that is on."""
    now = shown.now
    here = {
        place: one
        for (round, place), one in now.counted_tables.items()
        if round == now.opened and place
    }
    return [
        TableCell(place, True, tell("done"))
        if shown.is_over(one)
        else TableCell(place, False, shown.status(one))
        for place, one in sorted(here.items())
    ]
