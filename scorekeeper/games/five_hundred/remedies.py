"""What is done at Five Hundred once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator, Mapping
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    Value,
    remedies,
    say,
    two_revokes,
    usual_remedies,
)
from scorekeeper.games.five_hundred.bids import ZERO_BIDS
from scorekeeper.games.five_hundred.faults import (
    REVOKE,
    WRONG_HAND,
    at_fault,
    counted,
    declarer_of,
    entered,
)
from scorekeeper.games.five_hundred.house import House

# --- the revoke, and the cards ------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return (yield from at_fault(case, seat, REVOKE))


def wrong_hand(case: Case[House]) -> Inquiry:
    """Ask whose hand was wrong, after the first trick; rules.md#wrong-number-of-cards."""
    seat = Seat((yield remedies.who(case, "Whose hand is wrong?")))
    return (yield from at_fault(case, seat, WRONG_HAND))


_WRONG: Final[Mapping[str, tuple[Message, Message]]] = {
    **usual_remedies.WRONG,
    "shown": ("A card was shown", "in dealing, or in the middle"),
    "discard": ("A wrong discard", "too few or too many cards"),
    "poor": ("A poor hand", "no ace, no face card, no trump"),
}


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    what = yield remedies.choose("what", "What was wrong?", _WRONG)
    if what == "discard":
        return (yield from discards(case))
    if what == "poor":
        agreed = case.house.fours == "all" and len(case.sides) == 2
        return (yield from (ace_no_face if agreed else poor_hand)(case))
    return (yield from usual_remedies.dealt(case, what, wrong_hand))


def discards(case: Case[House]) -> Inquiry:
    """Ask about a wrong number of discards; rules.md#wrong-number-of-cards."""
    if not (yield remedies.yes_no("led", "Has the declarer led?", no="Not yet")):
        return Remedy(say("The declarer corrects the discard before leading."), WRONG_HAND.rule)
    declarer = yield from declarer_of(case)
    return (yield from counted(case, declarer, case.side_of(declarer), WRONG_HAND))


def poor_hand(case: Case[House]) -> Inquiry:
    """Ask about a hand with no ace, no face card and no trump; rules.md#misdeal."""
    hand = yield remedies.yes_no("hand", "Is it without any ace, face card and trump?")
    agreed = hand and (yield remedies.yes_no("agreed", "Did you agree to throw such hands in?"))
    if not agreed:
        return usual_remedies.poor_hand()
    if case.house.all_pass == "no_contract":
        return usual_remedies.redeal()
    out = dict.fromkeys(("bid", "declarer", "tricks", "side_tricks"))
    changes: dict[str, Value] = {name: None for name in out if name in case.entry}
    return Remedy(
        say("The hand is thrown in, and the next player deals."),
        "misdeal",
        (say("Enter the deal as passed out."),),
        changes={"passed_out": True, **changes},
    )


def ace_no_face(case: Case[House]) -> Inquiry:
    """Ask about a hand with one ace and no face card; rules.md#ace-no-face."""
    hand = yield remedies.yes_no("hand", "Is it exactly one ace, and no face card or joker?")
    if not hand or (yield remedies.yes_no("begun", "Has the bidding begun?", no="Not yet")):
        return usual_remedies.poor_hand()
    seat = Seat((yield remedies.who(case, "Who said “ace, no face”?")))
    partner, side = Seat(case.next_seat(case.next_seat(seat))), case.side_of(seat)
    chosen = yield remedies.choose(
        "chosen",
        say("What does {seat} choose?", seat=partner),
        {"again": "A new deal", "stands": ("Play on", "with the cards as they are")},
    )
    if chosen == "again":
        return usual_remedies.redeal(rule="ace-no-face")
    zero = say("{side} make no zero bid in this deal.", side=side)
    then = () if case.house.nullos == "none" else (zero,)
    return Remedy(say("The deal stands."), "ace-no-face", then)


# --- the play -----------------------------------------------------------------------------------


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    keys = {**usual_remedies.EXPOSED, "back": usual_remedies.WANTED_BACK}
    what = yield remedies.choose("what", "What happened?", keys)
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if what == "back":
        return usual_remedies.stays_played(seat)
    role = yield from role_of(case, seat)
    if what == "shown":
        return shown(seat, role)
    if role == "declarer":
        return (yield from usual_remedies.two_of_free_hand(seat))
    counts = yield from usual_remedies.two_at_once(seat, "opponents")
    then = (*counts.then, *([_CALLED] if role == "defender" else []))
    return Remedy(counts.ruling, counts.rule, then)


def shown(seat: Seat, role: str) -> Remedy:
    """Return the ruling on a card that was shown; `role` is the player's in a zero bid."""
    if role == "declarer":
        return usual_remedies.costs_nothing(seat)
    if role == "defender":
        return Remedy(say("{seat}’s card stays face up.", seat=seat), "exposed-card", (_CALLED,))
    return usual_remedies.card_shown(seat)


_CALLED: Final = say("The declarer may call for it in any trick that it can be played to.")


def role_of(case: Case[House], seat: Seat) -> Generator[Any, Any, str]:
    """Return a player's role in a zero bid ("": there is none), or ask for it."""
    entry = entered(case)
    zero: Any = entry.get("bid") in ZERO_BIDS
    open_bid = "bid" not in entry and not entry.get("passed_out")
    if open_bid and case.house.nullos != "none":
        zero = yield remedies.yes_no("zero", "Is a zero bid being played?")
    if not zero:
        return ""
    if "declarer" in entry:
        declares = case.side_of(entry["declarer"]) == case.side_of(seat)
    else:
        asked: Message = "Is {seat} on the declarer’s side?"
        declares = yield remedies.yes_no("declares", asked, seat=seat)
    return "declarer" if declares else "defender"


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[Mapping[str, tuple[Message, Message]]] = {
    "pass": ("A pass", "out of turn"),
    "bid": ("A bid", "out of turn"),
    "low": ("Too low", "a bid that is not high enough"),
    "changed": ("Changed", "somebody wants another call"),
    "passed": ("Passed over", "somebody was left out"),
    "forgotten": ("Forgotten", "nobody knows the bid"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bidding; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    if what == "forgotten":
        return (yield from usual_remedies.bid_forgotten())
    seat = Seat((yield remedies.who(case, "Whose call is it?")))
    match what:
        case "low":
            return (yield from usual_remedies.too_low(seat))
        case "changed":
            return (yield from changed(seat))
        case "passed":
            return (yield from passed_over(seat))
        case "pass":
            return Remedy(say("{seat}’s pass counts.", seat=seat), "call-out-of-turn")
    partners = [one for one in case.sides[case.side_of(seat)] if one != seat]
    return Remedy(
        say("{seat}’s bid is void, and the turn goes back.", seat=seat),
        "call-out-of-turn",
        (
            say("{seat} may bid again when the turn comes.", seat=seat),
            *(say("{seat} passes in this deal.", seat=Seat(one)) for one in partners),
        ),
    )


def changed(seat: Seat) -> Inquiry:
    """Ask about a call that somebody wants to change; rules.md#changed-bid."""
    spoken: Message = "Has the next player spoken, or {seat}’s partner said anything?"
    if (yield remedies.yes_no("late", spoken, no="Neither", seat=seat)):
        return Remedy(say("{seat}’s call stands.", seat=seat), "changed-bid")
    return Remedy(say("{seat} corrects the call.", seat=seat), "changed-bid")


def passed_over(seat: Seat) -> Inquiry:
    """Ask about a player who was left out of the bidding; rules.md#forgotten-bid."""
    if (yield remedies.yes_no("late", "Has the middle been picked up?", no="Not yet")):
        return Remedy(say("It is too late to bid: the bidding stands."), "forgotten-bid")
    return Remedy(say("{seat} speaks now.", seat=seat), "forgotten-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    if (yield remedies.yes_no("agreed", "Do both sides agree to it?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    return Remedy(say("The cards are played out with that hand face up."), "claim")


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": usual_remedies.out_of_turn("gathered", choose_suit=True),
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
    "revokes": two_revokes(revoke, "once"),
}
