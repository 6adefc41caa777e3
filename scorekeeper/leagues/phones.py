"""Whose the phones of a league are: a phone says it, and another phone of that player or an
organiser agrees where the name has a phone already. Phones are signed out here too."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from secrets import token_urlsafe
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    OPERATOR,
    Deciding,
    DecisionRefused,
    DecisionRequest,
    decision,
    decision_at_any_version,
    read_own_name,
    refusal,
)
from scorekeeper.leagues.membership import find_player
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.store import phones as stored
from scorekeeper.store.access import league_access
from scorekeeper.store.access.budgets import CLAIMS, spend
from scorekeeper.store.access.devices import AccessRow, Devices, devices_of, roles_in
from scorekeeper.store.access.league_access import main_role, name_of
from scorekeeper.store.access.links import LEAGUE
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import Claim, League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.phones import NameOffered


class LeaguePhone(NamedTuple):
    """A device that is in: by which accesses (``ids``), in which role (organiser, member or
    pending), since when (``made``), and whose it is, as far as that is known: ``player`` and
    ``name``, else None and empty. ``claim`` is what it said last; it may wait until somebody
    agrees. ``kind`` is what it is ("iPhone"), ``seen`` when it was last here. Times are in
    milliseconds."""

    device: str
    ids: tuple[int, ...]
    role: str
    made: int
    name: str
    player: int | None
    claim: Claim | None
    kind: str
    seen: int

    @property
    def awaits_agreement(self) -> bool:
        """Return whether it waits until somebody agrees to whose it is."""
        return self.claim is not None and not self.claim.agreed


# --- whose a phone is -----------------------------------------------------------------------------


def names_offered(visit: LeagueVisit, device: str) -> list[NameOffered]:
    """Return the members, by name."""
    with reading() as connection:
        devices = devices_of(connection, LEAGUE, visit.info.id)
    held = {_player_of(visit.league, other, came) for other, came in devices.items()}
    mine = visit.league.player_of(device)
    offered = [
        NameOffered(visit.names[one.number], one.number in held - {mine})
        for one in visit.league.members
    ]
    return sorted(offered, key=lambda one: one.name.casefold())


@decision
def claim_player(at: Deciding, player: int) -> list[Change]:
    """Record that the phone is that player's. If another phone is, that one or an organiser has
    to agree. Raises ``DecisionRefused``, ``BudgetSpent``."""
    number = find_player(at.league, player)
    claims = at.league.claims.get(at.sent.device, ())
    if claims and claims[-1].player == number:
        raise refusal("", "This phone already belongs to {name}.", name=at.visit.names[number])
    spend(at.connection, CLAIMS, at.sent.device, at.sent.address)
    mine = [at.sent.device, *stored.others_of(at.connection, at.sent.device)]
    agreed = not _holders(at.connection, at.league, number) - {*mine}
    devices = devices_of(at.connection, LEAGUE, at.league.id)
    for one in mine:
        stored.set_name(at.connection, one, at.visit.names[number])
    return [
        Change("claim", {"device": one, "player": number, "agreed": agreed})
        for one in mine
        if roles_in(devices.get(one, ()))
    ]


def claim_name(public_id: str, device: str, name: str, address: str = "") -> None:
    """Record that a phone is the player's of that name, if there is one: the claim replaces the
    name it gave on joining. Nothing changes if it has claimed the player before."""
    league_visit = visit_league(public_id, device)
    player = league_visit.number_of_name.get(folded(name))
    if name and player is not None and league_visit.is_member:
        with writing() as connection:
            league_access.remove_claim(connection, league_visit.info.id, device, name)
        order = DecisionRequest(f"join-{token_urlsafe(12)}", None, device, address)
        with suppress(DecisionRefused):
            claim_player(league_visit, order, player)


@decision
def agree_to_claim(at: Deciding, claim: int) -> list[Change]:
    """Agree that a phone is its player's too: from another phone of that player, or an
    organiser's, which may be the phone itself: the sole organiser's other one may be lost."""
    device, asked = _find(at.league, claim)
    _refuse_others(at.connection, at.visit, at.league, at.sent.device, asked)
    payload = {"device": device, "player": asked.player, "agreed": True}
    return [Change("amend", payload, about=claim)]


@decision
def take_back_claim(at: Deciding, claim: int) -> list[Change]:
    """Withdraw a phone's claim: from that phone, another one of the player, or an organiser's.
    Both are in the league history."""
    device, asked = _find(at.league, claim)
    if device != at.sent.device:
        _refuse_others(at.connection, at.visit, at.league, at.sent.device, asked)
    known = stored.find(at.connection, device)
    if known and folded(known.name) == folded(at.visit.names[asked.player]):
        stored.set_name(at.connection, device, "")  # drop that name elsewhere too
    return [Change("strike", about=claim)]


def refused_name(visit: LeagueVisit, device: str) -> str:
    """Return the name that this phone claimed last, where another phone withdrew the claim; else an
    empty text, also where the player is no longer in the league."""
    claims = visit.league.newest("claim")
    last = next((one for one in claims if one.payload["device"] == device), None)
    if last is None or not last.deleted:
        return ""
    with reading() as connection:
        records = leagues.records(connection, visit.info)
    struck = [one for one in records if one.kind == "strike" and one.about == last.seq]
    player = visit.league.players.get(visit.league.after_merges(last.payload["player"]))
    # the player's addition may have been undone since: the page failed then
    if player is None or player.forgotten or struck[-1].device == device:
        return ""
    return visit.names[player.number]


def claims_to_answer(visit: LeagueVisit, device: str) -> list[LeaguePhone]:
    """Return the phones that wait until this one, or an organiser, agrees to whose they are."""
    mine = visit.league.player_of(device)
    return [
        one
        for one in phones_of_league(visit)
        if one.claim
        and one.awaits_agreement
        and one.device != device
        and (visit.organises or one.claim.player == mine)
    ]


def _find(league: League, number: int) -> tuple[str, Claim]:
    for device, claims in league.claims.items():
        for one in claims:
            if one.number == number:
                return device, one
    raise refusal("", "That was undone.")


def _refuse_others(
    connection: Connection, visit: LeagueVisit, league: League, device: str, claim: Claim
) -> None:
    if not visit.organises and device not in _holders(connection, league, claim.player):
        raise refusal(
            "", "Only an organiser or {name}'s phone can do that.", name=visit.names[claim.player]
        )


def _holders(connection: Connection, league: League, player: int) -> set[str]:
    """Return the phones that are in and are that player's, as is agreed."""
    devices = devices_of(connection, LEAGUE, league.id)
    return {one for one, came in devices.items() if _player_of(league, one, came) == player}


def _player_of(league: League, device: str, came: Sequence[AccessRow]) -> int | None:
    return league.player_of(device) if roles_in(came) else None


# --- the phones that are in -----------------------------------------------------------------------


def phones_of_league(visit: LeagueVisit) -> list[LeaguePhone]:
    """Return the phones that are in, by when they were let in."""
    with reading() as connection:
        devices = devices_of(connection, LEAGUE, visit.info.id)
        known = stored.known(connection, devices)
    inside = [
        _listed(visit, came, known.get(device))
        for device, came in devices.items()
        if roles_in(came)
    ]
    return sorted(inside, key=lambda one: (one.made, one.ids))


def _listed(
    visit: LeagueVisit, came: Sequence[AccessRow], phone: stored.KnownPhone | None
) -> LeaguePhone:
    device, here = came[0].device, [one for one in came if one.is_in]
    made = min(one.made for one in here)
    player = visit.league.player_of(device)
    claims = visit.league.claims.get(device, ())
    return LeaguePhone(
        device,
        tuple(one.id for one in here),
        main_role(came),
        made,
        name_of(came) if player is None else visit.names[player],
        player,
        claims[-1] if claims else None,
        phone.kind if phone else "",
        # a phone is noted once an hour, so it may have been let in since
        max(phone.seen, made) if phone else made,
    )


def name_of_phone(
    visit: LeagueVisit, devices: Devices, device: str, seq: int | None = None, at: int | None = None
) -> str:
    """Return whose a phone was when the record of this seq was written, at that moment in
    milliseconds (None: whose it is now); empty where nobody has said so."""
    if device == OPERATOR:
        return tell("The operator")
    player = visit.league.player_of(device, seq)
    return name_of(devices.get(device, ()), at) if player is None else visit.names[player]


def name_phone(visit: LeagueVisit, device: str, name: str) -> None:
    """Name a phone that gave no name when it was let in, from the first decision on.

    Raises ``DecisionRefused``.
    """
    called = read_own_name(name)
    if not called:
        raise refusal("called", "Enter a name.")
    with writing() as connection:
        league_access.give_name(connection, visit.info.id, device, called)
        stored.set_name(connection, device, called)


@decision_at_any_version
def sign_out_phones(at: Deciding, chosen: Collection[int]) -> list[Change]:
    """Sign out phones, each known by one of the ``ids`` that ``phones_of_league`` has of it.
    Another phone can still come in by a link that is in force.

    Raises ``DecisionRefused`` where none of them is in, and for the organiser's own.
    """
    devices = devices_of(at.connection, LEAGUE, at.league.id)
    named = [came for came in devices.values() if any(one.id in chosen for one in came)]
    if any(came[0].device == at.sent.device for came in named):
        raise refusal("", "You can't sign out your own phone. Another organiser can.")
    inside = [came for came in named if roles_in(came)]
    if not inside:
        raise refusal("", "That phone is signed out already.")
    return [_signed_out(came) for came in inside]


def _signed_out(came: Sequence[AccessRow]) -> Change:
    here = [one for one in came if one.is_in]
    was = [one.id for one in came if one.thrown_out]
    return Change(
        "door",
        {
            "door": league_access.of_phone(came[0].device),
            "now": sorted({*was, *(one.id for one in here)}),
            "was": was,
            "role": main_role(came),
            "made": min(one.made for one in here),
        },
    )
