"""What is done at euchre once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    InWords,
    Message,
    Remedies,
    Remedy,
    Seat,
    SeatOf,
    Side,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.euchre.scoring import TRICKS, Euchre, House, defender_among, lines

FOR_A_REVOKE: Final = (2, 4)
"""The opponents' points for a revoke: playing together, or one of them alone."""


# --- the revoke ---------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke, and what the deal brought as it was played; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    deal = yield from played(case)
    side = case.side_of(seat)
    other = Side(1 - side)
    makers = deal.maker % 2 == other
    due = FOR_A_REVOKE[deal.alone if makers else deal.defend_alone is not None]
    gained = points_of(deal, case.house)
    moved = {int(side): -gained[side], int(other): due - gained[other]}
    return Remedy(
        say(
            "{other} score {n} points, and {side} nothing.", other=other, n=InWords(due), side=side
        ),
        "revoke",
        (_AS_PLAYED,),
        changes=as_entered(deal),
        points={at: points for at, points in moved.items() if points},
    )


_AS_PLAYED: Final = say("The deal is entered as it was played, and the score adjusted.")


_TAKEN: Final[Message] = "How many tricks did {side} take?"


def played(case: Case[House]) -> Generator[Any, Any, Euchre]:
    """Ask for what is not entered of the deal, and return it."""
    entry = case.entry
    maker = entry.get("maker")
    if maker is None:
        maker = yield remedies.who(case, "Who made trumps?", "maker")
    alone = entry.get("alone")
    if alone is None and "tricks" not in entry:
        alone = yield remedies.yes_no("alone", "Did {seat} play alone?", seat=Seat(maker))
    tricks = entry.get("tricks")
    if tricks is None:
        side = case.side_of(maker)
        tricks = yield remedies.count("tricks", _TAKEN, 0, TRICKS, side=side)
    defender = entry.get("defend_alone")
    if defender is None and "tricks" not in entry:
        defender = yield from lone_defender(case, maker, bool(alone))
    return Euchre(maker, tricks, bool(alone), defend_alone=defender)


def lone_defender(case: Case[House], maker: int, alone: bool) -> Generator[Any, Any, int | None]:
    """Ask which opponent played alone, where one may at this table."""
    question = defender_among(case.house.defend_alone, maker, alone)
    if not isinstance(question, SeatOf):
        return None
    if not (yield remedies.yes_no("defended", "Did an opponent defend alone?")):
        return None
    asked = remedies.who(case, "Who defended alone?", "defender")
    return Seat((yield asked.changed(seats=question.seats)))


def as_entered(deal: Euchre) -> dict[str, Any]:
    """Return the fields of a deal that score."""
    changes = {"maker": deal.maker, "tricks": deal.tricks, "alone": deal.alone or None}
    if deal.defend_alone is None:
        return changes
    return {**changes, "defend_alone": deal.defend_alone}


def points_of(deal: Euchre, house: House) -> tuple[int, int]:
    """Return the points of both sides for a deal."""
    found = {line.side: line.points for line in lines(deal, house)}
    return found[0], found[1]


# --- cards --------------------------------------------------------------------------------------


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if (yield remedies.choose("what", "What happened?", usual_remedies.EXPOSED)) == "shown":
        maker, alone = case.entry.get("maker"), case.entry.get("alone", False)
        if maker is None:
            alone = yield remedies.yes_no("alone", "Does {seat} play alone?", seat=seat)
        lone_defender = case.entry.get("defend_alone") == seat
        if lone_defender or (alone and maker in (None, int(seat))):
            return Remedy(say("{seat} takes the card back without penalty.", seat=seat), _SHOWN)
        shown = say(
            "{seat}’s card stays face up and is played at the first legal opportunity.", seat=seat
        )
        return Remedy(shown, _SHOWN)
    other = say("The other one counts as shown and stays face up.")
    if (
        yield remedies.choose("seen", "Which of the two could be seen?", usual_remedies.SEEN)
    ) == "one":
        return Remedy(say("The card that lay on top counts."), "two-cards", (other,))
    ruling = say("The opponents say which of the two cards counts.")
    return Remedy(ruling, "two-cards", (other,))


_SHOWN: Final = "exposed-card"


def cards(case: Case[House]) -> Inquiry:
    """Ask about a misdeal, a wrong hand or a discard; rules.md#misdeal."""
    keys: dict[str, tuple[Message, Message]] = {
        **usual_remedies.WRONG,
        "discard": ("No discard", "the dealer took the card up and kept six"),
        "poor": ("A poor hand", "no trumps and no court cards"),
    }
    what = yield remedies.choose("what", "What was wrong?", keys)
    if what == "poor":
        return usual_remedies.poor_hand()
    if what == "discard":
        return (yield from no_discard(case))
    if what == "dealer":
        if (yield remedies.yes_no("late", "Is the top card turned up?", no="Not yet")):
            return Remedy(say("The deal stands."), "misdeal", (_NEXT,))
        return usual_remedies.redeal(say("The deal is stopped, and the right player deals."))
    return (yield from usual_remedies.dealt(case, what, wrong_hand))


_NEXT: Final = say("The next player in turn deals as usual.")
_WRONG_NUMBER: Final = "wrong-number-of-cards"


def no_discard(case: Case[House]) -> Inquiry:
    """Ask about a dealer who took the card up and forgot to discard."""
    seat = Seat((yield remedies.who(case, "Who is the dealer?")))
    if (yield remedies.yes_no("late", "Has the dealer played to the first trick?", no="Not yet")):
        return (yield from cannot_score(case, case.side_of(seat)))
    return Remedy(say("{seat} discards now.", seat=seat), _WRONG_NUMBER)


def wrong_hand(case: Case[House]) -> Inquiry:
    """Ask whose hand was wrong, once a trick is gathered; rules.md#wrong-number-of-cards."""
    seat = yield remedies.who(case, "Whose hand is wrong?")
    return (yield from cannot_score(case, case.side_of(seat)))


def cannot_score(case: Case[House], side: Side) -> Inquiry:
    """Take off what a side has scored for the deal."""
    deal = yield from played(case)
    gained = points_of(deal, case.house)[side]
    return Remedy(
        say("{side} score nothing for this deal.", side=side),
        _WRONG_NUMBER,
        (_AS_PLAYED,),
        changes=as_entered(deal),
        points={int(side): -gained} if gained else {},
    )


# --- calls and claims ---------------------------------------------------------------------------


def call(case: Case[House]) -> Inquiry:
    """Ask about a call out of turn, changed or forgotten; rules.md#call-out-of-turn."""
    what = yield remedies.choose(
        "what",
        "What was said?",
        {
            "pass": ("A pass", "out of turn"),
            "call": ("A call", "a suit named or ordered up out of turn"),
            "alone": ("“Alone”", "said late"),
            "changed": ("A call changed", "taken back or another one made"),
            "maker": ("Who made trumps?", "the players do not agree"),
        },
    )
    if what == "pass":
        return Remedy(say("A pass out of turn is a pass."), "call-out-of-turn")
    if what == "call":
        seat = Seat((yield remedies.who(case, "Who called out of turn?")))
        barred = say(
            "Neither of {side} makes that suit trumps in this deal.", side=case.side_of(seat)
        )
        return Remedy(
            say("{seat}’s call does not count.", seat=seat), "call-out-of-turn", (barred,)
        )
    if what == "alone":
        if (yield remedies.yes_no("led", "Has the first card been led?", no="Not yet")):
            return Remedy(say("It is too late: the partner plays."), "forgotten-bid")
        return Remedy(say("The player plays alone."), "call-out-of-turn")
    if what == "changed":
        seat = Seat((yield remedies.who(case, "Who changed the call?")))
        return (yield from usual_remedies.changed_call(seat))
    return (yield from usual_remedies.bid_forgotten())


def claim(case: Case[House]) -> Inquiry:
    """Ask about tricks claimed or conceded; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What was said?",
        {
            "claim": ("A claim", "all the rest for one side"),
            "concede": ("A concession", "the rest for the opponents"),
        },
    )
    if what == "claim":
        return (yield from usual_remedies.claimed(say("Enter the tricks as they were claimed.")))
    if (yield remedies.yes_no("lost", "Could a conceded trick be lost at all?")):
        return Remedy(say("The concession stands: enter the tricks as agreed."), "claim")
    return Remedy(say("A trick that cannot be lost is not given away."), "claim")


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": usual_remedies.out_of_turn("gathered", choose_suit=True),
    "exposed": exposed,
    "cards": cards,
    "bid": call,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
