"""What is done at noms once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Choice,
    Inquiry,
    Key,
    Message,
    Remedies,
    Remedy,
    Seat,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.noms.scoring import (
    EXPOSED,
    MISERE,
    MISERE_LOST,
    PACK,
    Declared,
    House,
    NomsDeal,
    bid_lines,
    bids,
)

# --- the revoke ---------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    deal = entered(case) or (yield from as_played(case, seat))
    if deal is not None:
        return settled(case.house, deal, seat)
    team: Message = "Is {seat} the declarer, or the holder of the named card?"
    missed = yield remedies.yes_no("team", team, seat=seat)
    if missed:
        return Remedy(say("The bid counts as missed."), "revoke", (_LATER,))
    return Remedy(say(_MADE, seat=seat), "revoke", (_LATER,))


_LATER: Final = say("Enter the deal as it was played, then choose “Revoke” again for the points.")
_MADE: Final[Message] = "The bid counts as made, and {seat} scores nothing for tricks."


def entered(case: Case[House]) -> NomsDeal | None:
    """Return the deal once all of it is entered."""
    entry = case.entry
    tricks = entry.get("tricks") or ()
    known = [seat for seat, taken in enumerate(tricks) if taken is not None]
    if not {"declarer", "bid", "partner"} <= entry.keys() or known != [*case.filled]:
        return None
    return NomsDeal(entry["declarer"], entry["bid"], entry["partner"], tuple(tricks))


def as_played(case: Case[House], seat: Seat) -> Generator[Any, Any, NomsDeal | None]:
    """Return the deal as far as its revoke depends on it, or ask for what is not entered: who held
    the named card, the tricks of those who played the bid, and the revoker's; None while the deal
    goes on, or if the bid is not entered."""
    entry, size = case.entry, PACK // len(case.filled)
    declarer, bid = entry.get("declarer"), entry.get("bid")
    if declarer not in case.filled or bid not in bids(size):
        return None
    if not (yield remedies.yes_no("over", "Is the deal over?", no="Not yet")):
        return None
    partner = entry["partner"] if "partner" in entry else (yield from holder(case, declarer))
    tricks = yield from tricks_of_team(case, NomsDeal(declarer, bid, partner, ()))
    if seat not in tricks:
        tricks[seat] = yield from tricks_of(case, seat, size - sum(tricks.values()))
    return NomsDeal(declarer, bid, partner, tuple(map(tricks.get, range(max(case.filled) + 1))))


def tricks_of_team(case: Case[House], deal: NomsDeal) -> Generator[Any, Any, dict[int, int]]:
    """Return the tricks of the declarer and the partner, as they are entered, or ask for them:
    together, unless each pays for their own."""
    size, known = PACK // len(case.filled), case.entry.get("tricks") or ()
    alone = deal.bid == MISERE and case.house.misere_fail_tricks == "own"
    whole = all(seat < len(known) and known[seat] is not None for seat in deal.team)
    if whole or alone or deal.partner is None:
        tricks: dict[int, int] = {}
        for one in deal.team:
            tricks[one] = yield from tricks_of(case, one, size - sum(tricks.values()))
        return tricks
    asked: Message = "How many tricks did {seat} and {partner} take together?"
    seats = {"seat": Seat(deal.declarer), "partner": Seat(deal.partner)}
    return {
        deal.declarer: (yield remedies.count("together", asked, 0, size, **seats)),
        deal.partner: 0,
    }


def holder(case: Case[House], declarer: int) -> Generator[Any, Any, int | None]:
    """Ask who held the named card; None: the declarer did."""
    keys = [Key(one, say("{seat}", seat=Seat(one))) for one in case.filled if one != declarer]
    nobody = Key("nobody", say("Nobody else"))
    asked = say("Who held the named card?")
    found = yield Choice(path=("partner",), label=asked, keys=(*keys, nobody), columns=2)
    return None if found == "nobody" else int(found)


def tricks_of(case: Case[House], seat: int, most: int) -> Generator[Any, Any, int]:
    """Return a player's tricks, as they are entered, or ask for them."""
    known = [*(case.entry.get("tricks") or ()), *[None] * len(case.filled)][seat]
    if known is not None:
        return int(known)
    asked: Message = "How many tricks did {seat} take?"
    return int((yield remedies.count(f"tricks{seat}", asked, 0, max(most, 0), seat=Seat(seat))))


def settled(house: House, deal: NomsDeal, seat: Seat) -> Remedy:
    """Return what is given and taken beside a deal that is entered as it was played."""
    if seat in deal.team:
        ruling, made, due = say("The bid counts as missed."), False, 0
    else:
        ruling, made, due = say(_MADE, seat=seat), True, deal.tricks[seat] or 0
    moved = {int(seat): -due} if due else {}
    if deal.made != made:
        moved |= {one: worth_as(deal, one, made) - points_of(house, deal, one) for one in deal.team}
    points = {one: gained for one, gained in moved.items() if gained}
    return Remedy(ruling, "revoke", points=points)


def points_of(house: House, deal: NomsDeal, seat: int) -> int:
    """Return what the bid brings one of its players, as it was played."""
    alone = house.misere_fail_tricks == "own" and deal.bid == MISERE and not deal.made
    own = deal.tricks[seat] if alone and deal.partner is not None else None
    lines = bid_lines(seat, deal.declarer, deal.partner, deal.bid, deal.took, own)
    return sum(line.points for line in lines)


def worth_as(deal: NomsDeal, seat: int, made: bool) -> int:
    """Return what the bid brings one of its players, made or missed: a misère that is missed costs
    as if no trick was taken."""
    if not made:
        return -MISERE_LOST if deal.bid == MISERE else 0
    together = 0 if deal.bid == MISERE else deal.bid
    lines = bid_lines(seat, deal.declarer, deal.partner, deal.bid, together, None)
    return sum(line.points for line in lines)


# --- cards --------------------------------------------------------------------------------------


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    banned = case.house.first_lead_ban != "none"
    choices = {key: words for key, words in _PLAYED.items() if banned or key != "banned"}
    led = yield remedies.choose("led", "What was played?", choices)
    seat = Seat((yield remedies.who(case, "Who played it?")))
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    if (yield remedies.yes_no("late", "Have all played to it?", no="Not yet")):
        return Remedy(say("The lead stands."), "lead-out-of-turn")
    shown = say("{seat}’s card stays face up and counts as shown.", seat=seat)
    leads = say("The player whose turn it is leads.")
    if led == "banned":
        leads = say("{seat} leads another card.", seat=seat)
    return Remedy(say("{seat} takes the lead back.", seat=seat), "lead-out-of-turn", (shown, leads))


_PLAYED: Final[dict[str, tuple[Message, Message]]] = {
    "lead": ("A lead", "out of turn"),
    "card": ("A card", "to a trick led"),
    "banned": ("The declarer’s first lead", "was one that is not allowed"),
}


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    keys = {**usual_remedies.EXPOSED, "named": _NAMED}
    what = yield remedies.choose("what", "What happened?", keys)
    if what == "named":
        return (yield from given_away(case, seat, "exposed-card"))
    if what == "shown":
        shown: Message = "{seat}’s card stays face up and is played at the first legal opportunity."
        return Remedy(say(shown, seat=seat), "exposed-card")
    seen = yield remedies.choose("seen", "Which of the two could be seen?", usual_remedies.SEEN)
    counts: Message = "The card that lay on top counts."
    if seen == "both":
        counts = "{seat} says which of the two cards counts."
    if (yield remedies.yes_no("named", "Is the other one the named card?")):
        return (yield from given_away(case, seat, "two-cards"))
    other = say("The other one counts as shown and stays face up.")
    return Remedy(say(counts, seat=seat), "two-cards", (other,))


_NAMED: Final[tuple[Message, Message]] = ("The named card", "given away by its holder")


def given_away(case: Case[House], seat: Seat, rule: str) -> Inquiry:
    """Score what it costs to give the named card away; the declarer, who has no partner then,
    gives nothing away. rules.md#exposed"""
    if seat == case.entry.get("declarer"):
        return Remedy(say("{seat}’s card stays face up, and it costs nothing.", seat=seat), rule)
    bid = yield from bid_of(case)
    points = case.house.misere_exposure_debit if bid == MISERE else EXPOSED * bid
    return Remedy(
        say("{seat} loses {points} points, and the deal goes on.", seat=seat, points=points),
        rule,
        (say("The pad takes them off: enter who gave the card away."),),
        changes={"partner": int(seat), "exposed_by": int(seat)},
    )


def bid_of(case: Case[House]) -> Generator[Any, Any, Declared]:
    """Return the bid that is entered, or ask for it."""
    known = bids(PACK // len(case.filled))
    if case.entry.get("bid") in known:
        return case.entry["bid"]  # type: ignore[no-any-return]
    names: dict[str, Message] = {str(bid): str(bid) for bid in known if bid != MISERE}
    chosen = yield remedies.choose("bid", "What was bid?", {**names, MISERE: "Misère"})
    return MISERE if chosen == MISERE else int(chosen)


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[dict[str, tuple[Message, Message]]] = {
    "pass": ("A pass", "out of turn"),
    "bid": ("A bid", "out of turn"),
    "low": ("Too low", "a bid that is not high enough"),
    "changed": ("Changed", "somebody wants to change a call"),
    "named": ("Trumps or card changed", "after they were named"),
    "unnamed": ("No card named", "the declarer has forgotten it"),
    "forgotten": ("Forgotten", "nobody knows what was bid or named"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bidding and the card named; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    if what == "forgotten":
        return (yield from usual_remedies.bid_forgotten())
    if what == "named":
        return (yield from named_anew())
    seat = Seat((yield remedies.who(case, "Whose call is it?")))
    match what:
        case "pass":
            return Remedy(
                say("{seat}’s pass does not count, and the turn goes back.", seat=seat),
                "call-out-of-turn",
            )
        case "low":
            return (yield from usual_remedies.too_low(seat))
        case "changed":
            return (yield from usual_remedies.changed_call(seat))
        case "unnamed":
            return Remedy(say("{seat} names a card at once.", seat=seat), "forgotten-bid")
    return Remedy(
        say("{seat}’s bid is void, and the turn goes back.", seat=seat),
        "call-out-of-turn",
        (say("{seat} must pass at the next turn.", seat=seat),),
    )


def named_anew() -> Inquiry:
    """Ask about trumps or the named card changed; rules.md#changed-bid."""
    stand = say("Trumps and the named card stand.")
    if (yield remedies.yes_no("led", "Has the first card been led?", no="Not yet")):
        return Remedy(stand, "changed-bid")
    if (yield remedies.yes_no("shown", "Has anybody shown who holds the named card?")):
        return Remedy(stand, "changed-bid")
    return Remedy(say("The declarer names trumps and the card anew."), "changed-bid")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    if (yield remedies.yes_no("agreed", "Does everybody agree who gets which tricks?")):
        return Remedy(say("Enter the tricks as they were agreed."), "claim")
    return Remedy(say("All tricks are played out, with that hand face up."), "claim")


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": usual_remedies.cards(),
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
