"""Fees of a club: what each member owes for a season or an evening, and whether it is paid. No
money moves here."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.leagues.decisions import (
    Deciding,
    decision,
    decision_at_any_version,
    refusal,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.spelling import plain_number
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.downloads import csv_of

WHOLE_SEASON: Final = 0
"""In place of an evening's number: the fee is for the season."""
_AMOUNT: Final = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,2})?")


class Fee(NamedTuple):
    """An amount in hundredths, and whether it is paid."""

    amount: int
    paid: bool


Fees = Mapping[int, Mapping[int, Fee]]
"""The fees of a season: by evening (``WHOLE_SEASON``: for none) and player."""


class Account(NamedTuple):
    """What a player has ``paid`` in a season and still owes, in hundredths."""

    player: int
    paid: int
    owed: int


class Debt(NamedTuple):
    """What a player still owes for a season (``evening``: ``WHOLE_SEASON``) or an evening."""

    player: int
    season: int
    evening: int
    amount: int

    @property
    def key(self) -> str:
        """Return what tells it in a form."""
        return f"{self.player}.{self.season}.{self.evening}"


def read_amount(text: str) -> int:
    """Return the amount that was typed, in hundredths, 0 for none; refused where it is none."""
    plain = plain_number(text).strip()
    if plain and not _AMOUNT.fullmatch(plain):
        raise refusal("amount", "Enter an amount such as 5 or 4.50.")
    whole, _, part = plain.replace(",", ".").partition(".")
    return int(whole or 0) * 100 + int(part.ljust(2, "0"))


def amount_text(amount: int) -> str:
    """Return an amount as it is typed: 4.50, or 5 where it is whole."""
    whole, part = divmod(amount, 100)
    return f"{whole}.{part:02}" if part else str(whole)


@decision
def save_fees(at: Deciding, season: int, evening: int, fees: Mapping[int, Fee]) -> Sequence[Change]:
    """Save the fees of all players for a season (``evening``: ``WHOLE_SEASON``) or for one of its
    evenings; fees of nothing are left out."""
    if season not in at.league.seasons:
        raise refusal("season", "There is no such season.")
    own = at.league.evenings.get(evening)
    if evening and (own is None or own["season"] != season):
        raise refusal("evening", "There is no such evening.")
    owed = {str(player): [*fee] for player, fee in fees.items() if fee.amount}
    return [Change("fee", {"season": season, "evening": evening, "fees": owed})]


@decision_at_any_version
def settle(at: Deciding, keys: Collection[str]) -> Sequence[Change]:
    """Save that these debts, by their keys, are paid; whatever else was saved meanwhile stays."""
    paid = [one for one in debts_of(at.league) if one.key in keys]
    if not paid:
        raise refusal("owed", "Tick what is paid.")
    changes = []
    for season, evening in dict.fromkeys((one.season, one.evening) for one in paid):
        fees = {**fees_of(at.league, at.league.seasons[season])[evening]}
        for one in paid:
            if (one.season, one.evening) == (season, evening):
                fees[one.player] = fees[one.player]._replace(paid=True)
        owed = {str(player): [*fee] for player, fee in fees.items()}
        changes.append(Change("fee", {"season": season, "evening": evening, "fees": owed}))
    return changes


def debts_of(league: League) -> list[Debt]:
    """Return all that is still owed, of all seasons, in the order of seasons and evenings."""
    return [
        Debt(player, season.number, evening, fee.amount)
        for _, season in sorted(league.seasons.items())
        for evening, own in sorted(fees_of(league, season).items())
        for player, fee in own.items()
        if not fee.paid and not league.players[player].forgotten
    ]


def fees_of(league: League, season: Season) -> Fees:
    """Return the fees of a season, each of the player who has it today: of two who were merged,
    the one that was paid."""
    found: dict[int, Mapping[int, Fee]] = {}
    for one in league.of_kinds("fee"):
        evening = one.payload["evening"]
        if one.payload["season"] == season.number:
            found[evening] = dict(_by_player(league, one.payload["fees"]))
    return {
        evening: own
        for evening, own in found.items()
        if evening == WHOLE_SEASON or evening in league.evenings
    }


def _by_player(league: League, fees: Mapping[str, list[int]]) -> Iterator[tuple[int, Fee]]:
    for player, (amount, paid) in sorted(fees.items(), key=lambda one: one[1][1]):
        yield league.after_merges(int(player)), Fee(amount, bool(paid))


def accounts(fees: Fees) -> list[Account]:
    """Return what each player has paid and owes, those who owe most first."""
    paid: dict[int, int] = {}
    owed: dict[int, int] = {}
    for own in fees.values():
        for player, fee in own.items():
            sums = paid if fee.paid else owed
            sums[player] = sums.get(player, 0) + fee.amount
    found = (
        Account(player, paid.get(player, 0), owed.get(player, 0))
        for player in paid.keys() | owed.keys()
    )
    return sorted(found, key=lambda one: (-one.owed, one.player))


def fees_csv(visit: LeagueVisit, season: Season) -> bytes:
    """Return a line for each fee."""
    evenings = visit.league.evenings
    lines = (
        (
            visit.names[player],
            evenings[evening]["date"] if evening else "",
            (evenings[evening]["name"] if evening else "") or season.name,
            amount_text(fee.amount),
            "yes" if fee.paid else "no",
        )
        for evening, own in sorted(fees_of(visit.league, season).items())
        for player, fee in sorted(own.items(), key=lambda one: visit.names[one[0]])
    )
    return csv_of([("player", "date", "for", "amount", "paid"), *lines])
