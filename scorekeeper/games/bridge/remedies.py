"""What is done at bridge once something went wrong; rules.md#disputes.

Laws are those of rubber bridge, by their numbers. Not all could be checked in a rubber code: the
preface to that of 2014, which replaced the one of 1993, says that it is nearly identical with the
duplicate code, and Laws 20 to 40 were compared with the contents of the duplicate code of 1997. Law
5 (the cut) is not among these: there its number has another subject.
"""

from collections.abc import Mapping
from typing import Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    Sentence,
    Side,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.bridge.call_remedies import bid
from scorekeeper.games.bridge.deal import House
from scorekeeper.games.bridge.out_of_turn import out_of_turn
from scorekeeper.games.bridge.roles import give_tricks, partner_of, role_of

# --- a revoke -------------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke, by Laws 62 to 64; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    when = yield remedies.choose("when", "When was it noticed?", _NOTICED)
    if when == "next":
        too_late = say("It is too late to claim a revoke: the deal stands.")
        return Remedy(too_late, "revoke-claim")
    if when == "second":
        return (yield from _second())
    if when == "twelfth":
        return _corrected(seat, say("It costs no trick."))
    role = yield from role_of(case, seat, dummy=True)
    if when == "early":
        after = say("A player who has played after {seat} may change that card too.", seat=seat)
        return _corrected(seat, *([say(_PLAYED_SOON)] if role == "defender" else []), after)
    if role == "dummy":
        return Remedy(say("A revoke by dummy costs no trick."), "revoke")
    return (yield from _established(case, seat))


_NOTICED: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "early": ("At once", "neither partner has played to the next trick"),
    "late": ("Later", "one of them has played to the next trick"),
    "twelfth": ("In trick twelve", "it was the last trick but one"),
    "second": ("After another one", "it is the second revoke of the deal"),
    "next": ("In the next deal", "all four have called in it"),
}


def _corrected(seat: Seat, *then: Sentence) -> Remedy:
    return Remedy(say("{seat} takes the card back and follows suit.", seat=seat), "revoke", then)


_PLAYED_SOON: Final[Message] = (
    "The wrong card stays face up as a penalty card and is played as soon as it can be."
)


def _second() -> Inquiry:
    first = yield remedies.choose("first", "Whose was the first revoke?", _FIRST)
    if first == "same":
        return Remedy(say("The second revoke costs no trick."), "two-revokes")
    if first == "other":
        stands = say("Neither revoke costs a trick: enter the tricks as they were played.")
        return Remedy(stands, "two-revokes")
    each = say("Go back and answer for each of them, as if it were the only one.")
    return Remedy(say("Each of the two revokes is settled by itself."), "two-revokes", (each,))


_FIRST: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "same": ("The same player’s", "in the same suit"),
    "other": ("The other side’s", "and it was too late to correct it"),
    "own": ("The same side’s", "in another suit, or by the partner"),
}


def _established(case: Case[House], seat: Seat) -> Inquiry:
    side = case.side_of(seat)
    won = yield remedies.choose("won", "Who won that trick?", _WON)
    if won == "partner":
        return (yield from give_tricks(case, side, 1, "revoke"))
    later = yield remedies.yes_no("later", "Did {side} win a later trick?", side=side)
    most = int(won == "revoker") + int(later)
    if not most:
        return Remedy(say("The revoke costs no trick."), "revoke")
    return (yield from give_tricks(case, side, most, "revoke"))


_WON: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "revoker": ("The revoker", "with the card of that hand"),
    "partner": ("The partner", "or dummy, if the declarer revoked"),
    "others": "The other side",
}

# --- cards exposed --------------------------------------------------------------------------------


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two at once, by Laws 24, 48 to 50 and 58;
    rules.md#exposed-card, #two-cards."""
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    what = yield remedies.choose("what", "What happened?", _EXPOSED)
    if what == "bidding":
        return (yield from _exposed_in_bidding(partner_of(case, seat), seat))
    if what == "two":
        return (yield from _two_at_once(case, seat))
    if what == "five":
        back = say("{seat} takes the extra card back.", seat=seat)
        return Remedy(back, "two-cards", (say(_LIABLE, seat=seat),))
    if (yield from role_of(case, seat)) == "declarer":
        return Remedy(say("{seat} takes the card back.", seat=seat), "exposed-card")
    card = yield remedies.choose("card", "Which card was it?", _CARD)
    if card == "small":
        ruling = say("{seat} plays it before any other small card of its suit.", seat=seat)
        return Remedy(ruling, "exposed-card", (say("Until then it stays face up."),))
    partner = partner_of(case, seat)
    return Remedy(
        say("{seat} plays it as soon as it can be played.", seat=seat),
        "exposed-card",
        (say("Until then it stays face up."), say(_PARTNER_LEADS, partner=partner)),
    )


_EXPOSED: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "play": ("A card was shown", "in the play"),
    "bidding": ("Before the play", "a card was shown in the bidding"),
    "two": ("Two at once", "two cards were played to one trick"),
    "five": ("Five in a trick", "found out later"),
}
_CARD: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "small": ("A small one", "up to the nine, dropped by accident"),
    "high": ("A ten or higher", "or shown on purpose, or one of several"),
}
_LIABLE: Final[Message] = "If {seat} did not follow suit meanwhile, it was a revoke."
_PARTNER_LEADS: Final[Message] = (
    "If {partner} is to lead first, the declarer may require or forbid that suit, and the card"
    " goes back."
)


def _exposed_in_bidding(partner: Seat, seat: Seat) -> Inquiry:
    card = yield remedies.choose("card", "Which card was it?", _BID_CARD)
    later = say("If {seat} then defends, it is a penalty card; otherwise it goes back.", seat=seat)
    if card == "small":
        ruling = say("{seat}’s card stays face up until the bidding is over.", seat=seat)
        return Remedy(ruling, "exposed-card", (later,))
    face_up = say("What was shown stays face up until the bidding is over.")
    passes = say("{partner} passes at the next turn.", partner=partner)
    return Remedy(passes, "exposed-card", (face_up, later))


_BID_CARD: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "small": ("A small one", "up to the nine, not led"),
    "high": ("A ten or higher", "or it was led, or there are several"),
}


def _two_at_once(case: Case[House], seat: Seat) -> Inquiry:
    seen = yield remedies.choose(
        "seen",
        "Which of the two can be seen?",
        {"one": ("One of them", "the other lay below it"), "both": "Both of them"},
    )
    if seen == "one":
        other = say("The other one goes back into the hand.")
        return Remedy(say("The card on top counts."), "two-cards", (other,))
    ruling = say("{seat} says which of the two cards counts.", seat=seat)
    if (yield from role_of(case, seat)) == "declarer":
        return Remedy(ruling, "two-cards", (say("The other one goes back into the hand."),))
    return Remedy(ruling, "two-cards", (say("The other one stays face up as a penalty card."),))


# --- wrong cards ----------------------------------------------------------------------------------


def cards(case: Case[House]) -> Inquiry:
    """Ask about a misdeal, a wrong number of cards, a pack not cut, or a card left out;
    rules.md#misdeal, #wrong-number-of-cards, #cut, #card-left-out."""
    what = yield remedies.choose("what", "What was wrong?", _WRONG)
    if what == "number":
        return (yield from _wrong_number())
    if what == "left_out":
        return (yield from _left_out(case))
    if what == "misdeal":
        return usual_remedies.redeal()
    rule = "cut" if what == "cut" else "misdeal"
    if (yield remedies.yes_no("late", "Has the last card been dealt?", no="Not yet")):
        return Remedy(say("The deal stands."), rule)
    if what == "cut":
        return usual_remedies.redeal(
            say("The pack is shuffled and cut, and the same player deals again."), rule
        )
    return usual_remedies.redeal(say("The deal is stopped, and the right player deals."), rule)


_WRONG: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "number": ("Wrong number", "a hand with too many or too few cards"),
    "misdeal": ("Dealt wrongly", "a card shown, to the wrong hand, or missing"),
    "dealer": ("The wrong dealer", "somebody dealt out of turn"),
    "cut": ("Not cut", "the pack was not cut"),
    "left_out": ("Left out of a trick", "somebody played no card to it"),
}


def _wrong_number() -> Inquiry:
    hands = yield remedies.choose(
        "hands",
        "Which hands are wrong?",
        {"many": ("One has too many", "and another too few"), "short": "Only one is short"},
    )
    rule = "wrong-number-of-cards"
    if hands == "many":
        return usual_remedies.redeal(rule=rule)
    found = say("Once found, it counts as having been in that hand from the start.")
    return Remedy(say("The deal stands: look for the missing card."), rule, (found,))


def _left_out(case: Case[House]) -> Inquiry:
    """By Law 67."""
    seat = Seat((yield remedies.who(case, "Who played no card to the trick?")))
    if not (yield remedies.yes_no("late", "Have both sides played to the next trick?")):
        return Remedy(say("{seat} plays to the trick now.", seat=seat), "card-left-out")
    stays = say("The trick stays with the side that won it.")
    if (yield remedies.yes_no("suit", "Has {seat} a card of the suit led to it?", seat=seat)):
        adds = say("{seat} adds a card of that suit to the trick, face up.", seat=seat)
        return Remedy(adds, "card-left-out", (stays, say("It is no revoke.")))
    adds = say("{seat} adds any card to the trick, and it counts as a revoke.", seat=seat)
    side = case.side_of(seat)
    if not (yield remedies.yes_no("later", "Did {side} win that trick or a later one?", side=side)):
        return Remedy(adds, "card-left-out", (stays, say("It costs no trick.")))
    return (yield from give_tricks(case, side, 1, "card-left-out", (adds,)))


# --- claims ---------------------------------------------------------------------------------------


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession, by Laws 68 to 71; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What was said?",
        {
            "claim": ("A claim", "or a concession, of the rest or some tricks"),
            "regret": ("A trick too many", "was conceded, and is wanted back"),
        },
    )
    if what == "regret":
        return (yield from _conceded(case))
    if (yield remedies.yes_no("agreed", "Do both opponents accept it?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    seat = Seat((yield remedies.who(case, "Who claimed?")))
    role = yield from role_of(case, seat)
    as_said = say(
        "{seat} plays as was said: no finesse, and no trumps drawn, unless named.", seat=seat
    )
    partner = say(
        "The declarer may forbid {partner} what that hand suggests.", partner=partner_of(case, seat)
    )
    if role == "declarer":
        partner = say("The defenders may show each other their hands.")
    return Remedy(
        say("Play goes on, with {seat}’s hand face up.", seat=seat), "claim", (as_said, partner)
    )


def _conceded(case: Case[House]) -> Inquiry:
    seat = Seat((yield remedies.who(case, "Who conceded the trick?")))
    if (yield remedies.yes_no("late", "Have all four called in the next deal?", no="Not yet")):
        return Remedy(say("It is too late: the trick stays conceded."), "claim")
    if (yield remedies.yes_no("lost", "Could any play have lost that trick?")):
        return Remedy(say("The trick stays conceded."), "claim")
    return (yield from give_tricks(case, Side(1 - case.side_of(seat)), 1, "claim"))


# --- what is disputed -----------------------------------------------------------------------------


def disputed(case: Case[House]) -> Inquiry:
    """Ask about a score, the last trick, a revoke somebody denies, or what dummy did;
    rules.md#last-trick, #revoke-claim, #false-accusation, #dummy."""
    what = yield remedies.choose("what", "What is disputed?", _DISPUTED)
    if what == "accused":
        return (yield from usual_remedies.accused(case, "Have all four called in the next deal?"))
    if what == "last_trick":
        return (yield from _last_trick())
    if what == "dummy":
        return (yield from _dummy())
    return (yield from usual_remedies.written_score(case))


_DISPUTED: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "score": ("A written score", "a deal, a total, whose turn it is"),
    "last_trick": ("The last trick", "somebody wants to see it"),
    "accused": ("A revoke", "somebody says so, somebody denies it"),
    "dummy": ("What dummy did", "asked, warned, suggested a card"),
}


def _last_trick() -> Inquiry:
    asks = yield remedies.choose(
        "asks",
        "Who wants to see it?",
        {
            "open": ("A player, in time", "own card face up, own side not yet played on"),
            "late": ("A player, too late", "own card turned, or own side played on"),
            "dummy": "Dummy",
        },
    )
    if asks == "open":
        return Remedy(say("All four show the cards they played to it."), "last-trick")
    if asks == "dummy":
        return Remedy(say("The trick stays face down: dummy has no right to ask."), "last-trick")
    return Remedy(say("The trick stays face down until the play is over."), "last-trick")


def _dummy() -> Inquiry:
    """By Laws 42 and 43."""
    did = yield remedies.choose(
        "did",
        "What did dummy do?",
        {
            "asked": ("Asked the declarer", "“No hearts, partner?”"),
            "warned": ("Warned the declarer", "not to lead from the wrong hand"),
            "named": ("Named a mistake", "of the defenders, before anybody else"),
            "suggested": ("Suggested a card", "in words, or by touching it"),
        },
    )
    if did == "suggested":
        return Remedy(say("Either defender says whether that card is played."), "dummy")
    if (yield remedies.yes_no("looked", "Has dummy looked into another hand?")):
        return Remedy(say(_FORFEITED[did]), "dummy")
    return Remedy(say(_ALLOWED[did]), "dummy")


_FORFEITED: Final[Mapping[str, Message]] = {
    "asked": "The declarer follows suit, and the revoke costs what it would cost later.",
    "warned": "Either defender says from which hand the declarer leads.",
    "named": "The defenders’ mistake has no penalty.",
}
_ALLOWED: Final[Mapping[str, Message]] = {
    "asked": "Dummy was free to ask: a wrong card is taken back.",
    "warned": "Dummy was free to warn: the declarer leads from the right hand.",
    "named": "The mistake is settled as if a player had named it.",
}


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": disputed,
}
