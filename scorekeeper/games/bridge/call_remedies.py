"""What is done at bridge once something went wrong in the bidding; rules.md#call-out-of-turn,
#insufficient-bid, #changed-bid, #forgotten-bid, #wrong-explanation.

By Laws 20, 21, 25, 27, 29 to 32 and 41 of rubber bridge.
"""

from collections.abc import Mapping
from typing import Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Question,
    Remedy,
    Seat,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.bridge.deal import House
from scorekeeper.games.bridge.roles import partner_of, role_of

_PARTNER_OUT: Final[Message] = "{partner} passes for the rest of the bidding."


def bid(case: Case[House]) -> Inquiry:
    """Ask about a call out of turn, too low or changed, a player passed over, a bidding that
    somebody has forgotten, or a wrong explanation."""
    what = yield remedies.choose("what", "What went wrong?", _WHAT)
    if what == "forgotten":
        return (yield from _forgotten())
    seat = Seat((yield remedies.who(case, _WHO[what])))
    if what == "skipped":
        void = say("The calls made after that turn are void.")
        return Remedy(say("{seat} calls now.", seat=seat), "forgotten-bid", (void,))
    ask = {"turn": _out_of_turn, "low": _too_low, "changed": _changed, "explained": _explained}
    return (yield from ask[what](case, seat))


_WHAT: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "turn": ("Out of turn", "a bid, a pass or a double"),
    "low": ("Too low", "a bid that does not beat the last one"),
    "changed": ("Changed", "a call was taken back or corrected"),
    "skipped": ("Passed over", "a player had no turn"),
    "forgotten": ("Forgotten", "what was bid, or the contract"),
    "explained": ("Wrongly explained", "what a call means"),
}


_WHO: Final[Mapping[str, Message]] = {
    "turn": "Who called out of turn?",
    "low": "Who bid too low?",
    "changed": "Who changed a call?",
    "skipped": "Who was passed over?",
    "explained": "Who explained it?",
}


def _called_over(case: Case[House], seat: Seat, name: str = "accepted") -> Question:
    next_player = Seat(case.next_seat(seat))
    return remedies.yes_no(name, "Has {player} called over it?", player=next_player)


# --- calls out of turn and bids too low -----------------------------------------------------------


def _out_of_turn(case: Case[House], seat: Seat) -> Inquiry:
    """By Laws 29 to 32; rules.md#call-out-of-turn."""
    rule = "call-out-of-turn"
    if (yield _called_over(case, seat)):
        return Remedy(say("The call stands, and the bidding goes on from it."), rule)
    call = yield remedies.choose("call", "What was the call?", _CALL)
    back = say("The call is void, and the turn goes back.")
    if call == "pass":
        return Remedy(say("{seat} passes when the turn comes.", seat=seat), rule, (back,))
    turn = yield remedies.choose("turn", "Whose turn was it?", _TURN)
    if turn == "passes":
        free = say("There is no penalty.")
        return Remedy(say("{seat} repeats the call in turn.", seat=seat), rule, (back, free))
    any_call = say("{seat} makes any legal call in turn.", seat=seat)
    partner = partner_of(case, seat)
    return Remedy(say(_PARTNER_OUT, partner=partner), rule, (back, any_call))


_CALL: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "pass": "A pass",
    "bid": "A bid",
    "double": ("A double", "or a redouble"),
}
_TURN: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "passes": ("On the right: passes", "the player on the right, who now passes"),
    "calls": ("On the right: bids", "the player on the right, who now bids or doubles"),
    "other": ("Somebody else’s", "the partner’s, or the player’s on the left"),
}


def _too_low(case: Case[House], seat: Seat) -> Inquiry:
    """By Law 27; rules.md#insufficient-bid."""
    rule, partner = "insufficient-bid", partner_of(case, seat)
    if (yield _called_over(case, seat)):
        return Remedy(say("The bid stands, and the bidding goes on from it."), rule)
    now = yield remedies.choose("now", say("What does {seat} say now?", seat=seat), _NOW)
    if now == "same":
        return Remedy(say("The new bid stands without a penalty."), rule)
    passes = say(_PARTNER_OUT, partner=partner)
    if now == "double":
        back = say("{seat} takes the double back, and bids enough or passes.", seat=seat)
        return Remedy(back, rule, (passes,))
    return Remedy(passes, rule, (say("The new call stands."),))


_NOW: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "same": ("The same suit", "raised as far as needed, or no trump again"),
    "bid": ("Another bid", "that is high enough"),
    "pass": "Pass",
    "double": ("Double", "or redouble"),
}


# --- calls changed and forgotten ------------------------------------------------------------------


def _changed(case: Case[House], seat: Seat) -> Inquiry:
    """By Law 25; rules.md#changed-bid."""
    rule, partner = "changed-bid", partner_of(case, seat)
    slip = yield remedies.choose(
        "kind",
        "What was it?",
        {
            "slip": ("A slip", "not what was meant, and corrected at once"),
            "mind": ("A change of mind", "or corrected after a pause"),
        },
    )
    first_stands = say("The first call stands.")
    if slip == "slip":
        if (yield remedies.yes_no("late", "Has {partner} called since?", partner=partner)):
            return Remedy(first_stands, rule)
        free = say("A player who has called after it may call anew.")
        return Remedy(say("The corrected call counts."), rule, (free,))
    if (yield _called_over(case, seat, "late")):
        return Remedy(first_stands, rule)
    player = Seat(case.next_seat(seat))
    if (yield remedies.yes_no("accepted", "Does {player} accept the second call?", player=player)):
        return Remedy(say("The second call counts."), rule)
    passes = say("{partner} passes at the next turn.", partner=partner)
    return Remedy(first_stands, rule, (passes,))


def _forgotten() -> Inquiry:
    """By Laws 20 and 41; rules.md#forgotten-bid."""
    asks = yield remedies.choose(
        "asks",
        "Who has forgotten it?",
        {
            "early": ("A player, in time", "in the bidding, or before their own first card"),
            "late": ("A player, later", "after their own first card"),
            "all": ("All four", "cannot agree on the contract"),
        },
    )
    if asks == "all":
        return usual_remedies.redeal(rule="forgotten-bid")
    if asks == "early":
        return Remedy(say("The whole bidding is repeated, at that player’s turn."), "forgotten-bid")
    told = say("The player is told what the contract is and whether it is doubled.")
    return Remedy(told, "forgotten-bid")


# --- wrong explanations ---------------------------------------------------------------------------


def _explained(case: Case[House], seat: Seat) -> Inquiry:
    """By Law 21, and by what is proper; rules.md#wrong-explanation."""
    rule, partner = "wrong-explanation", partner_of(case, seat)
    noticed = yield remedies.choose(
        "noticed",
        "Who has noticed it?",
        {
            "self": ("The player", "who explained it"),
            "partner": ("The partner", "who made the call"),
            "opponents": ("An opponent", "who has called because of it"),
        },
    )
    changes = say("A player who called because of it may change that call.")
    adjusted = say("If it cost points, the table agrees on an adjustment.")
    if noticed == "opponents":
        late = yield remedies.yes_no("late", "Has that opponent’s partner called since?")
        if late:
            return Remedy(say("The call stands."), rule, (adjusted,))
        return Remedy(say("The call is changed without a penalty."), rule)
    if noticed == "self":
        right = say("{seat} corrects the explanation at once.", seat=seat)
        return Remedy(right, rule, (changes, adjusted))
    if not (yield remedies.yes_no("over", "Is the bidding over?", no="Not yet")):
        silent = say("{partner} says nothing until the bidding is over.", partner=partner)
        deaf = say("{partner} calls as if the explanation had not been heard.", partner=partner)
        return Remedy(silent, rule, (deaf,))
    if (yield from role_of(case, seat)) == "declarer":
        told = say("{partner} corrects it before the first card is led.", partner=partner)
        return Remedy(told, rule, (changes, adjusted))
    silent = say("{partner} says nothing until the play is over.", partner=partner)
    return Remedy(silent, rule, (adjusted,))
