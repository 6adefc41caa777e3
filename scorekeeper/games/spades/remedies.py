"""What is done at spades once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator, Mapping
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    InWords,
    Message,
    Remedies,
    Remedy,
    Seat,
    Side,
    Value,
    remedies,
    say,
    two_revokes,
    usual_remedies,
)
from scorekeeper.games.spades.house import House, tricks_in
from scorekeeper.games.spades.scoring import NIL_TIMES

PENALTY: Final = 3
"""The tricks that a revoke costs, or all that the side has."""


# --- what was bid -------------------------------------------------------------------------------


def lowest(house: House) -> int:
    """Return the lowest number that may be bid; 0 is nil where nil is played."""
    return max(house.min_bid, 1) if house.nil else house.min_bid


def seats_of(case: Case[House]) -> int:
    """Return how many play."""
    return sum(map(len, case.sides))


def alone(case: Case[House]) -> bool:
    """Return whether each plays for themselves."""
    return len(case.sides) == seats_of(case)


def least_of(case: Case[House], seat: Seat) -> int:
    """Return the lowest number that this player may bid, with a side's lowest bid."""
    bids = case.entry.get("bids") or ()
    partners = [one for one in case.sides[case.side_of(seat)] if one != seat and one < len(bids)]
    needed = case.house.side_min_bid if partners or alone(case) else 0
    if partners and type(bids[partners[0]]) is int and partners[0] not in nils_of(case):
        needed -= bids[partners[0]]
    elif partners and bids[partners[0]] is None:
        needed = 0
    return max(lowest(case.house), needed)


def nils_of(case: Case[House]) -> dict[int, str]:
    """Return who bid nil, as far as the bids are entered."""
    bids = enumerate(case.entry.get("bids") or ())
    named = ((seat, "nil" if bid == 0 else bid) for seat, bid in bids)
    return {seat: bid for seat, bid in named if isinstance(bid, str)} if case.house.nil else {}


def nil_of(case: Case[House], seat: Seat) -> Generator[Any, Any, str]:
    """Return the nil that a player bid, as it is entered, or ask for it ("": a number)."""
    bids = case.entry.get("bids") or ()
    if not case.house.nil or (seat < len(bids) and bids[seat] is not None):
        return nils_of(case).get(seat, "")
    keys: dict[str, Message] = {"number": "A number", "nil": "Nil", "double_nil": "Double nil"}
    if not case.house.double_nil:
        del keys["double_nil"]
    bid = yield remedies.choose("bid", say("What did {seat} bid?", seat=seat), keys)
    return "" if bid == "number" else str(bid)


# --- the tricks ---------------------------------------------------------------------------------


def numbers(case: Case[House], field: str) -> list[int]:
    """Return the tricks entered in a field, nothing unless all of them are."""
    entered = case.entry.get(field) or ()
    return [] if None in entered else [*entered]


def nil_tricks_of(case: Case[House]) -> dict[str, int]:
    """Return the tricks entered for those who bid nil."""
    entered = case.entry.get("nil_tricks") or {}
    return {seat: tricks for seat, tricks in entered.items() if tricks is not None}


def tricks_of(
    case: Case[House], seat: Seat, nils: Mapping[int, str]
) -> Generator[Any, Any, list[int]]:
    """Return the tricks of each seat, or ask for what is needed of them. Where only those of the
    sides are known, a partner has all that the other did not take by a nil; where each plays alone,
    the others have none."""
    if each := numbers(case, "tricks"):
        return each
    if alone(case):
        most = tricks_in(seats_of(case))
        own = yield remedies.count("tricks", _ALONE, 0, most, seat=seat)
        return [own if one == seat else 0 for one in range(seats_of(case))]
    side, known = case.side_of(seat), nil_tricks_of(case)
    if sides := numbers(case, "side_tricks"):
        total = sides[side]
    else:
        total = yield remedies.count("tricks", _SIDE, 0, tricks_in(4), side=side)
    totals = {side: total, Side(1 - side): tricks_in(4) - total}
    taken = [known.get(str(one), 0) for one in range(4)]
    if seat in nils and str(seat) not in known:
        taken[seat] = yield remedies.count("own", _OWN, 0, total, seat=seat)
    for one, total in totals.items():
        rest = min(case.sides[one], key=lambda it: (it in nils, str(it) in known, it == seat))
        taken[rest] += total - sum(taken[player] for player in case.sides[one])
    return taken


_SIDE: Final[Message] = "How many tricks did {side} end with?"
_ALONE: Final[Message] = "How many tricks did {seat} end with?"
_OWN: Final[Message] = "How many of them did {seat} take?"


def moved(
    case: Case[House], seat: Seat, nils: Mapping[int, str], taken: list[int]
) -> tuple[list[int], int]:
    """Take the tricks from a side that revoked, a nil bidder's last, and give them to the opponent
    at the revoker's left, or the next one if that one bid nil; rules.md#revoke."""
    own, after = case.sides[case.side_of(seat)], [*taken]
    takers = [one for one in left_of(case, seat) if one not in nils and one not in own]
    givers = sorted(own, key=lambda one: (one in nils, one != seat))
    due = PENALTY if takers else 0
    for giver in givers:
        given = min(due, after[giver])
        after[giver] -= given
        due -= given
        if given:
            after[takers[0]] += given
    return after, sum(taken[giver] - after[giver] for giver in givers)


def left_of(case: Case[House], seat: Seat) -> list[int]:
    """Return all others, from the left of `seat` on."""
    players = seats_of(case)
    return [(seat + n) % players for n in range(1, players)]


def entered(
    case: Case[House], seat: Seat, nils: Mapping[int, str], after: list[int]
) -> dict[str, Value]:
    """Return the fields of the entry for these tricks of each seat; those of a nil that nobody was
    asked for are left out."""
    if numbers(case, "tricks"):
        return {"tricks": after}
    if alone(case):
        return {}
    changes: dict[str, Value] = {
        "side_tricks": [sum(after[one] for one in side) for side in case.sides]
    }
    known = nil_tricks_of(case)
    told = (one for one in nils if one == seat or str(one) in known or after[one])
    nil_tricks = {str(one): after[one] for one in sorted(told)}
    return {**changes, "nil_tricks": nil_tricks} if nil_tricks else changes


# --- the revoke ---------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been gathered?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return (yield from paid(case, seat, "revoke"))


def paid(case: Case[House], seat: Seat, rule: str) -> Inquiry:
    """Take what a revoke costs: tricks, and the revoker's nil; rules.md#revoke."""
    nils = nils_of(case)
    if bid := (yield from nil_of(case, seat)):
        nils[seat] = bid
    taken = yield from tricks_of(case, seat, nils)
    after, given = moved(case, seat, nils, taken)
    side = case.side_of(seat)
    other = receiver(case, seat, taken, after)
    template: Message = "{side} give {other} {moved} {n:trick|tricks}."
    if alone(case):
        template = "{side} gives {other} {moved} {n:trick|tricks}."
    ruling = say(template, side=side, other=other, moved=InWords(given), n=given)
    failed = failed_nils(case, seat, nils, taken, after)
    then = [say("{seat}’s nil counts as failed.", seat=Seat(player)) for player in failed]
    if not given:
        has = any(taken[player] for player in case.sides[side])
        nothing = nothing_given(alone(case), has)
        ruling, *then = (*then, say(nothing, side=side))
    # a nil that the tricks show as made
    less = sum(-2 * NIL_TIMES[nils[one]] for one in failed if not after[one])
    return Remedy(
        ruling,
        rule,
        (*then,),
        tricks={side: -given, other: given} if given else {},
        changes=entered(case, seat, nils, after),
        points={side: less * case.house.nil_value} if less else {},
    )


def nothing_given(alone: bool, has: bool) -> Message:
    """Return why no trick goes over, from a side that has some or none."""
    if alone:
        return (
            "No trick goes over from {side}, as all others bid nil."
            if has
            else "{side} has no trick to give."
        )
    return (
        "No trick goes over from {side}, as both opponents bid nil."
        if has
        else "{side} have no trick to give."
    )


def receiver(case: Case[House], seat: Seat, taken: list[int], after: list[int]) -> Side:
    """Return the side that got the tricks, or is at the revoker's left where none went over."""
    others = left_of(case, seat)
    return case.side_of(Seat(next((one for one in others if after[one] > taken[one]), others[0])))


def failed_nils(
    case: Case[House], seat: Seat, nils: Mapping[int, str], taken: list[int], after: list[int]
) -> list[int]:
    """Return whose nil fails by a revoke, or had failed by tricks that went over since."""
    players = (one for one in case.sides[case.side_of(seat)] if one in nils)
    return [one for one in players if one == seat or (taken[one] and not after[one])]


# --- cards --------------------------------------------------------------------------------------


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a card out of turn, or a spade led too early; rules.md#lead-out-of-turn."""
    keys: dict[str, tuple[Message, Message]] = {
        "lead": ("A lead", "nobody else had played"),
        "card": ("A card", "to a trick led"),
        "spade": ("A spade led", "before spades were broken"),
    }
    if not case.house.break_spades:
        del keys["spade"]
    led = yield remedies.choose("led", "What was played too early?", keys)
    seat = Seat((yield remedies.who(case, "Who played it?")))
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    if led == "lead":
        return (yield from usual_remedies.led_too_early(case, seat, "next"))
    rule = "lead-out-of-turn"
    if (yield remedies.yes_no("gathered", "Has the trick been gathered?", no="Not yet")):
        return Remedy(say("The lead stands, and spades are broken."), rule)
    only = yield remedies.yes_no("only", "Has {seat} nothing but spades?", seat=seat)
    if only:
        return Remedy(say("The lead stands, and spades are broken."), "breaking")
    return Remedy(
        say("{seat} takes the spade back and leads another suit.", seat=seat),
        rule,
        (
            say("The spade stays face up before {seat} and counts as shown.", seat=seat),
            say("Cards played to it are taken back."),
        ),
    )


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            **usual_remedies.EXPOSED,
            "purpose": ("Shown on purpose", "to the partner"),
        },
    )
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if what == "two":
        return (yield from usual_remedies.two_at_once(seat, "opponents"))
    if what == "purpose":
        return (yield from paid(case, seat, "exposed-card"))
    nil = yield from nil_of(case, seat)
    return usual_remedies.card_shown(seat, called_for=bool(nil))


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    what = yield remedies.choose(
        "what",
        "What was wrong?",
        {**usual_remedies.WRONG, "poor": ("A poor hand", "no spades, or no high cards")},
    )
    if what == "poor":
        return usual_remedies.poor_hand("misdeal")
    return (yield from usual_remedies.dealt(case, what, stands="bid"))


# --- bids, and the rest -------------------------------------------------------------------------


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bids; rules.md#call-out-of-turn."""
    keys: dict[str, tuple[Message, Message]] = {
        "early": ("Too early", "somebody bid before their turn"),
        "low": ("Too low", "below the lowest bid"),
        "changed": ("Changed", "somebody wants another bid"),
        "missing": ("Not made", "somebody has not bid"),
        "unknown": ("Forgotten", "nobody remembers the number"),
    }
    if lowest(case.house) <= case.house.nil and not case.house.side_min_bid:
        del keys["low"]
    what = yield remedies.choose("what", "What was wrong with the bidding?", keys)
    if what == "unknown":
        edit = say("If it was entered wrongly, correct the deal with “edit”.")
        return Remedy(say("The number on the pad holds."), "forgotten-bid", (edit,))
    seat = Seat((yield remedies.who(case, "Whose bid is it?")))
    if what == "early":
        return bid_early(case, seat)
    if what == "low":
        least = say("{seat} bids again, at least {n}.", seat=seat, n=least_of(case, seat))
        return Remedy(least, "call-out-of-turn")
    return (yield from (missing if what == "missing" else changed)(case, seat))


def bid_early(case: Case[House], seat: Seat) -> Remedy:
    """Return the ruling on a bid out of turn; rules.md#call-out-of-turn."""
    then = [say("Whoever was passed over bids now.")]
    if case.house.nil and not alone(case):
        partner = Seat(case.next_seat(case.next_seat(seat)))
        template = "If {seat} has not bid yet, the opponents may ask for no nil in this deal."
        then.append(say(template, seat=partner))
    return Remedy(say("{seat}’s bid stands.", seat=seat), "call-out-of-turn", (*then,))


def missing(case: Case[House], seat: Seat) -> Inquiry:
    """Ask about a bid that was not made; rules.md#forgotten-bid."""
    if not (yield remedies.yes_no("late", "Has the first trick been gathered?", no="Not yet")):
        before = say("That comes before the next card is played.")
        return Remedy(say("{seat} bids at once.", seat=seat), "forgotten-bid", (before,))
    number, bids = least_of(case, seat), [*(case.entry.get("bids") or ())]
    if seat < len(bids):
        bids[seat] = number
    return Remedy(
        say("{seat} is taken to have bid {n}.", seat=seat, n=number),
        "forgotten-bid",
        changes={"bids": bids} if bids else {},
    )


def changed(case: Case[House], seat: Seat) -> Inquiry:
    """Ask about a bid that somebody wants to change; rules.md#changed-bid."""
    last = yield remedies.yes_no("last", "Was {seat} the last to bid?", seat=seat)
    until: Message = "Has the first card been led?" if last else "Has the next player bid?"
    if (yield remedies.yes_no("late", until, no="Not yet")):
        edit = say("If only the entry is wrong, correct the deal with “edit”.")
        return Remedy(say("{seat}’s bid stands.", seat=seat), "changed-bid", (edit,))
    return Remedy(say("{seat} bids again.", seat=seat), "changed-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            "claim": ("A claim", "of the tricks that are left"),
            "concede": ("A side concedes", "the tricks that are left"),
        },
    )
    agreed = say("Enter the tricks as they were agreed.")
    if what == "concede":
        return Remedy(agreed, "claim")
    return (yield from usual_remedies.claimed(agreed))


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
    "revokes": two_revokes(revoke, "each"),
}
