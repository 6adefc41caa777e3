"""My phones: the phones of one person, with the same rights. A code shown on one adds another."""

from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import DecisionRequest, decide
from scorekeeper.leagues.phones import phones_of_league as phones_in
from scorekeeper.leagues.phones import sign_out_phones
from scorekeeper.leagues.visit import LeagueVisit, my_leagues
from scorekeeper.store import phones
from scorekeeper.store.access.budgets import CODES, Budget, count, retry_after, spend
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import Change

WINDOW: Final = 15 * 60 * 1000
"""Milliseconds in which wrong codes are counted."""
MOST_WRONG: Final = {"device": 5, "address": 30, "all": 500}


class MyPhone(NamedTuple):
    """A phone of this one's person: what it is ("iPhone"), and when it was last here, in
    milliseconds."""

    device: str
    kind: str
    seen: int


class WrongCode(Exception):
    """The code is wrong or has expired; after too many wrong ones, ``wait`` so many seconds."""

    def __init__(self, wait: int = 0) -> None:
        super().__init__(f"wrong code; wait {wait} s")
        self.wait = wait


def my_phones(device: str) -> Sequence[MyPhone]:
    """Return the phones of this one's person, this one first."""
    with reading() as connection:
        devices = [device, *phones.others_of(connection, device)]
        known = phones.known(connection, devices)
    return [
        MyPhone(one, known[one].kind, known[one].seen) if one in known else MyPhone(one, "", 0)
        for one in devices
    ]


def new_code(device: str, address: str = "") -> str:
    """Return a code that adds another phone to this one: six letters, for five minutes, once.
    Raises ``BudgetSpent``."""
    with writing() as connection:
        spend(connection, CODES, device, address)
        phones.add(connection, device)
        return phones.make_code(connection, device)


def add_phone(code: str, device: str, address: str = "") -> None:
    """Add this phone to the phones of the person who was shown the code. Raises ``WrongCode``."""
    budgets = _budgets(device, address)
    with writing() as connection:
        wait = retry_after(connection, budgets)
        first = None if wait else phones.redeem_code(connection, "".join(code.split()).upper())
        if first is None and not wait:
            count(connection, budgets)
        owner = phones.find(connection, first) if first is not None else None
        if owner and first != device:
            phones.add_phone(connection, device, owner.owner)
    if first is None:
        raise WrongCode(wait)
    take_over_names(device)


def take_over_names(device: str) -> None:
    """Give this phone, in each league, the player that another phone of its person has."""
    with reading() as connection:
        others = phones.others_of(connection, device)
    for visit in my_leagues(device):
        claims = visit.league.claims
        players = [visit.league.player_of(one) for one in others]
        player = next((one for one in players if one is not None), None)
        if player is not None and not claims.get(device):
            _claim(visit, device, player)


def _claim(visit: LeagueVisit, device: str, player: int) -> None:
    payload = {"device": device, "player": player, "agreed": True}

    def changes(connection: Connection, league: League) -> list[Change]:
        return [Change("claim", payload)]

    decide(visit, DecisionRequest(f"mine-{token_urlsafe(12)}", None, device), changes)


def sign_out_my_phone(device: str, other: str) -> bool:
    """Sign out another phone of this one's person, of everything; whether it was one."""
    with reading() as connection:
        if other not in phones.others_of(connection, device):
            return False
    for visit in my_leagues(other):
        ids = [one.ids[0] for one in phones_in(visit) if one.device == other]
        order = DecisionRequest(f"lost-{token_urlsafe(12)}", None, device)
        sign_out_phones(visit, order, ids)
    with writing() as connection:
        phones.remove_phone(connection, other)
    return True


def _budgets(device: str, address: str) -> Sequence[Budget]:
    """Return the budgets that limit guesses at a code: this phone's, this address's, and
    everybody's."""
    own = [Budget(f"code {device}", MOST_WRONG["device"], WINDOW)]
    if address:
        own.append(Budget(f"code {hash_secret(address)}", MOST_WRONG["address"], WINDOW))
    return (*own, Budget("code", MOST_WRONG["all"], WINDOW))
