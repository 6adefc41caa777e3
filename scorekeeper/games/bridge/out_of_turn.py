"""What is done at bridge about a lead or a card out of turn; rules.md#lead-out-of-turn.

By Laws 53 to 57 of rubber bridge.
"""

from collections.abc import Mapping
from typing import Final

from scorekeeper.engine import Case, Inquiry, Message, Remedy, Seat, Sentence, remedies, say
from scorekeeper.games.bridge.deal import House
from scorekeeper.games.bridge.roles import declarer_of, partner_of, role_of


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn, #played-out-of-turn."""
    led = yield remedies.choose(
        "led",
        "What was done out of turn?",
        {"lead": ("A lead", "nobody else had played"), "card": ("A card", "to a trick led")},
    )
    seat = Seat((yield remedies.who(case, "Who played out of turn?")))
    role = yield from role_of(case, seat)
    if led == "card":
        return (yield from _card_out_of_turn(case, seat, role))
    if role == "defender":
        return (yield from _defender_led(case, seat))
    return (yield from _wrong_hand(seat))


def _wrong_hand(seat: Seat) -> Inquiry:
    """By Law 55."""
    chosen = yield remedies.choose(
        "chosen",
        "What do the defenders choose?",
        {
            "accept": ("Let it stand", "one of them is enough, or has played to it"),
            "back": ("Have it taken back", "nobody has played to it"),
        },
    )
    if chosen == "accept":
        return Remedy(say("The lead stands."), "lead-out-of-turn")
    turn = yield remedies.choose(
        "turn",
        "Whose turn was it to lead?",
        {"declarer": ("The other hand’s", "declarer’s or dummy’s"), "defender": "A defender’s"},
    )
    if turn == "defender":
        ruling = say("{seat} takes the card back, and the right defender leads.", seat=seat)
        return Remedy(ruling, "lead-out-of-turn", (say("There is no penalty."),))
    ruling = say("{seat} takes the card back and leads from the right hand.", seat=seat)
    return Remedy(
        ruling,
        "lead-out-of-turn",
        (say("The lead is of the same suit, if that hand has a card of it."),),
    )


def _defender_led(case: Case[House], seat: Seat) -> Inquiry:
    """By Laws 53, 54 and 56: five ways in the first trick."""
    turn = yield remedies.choose(
        "turn",
        "Whose turn was it to lead?",
        {
            "first": ("The partner’s", "to the first trick"),
            "partner": ("The partner’s", "to a later trick"),
            "declarer": "The declarer’s side’s",
        },
    )
    ways = {"first": _WAYS, "partner": _LATER_WAYS, "declarer": _OWN_WAYS}[turn]
    chosen = yield remedies.choose("chosen", "What does the declarer choose?", ways)
    if chosen == "spread":
        return _declarer_becomes_dummy(case)
    partner = partner_of(case, seat)
    values = {"seat": seat, "partner": partner}
    ruling = _PENALTY[turn] if chosen == "penalty" else _RULINGS[chosen]
    then = _STANDS[turn] if chosen == "accept" else _THEN[chosen]
    if chosen == "penalty" and turn == "declarer":
        then = then[:1]
    said = tuple(say(one, **values) for one in then)
    return Remedy(say(ruling, **values), "lead-out-of-turn", said)


_ACCEPT: Final[tuple[Message, Message]] = ("Let it stand", "or has played to it")
_LEAVE: Final[tuple[Message, Message]] = ("Leave the card there", "as a penalty card")
_LATER_WAYS: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "accept": _ACCEPT,
    "require": ("Require that suit", "of the right leader"),
    "forbid": ("Forbid that suit", "to the right leader"),
    "penalty": _LEAVE,
}
_WAYS: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "spread": ("Spread their own hand", "and become dummy"),
    **_LATER_WAYS,
    "accept": ("See dummy first", "the lead stands"),
}
_OWN_WAYS: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "accept": _ACCEPT,
    "penalty": _LEAVE,
}
_STANDS: Final[Mapping[str, tuple[Message, ...]]] = {
    "first": ("Dummy’s hand is spread, and the declarer plays the second card.",),
    "partner": ("The next player plays to it.",),
    "declarer": ("The next player plays to it.",),
}
_PENALTY: Final[Mapping[str, Message]] = {
    "first": "{seat}’s card stays face up, and {partner} leads any card.",
    "partner": "{seat}’s card stays face up, and {partner} leads any card.",
    "declarer": "{seat}’s card stays face up, and the declarer leads from the right hand.",
}
_RULINGS: Final[Mapping[str, Message]] = {
    "accept": "The lead stands.",
    "require": "{seat} takes the card back, and {partner} leads that suit.",
    "forbid": "{seat} takes the card back, and {partner} leads another suit.",
}
_THEN: Final[Mapping[str, tuple[Message, ...]]] = {
    "require": ("With no card of that suit, {partner} leads any card.",),
    "forbid": ("That suit stays forbidden as long as {partner} keeps the lead.",),
    "penalty": (
        "{seat} plays it as soon as it can be played.",
        "If {partner} is to lead again before that, the declarer chooses again.",
    ),
}


def _declarer_becomes_dummy(case: Case[House]) -> Remedy:
    declarer = declarer_of(case)
    ruling = say("The lead stands, and the declarer becomes dummy.")
    if declarer is None:
        return Remedy(ruling, "lead-out-of-turn", (say("The partner plays the contract."),))
    partner = partner_of(case, declarer)
    then = (say("{partner} plays the contract.", partner=partner),)
    return Remedy(ruling, "lead-out-of-turn", then, changes={"declarer": int(partner)})


# --- a card out of turn ---------------------------------------------------------------------------


def _card_out_of_turn(case: Case[House], seat: Seat, role: str) -> Inquiry:
    """By Law 57."""
    if role == "declarer":
        return (yield from _if_it_fits(seat, "{seat}’s card stays in the trick."))
    partner = partner_of(case, seat)
    asked = say("Who was still to play before {seat}?", seat=seat)
    before = yield remedies.choose("before", asked, _BEFORE)
    if before == "gathered":
        return Remedy(say("The trick stands as it was played."), "played-out-of-turn")
    if before == "last":
        then = (say("{partner} plays now.", partner=partner),)
        return Remedy(
            say("{seat}’s card stays in the trick.", seat=seat), "played-out-of-turn", then
        )
    if before == "declarer":
        penalty = say("The wrong card stays face up as a penalty card.")
        return (
            yield from _if_it_fits(seat, "{seat} plays this card when the turn comes.", (penalty,))
        )
    chosen = yield remedies.choose("chosen", "What does the declarer choose?", _PREMATURE)
    return Remedy(
        say(_PARTNER_PLAYS[chosen], partner=partner),
        "played-out-of-turn",
        (
            say("With no such card, {partner} plays any legal card.", partner=partner),
            say("{seat}’s card is a penalty card and is played as soon as it can be.", seat=seat),
        ),
    )


def _if_it_fits(seat: Seat, fits: Message, then: tuple[Sentence, ...] = ()) -> Inquiry:
    follows = yield remedies.yes_no(
        "follows", "Does the card follow suit, or has {seat} none of that suit?", seat=seat
    )
    if follows:
        return Remedy(say(fits, seat=seat), "played-out-of-turn")
    back = say("{seat} follows suit when the turn comes.", seat=seat)
    return Remedy(back, "played-out-of-turn", then)


_BEFORE: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "partner": ("The partner", "and the declarer or dummy"),
    "last": ("Only the partner", "the declarer has played from both hands"),
    "declarer": ("The declarer’s side", "the partner has played"),
    "gathered": ("Nobody any more", "all four have played"),
}
_PREMATURE: Final[Mapping[str, tuple[Message, Message] | Message]] = {
    "highest": ("The partner’s highest", "of the suit led"),
    "lowest": ("The partner’s lowest", "of the suit led"),
    "forbid": ("Forbid another suit", "that the declarer names"),
}
_PARTNER_PLAYS: Final[Mapping[str, Message]] = {
    "highest": "{partner} plays the highest card of the suit led.",
    "lowest": "{partner} plays the lowest card of the suit led.",
    "forbid": "{partner} does not play the suit that the declarer forbids.",
}
