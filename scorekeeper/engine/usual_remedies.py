"""Remedies by usual practice, for the many games whose own rules say no more.

Each takes what the games differ in, and returns the inquiry for one mishap.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

from scorekeeper.engine.deals import Line
from scorekeeper.engine.remedies import Case, Inquiry, Remedy, choose, who, yes_no
from scorekeeper.sentences import Message, Seat, Sentence, say

Inquire = Callable[[Case[Any]], Inquiry]


def out_of_turn(until: Literal["next", "gathered"], choose_suit: bool = False) -> Inquire:
    """Return the inquiry for a card led or played out of turn.

    A lead is taken back `until` the next player has played, or until the trick is gathered. Where
    the opponents then `choose_suit`, they say which suit the side leads when it next has the lead.
    """

    def inquiry(case: Case[Any]) -> Inquiry:
        led = yield choose(
            "led",
            "What was done out of turn?",
            {"lead": ("A lead", "nobody else had played"), "card": ("A card", "to a trick led")},
        )
        seat = Seat((yield who(case, "Who played out of turn?")))
        if led == "card":
            return (yield from played_too_early(seat))
        return (yield from led_too_early(case, seat, until, choose_suit))

    return inquiry


_TOO_LATE: Final[Mapping[str, Message]] = {
    "next": "Has the next player played to it?",
    "gathered": "Have all played to it?",
}
_COUNTS_AS_SHOWN: Final[Message] = "The card stays face up before {seat} and counts as shown."


def played_too_early(seat: Seat) -> Inquiry:
    """Ask about a card that a player played to a trick before the turn had come."""
    gathered = yield yes_no("gathered", "Has the trick been gathered?", no="Not yet")
    if gathered:
        return Remedy(say("The trick stands as it was played."), "played-out-of-turn")
    fits = yield yes_no(
        "follows", "Does the card follow suit, or has {seat} none of that suit?", seat=seat
    )
    if fits:
        return Remedy(
            say("{seat}’s card stays in the trick.", seat=seat),
            "played-out-of-turn",
            (say("Whoever was passed over plays now."),),
        )
    return Remedy(
        say("{seat} follows suit when the turn comes.", seat=seat),
        "played-out-of-turn",
        (say(_COUNTS_AS_SHOWN, seat=seat),),
    )


def exposed(chosen_by: Literal["opponents", "player"], called_for: bool = False) -> Inquire:
    """Return the inquiry for a card exposed, or two played at once.

    Of two that were both seen, the opponents or the player say which counts. A card that was shown
    is played at the first legal opportunity, or may be `called_for` by the opponents.
    """

    def inquiry(case: Case[Any]) -> Inquiry:
        seat = Seat((yield who(case, "Whose card was it?")))
        if (yield choose("what", "What happened?", EXPOSED)) == "shown":
            return card_shown(seat, called_for)
        return (yield from two_at_once(seat, chosen_by, called_for))

    return inquiry


EXPOSED: Final[Mapping[str, tuple[Message, Message]]] = {
    "shown": ("A card was shown", "dropped, held up, lying open"),
    "two": ("Two at once", "two cards were played to one trick"),
}
SEEN: Final[Mapping[str, tuple[Message, Message]]] = {
    "one": ("One of them", "the other lay below it"),
    "both": ("Both of them", "they lay side by side"),
}


def redeal(ruling: Sentence | None = None, rule: str = "misdeal") -> Remedy:
    """Return the ruling that a deal is void, and dealt again by the same player."""
    void = say("The deal is void: the same player deals again.")
    return Remedy(ruling or void, rule, (say("Nothing is scored."),), again=True)


def cards(
    late: Inquire | None = None,
    stands: Literal["dealt", "bid"] = "dealt",
    poor: bool = False,
) -> Inquire:
    """Return the inquiry for a misdeal, a wrong number of cards, a pack not cut, or a trick to
    which somebody played no card.

    A wrong number that is found after the first trick is answered by `late` (None: the deal is
    void). A deal out of turn `stands` once the last card is dealt, or once somebody has bid. Where
    players of the game are known to ask for it, a `poor` hand is answered too.
    """

    def inquiry(case: Case[Any]) -> Inquiry:
        wrong = {**WRONG, "poor": POOR_HAND} if poor else WRONG
        what = yield choose("what", "What was wrong?", wrong)
        if what == "poor":
            return poor_hand()
        return (yield from dealt(case, what, late, stands))

    return inquiry


def dealt(
    case: Case[Any],
    what: str,
    late: Inquire | None = None,
    stands: Literal["dealt", "bid"] = "dealt",
) -> Inquiry:
    """Ask about one of the things that go `WRONG` with the cards; `late` and `stands` as above."""
    if what == "number":
        gathered = yield yes_no("gathered", "Has the first trick been gathered?", no="Not yet")
        if gathered and late is not None:
            return (yield from late(case))
        return redeal(rule="wrong-number-of-cards")
    if what == "left_out":
        return (yield from left_out(case))
    if what in ("dealer", "cut"):
        return (yield from _dealt_wrongly(what, stands))
    return redeal()


WRONG: Final[Mapping[str, tuple[Message, Message]]] = {
    "number": ("Wrong number", "a hand with too many or too few cards"),
    "shown": ("A card was shown", "in dealing"),
    "pack": ("The pack", "a card missing, or two alike"),
    "dealer": ("The wrong dealer", "somebody dealt out of turn"),
    "cut": ("Not cut", "the pack was not cut"),
    "left_out": ("Left out of a trick", "somebody played no card to it"),
}


def _dealt_wrongly(what: str, stands: str) -> Inquiry:
    if what == "cut":
        if (yield yes_no("late", _STANDS["dealt"], no="Not yet")):
            return Remedy(say("The deal stands."), "cut")
        return redeal(say("The pack is cut, and the same player deals again."), "cut")
    if (yield yes_no("late", _STANDS[stands], no="Not yet")):
        then = say("The next player in turn deals as usual.")
        return Remedy(say("The deal stands."), "misdeal", (then,))
    return redeal(say("The deal is stopped, and the right player deals."))


_STANDS: Final[Mapping[str, Message]] = {
    "dealt": "Has the last card been dealt?",
    "bid": "Has anybody bid?",
}


def left_out(case: Case[Any]) -> Inquiry:
    """Ask about a trick to which somebody played no card."""
    seat = Seat((yield who(case, "Who played no card to the trick?")))
    if not (yield yes_no("late", "Has anybody played to the next trick?", no="Not yet")):
        return Remedy(say("{seat} plays to the trick now.", seat=seat), "card-left-out")
    chosen = yield choose(
        "chosen",
        "What do the opponents choose?",
        {"again": "Deal again", "stands": ("Play on", "a card is left over at the end")},
    )
    if chosen == "again":
        return redeal(rule="card-left-out")
    return Remedy(
        say("{seat}’s card that is left at the end counts as played to that trick.", seat=seat),
        "card-left-out",
        (say("It is no revoke."),),
    )


def disputed(case: Case[Any]) -> Inquiry:
    """Ask about a written score, a trick that somebody wants to see, or an accusation."""
    what = yield choose(
        "what",
        "What is disputed?",
        {
            "score": ("A written score", "a deal, a total, whose turn it is"),
            "last_trick": ("The last trick", "somebody wants to see it"),
            "accused": ("A revoke", "somebody says so, somebody denies it"),
        },
    )
    if what == "accused":
        return (yield from accused(case))
    if what == "last_trick":
        if (yield yes_no("led", "Has somebody led to the next trick?", no="Not yet")):
            return Remedy(say("The trick stays face down until the deal is over."), "last-trick")
        return Remedy(say("The last trick is turned up for anybody who asks."), "last-trick")
    return (yield from written_score(case))


def written_score(case: Case[Any]) -> Inquiry:
    """Ask about a written score that somebody doubts."""
    agreed = yield yes_no("known", "Do all remember what was played?")
    if agreed:
        return Remedy(
            say("The deal is corrected, however long ago it was written."),
            "wrong-score",
            (say("Open the deal on the score sheet and tap “edit”. Later deals are rescored."),),
        )
    return Remedy(say("The score stands as it is written."), "wrong-score")


def accused(case: Case[Any], late: Message = "Are the cards cut for the next deal?") -> Inquiry:
    """Ask about a revoke that somebody denies; `late` asks whether it may still be claimed."""
    if not (yield yes_no("over", "Is the deal over?", no="Not yet")):
        return Remedy(
            say("Play on: the tricks are turned up when the deal is over."), "false-accusation"
        )
    if (yield yes_no("cut", late, no="Not yet")):
        return Remedy(say("It is too late to claim a revoke: the deal stands."), "revoke-claim")
    mixed = yield choose(
        "mixed",
        "What do the tricks show?",
        {
            "none": ("No revoke", "everybody followed suit"),
            "revoke": ("A revoke", "a card of the suit came later"),
            "accusers": ("Mixed by the accusers", "nothing can be shown"),
            "accused": ("Mixed by the accused", "nothing can be shown"),
        },
    )
    if mixed in ("none", "accusers"):
        return Remedy(say("There was no revoke: the deal stands."), "false-accusation")
    if mixed == "accused":
        return Remedy(
            say("The revoke counts as proved."),
            "false-accusation",
            (say("Go back and choose “Revoke” to see what it costs."),),
        )
    return Remedy(
        say("It was a revoke."),
        "revoke",
        (say("Go back and choose “Revoke” to see what it costs."),),
    )


# --- games in which everybody plays for themselves ------------------------------------------------

POOR_HAND: Final[tuple[Message, Message]] = ("A poor hand", "no trumps, or no court cards")


def poor_hand(rule: str = "poor-hand") -> Remedy:
    """Return the ruling that a hand without trumps or court cards is played."""
    return Remedy(
        say("The hand is played as it was dealt."),
        rule,
        (say("It gives no right to a new deal."),),
    )


def pays_for_all(lines: Iterable[Line], payer: Seat) -> Mapping[int, int]:
    """Return the points that give all others back what they pay in `lines`, at one player's cost;
    every player is a side."""
    back: dict[int, int] = {}
    for line in lines:
        if line.points < 0 and line.side != payer:
            back[line.side] = back.get(line.side, 0) - line.points
    return {**back, int(payer): -sum(back.values())} if back else {}


def taken_back(seat: Seat) -> Remedy:
    """Return the ruling on a revoke that is noticed in time."""
    return Remedy(say("{seat} takes the card back and follows suit.", seat=seat), "revoke")


def too_low(seat: Seat) -> Inquiry:
    """Ask what becomes of a bid that is too low."""
    rule = "call-out-of-turn"
    chosen = yield choose(
        "chosen",
        say("What does {seat} choose?", seat=seat),
        {"raise": ("A higher bid", "that is high enough"), "pass": "A pass"},
    )
    if chosen == "pass":
        return Remedy(say("{seat} passes.", seat=seat), rule)
    return Remedy(say("{seat} raises the bid until it is high enough.", seat=seat), rule)


def changed_call(seat: Seat) -> Inquiry:
    """Ask about a call that somebody wants to change."""
    if (yield yes_no("late", "Has the next player spoken?", no="Not yet")):
        return Remedy(say("{seat}’s call stands.", seat=seat), "changed-bid")
    return Remedy(say("{seat} corrects the call.", seat=seat), "changed-bid")


def passed_over(seat: Seat) -> Inquiry:
    """Ask about a player whose turn to bid was forgotten."""
    if (yield yes_no("led", "Has anybody led?", no="Not yet")):
        return Remedy(say("It is too late to bid: the bidding stands."), "forgotten-bid")
    return Remedy(say("{seat} speaks now.", seat=seat), "forgotten-bid")


def bid_forgotten() -> Inquiry:
    """Ask about a bid that the players no longer know."""
    if (yield yes_no("agreed", "Can the players agree on what was bid?")):
        return Remedy(
            say("The bid is what the players agree on."),
            "forgotten-bid",
            (say("If it was entered wrongly, correct the deal with “edit”."),),
        )
    return redeal(rule="forgotten-bid")


def claimed(agreed: Sentence) -> Inquiry:
    """Ask about tricks that a player claims; `agreed`: nobody doubts it."""
    if (yield yes_no("doubted", "Does anybody doubt it?")):
        return Remedy(say("The cards are played out with that hand face up."), "claim")
    return Remedy(agreed, "claim")


# --- parts of the inquiries above, for games that ask for more ------------------------------------


def led_too_early(
    case: Case[Any], seat: Seat, until: Literal["next", "gathered"], choose_suit: bool = False
) -> Inquiry:
    """Ask about a lead out of turn; `until` and `choose_suit` as in `out_of_turn`."""
    if (yield yes_no("late", _TOO_LATE[until], no="Not yet")):
        return Remedy(
            say("The lead stands."),
            "lead-out-of-turn",
            (say("{seat}’s card counts, and play goes on from it.", seat=seat),),
        )
    then = [say(_COUNTS_AS_SHOWN, seat=seat), say("The player whose turn it is leads.")]
    if choose_suit:
        side = case.side_of(seat)
        then.append(say("The opponents say which suit {side} must lead next.", side=side))
    return Remedy(say("{seat} takes the lead back.", seat=seat), "lead-out-of-turn", (*then,))


def card_shown(seat: Seat, called_for: bool = False) -> Remedy:
    """Return the ruling on a card that was shown; `called_for` as in `exposed`."""
    if called_for:
        return Remedy(say("{seat}’s card stays face up.", seat=seat), "exposed-card", (_CALLED,))
    shown: Message = "{seat}’s card stays face up and is played at the first legal opportunity."
    return Remedy(say(shown, seat=seat), "exposed-card")


_CALLED: Final = say("The opponents may call for it in any trick that it can be played to.")


def two_at_once(
    seat: Seat, chosen_by: Literal["opponents", "player"], called_for: bool = False
) -> Inquiry:
    """Ask about two cards played at once; `chosen_by` and `called_for` as in `exposed`."""
    if (yield choose("seen", "Which of the two could be seen?", SEEN)) == "one":
        ruling = say("The card that lay on top counts.")
    elif chosen_by == "opponents":
        ruling = say("The opponents say which of the two cards counts.")
    else:
        ruling = say("{seat} says which of the two cards counts.", seat=seat)
    other = say("The other one counts as shown and stays face up.")
    return Remedy(ruling, "two-cards", (other, _CALLED) if called_for else (other,))


def costs_nothing(seat: Seat) -> Remedy:
    """Return the ruling on a card shown by a player who may show it."""
    return Remedy(
        say("{seat} takes the card back: it costs nothing to show it.", seat=seat), "exposed-card"
    )


def two_of_free_hand(seat: Seat) -> Inquiry:
    """Ask about two cards played at once by a player whose cards may be shown."""
    counts = yield from two_at_once(seat, "opponents")
    other = say("The other one goes back into the hand.")
    return Remedy(counts.ruling, counts.rule, (other,))


def stays_played(seat: Seat) -> Remedy:
    """Return the ruling on a card that was played in turn and is wanted back."""
    return Remedy(
        say("{seat}’s card stays played.", seat=seat),
        "exposed-card",
        (say("A card is taken back only to correct a revoke."),),
    )


WANTED_BACK: Final[tuple[Message, Message]] = ("Played in turn", "and wanted back")
