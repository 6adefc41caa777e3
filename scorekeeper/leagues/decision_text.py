"""League history in words."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final

from scorekeeper.days import day_of, written_day
from scorekeeper.leagues.evening.plan import ANNOUNCED, LOTS
from scorekeeper.leagues.season_text import game_name, season_changes
from scorekeeper.sentences import (
    Listing,
    Message,
    Sentence,
    Voice,
    all_of,
    minus,
    phrase,
    say,
    tell,
)
from scorekeeper.standings.numbers import number_text
from scorekeeper.store.league.state import MEMBER, ORGANISER, PASSPHRASE, READING
from scorekeeper.store.schema.league import PENDING
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import Step

VOICE: Final = Voice()


@dataclass(frozen=True)
class Words:
    """Today's names: persons by id, players, seasons and evenings by number, games by id; whose
    each phone is, by its access setting. ``sealed`` are the line-ups that must not be told, and
    ``matches`` the names of matches between teams, as ``sealed_lineups`` and ``names_of_matches``
    of ``team_league`` return them."""

    persons: Mapping[int, str]
    players: Mapping[int, str]
    seasons: Mapping[int, str]
    evenings: Mapping[int, str]
    games: Mapping[int, str]
    phones: Mapping[str, str] = field(default_factory=dict)
    sealed: Container[tuple[int, int, int]] = ()
    matches: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def person(self, payload: Json) -> str:
        """Return the name of today of the person that a payload names."""
        return self.persons.get(payload["person"], "a player")

    def player(self, number: int) -> str:
        """Return a player's name of today, or that of a pair or a team."""
        return self.players[number] if number < 0 else self.players.get(number, "a player")

    def all_players(self, numbers: Iterable[int]) -> Listing:
        """Return the names of today of these players."""
        return all_of(*map(self.player, numbers))

    def match(self, payload: Json) -> str:
        """Return what the match is called that a payload is about."""
        return self.matches.get((payload["teams"], payload["match"]), "a match")

    def season(self, payload: Json) -> str:
        """Return the name of today of the season that a payload is about."""
        return self.seasons.get(payload["season"], "a season")


def words_of_step(step: Step, words: Words, by: str) -> str:
    """Return in words what the record of an entry, an amendment or the head did: "added Ann"; `by`
    is whose phone wrote it, by name (empty: nobody's)."""
    if step.kind == "amend" and step.before is not None and step.after is not None:
        amended = (kind for key, kind in _KEYS.items() if key in step.after)
        kind = "head" if step.subject == 0 else next(amended, "")
        changed = [VOICE.text(one) for one in _AMENDED[kind](step.before, step.after, words)]
        return "; ".join(changed) or tell("saved without a change")
    payload = step.after if step.after is not None else step.before or {}
    if step.kind == "challenge" and words.player(payload["by"]) != by:
        who, of = words.player(payload["by"]), words.player(payload["of"])
        recorded = say("recorded that {by} challenged {of} on the ladder", by=who, of=of)
        return VOICE.text(recorded)
    written = _WRITTEN.get(step.kind)
    return VOICE.text(written(payload, words) if written else say("made a change"))


def words_of_additions(steps: list[Step], words: Words) -> str:
    """Return in words that several players were added at once."""
    names = [words.person(one.after or {"person": 0}) for one in steps]
    return VOICE.text(say("added {names}", names=all_of(*names)))


_KEYS: Final = {"person": "member", "scoring": "season", "device": "claim"}
"""What tells the kind of a payload that can be amended; an evening's has none of these."""


# --- what was written ---------------------------------------------------------------------------


def _game_decided(payload: Json, words: Words) -> Sentence:
    if "walkover" in payload:
        return _walkover(payload["walkover"], words)
    if "round" in payload:
        name = evening_name(payload)
        return say("cancelled round {n} of {evening}", n=payload["round"], evening=name)
    game, reason = words.games.get(payload["game"], "a game"), payload.get("reason", "")
    if "day" in payload:
        was = payload.get("was")
        one = _day(was) if was else tell("the day it ends")
        set_day = phrase("changed the day of {game} from {one} to {other}")
        return say(set_day, game=game, other=_day(payload["day"]), one=one)
    if "points" in payload:
        was, now = (" : ".join(map(minus, one["points"])) for one in (payload["was"], payload))
        corrected = phrase("corrected the result of {game} from {was} to {now}")
        return say(corrected, game=game, was=was, now=now)
    if "season" in payload:
        moved = phrase("moved {game} to {season}: “{reason}”")
        return say(moved, game=game, season=words.season(payload), reason=reason)
    done = (
        phrase("removed {game} from the standings: “{reason}”")
        if payload["struck"]
        else phrase("counted {game} again: “{reason}”")
    )
    return say(done, game=game, reason=reason)


def _day(day: str) -> str:
    return written_day(date.fromisoformat(day))


def _walkover(told: Json, words: Words) -> Sentence:
    if "to" in told:  # in a league of teams
        return say("gave {match} to {team} as a walkover", match=words.match(told), team=told["to"])
    return say(
        "gave {names} a walkover at table {place} of round {round}",
        names=words.all_players(told["winner"]),
        place=told["place"],
        round=told["round"],
    )


def _results_imported(payload: Json, words: Words) -> Sentence:
    if "walkover" in payload:
        return _walkover(payload["walkover"], words)
    return say("imported results: {name}", name=payload.get("name", ""))


def _bonus_given(payload: Json, words: Words) -> Sentence:
    points = Fraction(payload["points"])
    return say(
        "gave {name} {points} {n:point|points} in {season}: “{reason}”"
        if points > 0
        else "took {points} {n:point|points} from {name} in {season}: “{reason}”",
        name=words.player(payload["player"]),
        points=number_text(abs(points)),
        n=1 if abs(points) == 1 else 2,
        season=words.season(payload),
        reason=payload["reason"],
    )


def _token_made(payload: Json, words: Words) -> Sentence:
    if payload.get("player") is not None:
        return say("made a calendar of {name}'s evenings", name=words.player(payload["player"]))
    if payload["may"] == "wall":
        return say("made the link for a screen on the wall")
    if payload["may"] == "evenings":
        return say("created a token that can read evenings: “{name}”", name=payload["name"])
    if payload["may"] == "write":
        return say("created a token that can post score sheets: “{name}”", name=payload["name"])
    return say("created a token that can read: “{name}”", name=payload["name"])


def _sites_set(payload: Json, words: Words) -> Sentence:
    if not payload["sites"]:
        return say("stopped all sites embedding the standings")
    return say("let these sites embed the standings: {sites}", sites=all_of(*payload["sites"]))


def _webhook_set(payload: Json, words: Words) -> Sentence:
    if not payload["address"]:
        return say("turned the webhook off")
    return say("set the webhook to {address}", address=payload["address"])


def _lineup_set(payload: Json, words: Words) -> Sentence:
    match = words.match(payload)
    if (payload["teams"], payload["match"], payload["side"]) in words.sealed:
        return say("sent a sealed line-up for {match}", match=match)
    names = words.all_players(payload["players"])
    return say("set a line-up for {match}: {names}", match=match, names=names)


def _reply_given(payload: Json, words: Words) -> Sentence:
    name = words.evenings.get(payload["evening"], tell("an evening"))
    if payload.get("for"):
        given = phrase("replied “coming” to {evening} for {name}")
        refused = phrase("replied “not coming” to {evening} for {name}")
        player = words.player(payload["player"])
        return say(given if payload["coming"] else refused, evening=name, name=player)
    if payload["coming"]:
        return say("replied “coming” to {evening}", evening=name)
    return say("replied “not coming” to {evening}", evening=name)


_CLOCK: Final[Mapping[str, Message]] = {
    "start": phrase("started the clock of a round"),
    "pause": phrase("paused the clock of a round"),
    "go": phrase("resumed the clock of a round"),
    "stop": phrase("stopped the clock of a round"),
}


def _evening_planned(payload: Json, words: Words) -> Sentence:
    if not payload["present"]:
        return say("announced {name}", name=evening_name(payload))
    return say("planned {name}", name=evening_name(payload))


def evening_name(payload: Json) -> str:
    """Return an evening by its name, else by its day."""
    given = payload.get("date")
    day = tell("the evening of {day}", day=_day(given)) if given else tell("an evening")
    return payload.get("name") or day


def _access_changed(payload: Json, words: Words) -> Sentence:
    if "role" in payload:
        day = written_day(day_of(payload["made"]))
        if name := words.phones.get(payload["door"]):
            return say("signed out {name}'s phone that joined on {day}", name=name, day=day)
        return say(_SIGNED_OUT[payload["role"]], day=day)
    opened, changed, shut = _ACCESS[payload["door"]]
    return say((changed if payload["was"] else opened) if payload["now"] else shut)


_ACCESS: Final = {
    MEMBER: (
        phrase("created a link for members"),
        phrase("replaced the link for members"),
        phrase("turned off the link for members"),
    ),
    ORGANISER: (
        phrase("created a link for organisers"),
        phrase("replaced the link for organisers"),
        phrase("turned off the link for organisers"),
    ),
    PASSPHRASE: (
        phrase("set a passphrase for organisers"),
        phrase("changed the passphrase for organisers"),
        phrase("removed the passphrase for organisers"),
    ),
    READING: (
        phrase("let anyone with the address view the league"),
        phrase("let anyone with the address view the league"),
        phrase("let only people with a link view the league"),
    ),
}
"""What granted access, changed it, ended it, by access setting."""

_SIGNED_OUT: Final = {
    ORGANISER: phrase("signed out an organiser's phone that joined on {day}"),
    MEMBER: phrase("signed out a member's phone that joined on {day}"),
    PENDING: phrase("signed out a phone that had waited for the passphrase since {day}"),
}


def words_of_withdrawal(claim: Json, device: str, words: Words) -> str:
    """Return in words that this device withdrew a claim: its own, one that had to be agreed to, or
    one that was agreed."""
    name = words.player(claim["player"])
    if claim["device"] == device:
        return tell("gave up the name {name}", name=name)
    if claim["agreed"]:
        return tell("took the name {name} from a phone", name=name)
    return tell("refused another phone the name {name}", name=name)


_WRITTEN: Final[Mapping[str, Callable[[Json, Words], Sentence]]] = {
    "head": lambda one, words: say("created the league {name}", name=one["name"]),
    "member": lambda one, words: say("added {name}", name=words.person(one)),
    "guest": lambda one, words: say("added {name}", name=words.person(one)),
    "merge": lambda one, words: say(
        "merged {one} into {other}",
        one=words.player(one["player"]),
        other=words.player(one["into"]),
    ),
    "season": lambda one, words: say("started the season {season}", season=one["name"]),
    "game": _game_decided,
    "bonus": _bonus_given,
    "fee": lambda one, words: say(
        "set the fees of {what}",
        what=words.evenings.get(one["evening"], words.season(one)),
    ),
    "lots": lambda one, words: say(
        "drew lots in {season}: {names}, in this order",
        season=words.season(one),
        names=words.all_players(one["order"]),
    ),
    "reply": _reply_given,
    "clock": lambda one, words: say(_CLOCK.get(one["act"], _CLOCK["stop"])),
    "token": _token_made,
    "sites": _sites_set,
    "webhook": _webhook_set,
    "ladder": lambda one, words: say("started a ladder at {game}", game=game_name(one["game"])),
    "challenge": lambda one, words: say(
        "challenged {of} on the ladder", of=words.player(one["of"])
    ),
    "teams": lambda one, words: say(
        "started a league of {n} teams: {names}",
        n=len(one["teams"]),
        names=all_of(*(team["name"] for team in one["teams"])),
    ),
    "lineup": _lineup_set,
    "walkover": _walkover,
    "evening": _evening_planned,
    "import": _results_imported,
    "pin": lambda one, words: say(
        "made a ruling apply to all {game} games", game=game_name(one["game"])
    ),
    "door": _access_changed,
    "claim": lambda one, words: say(
        "took the name {name}" if one["agreed"] else "asked for the name {name}",
        name=words.player(one["player"]),
    ),
}


# --- what was changed ---------------------------------------------------------------------------


def _head_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    if before["name"] != after["name"]:
        yield say("renamed the league {one} to {other}", one=before["name"], other=after["name"])
    if before.get("archived", False) != after.get("archived", False):
        yield say("archived the league" if after["archived"] else "reopened the league")
    if before.get("only_scorers", False) != after.get("only_scorers", False):
        yield say(_SCORING[bool(after.get("only_scorers"))])
    if before.get("public", False) != after.get("public", False):
        yield say(_PUBLIC[bool(after.get("public"))])


_SCORING: Final = (
    phrase("let members score at their tables of an evening"),
    phrase("let only scorers score at the tables of an evening"),
)


_PUBLIC: Final = (
    phrase("took the public page away"),
    phrase("gave the league a public page"),
)


def _player_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    name = words.person(after)
    if after.get("forgotten"):
        yield say("erased a player's name")
        return
    if before["person"] != after["person"]:
        yield say("renamed {one} to {other}", one=words.person(before), other=name)
    for key, yes, no in _PLAYER:
        if before.get(key, False) != after.get(key, False):
            yield say(yes if after.get(key) else no, name=name)
    if before.get("partner") != after.get("partner"):
        if after.get("partner"):
            partner = words.player(after["partner"])
            yield say("made {partner} the usual partner of {name}", partner=partner, name=name)
        else:
            yield say("removed the usual partner of {name}", name=name)
    if any(before.get(key) != after.get(key) for key in ("colour", "initial")):
        yield say("changed the coin of {name}", name=name)


_PLAYER: Final = (
    ("guest", phrase("made {name} a guest"), phrase("made {name} a member")),
    ("left", phrase("marked {name} as left"), phrase("marked {name} as back")),
)


def _evening_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    evening = evening_name(after)
    if any(before.get(key) != after.get(key) for key in _ANNOUNCED):
        yield _announcement_changed(before, after)
    elif decided := [*_matches_decided(before, after, words)]:
        yield from decided
    elif before.get("qualified", []) != after.get("qualified", []):
        yield say("drew the knock-out of {evening}", evening=evening)
    elif after["present"] and not before["present"]:
        yield _evening_planned(after, words)
    elif before.get("basis") != after.get("basis") and len(before["rounds"]) == len(
        after["rounds"]
    ):
        yield say("paired round {n} of {name} again", n=len(after["rounds"]), name=evening)
    elif before.get("director") == after.get("director"):
        yield say("changed the plan of {name}", name=evening)
    elif (director := after.get("director")) is None:
        yield say("removed the director of {name}", name=evening)
    else:
        player = words.player(director)
        yield say("made {player} the director of {name}", player=player, name=evening)


_ANNOUNCED: Final = ("date", "name", "places", *ANNOUNCED)


def _announcement_changed(before: Json, after: Json) -> Sentence:
    name, reason = evening_name(before), after.get("reason", "")
    if before.get("cancelled") and not after.get("cancelled"):
        return say("let {evening} take place after all", evening=name)
    if after.get("cancelled") and not before.get("cancelled"):
        return say("cancelled {evening}: “{reason}”", evening=name, reason=reason)
    if before.get("date") != after.get("date") and after.get("date"):
        moved, day = phrase("moved {evening} to {day}: “{reason}”"), _day(after["date"])
        return say(moved, evening=name, day=day, reason=reason)
    if reason:
        return say("changed {evening}: “{reason}”", evening=name, reason=reason)
    return say("changed what is said about {evening}", evening=name)


def _matches_decided(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    """Yield the matches of a knock-out that were given as walkovers, and the drawn ones settled."""
    evening = evening_name(after)
    for match, winner in after.get("walkovers", [])[len(before.get("walkovers", [])) :]:
        names = _entrant(after, winner, words)
        given = phrase("gave {names} a walkover in match {match} of {evening}")
        yield say(given, names=names, match=match, evening=evening)
    for match, _, winner, how in after.get("settled", [])[len(before.get("settled", [])) :]:
        names = _entrant(after, winner, words)
        settled = (
            phrase("drew lots for match {match} of {evening}: {names} went through")
            if how == LOTS
            else phrase("recorded that {names} won the deciding deal of match {match} of {evening}")
        )
        yield say(settled, names=names, match=match, evening=evening)


def _entrant(evening: Json, entrant: int, words: Words) -> Listing:
    qualified = evening.get("qualified")  # the first knock-outs had no groups before them
    return words.all_players(evening["units"][qualified[entrant] if qualified else entrant])


_AMENDED: Final[Mapping[str, Callable[[Json, Json, Words], Iterable[Sentence]]]] = {
    "head": _head_changed,
    "member": _player_changed,
    "season": lambda before, after, words: season_changes(before, after, words.player),
    "claim": lambda before, after, words: [
        say("agreed that another phone is {name}'s", name=words.player(after["player"]))
    ],
    "": _evening_changed,
}
