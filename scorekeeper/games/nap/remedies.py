"""What is done at nap once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator
from typing import Any, Final

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
from scorekeeper.games.nap.scoring import BIDS, House, bids, lines, stake

MADE: Final = {"made": True, "tricks": None}
MISSED: Final = {"made": False, "tricks": None}


def declarer_of(case: Case[House]) -> Generator[Any, Any, int]:
    """Return the declarer that is entered, or ask for them."""
    entered = case.entry.get("declarer")
    if entered in case.filled:
        return int(entered)
    return int((yield remedies.who(case, "Who is the declarer?", "declarer")))


def bid_of(case: Case[House]) -> Generator[Any, Any, str]:
    """Return the bid that is entered, or ask for it."""
    entered, known = case.entry.get("bid"), bids(case.house)
    if entered in known:
        return str(entered)
    names: dict[str, Message] = {bid: BIDS[bid].at_head for bid in known}
    return str((yield remedies.choose("bid", "What was bid?", names)))


def lost_by(case: Case[House], seat: Seat, rule: str) -> Inquiry:
    """Count the bid as missed by its declarer, or as made at the cost of one other player;
    rules.md#revoke."""
    declarer = yield from declarer_of(case)
    if seat == declarer:
        return Remedy(say("The bid counts as missed."), rule, changes=MISSED)
    bid = yield from bid_of(case)
    scored = lines(case.filled, len(case.sides), declarer, bid, None, stake(bid, case.house)[0])
    return Remedy(
        say("The bid counts as made, and {seat} pays for everybody.", seat=seat),
        rule,
        changes=MADE,
        points=usual_remedies.pays_for_all(scored, seat),
    )


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return (yield from lost_by(case, seat, "revoke"))


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    led = yield remedies.choose(
        "led",
        "What was done?",
        {
            "first": ("The first lead", "not by the declarer"),
            "lead": ("A later lead", "out of turn"),
            "card": ("A card out of turn", "to a trick led"),
            "opening": ("The declarer’s first lead", "is to be taken back"),
        },
    )
    rule = "lead-out-of-turn"
    if led == "opening":
        return Remedy(say("The first lead stands, and its suit is trumps."), rule)
    seat = Seat((yield remedies.who(case, "Who played out of turn?")))
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    if (yield remedies.yes_no("late", "Have all played to it?", no="Not yet")):
        then = (say("It does not make trumps: the declarer names them."),) if led == "first" else ()
        return Remedy(say("The lead stands."), rule, then)
    leads = say("The player whose turn it is leads.")
    if led == "first":
        leads = say("It does not make trumps: the declarer leads.")
    shown = say("{seat}’s card stays face up and counts as shown.", seat=seat)
    return Remedy(say("{seat} takes the lead back.", seat=seat), rule, (shown, leads))


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    what = yield remedies.choose("what", "What happened?", usual_remedies.EXPOSED)
    counts = None
    if what == "two":
        seen = yield remedies.choose("seen", "Which of the two could be seen?", usual_remedies.SEEN)
        counts = say("The card that lay on top counts.")
        if seen == "both":
            counts = say("{seat} says which of the two cards counts.", seat=seat)
    if seat == (yield from declarer_of(case)):
        if counts is None:
            back = say("{seat} takes the card back into the hand.", seat=seat)
            return Remedy(back, "exposed-card")
        back = say("{seat} takes the other card back.", seat=seat)
        return Remedy(counts, "two-cards", (back,))
    mis = (yield from bid_of(case)) == "mis" if "mis" in bids(case.house) else False
    if counts is None:
        return Remedy(say(_CALLED_FOR if mis else _PLAYED, seat=seat), "exposed-card")
    other: Message = _CALLED_FOR_OTHER if mis else _PLAYED_OTHER
    return Remedy(counts, "two-cards", (say(other),))


_PLAYED: Final[Message] = (
    "{seat}’s card stays face up and is played at the first legal opportunity."
)
_PLAYED_OTHER: Final[Message] = (
    "The other one stays face up and is played at the first legal opportunity."
)
_CALLED_FOR: Final[Message] = (
    "{seat}’s card stays face up, to be played when the declarer calls for it."
)
_CALLED_FOR_OTHER: Final[Message] = (
    "The other one stays face up, to be played when the declarer calls for it."
)


def late_number(case: Case[House]) -> Inquiry:
    """Ask about a wrong hand found after the first trick; rules.md#wrong-number-of-cards."""
    seat = Seat((yield remedies.who(case, "Whose hand is wrong?")))
    return (yield from lost_by(case, seat, "wrong-number-of-cards"))


_CALLS: Final[dict[str, tuple[Message, Message]]] = {
    "turn": ("Out of turn", "a bid or a pass"),
    "low": ("Not high enough", "or over a bid that nobody made"),
    "changed": ("Changed", "somebody wants to change a call"),
    "over": ("Passed over", "somebody was not asked"),
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
            return (yield from usual_remedies.changed_call(seat))
        case "over":
            return (yield from usual_remedies.passed_over(seat))
    return Remedy(
        say("{seat}’s call is void, and the turn goes back.", seat=seat),
        "call-out-of-turn",
        (say("{seat} calls again in turn, but no higher than before.", seat=seat),),
    )


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            "claim": ("A claim", "of the tricks that are left"),
            "declarer": "The declarer gives up",
            "other": "Another player gives up",
        },
    )
    if what == "other":
        return Remedy(say("Play on: nobody can give up for the rest."), "claim")
    if what == "declarer":
        return Remedy(say("The bid counts as missed."), "claim", changes=MISSED)
    return (yield from usual_remedies.claimed(say("Enter the bid as it was claimed.")))


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": usual_remedies.cards(late_number, poor=True),
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
