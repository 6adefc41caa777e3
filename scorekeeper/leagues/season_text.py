"""A season's settings in words, and what was changed of them."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.interview.lists import InOrder
from scorekeeper.interview.steps import Choice, Question
from scorekeeper.sentences import Sentence, Voice, all_of, phrase, say, tell
from scorekeeper.standings.rules import setting
from scorekeeper.standings.scoring import Scoring, scheme_of, scoring_fields
from scorekeeper.store.league.state import OF_FIRST_SEASONS
from scorekeeper.store.schema.table import Json
from scorekeeper.tables.own_games import find_game

VOICE: Final = Voice()


def season_changes(before: Json, after: Json, player: Callable[[int], str]) -> Iterator[Sentence]:
    """Yield what was changed of a season; ``player`` returns a player's name of today."""
    name = after["name"]
    if before["name"] != name:
        yield say("renamed the season {one} to {other}", one=before["name"], other=name)
    if before["archived"] != after["archived"]:
        yield say("ended {season}" if after["archived"] else "reopened {season}", season=name)
    was, now = ({**OF_FIRST_SEASONS, **season["scoring"]} for season in (before, after))
    if was != now:
        changed = phrase("changed the scoring of {season} from {one} to {other}")
        yield say(changed, season=name, one=scoring_words(was), other=scoring_words(now))
    yield from _games_changed(name, before["games"], after["games"])
    yield from _handicaps_changed(before["handicaps"], after["handicaps"], player)
    by_game, by_game_now = (one.get("handicaps_by_game", {}) for one in (before, after))
    for slug in sorted({*by_game, *by_game_now}):
        own, now = by_game.get(slug, {}), by_game_now.get(slug, {})
        yield from _handicaps_changed(own, now, player, slug)


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
        changed = phrase("changed the games that count in {season} from {one} to {other}")
        yield say(changed, season=season, one=_counting(before), other=_counting(after))
    for slug, pinned in after.items():
        if pinned != before.get(slug):
            yield _rules_set(slug, pinned)
    for slug in before.keys() - after.keys():
        if before[slug]:
            yield _rules_set(slug, None)


def _rules_set(slug: str, pinned: Json | None) -> Sentence:
    if pinned is None:
        return say("allowed any house rules at {game}", game=game_name(slug))
    return say(
        "pinned the rules of {game}: {rules}", game=game_name(slug), rules=_rules(slug, pinned)
    )


def _counting(counted: Json) -> str:
    if not counted:
        return tell("all games")
    return VOICE.text(say("{games}", games=all_of(*map(game_name, counted))))


def _rules(slug: str, pinned: Json) -> str:
    """Return the house rules in a few words: "With bags, played to 250"."""
    game = find_game(slug)
    if game is None:
        return tell("house rules of its own")
    variant = pinned["variant"]
    options = {**game.defaults(variant), **pinned["options"]}
    return rulebook.in_short(game, variant, options)


def _handicaps_changed(
    before: Json, after: Json, player: Callable[[int], str], slug: str = ""
) -> Iterator[Sentence]:
    """Yield whose handicaps changed, at every game or at one."""
    usual = tell("the usual one") if slug else "0"
    for number in sorted({*before, *after}, key=int):
        name = player(int(number))
        one, other = (str(own.get(number, usual)) for own in (before, after))
        if one == other:
            continue
        if slug:
            changed = phrase("changed the handicap of {name} at {game} from {one} to {other}")
            yield say(changed, name=name, game=game_name(slug), one=one, other=other)
        else:
            changed = phrase("changed the handicap of {name} from {one} to {other}")
            yield say(changed, name=name, one=one, other=other)


def game_name(slug: str) -> str:
    """Return the name of a game, which a package may have taken with it."""
    game = find_game(slug)
    return game.name if game else slug
