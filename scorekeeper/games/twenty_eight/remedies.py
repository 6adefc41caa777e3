"""What is done at Twenty-Eight once something went wrong, by usual practice; rules.md#disputes."""

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
    two_revokes,
    usual_remedies,
)
from scorekeeper.games.twenty_eight.scoring import House

# --- the play -----------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke, a call for the trump or a trump not played; rules.md#revoke."""
    keys: dict[str, tuple[Message, Message]] = {
        "suit": ("Not following suit", "though able to"),
        "called": ("Calling for the trump", "though able to follow suit"),
        "trump": ("Not playing a trump", "though one had to be played"),
    }
    if not case.house.must_call:
        del keys["trump"]
    what = yield remedies.choose("what", "What was done?", keys)
    seat = Seat((yield remedies.who(case, "Who did it?")))
    if (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return (yield from deal_lost(case, seat, "revoke"))
    if what == "trump":
        return Remedy(say("{seat} takes the card back and plays a trump.", seat=seat), "revoke")
    return usual_remedies.taken_back(seat)


def deal_lost(case: Case[House], seat: Seat, rule: str) -> Inquiry:
    """Count the deal as lost by the side of a player; rules.md#revoke."""
    declarer = yield from declarer_of(case)
    made, side = declarer % 2 != seat % 2, case.side_of(seat)
    counts = say("The bid counts as made." if made else "The bid counts as missed.")
    return Remedy(
        say("{side} lose the deal.", side=side),
        rule,
        (counts,),
        changes={"made": made, "points": None},
    )


def declarer_of(case: Case[House]) -> Generator[Any, Any, int]:
    """Return the declarer, as it is entered, or ask for it."""
    entered = case.entry.get("declarer")
    if isinstance(entered, int):
        return entered
    return int((yield remedies.who(case, "Who is the declarer?", "declarer")))


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a card out of turn, or trumps led too early; rules.md#lead-out-of-turn."""
    led = yield remedies.choose(
        "led",
        "What was played too early?",
        {
            "lead": ("A lead", "nobody else had played"),
            "card": ("A card", "to a trick led"),
            "trump": ("Trumps led", "by the declarer, who had another suit"),
        },
    )
    if led == "trump":
        return (yield from trumps_led(case))
    seat = Seat((yield remedies.who(case, "Who played it?")))
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    return (yield from usual_remedies.led_too_early(case, seat, "next"))


def trumps_led(case: Case[House]) -> Inquiry:
    """Ask about a declarer who led trumps too early; rules.md#lead-out-of-turn."""
    if case.house.trump_lead_ban == "until_shown":
        hidden = yield remedies.yes_no("hidden", "Was the trump suit still hidden?")
        if not hidden:
            return Remedy(
                say("The lead stands: trumps that were shown are a suit like any other."), "lead"
            )
    gathered = yield remedies.yes_no("gathered", "Has the trick been gathered?", no="Not yet")
    seat = Seat((yield from declarer_of(case)))
    if gathered:
        side = case.side_of(seat)
        return Remedy(
            say("It is a revoke: {side} lose the deal.", side=side),
            "lead-out-of-turn",
            (say("The bid counts as missed."),),
            changes={"made": False, "points": None},
        )
    return Remedy(
        say("{seat} takes the card back and leads another suit.", seat=seat),
        "lead-out-of-turn",
        (
            say("The card stays face up before {seat} and counts as shown.", seat=seat),
            say("Cards played to it are taken back."),
        ),
    )


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {**usual_remedies.EXPOSED, "hidden": ("The hidden card", "was seen")},
    )
    if what == "hidden":
        return Remedy(
            say("The trump suit is known from now on, as if it had been called for."),
            "exposed-card",
            (say("The declarer takes the card into the hand."),),
        )
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if what == "two":
        return (yield from usual_remedies.two_at_once(seat, "opponents"))
    return usual_remedies.card_shown(seat)


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    what = yield remedies.choose(
        "what",
        "What was wrong?",
        {
            **usual_remedies.WRONG,
            "hidden": ("One too few", "with the hidden card it is right"),
            "poor": ("A poor hand", "without card points"),
        },
    )
    if what == "poor":
        return usual_remedies.poor_hand()
    if what == "hidden":
        right = say("The hand is right: the hidden card is one of the declarer’s eight.")
        return Remedy(right, "wrong-number-of-cards")
    return (yield from usual_remedies.dealt(case, what))


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[dict[str, tuple[Message, Message]]] = {
    "early": ("A bid", "out of turn"),
    "passed": ("A pass", "out of turn"),
    "first": ("The first bid", "whoever must bid passed, or said nothing"),
    "low": ("Too low", "a bid that is not high enough"),
    "changed": ("Changed", "somebody wants another bid"),
    "trump": ("The hidden trump", "changed, or not laid down"),
    "forgotten": ("Forgotten", "nobody knows the bid"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bidding; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    match what:
        case "forgotten":
            return (yield from usual_remedies.bid_forgotten())
        case "trump":
            return (yield from hidden_trump())
    seat = Seat((yield remedies.who(case, "Whose call is it?")))
    match what:
        case "low":
            return (yield from usual_remedies.too_low(seat))
        case "changed":
            return (yield from usual_remedies.changed_call(seat))
        case "first":
            return (yield from first_bid(case, seat))
        case "passed":
            again = say("{seat} calls when the turn comes.", seat=seat)
            void = say("{seat}’s pass is void, and the turn goes back.", seat=seat)
            return Remedy(void, "call-out-of-turn", (again,))
    return (yield from bid_early(case, seat))


def bid_early(case: Case[House], seat: Seat) -> Inquiry:
    """Ask about a bid out of turn; rules.md#call-out-of-turn."""
    partners = [Seat(one) for one in case.sides[case.side_of(seat)] if one != seat]
    first: int | None = None
    if len(partners) > 1:
        first = yield remedies.who(case, "Who bids first?", "first")
    elif (yield remedies.yes_no("first", "Is {seat} the one who bids first?", seat=partners[0])):
        first = partners[0]
    void = say("{seat}’s bid is void, and the turn goes back.", seat=seat)
    then = (
        say("{seat} bids {n} and passes from then on.", seat=one, n=case.house.min_bid)
        if one == first
        else say("{seat} passes in this deal.", seat=one)
        for one in partners
    )
    return Remedy(void, "call-out-of-turn", tuple(then))


def first_bid(case: Case[House], seat: Seat) -> Inquiry:
    """Ask about a first player who passed, or said nothing; rules.md#forgotten-bid."""
    said = yield remedies.choose(
        "said",
        say("What did {seat} say?", seat=seat),
        {"pass": "A pass", "nothing": ("Nothing", "and the others went on")},
    )
    if said == "nothing":
        return Remedy(
            say("{seat} is taken to have bid {n}.", seat=seat, n=case.house.min_bid),
            "forgotten-bid",
        )
    must = say("{seat} bids at least {n}.", seat=seat, n=case.house.min_bid)
    return Remedy(must, "call-out-of-turn", (say("The first player cannot pass."),))


def hidden_trump() -> Inquiry:
    """Ask about the hidden card, changed or not laid down; rules.md#changed-bid."""
    what = yield remedies.choose(
        "trump",
        "What about the hidden trump?",
        {
            "changed": ("Another one", "the declarer wants to change it"),
            "none": "No card lies there",
        },
    )
    if what == "none":
        return Remedy(
            say("The declarer lays a card down before looking at the second four."),
            "forgotten-bid",
        )
    if (yield remedies.yes_no("dealt", "Have the second four cards been dealt?", no="Not yet")):
        return Remedy(say("The hidden card stays."), "changed-bid")
    return Remedy(say("The declarer lays another card face down."), "changed-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            "certain": ("The bid is decided", "made or missed, and play stops"),
            "claim": ("A claim", "of the tricks that are left"),
        },
    )
    enter = say("Enter the bid as made or missed.")
    if what == "certain":
        return Remedy(enter, "claim")
    if (yield remedies.yes_no("hidden", "Is the trump suit still hidden?")):
        claimer = yield remedies.yes_no("declarer", "Does the declarer claim?")
        if not claimer:
            only = "Play on: as long as the trump suit is hidden, only the declarer can claim."
            return Remedy(say(only), "claim")
        return Remedy(
            say("The declarer shows the hidden card with the hand."),
            "claim",
            (say("If an opponent asks, the cards are played out face up."),),
        )
    return (yield from usual_remedies.claimed(enter))


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
    "revokes": two_revokes(revoke, "once"),
}
