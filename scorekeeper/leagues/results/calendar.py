"""The evenings of a league as a calendar (RFC 5545), or those of one player with their tables.

Times are by the server's local time, which is the club's, and stand in the calendar as UTC.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, timedelta

from icalendar import STATUS, Calendar, Event

from scorekeeper.days import moment
from scorekeeper.leagues.evening.coming import replies_of
from scorekeeper.leagues.evening.plan import Evening, shape_of_evening
from scorekeeper.leagues.evening.tonight import evening_of, evening_status
from scorekeeper.leagues.game_rulings import today
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league import leagues
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.records import Record, last_changes
from scorekeeper.tables.own_games import game_named


def evenings_calendar(
    visit: LeagueVisit, address: Callable[[int], str], player: int | None = None
) -> bytes:
    """Return the evenings that have a day; with a ``player`` those that concern them: where they
    play, are coming or wait, and those to come that they have not replied to. ``address`` is that
    of an evening's page."""
    with reading() as connection:
        records = leagues.records(connection, visit.info)
    changes = last_changes(records)
    if player is not None:
        changes = {**changes, **_with_replies(changes, records)}
    calendar = Calendar.new(
        prodid="-//Scorekeeper//Evenings//EN",
        uid=f"{visit.info.public_id}@scorekeeper",
        name=visit.league.name,
    )
    for number in visit.league.evenings:
        evening = evening_of(visit.league, number)
        if evening.date and (player is None or _concerns(visit, evening, player)):
            event = _event(visit, evening, address(number), changes[number])
            if player is not None:
                _tell_player(event, visit, evening, player)
            calendar.add_component(event)
    text: bytes = calendar.to_ical()
    return text


def _with_replies(changes: Mapping[int, Record], records: Iterable[Record]) -> Mapping[int, Record]:
    """Return the last change of each evening that has replies, which change it for its players."""
    last: dict[int, Record] = {}
    for one in records:
        if one.kind == "reply" and one.payload:
            evening = one.payload["evening"]
            known = last.get(evening, changes[evening])
            last[evening] = max(known, changes[one.seq], key=lambda two: two.seq)
    return last


def _event(visit: LeagueVisit, evening: Evening, address: str, changed: Record) -> Event:
    name, game = evening.name or visit.league.name, game_named(evening.game).name
    start, end = _times(evening)
    # without a METHOD, DTSTAMP is when the event was last changed; the number of that change grows
    return Event.new(
        uid=f"{visit.info.public_id}-{evening.number}@scorekeeper",
        stamp=moment(changed.at),
        sequence=changed.seq,
        start=start,
        end=end,
        summary=f"{name}: {game}",
        description="\n".join(_told(evening)) or None,
        location=evening.venue or None,
        status=STATUS.CANCELLED if evening.cancelled else STATUS.CONFIRMED,
        url=address,
    )


def _times(evening: Evening) -> tuple[date, date | None]:
    """Return when an event starts and ends (None: nobody said): a day where the hour is not
    known."""
    if evening.times is None:
        day = date.fromisoformat(evening.date)
        return day, day + timedelta(days=1)
    start, end = (one.astimezone(UTC) for one in evening.times)
    return start, end if end > start else None


def _told(evening: Evening) -> list[str]:
    reason = evening.reason
    if evening.cancelled:
        reason = tell("Cancelled: {reason}", reason=reason)
    elif reason:
        reason = tell("Changed: {reason}", reason=reason)
    return [one for one in (reason, evening.note) if one]


# --- of one player ------------------------------------------------------------------------------


def _concerns(visit: LeagueVisit, evening: Evening, player: int) -> bool:
    replies = replies_of(visit.league, evening.number)
    if evening.present:
        return player in evening.present
    if player in (*replies.coming, *replies.waiting):
        return True
    return player not in replies.away and date.fromisoformat(evening.date) >= today()


def _tell_player(event: Event, visit: LeagueVisit, evening: Evening, player: int) -> None:
    """Add to an event what it is to a player: their reply and partner, or their tables."""
    replies = replies_of(visit.league, evening.number)
    told: list[str] = []
    if evening.present:
        if date.fromisoformat(evening.date) >= today():
            told = [*_tables(visit, evening_status(visit, evening.number).evening, player)]
    elif partner := replies.partners.get(player):
        told = [tell("You are coming with {name}.", name=visit.names[partner])]
    elif player in replies.coming:
        told = [tell("You are coming.")]
    elif player in replies.waiting:
        told = [tell("You are on the waiting list.")]
    else:
        told = [tell("Say whether you are coming.")]
    settled = player in (*evening.present, *replies.coming)
    if not (settled or evening.cancelled):
        event.status = STATUS.TENTATIVE
    event.description = "\n".join([*_told(evening), *told]) or None


def _tables(visit: LeagueVisit, evening: Evening, player: int) -> Iterator[str]:
    """Yield where a player sits in each round, as far as it is planned, and with whom."""
    names = visit.names_now
    across = shape_of_evening(visit.season(evening.season), evening).partners
    for number, one in enumerate(evening.rounds, 1):
        if player in one.byes:
            yield tell("Round {round}: you sit out.", round=number)
        for place, seats in enumerate(one.tables, 1):
            if player in seats:
                yield _table(number, place, player, seats, across, names)


def _table(
    round: int,
    place: int,
    player: int,
    seats: Sequence[int],
    across: bool,
    names: Mapping[int, str],
) -> str:
    partner = seats[(seats.index(player) + 2) % 4] if across and len(seats) == 4 else player
    others = ", ".join(names[seat] for seat in seats if seat not in (player, partner))
    if partner == player:
        return tell(
            "Round {round}: table {place}, against {others}.",
            round=round,
            place=place,
            others=others,
        )
    return tell(
        "Round {round}: table {place}, with {name} against {others}.",
        round=round,
        place=place,
        name=names[partner],
        others=others,
    )
