"""What is done at Skat once something went wrong, by the International Skat Order (ISkO);
rules.md#disputes.

A breach ends the game: the side at fault has lost it, unless it was decided before, or the other
side has it played on (ISkO 4.1.2 to 4.1.4).
"""

from collections.abc import Generator, Mapping
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    SeatOf,
    Sentence,
    Value,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.skat.scoring import ANNOUNCED, BASE, WON, House, without_dealer


def who(case: Case[House], label: Message, name: str = "who") -> SeatOf:
    """Ask for one of those who play."""
    return remedies.who(case, label, name).changed(seats=without_dealer(case.filled, case.dealer))


# --- a game that is over ------------------------------------------------------------------------


def declarer_of(case: Case[House]) -> Generator[Any, Any, Seat]:
    """Return the declarer, as it is entered, or ask for it."""
    declarer = case.entry.get("declarer")
    if declarer is None:
        declarer = yield who(case, "Who is the declarer?", "declarer")
    return Seat(declarer)


def won_by(case: Case[House], declarer: Seat, rule: str, then: tuple[Sentence, ...] = ()) -> Remedy:
    """Return the ruling that the declarer has won, and in the level that was announced."""
    # a null is won without a level, and of a game that is not entered none is known
    announced = ANNOUNCED[case.entry.get("how", "skat")] if case.entry.get("game") in BASE else 0
    ruling = say("The game is over, and {seat} has won it.", seat=declarer)
    return Remedy(ruling, rule, then, changes=changed(case, declarer, WON[announced]))


def lost_by(
    case: Case[House], declarer: Seat, rule: str, then: tuple[Sentence, ...] = ()
) -> Remedy:
    """Return the ruling that the declarer has lost, without schneider or schwarz."""
    ruling = say("The game is over, and {seat} has lost it.", seat=declarer)
    return Remedy(ruling, rule, then, changes=changed(case, declarer, "lost"))


def changed(case: Case[House], declarer: Seat, result: str) -> Mapping[str, Value]:
    """Return the result, and the declarer where nobody had entered it."""
    asked = {} if case.entry.get("declarer") is not None else {"declarer": int(declarer)}
    return {**asked, "result": result}


_DECIDED: Final[Mapping[str, tuple[Message, Message]]] = {
    "no": ("Not yet", "either side could win"),
    "won": ("The declarer had won", "with 61 card points"),
    "lost": ("The declarer had lost", "60 to the others; a trick at null"),
}


def breach(
    case: Case[House], seat: Seat, rule: str, back: Sentence, declarer: Seat | None = None
) -> Inquiry:
    """Ask whether the game was decided before `seat` broke a rule, and whether the other side has
    it played on, as `back` says."""
    if declarer is None:
        declarer = yield from declarer_of(case)
    decided = yield remedies.choose("decided", "Was the game decided before?", _DECIDED)
    if decided == "no":
        if (yield remedies.yes_no("on", "Does the other side want to play on?")):
            return Remedy(back, rule, (say("The game goes on as if nothing had happened."),))
        decided = "lost" if seat == declarer else "won"
    ends = won_by if decided == "won" else lost_by
    return ends(case, declarer, rule)


# --- the play -----------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield who(case, "Who did not follow suit?")))
    back = say("{seat} takes the card back and follows suit.", seat=seat)
    return (yield from breach(case, seat, "revoke", back))


_PLAYED: Final[Mapping[str, tuple[Message, Message]]] = {
    "lead": ("A lead", "nobody else had played"),
    "card": ("A card", "to a trick led"),
    "unannounced": ("The first lead", "before a game was announced"),
}


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    led = yield remedies.choose("led", "What was done out of turn?", _PLAYED)
    if led == "unannounced":
        declarer = yield from declarer_of(case)
        covers = say("Enter a game that covers the bid, with the matadors that were held.")
        return lost_by(case, declarer, "lead-out-of-turn", (covers,))
    seat = Seat((yield who(case, "Who played out of turn?")))
    rule = "lead-out-of-turn" if led == "lead" else "played-out-of-turn"
    back = say("{seat} takes the card back, and whose turn it is plays.", seat=seat)
    return (yield from breach(case, seat, rule, back))


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    keys = {**usual_remedies.EXPOSED, "back": usual_remedies.WANTED_BACK}
    what = yield remedies.choose("what", "What happened?", keys)
    seat = Seat((yield who(case, "Whose card was it?")))
    if what == "back":
        return usual_remedies.stays_played(seat)
    declarer = yield from declarer_of(case)
    if declarer != seat:
        rule = "exposed-card" if what == "shown" else "two-cards"
        back = say("{seat} takes the card back into the hand.", seat=seat)
        return (yield from breach(case, seat, rule, back, declarer))
    if what == "shown":
        return usual_remedies.costs_nothing(seat)
    goes_back = say("The other one goes back into the hand.")
    return Remedy(say("The card that {seat} meant counts.", seat=seat), "two-cards", (goes_back,))


# --- the cards ----------------------------------------------------------------------------------

_WRONG: Final[Mapping[str, tuple[Message, Message]]] = {
    **usual_remedies.WRONG,
    "discard": ("Laid away wrongly", "not two cards in the skat"),
    "seen": ("The skat was seen", "by somebody, before the game"),
}
_WHOSE: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "declarer": "The declarer’s",
    "others": ("A defender’s", "or both"),
    "both": ("Of both sides", "or a card is missing"),
}


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards, the deal and the skat; rules.md#misdeal."""
    what = yield remedies.choose("what", "What was wrong?", _WRONG)
    match what:
        case "number":
            return (yield from wrong_number(case))
        case "left_out":
            seat = Seat((yield who(case, "Who played no card to the trick?")))
            back = say("{seat} plays to the trick now.", seat=seat)
            return (yield from breach(case, seat, "card-left-out", back))
        case "discard":
            return (yield from laid_away(case))
        case "seen":
            seat = Seat((yield who(case, "Who looked at the skat?")))
            return (yield from skat_seen(case, seat))
    return (yield from usual_remedies.dealt(case, what, stands="bid"))


def wrong_number(case: Case[House]) -> Inquiry:
    """Ask when a wrong number of cards was found, and in whose hand;
    rules.md#wrong-number-of-cards."""
    rule = "wrong-number-of-cards"
    if not (yield remedies.yes_no("late", "Is the bidding over?", no="Not yet")):
        return usual_remedies.redeal(rule=rule)
    whose = yield remedies.choose("whose", "Whose hand is wrong?", _WHOSE)
    if whose == "both":
        return usual_remedies.redeal(rule=rule)
    declarer = yield from declarer_of(case)
    if whose == "declarer":
        return lost_by(case, declarer, rule)
    return won_by(case, declarer, rule)


def laid_away(case: Case[House]) -> Inquiry:
    """Ask about a declarer who laid away too many cards or too few;
    rules.md#wrong-number-of-cards."""
    rule = "wrong-number-of-cards"
    declarer = yield from declarer_of(case)
    if (yield remedies.yes_no("late", "Has the first card been led?", no="Not yet")):
        return lost_by(case, declarer, rule)
    return Remedy(say("{seat} lays away two cards, no more and no fewer.", seat=declarer), rule)


def skat_seen(case: Case[House], seat: Seat) -> Inquiry:
    """Ask when somebody looked at the skat; rules.md#skat-seen."""
    rule = "skat-seen"
    if not (yield remedies.yes_no("over", "Is the bidding over?", no="Not yet")):
        then = say("The two others bid on, and one of them plays or all pass.")
        return Remedy(say("{seat} takes no part in the bidding.", seat=seat), rule, (then,))
    declarer = yield from declarer_of(case)
    if seat == declarer:
        hand = say("A hand game is not played any more: two cards are laid away.")
        return Remedy(say("{seat} plays with the skat.", seat=seat), rule, (hand,))
    back = say("The skat goes back, and {seat} says nothing about it.", seat=seat)
    return (yield from breach(case, seat, rule, back, declarer))


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[Mapping[str, tuple[Message, Message]]] = {
    "bid": ("A bid", "out of turn"),
    "pass": ("A pass", "out of turn"),
    "changed": ("A bid changed", "somebody wants another one"),
    "forgotten": ("Forgotten", "how high it went"),
}
_KONTRA: Final[tuple[Message, Message]] = ("Kontra", "said late")


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bidding; rules.md#call-out-of-turn."""
    calls = {**_CALLS, "kontra": _KONTRA} if case.house.kontra else _CALLS
    what = yield remedies.choose("what", "What was wrong with the bidding?", calls)
    if what == "forgotten":
        return (yield from forgotten())
    seat = Seat((yield who(case, "Whose call is it?")))
    match what:
        case "changed":
            return (yield from usual_remedies.changed_call(seat))
        case "kontra":
            return (yield from late_kontra(seat))
        case "pass":
            return Remedy(say("{seat}’s pass stands.", seat=seat), "call-out-of-turn")
    void = say("{seat} has said nothing, and the turn goes back.", seat=seat)
    return Remedy(void, "call-out-of-turn")


def late_kontra(seat: Seat) -> Inquiry:
    """Ask whether kontra came in time; rules.md#kontra."""
    if (yield remedies.yes_no("late", "Had {seat} played a card?", no="Not yet", seat=seat)):
        return Remedy(say("It is too late: the game counts once."), "kontra")
    return Remedy(say("The game is doubled."), "kontra", changes={"kontra": "kontra"})


def forgotten() -> Inquiry:
    """Ask about a bid that the players no longer know; rules.md#forgotten-bid."""
    if (yield remedies.yes_no("agreed", "Can the players agree on what was bid?")):
        edit = say("If it was entered wrongly, correct the deal with “edit”.")
        return Remedy(say("The bid is what the players agree on."), "forgotten-bid", (edit,))
    return Remedy(say("The lowest bid that all remember counts."), "forgotten-bid")


# --- claims -------------------------------------------------------------------------------------

_CLAIMS: Final[Mapping[str, tuple[Message, Message]]] = {
    "declarer": ("The declarer claims", "the tricks that are left"),
    "defender": ("A defender claims", "with the cards open"),
    "up": ("The declarer gives up", "the game is lost"),
    "others": ("The defenders give up", "the game is won"),
}


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim, or a game given up; rules.md#claim."""
    what = yield remedies.choose("what", "What happened?", _CLAIMS)
    match what:
        case "declarer":
            return (yield from usual_remedies.claimed(say("Enter the deal as it was claimed.")))
        case "defender":
            return (yield from defender_claims())
        case "others":
            return won_by(case, (yield from declarer_of(case)), "claim")
    early = yield remedies.yes_no("early", "Does the declarer hold nine cards or more?")
    if early or (yield remedies.yes_no("agreed", "Does a defender agree?")):
        return lost_by(case, (yield from declarer_of(case)), "claim")
    return Remedy(say("The game is played on."), "claim")


def defender_claims() -> Inquiry:
    """Ask whether a defender's open hand takes all the tricks that are left; rules.md#claim."""
    if (yield remedies.yes_no("sure", "Does that hand take them all by itself?")):
        return Remedy(say("The tricks that are left go to the defenders."), "claim")
    return Remedy(say("The tricks that are left go to the declarer."), "claim")


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
