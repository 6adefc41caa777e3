"""What organisers decide: each decision is a record, and what follows from it is made anew.

Everything is tried on the league as it is, inside the transaction that writes it. Nothing is
half-written: where results follow, they do so in the same transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection

from scorekeeper.figures import folded
from scorekeeper.games import games
from scorekeeper.leagues.visited import Found
from scorekeeper.standings import Scoring, ScoringRefused
from scorekeeper.store import leagues, results
from scorekeeper.store.database import writing
from scorekeeper.store.decided import League, moved
from scorekeeper.store.league_access import ORGANISER, give_access
from scorekeeper.store.models import Json
from scorekeeper.store.persons import add_persons, names_of, rename_persons
from scorekeeper.store.records import Written
from scorekeeper.store.write import Appended, Change, Conflict
from scorekeeper.tables import counted
from scorekeeper.tables.texts import refuse_unreadable

LONGEST_NAME = 40
LONGEST_REASON = 200
MOST_HANDICAP = 10_000
FIRST_SEASON = "First season"
USUAL_SCHEME = "place-points"


class DecisionRefused(ValueError):
    """A decision that cannot be; ``faults`` are messages by the name of the field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join(faults.values()))
        self.faults = faults


class Order(NamedTuple):
    """Under which key, for which version of the league and by which device something is sent."""

    key: str
    version: int | None
    device: str


@dataclass(frozen=True)
class Decided:
    """The answer: the record's seq; ``repeated`` where the request had been answered before."""

    seq: int
    repeated: bool


# --- a new league -------------------------------------------------------------------------------


def start_league(name: str, *, key: str, device: str, scoring: Json | None = None) -> str:
    """Make a league with its first season; ``device`` organises it. Its public id.

    The same key again answers the same league. Raises ``DecisionRefused``, ``Unavailable``.
    """
    name = read_name(name)
    usual = Scoring.read(scoring or {"scheme": USUAL_SCHEME}).document()
    changes = [
        Change("head", {"name": name, "edition": 1}),
        Change("season", {**season_payload(FIRST_SEASON, usual), "with": 0}),
    ]
    with writing() as connection:
        if (known := leagues.created(connection, key)) is not None:
            return known
        info = leagues.create(connection, changes, request_key=key, device=device)
        give_access(connection, info.id, device, ORGANISER)
    return info.public_id


def season_payload(
    name: str,
    scoring: Json,
    games: Mapping[str, Json | None] | None = None,
    handicaps: Mapping[int, int] | None = None,
    archived: bool = False,
) -> Json:
    """A season as its record has it."""
    return {
        "name": name,
        "scoring": scoring,
        "games": dict(games or {}),
        "handicaps": {str(player): points for player, points in (handicaps or {}).items()},
        "archived": archived,
    }


# --- deciding -----------------------------------------------------------------------------------

Changes = Callable[[Connection, League], Sequence[Change]]


def decide(found: Found, order: Order, changes: Changes) -> Decided:
    """Write what ``changes`` makes of the league as it is, and have its results follow.

    Raises ``DecisionRefused``, ``Conflict``, ``Unavailable``. A request that was answered before is
    answered again. Changes that are made together are taken back together.
    """
    with writing() as connection:
        info = leagues.lock(connection, found.info.id)
        if (seq := leagues.answered(connection, info.id, order.key)) is not None:
            return Decided(seq, repeated=True)
        before = leagues.read(connection, info)
        made = _together(before, changes(connection, before))
        refuse_unreadable([one.payload for one in made])
        answer = leagues.append(
            connection,
            info.id,
            made,
            request_key=order.key,
            expected_version=order.version,
            device=order.device,
        )
        _join(connection, info.id, answer, made)
        after = leagues.fresh(connection, leagues.by_id(connection, info.id))
        _refuse_gaps(connection, before, after)
        counted.catch_up(connection, after, moved(before, after))
    return Decided(answer.seq, repeated=False)


def _together(league: League, made: Sequence[Change]) -> list[Change]:
    """The changes, each of which names the first."""
    first, *others = made
    leader = {"with": league.version + 1}
    return [first, *(replace(one, payload={**(one.payload or {}), **leader}) for one in others)]


def _refuse_gaps(connection: Connection, before: League, after: League) -> None:
    """Refuse what would leave games without their player, or the league without a season."""
    if not after.seasons:
        raise DecisionRefused({"": "A league has at least one season."})
    gone = before.players.keys() - after.players.keys()
    if gone and results.played_since(connection, after.id, _since(connection, after, min(gone))):
        raise DecisionRefused({"": "Games have come in since; have the player leave instead."})


def _since(connection: Connection, league: League, seq: int) -> int:
    """When that record was written."""
    return leagues.records(connection, leagues.by_id(connection, league.id))[seq].at


def _join(connection: Connection, league_id: int, answer: Appended, made: Sequence[Change]) -> None:
    """Have the persons that the changes name be the players they are about."""
    known = leagues.players_by_person(connection, league_id)
    for place, one in enumerate(made):
        person = (one.payload or {}).get("person")
        if person is not None and person not in known:
            player = answer.seq + place if one.about is None else one.about
            leagues.add_person(connection, league_id, person, player)


def rename_league(found: Found, order: Order, name: str) -> Decided:
    """Give the league another name."""
    payload = {**found.league.standing.head, "name": read_name(name)}
    return decide(found, order, lambda connection, league: [Change("amend", payload, about=0)])


def archive_league(found: Found, order: Order, archived: bool) -> Decided:
    """Have the league be over, so that no table is opened in it any more; or go on again."""
    payload = {**found.league.standing.head, "archived": archived}
    return decide(found, order, lambda connection, league: [Change("amend", payload, about=0)])


# --- players ------------------------------------------------------------------------------------


def add_members(found: Found, order: Order, names: Sequence[str]) -> Decided:
    """Take players in. A guest of that name becomes a member; a member's name is refused."""
    wanted = [read_name(name) for name in names if name.strip()]
    if not wanted:
        raise DecisionRefused({"names": "Write at least one name."})
    if len({folded(name) for name in wanted}) < len(wanted):
        raise DecisionRefused({"names": "Two of the names are the same."})

    def changes(connection: Connection, league: League) -> list[Change]:
        known = called(connection, league)
        new = [name for name in wanted if folded(name) not in known]
        old = [league.players[known[folded(n)]] for n in wanted if folded(n) in known]
        for one in old:
            if not (one.guest or one.left):
                name = next(n for n in wanted if known.get(folded(n)) == one.number)
                raise DecisionRefused({"names": f"{name} plays in the league already."})
        persons = add_persons(connection, new)
        return [
            *(Change("member", {"person": persons[name]}) for name in new),
            *(_amended(league, one.number, guest=False, left=False) for one in old),
        ]

    return decide(found, order, changes)


def rename_player(found: Found, order: Order, player: int, name: str) -> Decided:
    """Call a player otherwise from now on; what was written keeps the name it was written with."""
    name = read_name(name)

    def changes(connection: Connection, league: League) -> list[Change]:
        there = called(connection, league).get(folded(name), player)
        if there != player:
            raise DecisionRefused(
                {"name": f"{name} plays in the league already. If it is one person, merge the two."}
            )
        (person,) = add_persons(connection, [name]).values()
        return [_amended(league, _there(league, player), person=person)]

    return decide(found, order, changes)


def set_player(found: Found, order: Order, player: int, **said: bool) -> Decided:
    """Have a player be a guest or a member (``guest``), or no longer play (``left``)."""
    return decide(
        found, order, lambda connection, league: [_amended(league, _there(league, player), **said)]
    )


def merge_players(found: Found, order: Order, player: int, into: int) -> Decided:
    """Count two players as one, ``into``; refused if they have ever played at one table."""

    def changes(connection: Connection, league: League) -> list[Change]:
        one, other = _there(league, player), _there(league, into)
        if one == other:
            raise DecisionRefused({"into": "Choose another player."})
        met = results.pair_totals(connection, league.id, player=one)
        if any(pair.other == other for pair in met):
            raise DecisionRefused(
                {"into": "These two have played at one table, so they are not one person."}
            )
        return [Change("merge", {"player": one, "into": other})]

    return decide(found, order, changes)


def forget_player(found: Found, order: Order, player: int) -> Decided:
    """Take a player's name out of everything that is kept, past names too; scores stay.

    This cannot be taken back: the name is gone.
    """

    def changes(connection: Connection, league: League) -> list[Change]:
        number = _there(league, player)
        known = leagues.players_by_person(connection, league.id)
        persons = [person for person, one in known.items() if league.is_now(one) == number]
        rename_persons(connection, {person: f"Player {person}" for person in persons})
        return [_amended(league, number, left=True, forgotten=True)]

    return decide(found, order, changes)


def called(connection: Connection, league: League) -> dict[str, int]:
    """Everybody's number by folded name, those who were merged into another not among them."""
    players = [one for one in league.players.values() if one.into is None and not one.forgotten]
    names = names_of(connection, {one.person for one in players})
    return {folded(names[one.person]): one.number for one in players}


def _amended(league: League, player: int, **said: Any) -> Change:
    written = league.find(player, "member", "guest")
    payload = {**(written.payload if written else {}), **said}
    return Change("amend", payload, about=player)


def _there(league: League, player: int) -> int:
    """The player's number as it counts now; refused where there is no such player."""
    number = league.is_now(player)
    if number not in league.players or league.players[number].forgotten:
        raise DecisionRefused({"player": "There is no such player."})
    return number


# --- seasons ------------------------------------------------------------------------------------


def start_season(found: Found, order: Order, payload: Json, *, ends: int | None = None) -> Decided:
    """Begin another season (see ``season_payload``) and end the one of the number ``ends``; else
    the one before goes on until archived."""
    checked = _season(payload)

    def changes(connection: Connection, league: League) -> list[Change]:
        over = league.find(ends, "season") if ends is not None else None
        if over is None:
            return [Change("season", checked)]
        archived = {**over.payload, "archived": True}
        return [Change("season", checked), Change("amend", archived, about=ends)]

    return decide(found, order, changes)


def amend_season(found: Found, order: Order, season: int, payload: Json) -> Decided:
    """Set a season's name, scoring, games, handicaps, or whether it is archived; all of them."""
    checked = _season(payload)

    def changes(connection: Connection, league: League) -> list[Change]:
        if season not in league.seasons:
            raise DecisionRefused({"season": "There is no such season."})
        if not {*map(int, checked["handicaps"])} <= league.players.keys():
            raise DecisionRefused({"player": "There is no such player."})
        return [Change("amend", checked, about=season)]

    return decide(found, order, changes)


def counting(chosen: Mapping[str, Json | None]) -> Mapping[str, Json | None]:
    """The games that count, as a season has them: empty where it is all games, by any rules."""
    everything = chosen.keys() == games().keys() and not any(chosen.values())
    return {} if everything else chosen


def _season(payload: Json) -> Json:
    faults: dict[str, str] = {}
    try:
        name = read_name(payload["name"])
        scoring = Scoring.read(payload["scoring"]).document()
    except DecisionRefused as refused:
        faults.update(refused.faults)
    except ScoringRefused as refused:
        faults.update(refused.faults)
    for player, points in payload["handicaps"].items():
        if type(points) is not int or abs(points) > MOST_HANDICAP:
            faults[f"handicap.{player}"] = (
                f"A handicap is a whole number of at most {MOST_HANDICAP} points, more or less."
            )
    unknown = [slug for slug in payload["games"] if slug not in games()]
    if unknown:
        faults["games"] = "There is no such game."
    if faults:
        raise DecisionRefused(faults)
    return {**payload, "name": name, "scoring": scoring}


# --- games and points ---------------------------------------------------------------------------


def rule_game(
    found: Found,
    order: Order,
    game: int,
    *,
    reason: str,
    struck: bool | None = None,
    season: int | None = None,
) -> Decided:
    """Have a game (by its id) not count, count again, or count in another season."""
    said = {"struck": struck, "season": season}
    payload = {
        "game": game,
        **{name: value for name, value in said.items() if value is not None},
        "reason": _reason(reason),
    }

    def changes(connection: Connection, league: League) -> list[Change]:
        if not results.games_by_id(connection, league.id, [game]):
            raise DecisionRefused({"game": "There is no such game."})
        if season is not None and season not in league.seasons:
            raise DecisionRefused({"season": "There is no such season."})
        return [Change("game", payload)]

    return decide(found, order, changes)


def give_bonus(
    found: Found, order: Order, season: int, player: int, points: str, reason: str
) -> Decided:
    """Give points (a penalty: less than 0) that no game brought; "1.5", "−2"."""
    faults = {}
    value = read_points(points)
    if value is None:
        faults["points"] = "Points are a number with at most two decimals, such as 2 or −1.5."
    try:
        why = _reason(reason)
    except DecisionRefused as refused:
        faults.update(refused.faults)
    if faults:
        raise DecisionRefused(faults)

    def changes(connection: Connection, league: League) -> list[Change]:
        if season not in league.seasons:
            raise DecisionRefused({"season": "There is no such season."})
        payload = {"season": season, "player": _there(league, player)}
        written = {"points": str(value), "reason": why}
        return [Change("bonus", {**payload, **written})]

    return decide(found, order, changes)


def read_points(text: str) -> Fraction | None:
    """The points that were typed, with comma or point and any minus; None where they are none."""
    plain = text.strip().replace("−", "-").replace(",", ".")
    try:
        value = Fraction(plain) if "/" not in plain and "e" not in plain.lower() else None
    except (ValueError, ZeroDivisionError):
        return None
    fits = value is not None and abs(value) <= 1_000_000 and (value * 100).denominator == 1
    return value if fits and value else None


# --- taking back --------------------------------------------------------------------------------


def strike(found: Found, order: Order, seq: int) -> Decided:
    """Strike out what stands under the seq: a bonus, a merge, a ruling, an import, a pin."""

    def changes(connection: Connection, league: League) -> list[Change]:
        return [Change("strike", about=_written(league, seq).seq)]

    return decide(found, order, changes)


def restore(found: Found, order: Order, seq: int) -> Decided:
    """Have what was struck stand again."""

    def changes(connection: Connection, league: League) -> list[Change]:
        return [Change("restore", about=_written(league, seq).seq)]

    return decide(found, order, changes)


def undo(found: Found, order: Order, seq: int | None = None) -> Decided:
    """Take back the last decision. ``seq``: only if it is still this one, else ``Conflict``."""
    return _last(found, order, "undo", "undoable", seq)


def redo(found: Found, order: Order, seq: int | None = None) -> Decided:
    """Bring back what was taken back last. ``seq`` as with ``undo``."""
    return _last(found, order, "restore", "redoable", seq)


def _last(found: Found, order: Order, kind: str, which: str, seq: int | None) -> Decided:
    def changes(connection: Connection, league: League) -> list[Change]:
        last = getattr(league.standing, which)
        if seq is not None and last != seq:
            raise Conflict(league.version)
        if last is None:
            raise DecisionRefused({"": "There is nothing to take back."})
        return [Change(kind, about=last)]

    return decide(found, order._replace(version=None), changes)


def _written(league: League, seq: int) -> Written:
    kinds = ("bonus", "merge", "game", "import", "evening", "season", "pin")
    written = league.find(seq, *kinds)
    if written is None:
        raise DecisionRefused({"": "There is no such thing."})
    return written


# --- what is typed ------------------------------------------------------------------------------


def read_name(text: str) -> str:
    """A name as it is kept; refused where it is none."""
    name = " ".join(text.split())
    if not name:
        raise DecisionRefused({"name": "Write a name."})
    if len(name) > LONGEST_NAME:
        raise DecisionRefused({"name": f"A name has at most {LONGEST_NAME} characters."})
    return name


def _reason(text: str) -> str:
    reason = " ".join(text.split())
    if not reason:
        raise DecisionRefused({"reason": "Say why."})
    if len(reason) > LONGEST_REASON:
        raise DecisionRefused({"reason": f"A reason has at most {LONGEST_REASON} characters."})
    return reason
