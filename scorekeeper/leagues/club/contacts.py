"""How organisers reach the members of a league: kept by organisers, shown to nobody else, and
erased with the name."""

import re
from collections.abc import Mapping
from typing import Final

from scorekeeper.leagues.decisions import refusal, refuse_unprintable
from scorekeeper.leagues.membership import find_player
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.spelling import plain_number, visible
from scorekeeper.store.league import contacts as store
from scorekeeper.store.league.contacts import KnownContact
from scorekeeper.store.sql.database import reading, writing

LONGEST_PHONE: Final = 40
LONGEST_EMAIL: Final = 254
_PHONE: Final = re.compile(r"\+?[0-9 ()/.\-]{3,}")
_EMAIL: Final = re.compile(r"[^\s@,;<>\"]+@[^\s@,;<>\"]+\.[^\s@,;<>\"]+")


def read_phone(text: str) -> str:
    """Return a telephone number as it is saved, empty for none; refused where it is none."""
    read = " ".join(plain_number(visible(text)).split())
    if read and not (_PHONE.fullmatch(read) and len(read) <= LONGEST_PHONE):
        raise refusal("phone", "Enter a telephone number such as +44 20 7946 0018.")
    return read


def read_email(text: str) -> str:
    """Return an e-mail address as it is saved, empty for none; refused where it is none."""
    read = visible(text).strip()
    if read and not (_EMAIL.fullmatch(read) and len(read) <= LONGEST_EMAIL):
        raise refusal("email", "Enter an e-mail address such as ann@club.example.")
    refuse_unprintable(read, "email")
    return read


def contacts_of(visit: LeagueVisit) -> Mapping[int, KnownContact]:
    """Return the contacts of the players of today, by number; nothing to others than organisers.
    Of players who were merged it is the one whose place the others took, if that has one."""
    if not visit.organises:
        return {}
    with reading() as connection:
        known = store.contacts_of(connection, visit.info.id)
    into = {player: visit.league.after_merges(player) for player in known}
    merged = {into[player]: one for player, one in known.items()}
    return {**merged, **{player: one for player, one in known.items() if into[player] == player}}


def save_contact(visit: LeagueVisit, player: int, phone: str, email: str) -> None:
    """Save how a player is reached; empty for nothing. Raises ``DecisionRefused``,
    ``Unavailable``."""
    contact = KnownContact(read_phone(phone), read_email(email))
    number = find_player(visit.league, player)
    same = [one for one in visit.league.players if visit.league.after_merges(one) == number]
    with writing() as connection:
        store.remove(connection, visit.info.id, same)
        store.save(connection, visit.info.id, number, contact)
