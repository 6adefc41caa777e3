"""What is done at five hundred once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

import msgspec

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    Table,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.five_hundred.bids import VALUES, ZERO_BIDS
from scorekeeper.games.five_hundred.form import FiveHundred
from scorekeeper.games.five_hundred.house import House
from scorekeeper.games.five_hundred.scoring import defended, score

# --- a bid that counts as made or missed --------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return (yield from settled(case, seat, "revoke", defenders_score=False))


def settled(case: Case[House], seat: Seat, rule: str, *, defenders_score: bool) -> Inquiry:
    """Count the bid as missed if that player's side declared, else as made; then the others score
    for their tricks only where the rule lets `defenders_score`."""
    declarer = case.entry.get("declarer")
    if declarer is None:
        declares = yield remedies.yes_no("declares", _DECLARES, side=case.side_of(seat))
    else:
        declares = case.side_of(declarer) == case.side_of(seat)
    return counted(case, seat, rule, declares, defenders_score)


def counted(
    case: Case[House], seat: Seat, rule: str, declares: bool, defenders_score: bool
) -> Remedy:
    """Return the ruling where that player's side did or did not declare."""
    if declares:
        ruling = say("The bid counts as missed.")
    elif defenders_score:
        ruling = say("The bid counts as made.")
    else:
        template: Message = "The bid counts as made, and {side} score nothing."
        if len(case.sides) > 2:
            template = "The bid counts as made, and {side} scores nothing."
        ruling = say(template, side=case.side_of(seat))
    deal = entered(case)
    if deal is None:
        return Remedy(ruling, rule, (say(_LATER),))
    silent = None if declares or defenders_score else case.side_of(seat)
    return Remedy(ruling, rule, points=moved(case, deal, not declares, silent))


_DECLARES: Final[Message] = "Do {side} play the bid?"
_LATER: Final[Message] = "Enter the deal as it was played; the points are worked out from it."


def entered(case: Case[House]) -> FiveHundred | None:
    """Return the deal once all of it is entered."""
    fields = ("declarer", "bid", "tricks" if len(case.sides) == 2 else "side_tricks")
    if not all(case.entry.get(name) is not None for name in fields):
        return None
    return msgspec.convert({name: case.entry[name] for name in fields}, FiveHundred)


def moved(case: Case[House], deal: FiveHundred, made: bool, silent: int | None) -> dict[int, int]:
    """Return the points that are given and taken beside a deal entered as it was played, where the
    side that is `silent` scores nothing."""
    was = dict.fromkeys(range(len(case.sides)), 0)
    for line in score(Table(None, case.house, case.sides, ()), deal):
        was[line.side] += line.points
    contract, due = deal.contract, {}
    for side, points in was.items():
        if side != contract.side:
            counts = side != silent
            due[side] = defended(case.house, contract, side, made) if counts else 0
        elif contract.is_made == made:
            due[side] = points
        else:
            due[side] = VALUES[contract.bid] if made else -VALUES[contract.bid]
    return {side: due[side] - was[side] for side in due if due[side] != was[side]}


# --- cards --------------------------------------------------------------------------------------


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if (yield remedies.choose("what", "What happened?", usual_remedies.EXPOSED)) == "two":
        other = say("The other one counts as shown and stays face up.")
        seen = yield remedies.choose("seen", "Which of the two could be seen?", usual_remedies.SEEN)
        if seen == "one":
            return Remedy(say("The card that lay on top counts."), "two-cards", (other,))
        ruling = say("The opponents say which of the two cards counts.")
        return Remedy(ruling, "two-cards", (other,))
    shown = say(
        "{seat}’s card stays face up and is played at the first legal opportunity.", seat=seat
    )
    bid = case.entry.get("bid")
    zero = bid in ZERO_BIDS
    if bid is None:
        zero = yield remedies.yes_no("zero", "Is it a zero bid?")
    if not zero:
        return Remedy(shown, "exposed-card")
    declarer = case.entry.get("declarer")
    own = declarer == seat
    if declarer is None:
        own = yield remedies.yes_no("own", "Is {seat} the declarer?", seat=seat)
    if own:
        return Remedy(say("{seat} takes the card back without penalty.", seat=seat), "exposed-card")
    called = say("The declarer may call for it in any trick that it can be played to.")
    return Remedy(say("{seat}’s card stays face up.", seat=seat), "exposed-card", (called,))


def cards(case: Case[House]) -> Inquiry:
    """Ask about a misdeal, a wrong hand or a hand without trumps; rules.md#misdeal."""
    keys: dict[str, tuple[Message, Message]] = {
        **usual_remedies.WRONG,
        "middle": ("The middle was seen", "before the bidding was over"),
        "discard": ("A wrong discard", "too few or too many cards laid away"),
        "poor": ("A poor hand", "no ace, no face card, no trump"),
    }
    what = yield remedies.choose("what", "What was wrong?", keys)
    if what == "poor":
        return (yield from poor_hand(case))
    if what == "discard":
        declarer = case.entry.get("declarer")
        if declarer is None:
            declarer = yield remedies.who(case, "Who is the declarer?", "declarer")
        seat = Seat(declarer)
        if (yield remedies.yes_no("late", "Has the declarer led?", no="Not yet")):
            return counted(case, seat, _NUMBER, declares=True, defenders_score=True)
        return Remedy(say("{seat} corrects the discard now.", seat=seat), _NUMBER)
    if what == "middle":
        return usual_remedies.redeal()
    return (yield from usual_remedies.dealt(case, what, wrong_hand))


_NUMBER: Final = "wrong-number-of-cards"


def wrong_hand(case: Case[House]) -> Inquiry:
    """Ask whose hand was wrong, once a trick is gathered; rules.md#wrong-number-of-cards."""
    seat = Seat((yield remedies.who(case, "Whose hand is wrong?")))
    return (yield from settled(case, seat, _NUMBER, defenders_score=True))


def poor_hand(case: Case[House]) -> Inquiry:
    """Ask about a hand with no ace, no face card and no trump; rules.md#misdeal."""
    if case.house.fours == "all":
        chosen = yield remedies.choose(
            "chosen",
            "One ace, no face card: what does the partner choose?",
            {"again": "A new deal", "play": "To play on"},
        )
        if chosen == "again":
            return usual_remedies.redeal(rule="ace-no-face")
        barred = say("This side may not bid nullo or grand nullo in this deal.")
        return Remedy(say("The hand is played."), "ace-no-face", (barred,))
    if (yield remedies.yes_no("custom", "Does your table let such a hand be thrown in?")):
        return Remedy(
            say("The hand is thrown in, and the next player deals."),
            "misdeal",
            (say("Enter it as passed out."),),
        )
    return Remedy(say("The hand is played as it was dealt."), "misdeal")


# --- bids and claims ----------------------------------------------------------------------------


def bid(case: Case[House]) -> Inquiry:
    """Ask about a bid out of turn, too low, changed or forgotten; rules.md#call-out-of-turn."""
    what = yield remedies.choose(
        "what",
        "What was wrong with the bid?",
        {
            "pass": ("A pass", "out of turn"),
            "bid": ("A bid", "out of turn"),
            "low": ("A bid too low", "it does not beat the last one"),
            "changed": ("A bid changed", "taken back or another one made"),
            "over": ("Passed over", "somebody had no turn to bid"),
            "forgotten": ("Forgotten", "the players do not agree on the bid"),
        },
    )
    if what == "pass":
        return Remedy(say("A pass out of turn is a pass."), "call-out-of-turn")
    if what == "forgotten":
        return (yield from usual_remedies.bid_forgotten())
    seat = Seat((yield remedies.who(case, "Who was it?")))
    if what == "low":
        return (yield from usual_remedies.too_low(seat))
    if what == "changed":
        return (yield from usual_remedies.changed_call(seat))
    if what == "over":
        return (yield from passed_over(seat))
    partners = [one for one in case.sides[case.side_of(seat)] if one != seat]
    return Remedy(
        say("{seat}’s bid is void, and the turn goes back.", seat=seat),
        "call-out-of-turn",
        (
            *(say("{partner} must pass in this deal.", partner=Seat(one)) for one in partners),
            say("{seat} may bid again when the turn comes.", seat=seat),
        ),
    )


def passed_over(seat: Seat) -> Inquiry:
    """Ask about a player whose turn to bid was forgotten; rules.md#forgotten-bid."""
    if (yield remedies.yes_no("late", "Has the middle been picked up?", no="Not yet")):
        return Remedy(say("It is too late to bid: the bidding stands."), "forgotten-bid")
    return Remedy(say("{seat} speaks now.", seat=seat), "forgotten-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about tricks claimed or conceded; rules.md#claim."""
    if (yield remedies.yes_no("agreed", "Do both sides agree?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    return Remedy(say("The cards are played out face up."), "claim")


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": usual_remedies.out_of_turn("gathered", choose_suit=True),
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
