"""What is done at Five Hundred once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    Side,
    Table,
    Value,
    ask,
    phrase,
    remedies,
    say,
    two_revokes,
    usual_remedies,
)
from scorekeeper.games.five_hundred.house import House
from scorekeeper.games.five_hundred.scoring import (
    BIDS,
    TRICKS,
    VALUES,
    ZERO_BIDS,
    FiveHundred,
    PlayedContract,
    bid_among,
    score,
)

# --- the deal -----------------------------------------------------------------------------------


def entered(case: Case[House]) -> dict[str, Any]:
    """Return what is entered of the deal."""
    return {name: value for name, value in case.entry.items() if value is not None}


def nobody_bid(case: Case[House]) -> Generator[Any, Any, bool]:
    """Return whether the deal is played without a contract, as it is entered, or ask for it."""
    entry = entered(case)
    known = entry.get("passed_out") or entry.keys() & {"bid", "declarer"}
    if known or case.house.all_pass == "throw_in":
        return bool(entry.get("passed_out"))
    return not (yield remedies.yes_no("contract", "Did anybody bid?"))


def declarer_of(case: Case[House]) -> Generator[Any, Any, int]:
    """Return the declarer, as it is entered, or ask for it."""
    known = case.entry.get("declarer")
    if isinstance(known, int):
        return known
    return int((yield remedies.who(case, "Who is the declarer?", "declarer")))


def is_over(case: Case[House]) -> Generator[Any, Any, bool]:
    """Return whether the deal is over: its tricks are entered; or ask for it."""
    if entered(case).keys() & {"tricks", "side_tricks"}:
        return True
    return bool((yield remedies.yes_no("over", "Is the deal over?", no="Not yet")))


def bid_of(case: Case[House], over: bool | None) -> Generator[Any, Any, Any]:
    """Return the bid, as it is entered; of a deal that is `over` ask for it. None: it is not known,
    `NOBODY`: the deal was played without one."""
    bid = case.entry.get("bid")
    if bid in VALUES or not over:
        return bid if bid in VALUES else None
    house = case.house
    asked = bid_among(house.nullos, house.min_bid == "7S" and house.inkle in ("off", "signal"))
    nobody = [ask.key(NOBODY, say("Nobody bid"))] if house.all_pass == "no_contract" else []
    if "declarer" in entered(case):
        nobody = []
    keys = (*asked.keys, *nobody)
    return (yield msgspec.structs.replace(asked, label=say("What was bid?"), keys=keys))


NOBODY: Final = "nobody"


def tricks_of(case: Case[House], side: int) -> Generator[Any, Any, int]:
    """Return the tricks of a side, as they are entered, or ask for them."""
    known = case.entry.get("tricks")
    if known is not None:
        return int(known)
    return int((yield remedies.count("tricks", _TOOK, 0, TRICKS, side=Side(side))))


_TOOK: Final[Message] = "How many tricks did {side} take?"


def points_of(case: Case[House], contract: PlayedContract) -> dict[int, int]:
    """Return what a contract brings each side by its tricks."""
    table = Table(None, case.house, case.sides, case.filled)
    return {line.side: line.points for line in score(table, FiveHundred(*contract))}


# --- the revoke, and wrong hands ----------------------------------------------------------------


class Fault(NamedTuple):
    """A fault that decides whether the bid is made: its rule, whether the defenders score for their
    tricks if it is, whether the bid is asked for where it is not entered, and how to come back once
    the deal is."""

    rule: str
    defenders_score: bool
    asks_bid: bool
    again: Message


REVOKE: Final = Fault(
    "revoke",
    defenders_score=False,
    asks_bid=True,
    again=phrase("Enter the deal as it was played, then choose “Revoke” again for the points."),
)
WRONG_HAND: Final = Fault(
    "wrong-number-of-cards",
    defenders_score=True,
    # six questions are enough: whose hand was wrong, and how, is already asked
    asks_bid=False,
    again=phrase(
        "Enter the deal as it was played, then choose “Wrong cards” again for the points."
    ),
)


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return (yield from at_fault(case, seat, REVOKE))


def wrong_hand(case: Case[House]) -> Inquiry:
    """Ask whose hand was wrong, after the first trick; rules.md#wrong-number-of-cards."""
    seat = Seat((yield remedies.who(case, "Whose hand is wrong?")))
    return (yield from at_fault(case, seat, WRONG_HAND))


def at_fault(case: Case[House], seat: Seat, fault: Fault) -> Inquiry:
    """Count the bid as missed if its own side is at fault, as made if the defenders are."""
    asks = fault.asks_bid and case.entry.get("bid") not in VALUES
    over = (yield from is_over(case)) if asks else None
    out = entered(case).get("passed_out")
    bid = None if out else (yield from bid_of(case, over))
    if bid == NOBODY or (bid is None and (yield from nobody_bid(case))):
        return (yield from without_contract(case, seat, fault, over))
    declarer = yield from declarer_of(case)
    return (yield from counted(case, declarer, declarer % 2 != seat % 2, fault, bid))


def counted(
    case: Case[House], declarer: int, made: bool, fault: Fault, bid: str | None = None
) -> Inquiry:
    """Count the bid as made or missed, whatever the tricks; rules.md#revoke. `bid` is the one that
    was asked for (None: the one entered)."""
    bid = bid or (yield from bid_of(case, None))
    side = case.side_of(declarer)
    other = Side(1 - side)
    nothing = made and not fault.defenders_score
    known = bid is not None and (case.entry.get("bid") != bid or (yield from is_over(case)))
    if bid is None or not known:
        ruling = say(_COUNTS[made, nothing], side=other)
        return Remedy(ruling, fault.rule, (say(fault.again),))
    contract = PlayedContract(bid, declarer, (yield from tricks_of(case, side)))
    scored = points_of(case, contract)
    due = {side: scored[side], other: 0 if nothing else scored[other]}
    if contract.is_made != made:
        due[side] = VALUES[contract.bid] if made else -VALUES[contract.bid]
    written = as_written(case.house, contract, made)
    has, fields = points_of(case, written), written._asdict().items()
    return Remedy(
        say(_WORTH[made, nothing], side=side, other=other, n=abs(due[side]), points=due[other]),
        fault.rule,
        changes={name: value for name, value in fields if value != case.entry.get(name)},
        points={one: due[one] - has[one] for one in due if due[one] != has[one]},
    )


# by whether the bid is made, and whether the defenders score nothing
_COUNTS: Final[Mapping[tuple[bool, bool], Message]] = {
    (True, True): "The bid counts as made, and {side} score nothing.",
    (True, False): "The bid counts as made, and {side} score for the tricks as they were played.",
    (
        False,
        False,
    ): "The bid counts as missed, and {side} score for the tricks as they were played.",
}
_WORTH: Final[Mapping[tuple[bool, bool], Message]] = {
    (True, True): "The bid counts as made: {side} score {n}, {other} nothing.",
    (True, False): "The bid counts as made: {side} score {n}, {other} {points}.",
    (False, False): "The bid counts as missed: {side} lose {n}, {other} score {points}.",
}


def as_written(house: House, contract: PlayedContract, made: bool) -> PlayedContract:
    """Return the contract as it is entered: where only one that is made wins, with tricks that just
    make or miss it; rules.md#revoke."""
    if contract.is_made == made or house.win_by == "reaching":
        return contract
    least = 0 if contract.bid in ZERO_BIDS else BIDS[contract.bid].level
    return contract._replace(
        tricks=least if made else 1 if contract.bid in ZERO_BIDS else least - 1
    )


def without_contract(
    case: Case[House], seat: Seat, fault: Fault, over: bool | None = None
) -> Inquiry:
    """Take off what a side scored in a deal without a contract; rules.md#revoke."""
    side, tricks = case.side_of(seat), case.entry.get("side_tricks") or [None]
    ruling = say("{side} score nothing in this deal.", side=side)
    lacking = None in tricks
    if lacking and not over:
        return Remedy(ruling, fault.rule, (say(fault.again),))
    changes: dict[str, Value] = {}
    if lacking:
        took = yield remedies.count("tricks", _TOOK, 0, TRICKS, side=side)
        tricks = [took, TRICKS - took] if side == 0 else [TRICKS - took, took]
        changes = {"passed_out": True, "side_tricks": tricks}
    table = Table(None, case.house, case.sides, case.filled)
    deal = FiveHundred(passed_out=True, side_tricks=(tricks[0], tricks[1]))
    scored = sum(line.points for line in score(table, deal) if line.side == side)
    points: dict[int, int] = {side: -scored} if scored else {}
    return Remedy(ruling, fault.rule, changes=changes, points=points)


_WRONG: Final[Mapping[str, tuple[Message, Message]]] = {
    **usual_remedies.WRONG,
    "shown": ("A card was shown", "in dealing, or in the middle"),
    "discard": ("A wrong discard", "too few or too many cards"),
    "poor": ("A poor hand", "no ace, no face card, no trump"),
}


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    what = yield remedies.choose("what", "What was wrong?", _WRONG)
    if what == "discard":
        return (yield from discards(case))
    if what == "poor":
        return (yield from (ace_no_face if case.house.fours == "all" else poor_hand)(case))
    return (yield from usual_remedies.dealt(case, what, wrong_hand))


def discards(case: Case[House]) -> Inquiry:
    """Ask about a wrong number of discards; rules.md#wrong-number-of-cards."""
    if not (yield remedies.yes_no("led", "Has the declarer led?", no="Not yet")):
        return Remedy(say("The declarer corrects the discard before leading."), WRONG_HAND.rule)
    declarer = yield from declarer_of(case)
    return (yield from counted(case, declarer, False, WRONG_HAND))


def poor_hand(case: Case[House]) -> Inquiry:
    """Ask about a hand with no ace, no face card and no trump; rules.md#misdeal."""
    hand = yield remedies.yes_no("hand", "Is it without any ace, face card and trump?")
    agreed = hand and (yield remedies.yes_no("agreed", "Did you agree to throw such hands in?"))
    if not agreed:
        return usual_remedies.poor_hand()
    if case.house.all_pass == "no_contract":
        return usual_remedies.redeal()
    out = dict.fromkeys(("bid", "declarer", "tricks", "side_tricks"))
    changes: dict[str, Value] = {name: None for name in out if name in case.entry}
    return Remedy(
        say("The hand is thrown in, and the next player deals."),
        "misdeal",
        (say("Enter the deal as passed out."),),
        changes={"passed_out": True, **changes},
    )


def ace_no_face(case: Case[House]) -> Inquiry:
    """Ask about a hand with one ace and no face card; rules.md#ace-no-face."""
    hand = yield remedies.yes_no("hand", "Is it exactly one ace, and no face card or joker?")
    if not hand or (yield remedies.yes_no("begun", "Has the bidding begun?", no="Not yet")):
        return usual_remedies.poor_hand()
    seat = Seat((yield remedies.who(case, "Who said “ace, no face”?")))
    partner, side = Seat(case.next_seat(case.next_seat(seat))), case.side_of(seat)
    chosen = yield remedies.choose(
        "chosen",
        say("What does {seat} choose?", seat=partner),
        {"again": "A new deal", "stands": ("Play on", "with the cards as they are")},
    )
    if chosen == "again":
        return usual_remedies.redeal(rule="ace-no-face")
    zero = say("{side} make no zero bid in this deal.", side=side)
    then = () if case.house.nullos == "none" else (zero,)
    return Remedy(say("The deal stands."), "ace-no-face", then)


# --- the play -----------------------------------------------------------------------------------


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    keys = {**usual_remedies.EXPOSED, "back": usual_remedies.WANTED_BACK}
    what = yield remedies.choose("what", "What happened?", keys)
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if what == "back":
        return usual_remedies.stays_played(seat)
    role = yield from role_of(case, seat)
    if what == "shown":
        return shown(seat, role)
    if role == "declarer":
        return (yield from usual_remedies.two_of_free_hand(seat))
    counts = yield from usual_remedies.two_at_once(seat, "opponents")
    then = (*counts.then, *([_CALLED] if role == "defender" else []))
    return Remedy(counts.ruling, counts.rule, then)


def shown(seat: Seat, role: str) -> Remedy:
    """Return the ruling on a card that was shown; `role` is the player's in a zero bid."""
    if role == "declarer":
        return usual_remedies.costs_nothing(seat)
    if role == "defender":
        return Remedy(say("{seat}’s card stays face up.", seat=seat), "exposed-card", (_CALLED,))
    return usual_remedies.card_shown(seat)


_CALLED: Final = say("The declarer may call for it in any trick that it can be played to.")


def role_of(case: Case[House], seat: Seat) -> Generator[Any, Any, str]:
    """Return a player's role in a zero bid ("": there is none), or ask for it."""
    entry = entered(case)
    zero: Any = entry.get("bid") in ZERO_BIDS
    open_bid = "bid" not in entry and not entry.get("passed_out")
    if open_bid and case.house.nullos != "none":
        zero = yield remedies.yes_no("zero", "Is a zero bid being played?")
    if not zero:
        return ""
    if "declarer" in entry:
        declares = entry["declarer"] % 2 == seat % 2
    else:
        asked: Message = "Is {seat} on the declarer’s side?"
        declares = yield remedies.yes_no("declares", asked, seat=seat)
    return "declarer" if declares else "defender"


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[Mapping[str, tuple[Message, Message]]] = {
    "pass": ("A pass", "out of turn"),
    "bid": ("A bid", "out of turn"),
    "low": ("Too low", "a bid that is not high enough"),
    "changed": ("Changed", "somebody wants another call"),
    "passed": ("Passed over", "somebody was left out"),
    "forgotten": ("Forgotten", "nobody knows the bid"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bidding; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    if what == "forgotten":
        return (yield from usual_remedies.bid_forgotten())
    seat = Seat((yield remedies.who(case, "Whose call is it?")))
    match what:
        case "low":
            return (yield from usual_remedies.too_low(seat))
        case "changed":
            return (yield from changed(seat))
        case "passed":
            return (yield from passed_over(seat))
        case "pass":
            return Remedy(say("{seat}’s pass counts.", seat=seat), "call-out-of-turn")
    partner = Seat(case.next_seat(case.next_seat(seat)))
    return Remedy(
        say("{seat}’s bid is void, and the turn goes back.", seat=seat),
        "call-out-of-turn",
        (
            say("{seat} may bid again when the turn comes.", seat=seat),
            say("{seat} passes in this deal.", seat=partner),
        ),
    )


def changed(seat: Seat) -> Inquiry:
    """Ask about a call that somebody wants to change; rules.md#changed-bid."""
    spoken: Message = "Has the next player spoken, or {seat}’s partner said anything?"
    if (yield remedies.yes_no("late", spoken, no="Neither", seat=seat)):
        return Remedy(say("{seat}’s call stands.", seat=seat), "changed-bid")
    return Remedy(say("{seat} corrects the call.", seat=seat), "changed-bid")


def passed_over(seat: Seat) -> Inquiry:
    """Ask about a player who was left out of the bidding; rules.md#forgotten-bid."""
    if (yield remedies.yes_no("late", "Has the middle been picked up?", no="Not yet")):
        return Remedy(say("It is too late to bid: the bidding stands."), "forgotten-bid")
    return Remedy(say("{seat} speaks now.", seat=seat), "forgotten-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    if (yield remedies.yes_no("agreed", "Do both sides agree to it?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    return Remedy(say("The cards are played out with that hand face up."), "claim")


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": usual_remedies.out_of_turn("gathered", choose_suit=True),
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
    "revokes": two_revokes(revoke, "once"),
}
