"""What phones are told of, and what of it a decision brings: the kinds of news, each of which can
be switched off on a phone."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from scorekeeper.leagues.evening.coming import replies_of
from scorekeeper.sentences import phrase
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json

EVENING, PLACE, TABLE, ROUND, CONTESTED, SEASON = (
    *("evening", "place", "table", "round"),
    *("contested", "season"),
)
KINDS: Final[Mapping[str, str]] = {
    EVENING: phrase("An evening is announced, changed or cancelled"),
    PLACE: phrase("You move up from the waiting list"),
    TABLE: phrase("Your table and partner"),
    ROUND: phrase("A round has started"),
    CONTESTED: phrase("A result is contested"),
    SEASON: phrase("A season has ended"),
}
_HOUR: Final = 60 * 60 * 1000
HOLDS_MS: Final[Mapping[str, int]] = {
    **dict.fromkeys((EVENING, PLACE, SEASON), 48 * _HOUR),
    CONTESTED: 24 * _HOUR,
    **dict.fromkeys((TABLE, ROUND), 2 * _HOUR),
}
"""For how long news of each kind is worth telling, in milliseconds."""


class News(NamedTuple):
    """News of a ``kind``, as it is queued; ``player``: for that player alone, by number."""

    kind: str
    payload: Json
    player: int | None = None


def news_of(before: League, after: League, today: str) -> Iterator[News]:
    """Yield what a decision brings that phones are told of; ``today`` is as "2026-03-31"."""
    yield from _announced(before, after, today)
    for number, one in after.evenings.items():
        old = before.evenings.get(number)
        if old and _is_coming(one, today):
            yield from _changed(number, old, one)
            if one.get("places") and not one.get("cancelled"):
                waited = {*replies_of(before, number).waiting}
                for player in replies_of(after, number).coming:
                    if player in waited:
                        yield News(PLACE, {"evening": number}, player)
    for number, season in after.seasons.items():
        was = before.seasons.get(number)
        if was and season.archived and not was.archived:
            yield News(SEASON, {"season": number})


def _is_coming(evening: Json, today: str) -> bool:
    return bool(evening["date"]) and evening["date"] >= today


def _announced(before: League, after: League, today: str) -> Iterator[News]:
    """Yield the evening that was announced, of a series the first; of one that is planned at once
    nobody needs to be told."""
    new = [
        number
        for number, one in after.evenings.items()
        if number not in before.evenings and not one["present"] and _is_coming(one, today)
    ]
    if new:
        first = min(new, key=lambda number: str(after.evenings[number]["date"]))
        yield News(EVENING, {"evening": first, "what": "announced", "evenings": len(new)})


_TOLD: Final = ("date", "start", "end", "venue")


def _changed(number: int, old: Json, new: Json) -> Iterator[News]:
    what = ""
    if bool(old.get("cancelled")) != bool(new.get("cancelled")):
        what = "cancelled" if new.get("cancelled") else "reinstated"
    elif any(old.get(key, "") != new.get(key, "") for key in _TOLD):
        what = "changed"
    if what:
        yield News(EVENING, {"evening": number, "what": what})
