"""What is done at whist once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    InWords,
    Message,
    Question,
    Remedies,
    Remedy,
    Seat,
    Side,
    remedies,
    say,
    two_revokes,
    usual_remedies,
)
from scorekeeper.games.whist.scoring import TRICKS, House

PENALTY: Final = 3
"""What a revoke costs: tricks, or points where the opponents prefer them."""
_TRICKS: Final[Message] = "How many tricks did {side} end with?"


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    side, other = case.side_of(seat), Side(1 - case.side_of(seat))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        shown = say("The wrong card stays face up, and the opponents may call for it.")
        return Remedy(say("{seat} takes it back and follows suit.", seat=seat), "revoke", (shown,))
    penalty = "tricks" if case.house.scoring == "rubber" else (yield _penalty(other))
    cannot_win = say("{side} cannot win the game on this deal.", side=side)
    if penalty == "gain":
        ruling = say("{side} score three points.", side=other)
        return Remedy(ruling, "revoke", (cannot_win,), points={other: PENALTY})
    if penalty == "loss":
        ruling = say("{side} lose three points.", side=side)
        return Remedy(ruling, "revoke", (cannot_win,), points={side: -PENALTY})
    taken = case.entry.get("side_tricks")
    tricks = (
        taken[side] if taken else (yield remedies.count("tricks", _TRICKS, 0, TRICKS, side=side))
    )
    moved = min(PENALTY, tricks)
    template = "{side} give {other} {moved} {n:trick|tricks}."
    left = {side: tricks - moved, other: TRICKS - tricks + moved}
    return Remedy(
        say(template, side=side, other=other, moved=InWords(moved), n=moved),
        "revoke",
        (cannot_win,),
        tricks={side: -moved, other: moved},
        changes={"side_tricks": [left[Side(0)], left[Side(1)]]},
    )


def _penalty(other: Side) -> Question:
    """Ask what the opponents choose; in a rubber it is tricks: its points are no points of a
    game."""
    return remedies.choose(
        "penalty",
        say("What do {side} choose?", side=other),
        {
            "tricks": ("Three tricks", "or all the side has"),
            "gain": ("Three points more", "for their own score"),
            "loss": ("Three points less", "for the side that revoked"),
        },
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
    if (yield remedies.yes_no("late", "Have all four played to it?", no="Not yet")):
        return Remedy(say("The trick stands as it was played."), "lead-out-of-turn")
    side, other = case.side_of(seat), Side(1 - case.side_of(seat))
    chosen = yield remedies.choose(
        "chosen",
        say("What do {side} choose?", side=other),
        {
            "stands": "The lead stands",
            "shown": ("The card is shown", "and may be called for"),
            "suit": ("They name a suit", "for the other side’s next lead"),
        },
    )
    if chosen == "stands":
        return Remedy(say("The lead stands."), "lead-out-of-turn")
    back = say("{seat} takes the lead back.", seat=seat)
    then = (
        say("The card stays face up, and {side} may call for it.", side=other)
        if chosen == "shown"
        else say("{other} name the suit that {side} must lead next.", other=other, side=side)
    )
    return Remedy(back, "lead-out-of-turn", (then, say("The player whose turn it is leads.")))


def too_many(case: Case[House]) -> Inquiry:
    """Ask about a wrong hand found after the first trick; rules.md#wrong-number-of-cards."""
    hands = yield remedies.choose(
        "hands",
        "Which hands are wrong?",
        {"many": ("One has too many", "cards"), "short": ("Only one is short", "of a card")},
    )
    if hands == "many":
        return usual_remedies.redeal(rule="wrong-number-of-cards")
    return Remedy(
        say("The deal stands: look for the missing card."),
        "wrong-number-of-cards",
        (say("Its owner is liable for any revoke made without it."),),
    )


def remark(case: Case[House]) -> Inquiry:
    """Ask about a remark to the partner, for there are no bids; rules.md#call-out-of-turn."""
    what = yield remedies.choose(
        "what",
        "What was said?",
        {"remark": ("A remark", "or a sign to the partner"), "honours": ("Honours", "forgotten")},
    )
    if what == "honours":
        if (yield remedies.yes_no("late", "Has the next trump been turned up?", no="Not yet")):
            return Remedy(say("It is too late to claim the honours."), "call-out-of-turn")
        edit = say("Open the deal on the score sheet, tap “edit” and add them.")
        return Remedy(say("The honours count."), "call-out-of-turn", (edit,))
    side = case.side_of((yield remedies.who(case, "Who said it?")))
    template = "{other} name the suit that {side} must lead next."
    return Remedy(say(template, other=Side(1 - side), side=side), "call-out-of-turn")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    if (yield remedies.yes_no("agreed", "Do the opponents accept it?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    return Remedy(
        say("The cards are played out with that hand face up."),
        "claim",
        (say("The opponents may call for each of its cards."),),
    )


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": usual_remedies.exposed("opponents", called_for=True),
    "cards": usual_remedies.cards(too_many),
    "bid": remark,
    "claim": claim,
    "disputed": usual_remedies.disputed,
    "revokes": two_revokes(revoke, "each"),
}
