"""What is done at Sharp Nullo once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

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
from scorekeeper.games.sharp_nullo.bidding import MOST
from scorekeeper.games.sharp_nullo.scoring import House


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    # of eight numbers the winner is not known without the dealer
    declarer = case.entry.get("declarer")
    if declarer is None:
        declarer = yield remedies.who(case, "Who won the bidding?", "declarer")
    made, side = declarer % 2 != seat % 2, case.side_of(seat)
    counts = say("The contract counts as made." if made else "The contract counts as missed.")
    return Remedy(
        say("{side} lose the deal.", side=side),
        "revoke",
        (counts,),
        changes={"made": made, "tricks": None},
    )


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    led = yield remedies.choose(
        "led",
        "What was done out of turn?",
        {"lead": ("A lead", "nobody else had played"), "card": ("A card", "to a trick led")},
    )
    seat = Seat((yield remedies.who(case, "Who played out of turn?")))
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    rule = "lead-out-of-turn"
    if (yield remedies.yes_no("late", "Has the next player played to it?", no="Not yet")):
        return Remedy(say("The lead stands."), rule)
    first = yield remedies.yes_no("first", "Was it the first lead of the deal?")
    leads = say("The player whose turn it is leads.")
    if first:
        leads = say("The player leads whom the winner of the bidding named.")
    called = say("The opponents may call for that card in a later trick.")
    return Remedy(say("{seat} takes the lead back.", seat=seat), rule, (called, leads))


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            **usual_remedies.EXPOSED,
            "before": ("Shown too early", "before the hands were passed across"),
        },
    )
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if what == "two":
        return (yield from usual_remedies.two_at_once(seat, "opponents", called_for=True))
    if what == "before":
        return Remedy(say("{seat} takes the card back into the hand.", seat=seat), "exposed-card")
    return usual_remedies.card_shown(seat, called_for=True)


# --- the cards ----------------------------------------------------------------------------------


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    what = yield remedies.choose(
        "what",
        "What was wrong?",
        {
            "heaps": ("The heaps", "not 26 cards each"),
            "number": ("The hands", "not thirteen cards each"),
            "shown": ("A card was shown", "in dealing"),
            "pack": ("The pack", "a card missing, or two alike"),
            "dealer": ("The wrong dealer", "somebody dealt out of turn"),
            "cut": ("Not cut", "the pack was not cut"),
            "left_out": ("Left out of a trick", "somebody played no card to it"),
        },
    )
    if what == "number":
        return (yield from hands())
    if what == "shown":
        return Remedy(say("The deal goes on: the heaps are face up anyway."), "misdeal")
    void = usual_remedies.redeal()
    if what in ("heaps", "pack"):
        return Remedy(
            void.ruling,
            void.rule,
            (*void.then, say("Numbers already written are void.")),
            again=True,
        )
    return (yield from usual_remedies.dealt(case, what))


def hands() -> Inquiry:
    """Ask about hands that a heap was split into wrongly; rules.md#wrong-number-of-cards."""
    rule = "wrong-number-of-cards"
    if (yield remedies.yes_no("led", "Has the first card been led?", no="Not yet")):
        return usual_remedies.redeal(rule=rule)
    if (yield remedies.yes_no("known", "Do all players still know their own cards?")):
        return Remedy(say("The two hands are put right, with thirteen cards each."), rule)
    return usual_remedies.redeal(rule=rule)


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[dict[str, tuple[Message, Message]]] = {
    "early": ("Said too early", "a total or a number"),
    "changed": ("A number changed", "by a bidder"),
    "missing": ("A number missing", "a bidder wrote fewer than four"),
    "total": ("A wrong total", "added up wrongly"),
    "pick_early": ("Picked too early", "before all four were shown"),
    "pick": ("Another pick", "the loser wants another number"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the numbers and the pick; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    match what:
        case "total":
            edit = say("If a number was entered wrongly, correct the deal with “edit”.")
            return Remedy(say("The numbers count, not the total."), "changed-bid", (edit,))
        case "pick_early":
            return (yield from picked_early())
        case "pick":
            return (yield from pick_changed())
    seat = Seat((yield remedies.who(case, "Whose number is it?")))
    if what == "early":
        bound = say("{seat} is bound by what is written.", seat=seat)
        longer = say("The other bidder takes as long as they like.")
        return Remedy(bound, "call-out-of-turn", (longer,))
    announced = yield remedies.yes_no("late", "Have both totals been announced?", no="Not yet")
    if what == "changed":
        if announced:
            return Remedy(say("{seat}’s number stands.", seat=seat), "changed-bid")
        return Remedy(say("{seat} writes another number.", seat=seat), "changed-bid")
    if announced:
        return Remedy(say("The missing number counts as {n}.", n=MOST), "forgotten-bid")
    return Remedy(say("{seat} writes the missing number now.", seat=seat), "forgotten-bid")


def picked_early() -> Inquiry:
    """Ask about a number picked before all four were shown; rules.md#call-out-of-turn."""
    rule = "call-out-of-turn"
    if (yield remedies.yes_no("other", "Does the loser of the bidding want another number?")):
        once = say("It cannot be changed again.")
        return Remedy(say("The loser of the bidding picks again."), rule, (once,))
    return Remedy(say("The pick stands."), rule)


def pick_changed() -> Inquiry:
    """Ask about a pick that the loser wants to change; rules.md#changed-bid."""
    late: Message = "Has the winner of the bidding picked up a heap?"
    if (yield remedies.yes_no("heap", late, no="Not yet")):
        return Remedy(say("The pick stands."), "changed-bid")
    return Remedy(say("The loser of the bidding picks again."), "changed-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    return (
        yield from usual_remedies.claimed(
            say("Enter the contract as made or missed, not the tricks.")
        )
    )


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
