"""What is done at Oh Hell! once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Callable, Generator
from typing import Any, Final, NamedTuple

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.oh_hell.hands import House, down_and_up, hook_in_force
from scorekeeper.games.oh_hell.scoring import kept, missed

PENALTY: Final = 10
"""What a revoke costs where the hand is dealt again."""


# --- the revoke ---------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    chosen = yield remedies.choose(
        "chosen",
        "What does the table choose?",
        {
            "again": ("To deal again", "ten points off the one who revoked"),
            "stands": ("To let it stand", "nobody else’s bid was affected"),
        },
    )
    if chosen == "stands":
        return (yield from counts_as_missed(case, seat))
    return dealt_again(case, seat)


def dealt_again(case: Case[Any], seat: Seat) -> Remedy:
    """Return what a revoke costs in a hand that is dealt again."""
    return Remedy(
        say("The hand is dealt again, and {seat} loses ten points.", seat=seat),
        "revoke",
        (say("The same player deals, as many cards as before."),),
        points={case.side_of(seat): -PENALTY},
        again=True,
    )


def counts_as_missed(case: Case[House], seat: Seat) -> Inquiry:
    """Count one bid as missed by a trick, in a hand that is entered as it was played;
    rules.md#revoke."""
    ruling, bid = say("{seat}’s bid counts as missed.", seat=seat), number_of(case, "bids", seat)
    taken = number_of(case, "tricks", seat)
    made = bid == taken
    if bid is None or taken is None:
        made = yield remedies.yes_no("made", "Did {seat} take as many tricks as bid?", seat=seat)
    if not made:
        return Remedy(ruling, "revoke", (say("It is scored as it was played."),))
    if bid is None:
        bid = yield remedies.count("bid", "What did {seat} bid?", 0, largest(case), seat=seat)
    size = sum(filter(None, case.entry.get("tricks") or ()))
    by_cards = kept(case.house, bid, 1) != kept(case.house, bid, 0)
    if by_cards and not size:
        size = yield remedies.count("cards", "How many cards had each player?", 1, largest(case))
    less = missed(case.house, bid, bid, -1) - kept(case.house, bid, size)
    return Remedy(ruling, "revoke", points={case.side_of(seat): less})


def number_of(case: Case[House], field: str, seat: Seat) -> int | None:
    """Return what is entered for a player, None if nothing is."""
    entered = case.entry.get(field) or ()
    number = entered[seat] if seat < len(entered) else None
    return number if isinstance(number, int) else None


def largest(case: Case[House]) -> int:
    """Return the cards of the largest hand."""
    return max(case.house.hand_sizes or down_and_up(len(case.filled), case.house.packs))


# --- cards --------------------------------------------------------------------------------------


def exposed(case: Case[Any]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    what = yield remedies.choose(
        "when",
        "When did it happen?",
        {"before": "Before all had bid", "after": "In the play"},
    )
    if what == "before":
        chosen = yield remedies.choose(
            "chosen",
            "What does the table choose?",
            {"again": "To deal again", "stands": ("To play on", "with the card face up")},
        )
        if chosen == "again":
            return usual_remedies.redeal(rule="exposed-card")
    return (yield from usual_remedies.exposed("player")(case))


# --- the bidding --------------------------------------------------------------------------------


class Bids(NamedTuple):
    """How a game has its players bid: the `field` of the bids, what binds the last of them, and
    whether all bid at once."""

    field: str
    hook: str
    at_once: bool


def about_bids(bids_of: Callable[[Any], Bids]) -> Callable[[Case[Any]], Inquiry]:
    """Return what asks about the bids of such a game; rules.md#call-out-of-turn."""

    def bid(case: Case[Any]) -> Inquiry:
        bids = bids_of(case.house)
        choices: dict[str, tuple[Message, Message] | Message] = {
            "early": ("Too early", "somebody bid before their turn"),
            "changed": ("Changed", "somebody wants another number"),
            "missing": ("Not made", "somebody has not bid"),
            "unknown": ("Forgotten", "nobody remembers the number"),
        }
        if bids.at_once:
            del choices["early"]
        what = yield remedies.choose("what", "What was wrong with the bidding?", choices)
        if what == "unknown":
            edit = say("If it was entered wrongly, correct the deal with “edit”.")
            return Remedy(say("The number on the pad holds."), "forgotten-bid", (edit,))
        seat = Seat((yield remedies.who(case, "Whose bid is it?")))
        if what == "missing":
            return (yield from missing(seat, bids.field, case.entry.get(bids.field)))
        if what == "early":
            return (yield from too_early(seat, bids.hook))
        return (yield from changed(seat, bids))

    return bid


def missing(seat: Seat, field: str, entered: Any) -> Inquiry:
    """Ask about a bid that was not made; rules.md#forgotten-bid."""
    if not (yield remedies.yes_no("late", "Has the first trick been gathered?", no="Not yet")):
        return Remedy(say("{seat} bids at once.", seat=seat), "forgotten-bid")
    bids = [*(entered or ())]
    if seat < len(bids):
        bids[seat] = 0
    return Remedy(
        say("{seat} is taken to have bid nought.", seat=seat),
        "forgotten-bid",
        changes={field: bids} if bids else {},
    )


def is_dealer(seat: Seat) -> Generator[Any, Any, bool]:
    """Ask whether a player deals."""
    return bool((yield remedies.yes_no("dealer", "Is {seat} the dealer?", seat=seat)))


def too_early(seat: Seat, hook: str) -> Inquiry:
    """Ask about a number bid before its turn; rules.md#call-out-of-turn."""
    rule = "call-out-of-turn"
    bound = hook != "none" and (yield from is_dealer(seat))
    if bound and not (yield remedies.yes_no("allowed", _ALLOWED[hook])):
        return Remedy(say("{seat} bids again.", seat=seat), rule)
    return Remedy(say("{seat}’s bid stands.", seat=seat), rule, (say("The others go on in turn."),))


_ALLOWED: Final[dict[str, Message]] = {
    "exceed": "Do all bids together exceed the number of cards?",
    "not_equal": "Do all bids together differ from the number of cards?",
}


def changed(seat: Seat, bids: Bids) -> Inquiry:
    """Ask about a number that somebody wants to change; rules.md#changed-bid."""
    if bids.at_once:
        late = yield remedies.yes_no("late", "Has a bid been shown?", no="Not yet")
        if late:
            return Remedy(say("{seat}’s bid stands.", seat=seat), "written-bid")
        return Remedy(say("{seat} writes or keys in another number.", seat=seat), "written-bid")
    dealer = yield from is_dealer(seat)
    until: Message = "Has the first card been led?" if dealer else "Has the next player bid?"
    if (yield remedies.yes_no("late", until, no="Not yet")):
        return Remedy(say("{seat}’s bid stands.", seat=seat), "changed-bid")
    bound = dealer and bids.hook != "none"
    then = (say("All bids together still meet the dealer’s restriction."),) if bound else ()
    return Remedy(say("{seat} bids another number.", seat=seat), "changed-bid", then)


def claim(case: Case[Any]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    if (yield remedies.yes_no("agreed", "Does everybody agree who gets the rest?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    return Remedy(say("All tricks are played out, with that hand face up."), "claim")


def of_own_pack(bids_of: Callable[[Any], Bids]) -> Remedies:
    """Return the remedies of a relative that is played with cards which follow no suit."""
    return {
        "revoke": revoke_and_deal_again,
        "out-of-turn": usual_remedies.out_of_turn("next"),
        "exposed": exposed,
        "cards": usual_remedies.cards(),
        "bid": about_bids(bids_of),
        "claim": claim,
        "disputed": usual_remedies.disputed,
    }


def revoke_and_deal_again(case: Case[Any]) -> Inquiry:
    """Ask about a revoke where such a hand never stands; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return dealt_again(case, seat)
    return usual_remedies.taken_back(seat)


REMEDIES: Final[Remedies] = {
    **of_own_pack(lambda house: Bids("bids", hook_in_force(house), house.simultaneous_bids)),
    "revoke": revoke,
}
