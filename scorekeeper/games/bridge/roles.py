"""What bridge's remedies share: who declares and who defends, and tricks that go over."""

from collections.abc import Generator, Mapping
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    InWords,
    Message,
    Question,
    Remedy,
    Seat,
    Sentence,
    Side,
    remedies,
    say,
)
from scorekeeper.games.bridge.deal import House

TRICKS: Final = 13


def declarer_of(case: Case[House]) -> Seat | None:
    """Return the declarer, where the contract is entered."""
    declarer = case.entry.get("declarer")
    return Seat(declarer) if type(declarer) is int and declarer in case.filled else None


def partner_of(case: Case[House], seat: int) -> Seat:
    """Return the player opposite."""
    return Seat(case.next_seat(case.next_seat(seat)))


def role_of(case: Case[House], seat: Seat, dummy: bool = False) -> Generator[Question, Any, str]:
    """Ask whether a player defends (`defender`) or is the `declarer`, unless the entry says so;
    `dummy` is told apart where that matters."""
    declarer = declarer_of(case)
    if declarer is None:
        asked = say("Does {seat} defend?", seat=seat)
        role: str = yield remedies.choose("role", asked, _ROLES if dummy else _SIDES)
        return role
    if case.side_of(declarer) != case.side_of(seat):
        return "defender"
    return "dummy" if dummy and declarer != seat else "declarer"


_ROLES: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "defender": ("Defender", "against the contract"),
    "declarer": ("Declarer", "it was in their own hand"),
    "dummy": ("Dummy", "it was a card on the table"),
}
_SIDES: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "defender": ("Defender", "against the contract"),
    "declarer": ("Declarer", "from their own hand or dummy"),
}


def give_tricks(
    case: Case[House], side: Side, most: int, rule: str, then: tuple[Sentence, ...] = ()
) -> Inquiry:
    """Move tricks away from a side, no more than it has; where the contract is entered, its tricks
    change."""
    moved, changes = most, {}
    declarer = declarer_of(case)
    if declarer is not None:
        ours = case.side_of(declarer)
        tricks = case.entry.get("tricks")
        if type(tricks) is not int or not 0 <= tricks <= TRICKS:
            tricks = yield remedies.count("tricks", _ENDED_WITH, 0, TRICKS, side=ours)
        moved = min(most, tricks if side == ours else TRICKS - tricks)
        changes = {"tricks": tricks - moved if side == ours else tricks + moved}
    other = Side(1 - side)
    template = "{side} give {other} {moved} {n:trick|tricks}."
    return Remedy(
        say(template, side=side, other=other, moved=InWords(moved), n=moved),
        rule,
        then,
        tricks={side: -moved, other: moved},
        changes=changes,
    )


_ENDED_WITH: Final[Message] = "How many tricks did {side} end with?"
