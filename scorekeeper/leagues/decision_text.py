"""League history in words."""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.days import day_of, written_day
from scorekeeper.games import games
from scorekeeper.interview.series import InOrder
from scorekeeper.interview.steps import Choice, Question
from scorekeeper.leagues.evening.plan import LOTS
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
from scorekeeper.standings.rules import setting
from scorekeeper.standings.scoring import Scoring, scheme_of, scoring_fields
from scorekeeper.store.league.state import MEMBER, OF_FIRST_SEASONS, ORGANISER, PASSPHRASE, READING
from scorekeeper.store.schema.league import PENDING
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import Step

VOICE: Final = Voice()


@dataclass(frozen=True)
class Words:
    """Today's names: persons by id, players, seasons and evenings by number, games by id; whose
    each phone is, by its access setting. ``sealed`` are the line-ups that must not be told, and
    ``matches`` the names of matches between teams, as ``sealed_lineups`` and ``names_of_matches``
    of ``formats.team_league`` return them."""

    persons: Mapping[int, str]
    players: Mapping[int, str]
    seasons: Mapping[int, str]
    evenings: Mapping[int, str]
    games: Mapping[int, str]
    phones: Mapping[str, str] = field(default_factory=dict)
    sealed: Container[tuple[int, int, int]] = ()
    matches: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def player(self, number: int) -> str:
        """Return a player's name of today."""
        return self.players.get(number, "a player")

    def match(self, payload: Json) -> str:
        """Return what the match is called that a payload is about."""
        return self.matches.get((payload["teams"], payload["match"]), "a match")

    def season(self, number: int) -> str:
        """Return a season's name of today."""
        return self.seasons.get(number, "a season")


def words_of_step(step: Step, words: Words, by: str) -> str:
    """Return in words what the record of an entry, an amendment or the head did: "added Ann"; `by`
    is whose phone wrote it, by name (empty: nobody's)."""
    if step.kind == "amend" and step.before is not None and step.after is not None:
        kind = "head" if step.subject == 0 else _kind(step.after)
        changed = [VOICE.text(one) for one in _AMENDED[kind](step.before, step.after, words)]
        return "; ".join(changed) or tell("saved without a change")
    payload = step.after if step.after is not None else step.before or {}
    if step.kind == "challenge" and words.player(payload["by"]) != by:
        return VOICE.text(_challenge_recorded(payload, words))
    return VOICE.text(_WRITTEN.get(step.kind, _unknown_change)(payload, words))


def words_of_additions(steps: list[Step], words: Words) -> str:
    """Return in words that several players were added at once."""
    names = [words.persons.get((one.after or {}).get("person", 0), "a player") for one in steps]
    return VOICE.text(say("added {names}", names=all_of(*names)))


def _kind(payload: Json) -> str:
    """Return the kind of a payload that can be amended."""
    return next((kind for key, kind in _KEYS.items() if key in payload), "")


_KEYS: Final = {"person": "member", "scoring": "season", "device": "claim"}


# --- what was written ---------------------------------------------------------------------------


def _league_created(payload: Json, words: Words) -> Sentence:
    return say("created the league {name}", name=payload["name"])


def _player_added(payload: Json, words: Words) -> Sentence:
    return say("added {name}", name=words.persons.get(payload["person"], "a player"))


def _players_merged(payload: Json, words: Words) -> Sentence:
    one, other = words.player(payload["player"]), words.player(payload["into"])
    return say("merged {one} into {other}", one=one, other=other)


def _season_started(payload: Json, words: Words) -> Sentence:
    return say("started the season {season}", season=payload["name"])


def _game_decided(payload: Json, words: Words) -> Sentence:
    if "walkover" in payload:
        return _table_walkover(payload["walkover"], words)
    if "round" in payload:
        return say(
            "cancelled round {n} of {evening}", n=payload["round"], evening=evening_name(payload)
        )
    game, reason = words.games.get(payload["game"], "a game"), payload.get("reason", "")
    if "day" in payload:
        other, was = date.fromisoformat(payload["day"]), payload.get("was")
        one = written_day(date.fromisoformat(was)) if was else tell("the day it ends")
        set_day = phrase("changed the day of {game} from {one} to {other}")
        return say(set_day, game=game, other=written_day(other), one=one)
    if "points" in payload:
        was, now = (" : ".join(map(minus, one["points"])) for one in (payload["was"], payload))
        corrected = phrase("corrected the result of {game} from {was} to {now}")
        return say(corrected, game=game, was=was, now=now)
    if "season" in payload:
        season = words.season(payload["season"])
        return say("moved {game} to {season}: “{reason}”", game=game, season=season, reason=reason)
    done = (
        phrase("removed {game} from the standings: “{reason}”")
        if payload["struck"]
        else phrase("counted {game} again: “{reason}”")
    )
    return say(done, game=game, reason=reason)


def _bonus_given(payload: Json, words: Words) -> Sentence:
    points = Fraction(payload["points"])
    return say(
        "gave {name} {points} {n:point|points} in {season}: “{reason}”"
        if points > 0
        else "took {points} {n:point|points} from {name} in {season}: “{reason}”",
        name=words.player(payload["player"]),
        points=number_text(abs(points)),
        n=1 if abs(points) == 1 else 2,
        season=words.season(payload["season"]),
        reason=payload["reason"],
    )


def _lots_drawn(payload: Json, words: Words) -> Sentence:
    return say(
        "drew lots in {season}: {names}, in this order",
        season=words.season(payload["season"]),
        names=all_of(*map(words.player, payload["order"])),
    )


def _token_made(payload: Json, words: Words) -> Sentence:
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


def _ladder_started(payload: Json, words: Words) -> Sentence:
    return say("started a ladder at {game}", game=_game(payload["game"]))


def _challenge_made(payload: Json, words: Words) -> Sentence:
    return say("challenged {of} on the ladder", of=words.player(payload["of"]))


def _challenge_recorded(payload: Json, words: Words) -> Sentence:
    by, of = words.player(payload["by"]), words.player(payload["of"])
    return say("recorded that {by} challenged {of} on the ladder", by=by, of=of)


def _teams_started(payload: Json, words: Words) -> Sentence:
    return say(
        "started a league of {n} teams: {names}",
        n=len(payload["teams"]),
        names=all_of(*(one["name"] for one in payload["teams"])),
    )


def _lineup_set(payload: Json, words: Words) -> Sentence:
    if (payload["teams"], payload["match"], payload["side"]) in words.sealed:
        return say("sent a sealed line-up for {match}", match=words.match(payload))
    return say(
        "set a line-up for {match}: {names}",
        match=words.match(payload),
        names=all_of(*map(words.player, payload["players"])),
    )


def _walkover_awarded(payload: Json, words: Words) -> Sentence:
    match = words.match(payload)
    return say("gave {match} to {team} as a walkover", match=match, team=payload["to"])


def _reply_given(payload: Json, words: Words) -> Sentence:
    name = words.evenings.get(payload["evening"], tell("an evening"))
    if payload["coming"]:
        return say("replied “coming” to {evening}", evening=name)
    return say("replied “not coming” to {evening}", evening=name)


def _clock_set(payload: Json, words: Words) -> Sentence:
    return say(_CLOCK.get(payload["act"], _CLOCK["stop"]))


_CLOCK: Final[Mapping[str, Message]] = {
    "start": "started the clock of a round",
    "pause": "paused the clock of a round",
    "go": "resumed the clock of a round",
    "stop": "stopped the clock of a round",
}


def _evening_planned(payload: Json, words: Words) -> Sentence:
    if not payload["present"]:
        return say("announced {name}", name=evening_name(payload))
    return say("planned {name}", name=evening_name(payload))


def evening_name(payload: Json) -> str:
    """Return an evening by its name, else by its day."""
    given = payload.get("date")
    day = (
        tell("the evening of {day}", day=written_day(date.fromisoformat(given)))
        if given
        else tell("an evening")
    )
    return payload.get("name") or day


def _results_imported(payload: Json, words: Words) -> Sentence:
    if "walkover" in payload:
        return _table_walkover(payload["walkover"], words)
    return say("imported results: {name}", name=payload.get("name", ""))


def _table_walkover(told: Json, words: Words) -> Sentence:
    return say(
        "gave {names} a walkover at table {place} of round {round}",
        names=all_of(*map(words.player, told["winner"])),
        place=told["place"],
        round=told["round"],
    )


def _ruling_pinned(payload: Json, words: Words) -> Sentence:
    return say("made a ruling apply to all {game} games", game=_game(payload["game"]))


def _access_changed(payload: Json, words: Words) -> Sentence:
    if "role" in payload:
        if name := words.phones.get(payload["door"]):
            template = phrase("signed out {name}'s phone that joined on {day}")
            return say(template, name=name, day=written_day(day_of(payload["made"])))
        return say(_SIGNED_OUT[payload["role"]], day=written_day(day_of(payload["made"])))
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


def _phone_claimed(payload: Json, words: Words) -> Sentence:
    template = (
        phrase("took the name {name}") if payload["agreed"] else phrase("asked for the name {name}")
    )
    return say(template, name=words.player(payload["player"]))


def words_of_withdrawal(claim: Json, device: str, words: Words) -> str:
    """Return in words that this device withdrew a claim: its own, one that had to be agreed to, or
    one that was agreed."""
    name = words.player(claim["player"])
    if claim["device"] == device:
        return tell("gave up the name {name}", name=name)
    if claim["agreed"]:
        return tell("took the name {name} from a phone", name=name)
    return tell("refused another phone the name {name}", name=name)


def _unknown_change(payload: Json, words: Words) -> Sentence:
    return say("made a change")


_WRITTEN: Final[Mapping[str, Callable[[Json, Words], Sentence]]] = {
    "head": _league_created,
    "member": _player_added,
    "guest": _player_added,
    "merge": _players_merged,
    "season": _season_started,
    "game": _game_decided,
    "bonus": _bonus_given,
    "lots": _lots_drawn,
    "reply": _reply_given,
    "clock": _clock_set,
    "token": _token_made,
    "sites": _sites_set,
    "webhook": _webhook_set,
    "ladder": _ladder_started,
    "teams": _teams_started,
    "lineup": _lineup_set,
    "walkover": _walkover_awarded,
    "challenge": _challenge_made,
    "evening": _evening_planned,
    "import": _results_imported,
    "pin": _ruling_pinned,
    "door": _access_changed,
    "claim": _phone_claimed,
}


# --- what was changed ---------------------------------------------------------------------------


def _head_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    if before["name"] != after["name"]:
        yield say("renamed the league {one} to {other}", one=before["name"], other=after["name"])
    if before.get("archived", False) != after.get("archived", False):
        yield say("archived the league" if after["archived"] else "reopened the league")
    if before.get("only_scorers", False) != after.get("only_scorers", False):
        yield say(_SCORING[bool(after.get("only_scorers"))])


_SCORING: Final = (
    phrase("let members score at their tables of an evening"),
    phrase("let only scorers score at the tables of an evening"),
)


def _player_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    name = words.persons.get(after["person"], "a player")
    if after.get("forgotten"):
        yield say("erased a player's name")
        return
    if before["person"] != after["person"]:
        was = words.persons.get(before["person"], "a player")
        yield say("renamed {one} to {other}", one=was, other=name)
    for key, yes, no in _PLAYER:
        if before.get(key, False) != after.get(key, False):
            yield say(yes if after.get(key) else no, name=name)
    if any(before.get(key) != after.get(key) for key in ("colour", "initial")):
        yield say("changed the coin of {name}", name=name)


_PLAYER: Final = (
    ("guest", phrase("made {name} a guest"), phrase("made {name} a member")),
    ("left", phrase("marked {name} as left"), phrase("marked {name} as back")),
)


def _season_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    name = after["name"]
    if before["name"] != name:
        yield say("renamed the season {one} to {other}", one=before["name"], other=name)
    if before["archived"] != after["archived"]:
        yield say("ended {season}" if after["archived"] else "reopened {season}", season=name)
    was, now = ({**OF_FIRST_SEASONS, **season["scoring"]} for season in (before, after))
    if was != now:
        one, other = scoring_words(was), scoring_words(now)
        yield say(
            "changed the scoring of {season} from {one} to {other}",
            season=name,
            one=one,
            other=other,
        )
    yield from _games_changed(name, before["games"], after["games"])
    yield from _handicaps_changed(before["handicaps"], after["handicaps"], words)
    one, other = (season.get("handicaps_by_game", {}) for season in (before, after))
    for slug in sorted({*one, *other}):
        yield from _handicaps_of_game_changed(slug, one.get(slug, {}), other.get(slug, {}), words)


def scoring_words(document: Json) -> str:
    """Return a scoring in a few words: "Place points (5, 3, 1, 0)"."""
    scoring = Scoring.read(document)
    values = {**vars(scoring), **scoring.params}
    counts = [
        _value(one, values[setting(one)])
        for one in scoring_fields(scoring.scheme)
        if values[setting(one)] != one.suggest
    ]
    name = tell(scheme_of(scoring).name)
    return f"{name} ({'; '.join(counts)})" if counts else name


def _value(field: Question, value: Any) -> str:
    label = VOICE.text(field.label)
    if isinstance(value, bool):
        return label if value else tell("no {label}", label=label)
    if isinstance(field, InOrder):
        known = {key.value: VOICE.text(key.label) for key in field.item.keys_shown()}
        chosen = ", ".join(known[one] for one in value) or tell("none")
        return tell("{label}: {chosen}", label=label, chosen=chosen)
    if isinstance(field, Choice) and isinstance(value, str):
        chosen = next(VOICE.text(key.label) for key in field.keys if key.value == value)
        return f"{label} {chosen}"
    listed = isinstance(value, tuple | list)
    return f"{label} {' '.join(map(str, value)) if listed else value}"


def _games_changed(season: str, before: Json, after: Json) -> Iterator[Sentence]:
    if before.keys() != after.keys():
        one, other = _counting(before), _counting(after)
        yield say(
            "changed the games that count in {season} from {one} to {other}",
            season=season,
            one=one,
            other=other,
        )
    for slug, pinned in after.items():
        if pinned != before.get(slug):
            yield _rules_set(slug, pinned)
    for slug in before.keys() - after.keys():
        if before[slug]:
            yield _rules_set(slug, None)


def _rules_set(slug: str, pinned: Json | None) -> Sentence:
    if pinned is None:
        return say("allowed any house rules at {game}", game=_game(slug))
    return say("pinned the rules of {game}: {rules}", game=_game(slug), rules=_rules(slug, pinned))


def _counting(counted: Json) -> str:
    return (
        VOICE.text(say("{games}", games=all_of(*map(_game, counted))))
        if counted
        else tell("all games")
    )


def _game(slug: str) -> str:
    return games()[slug].name if slug in games() else slug


def _rules(slug: str, pinned: Json) -> str:
    """Return the house rules in a few words: "With bags, played to 250"."""
    if slug not in games():
        return tell("house rules of its own")
    game = games()[slug]
    variant = pinned["variant"]
    options = {**game.defaults(variant), **pinned["options"]}
    return rulebook.in_short(game, variant, options)


def _handicaps_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    for player in sorted({*before, *after}, key=int):
        one, other = before.get(player, 0), after.get(player, 0)
        if one != other:
            name = words.player(int(player))
            yield say(
                "changed the handicap of {name} from {one} to {other}",
                name=name,
                one=one,
                other=other,
            )


def _handicaps_of_game_changed(
    slug: str, before: Json, after: Json, words: Words
) -> Iterator[Sentence]:
    for player in sorted({*before, *after}, key=int):
        one, other = before.get(player), after.get(player)
        if one != other:
            yield say(
                "changed the handicap of {name} at {game} from {one} to {other}",
                name=words.player(int(player)),
                game=_game(slug),
                other=_handicap_words(other),
                one=_handicap_words(one),
            )


def _handicap_words(points: int | None) -> str:
    return tell("the usual one") if points is None else str(points)


def _evening_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    evening = evening_name(after)
    if decided := [*_matches_decided(before, after, words)]:
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


def _matches_decided(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    """Yield the matches of a knock-out that were given as walkovers, and the drawn ones settled."""
    for match, winner in after.get("walkovers", [])[len(before.get("walkovers", [])) :]:
        yield _match_walkover(after, match, winner, words)
    for match, _, winner, how in after.get("settled", [])[len(before.get("settled", [])) :]:
        yield _match_settled(after, match, winner, how, words)


def _match_walkover(evening: Json, match: int, winner: int, words: Words) -> Sentence:
    return say(
        "gave {names} a walkover in match {match} of {evening}",
        names=_entrant(evening, winner, words),
        match=match,
        evening=evening_name(evening),
    )


def _match_settled(evening: Json, match: int, winner: int, how: str, words: Words) -> Sentence:
    return say(
        "drew lots for match {match} of {evening}: {names} went through"
        if how == LOTS
        else "recorded that {names} won the deciding deal of match {match} of {evening}",
        names=_entrant(evening, winner, words),
        match=match,
        evening=evening_name(evening),
    )


def _entrant(evening: Json, entrant: int, words: Words) -> Listing:
    qualified = evening.get("qualified")  # the first knock-outs had no groups before them
    unit = evening["units"][qualified[entrant] if qualified else entrant]
    return all_of(*map(words.player, unit))


def _claim_changed(before: Json, after: Json, words: Words) -> Iterator[Sentence]:
    yield say("agreed that another phone is {name}'s", name=words.player(after["player"]))


_AMENDED: Final[Mapping[str, Callable[[Json, Json, Words], Iterator[Sentence]]]] = {
    "head": _head_changed,
    "member": _player_changed,
    "season": _season_changed,
    "claim": _claim_changed,
    "": _evening_changed,
}
