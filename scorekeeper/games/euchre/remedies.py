"""What is done at euchre once something went wrong, by usual practice; rules.md#disputes."""

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
    SeatOf,
    Sentence,
    Side,
    Value,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.euchre.scoring import TRICKS, Euchre, House, defender_among, lines

PENALTY: Final = {False: 2, True: 4}
"""What a revoke brings the opponents; more where one of them is alone."""

# --- the deal -----------------------------------------------------------------------------------


def played(case: Case[House]) -> Generator[Any, Any, Euchre | None]:
    """Return the deal as it was played, or ask for what is not entered; None while it goes on."""
    entry = entered(case)
    if not {"maker", "tricks"} <= entry.keys():
        if not (yield remedies.yes_no("over", "Is the deal over?", no="Not yet")):
            return None
        if "maker" not in entry:
            entry["maker"] = yield remedies.who(case, "Who made trumps?", "maker")
        if "alone" not in entry:
            asked: Message = "Did {seat} play alone?"
            entry["alone"] = yield remedies.yes_no("alone", asked, seat=Seat(entry["maker"]))
        if "tricks" not in entry:
            side = case.side_of(entry["maker"])
            entry["tricks"] = yield remedies.count("tricks", _TOOK, 0, TRICKS, side=side)
        if "defend_alone" not in entry:
            defender = yield from lone_defender(case, entry["maker"], entry["alone"])
            entry["defend_alone"] = defender
    lone = entry.get("defend_alone")
    return Euchre(entry["maker"], entry["tricks"], entry["alone"], defend_alone=lone)


_TOOK: Final[Message] = "How many tricks did {side} take?"


def lone_defender(case: Case[House], maker: int, alone: bool) -> Generator[Any, Any, int | None]:
    """Ask which opponent played alone, where one may at this table."""
    question = defender_among(case.house.defend_alone, maker, alone)
    if not isinstance(question, SeatOf):
        return None
    if not (yield remedies.yes_no("defended", "Did an opponent defend alone?")):
        return None
    asked = remedies.who(case, "Who defended alone?", "defender")
    return int((yield asked.changed(seats=question.seats)))


def entered(case: Case[House]) -> dict[str, Any]:
    """Return what is entered of the deal; one that is whole says it where the maker is alone."""
    entry = {name: value for name, value in case.entry.items() if value is not None}
    return {"alone": False, **entry} if {"maker", "tricks"} <= entry.keys() else entry


def lacking(case: Case[House], deal: Euchre) -> Mapping[str, Value]:
    """Return the fields of the deal that were asked for, as nobody had entered them."""
    known = entered(case)
    fields = ["maker", "alone", "tricks"]
    if deal.defend_alone is not None:
        fields.append("defend_alone")
    return {name: getattr(deal, name) for name in fields if name not in known}


def points_of(case: Case[House], deal: Euchre) -> dict[int, int]:
    """Return what the deal brings each side as it was played."""
    return {line.side: line.points for line in lines(deal, case.house)}


def is_alone(case: Case[House], seat: Seat) -> Generator[Any, Any, bool]:
    """Return whether a player is alone, as it is entered, or ask for it."""
    entry = entered(case)
    if entry.get("defend_alone") == seat:
        return True
    if entry.get("maker", seat) != seat or entry.keys() >= {"maker", "alone"}:
        return entry.get("maker") == seat and bool(entry["alone"])
    return bool((yield remedies.yes_no("alone", "Is {seat} playing alone?", seat=seat)))


# --- the revoke, and wrong hands ----------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    side, other = case.side_of(seat), Side(1 - case.side_of(seat))
    deal = yield from played(case)
    if deal is None:
        alone = yield from one_is_alone(case, other)
        again = say("Enter the deal as it was played, then choose “Revoke” again for the points.")
        return Remedy(two_points(side, other, PENALTY[alone]), "revoke", (again,))
    defends = deal.defend_alone is not None
    alone = deal.alone if case.side_of(deal.maker) == other else defends
    scored = points_of(case, deal)
    due = max(PENALTY[alone], scored[other])
    return Remedy(
        two_points(side, other, due),
        "revoke",
        changes=lacking(case, deal),
        points=differing({side: -scored[side], other: due - scored[other]}),
    )


def two_points(side: Side, other: Side, points: int) -> Sentence:
    """Return the ruling that a side scores for a revoke, and the revoker's nothing."""
    template = "{other} score {points} {n:point|points} for the deal, and {side} nothing."
    return say(template, other=other, points=InWords(points), n=points, side=side)


def one_is_alone(case: Case[House], side: Side) -> Generator[Any, Any, bool]:
    """Return whether a player of a side is alone, as it is entered, or ask for it."""
    entry = entered(case)
    if "maker" in entry and case.side_of(entry["maker"]) != side:
        return "defend_alone" in entry
    if entry.keys() >= {"maker", "alone"}:
        return bool(entry["alone"])
    return bool((yield remedies.yes_no("alone", "Is one of {side} playing alone?", side=side)))


def differing(points: Mapping[int, int]) -> Mapping[int, int]:
    """Return the points that are given or taken."""
    return {side: moved for side, moved in points.items() if moved}


def cannot_score(case: Case[House], side: Side) -> Inquiry:
    """Take off what a side with a wrong hand scored; rules.md#wrong-number-of-cards."""
    rule = "wrong-number-of-cards"
    ruling = say("{side} cannot score in this deal.", side=side)
    deal = (yield from played(case)) if "maker" in entered(case) else None
    if deal is None:
        again = "Enter the deal as it was played, then choose “Wrong cards” again for the points."
        return Remedy(ruling, rule, (say(again),))
    points = differing({side: -points_of(case, deal)[side]})
    return Remedy(ruling, rule, changes=lacking(case, deal), points=points)


_WRONG: Final[Mapping[str, tuple[Message, Message]]] = {
    **usual_remedies.WRONG,
    "discard": ("No discard", "by a dealer who took the card up"),
    "poor": ("A poor hand", "no trumps, no court cards"),
}


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    what = yield remedies.choose("what", "What was wrong?", _WRONG)
    match what:
        case "discard":
            return (yield from no_discard(case))
        case "dealer":
            return (yield from wrong_dealer())
        case "poor":
            return usual_remedies.poor_hand()
    return (yield from usual_remedies.dealt(case, what, wrong_hand))


def wrong_hand(case: Case[House]) -> Inquiry:
    """Ask whose hand was wrong, after the first trick; rules.md#wrong-number-of-cards."""
    seat = yield remedies.who(case, "Whose hand is wrong?")
    return (yield from cannot_score(case, case.side_of(seat)))


def no_discard(case: Case[House]) -> Inquiry:
    """Ask about a dealer who did not discard; rules.md#wrong-number-of-cards."""
    if not (yield remedies.yes_no("late", "Has the dealer played a card?", no="Not yet")):
        return Remedy(say("The dealer discards now."), "wrong-number-of-cards")
    dealer = yield remedies.who(case, "Who is the dealer?")
    return (yield from cannot_score(case, case.side_of(dealer)))


def wrong_dealer() -> Inquiry:
    """Ask about a deal out of turn; rules.md#misdeal."""
    if (yield remedies.yes_no("late", "Has the top card been turned up?", no="Not yet")):
        then = say("The next player in turn deals as usual.")
        return Remedy(say("The deal stands."), "misdeal", (then,))
    return usual_remedies.redeal(say("The deal is stopped, and the right player deals."))


# --- the play -----------------------------------------------------------------------------------


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    led = yield remedies.choose(
        "led",
        "What was done out of turn?",
        {"lead": ("A lead", "nobody else had played"), "card": ("A card", "to a trick led")},
    )
    seat = Seat((yield remedies.who(case, "Who played out of turn?")))
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    ruling = yield from usual_remedies.led_too_early(case, seat, "gathered", choose_suit=True)
    if len(ruling.then) > 1 and (yield from is_alone(case, seat)):
        leads = say("The player whose turn it is leads.")
        return Remedy(ruling.ruling, ruling.rule, (say("It costs nothing."), leads))
    return ruling


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    keys = {**usual_remedies.EXPOSED, "back": usual_remedies.WANTED_BACK}
    what = yield remedies.choose("what", "What happened?", keys)
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    if what == "back":
        return usual_remedies.stays_played(seat)
    alone = yield from is_alone(case, seat)
    if what == "two" and alone:
        return (yield from usual_remedies.two_of_free_hand(seat))
    if what == "two":
        return (yield from usual_remedies.two_at_once(seat, "opponents"))
    return usual_remedies.costs_nothing(seat) if alone else usual_remedies.card_shown(seat)


# --- the bidding --------------------------------------------------------------------------------

_CALLS: Final[Mapping[str, tuple[Message, Message]]] = {
    "pass": ("A pass", "out of turn"),
    "call": ("Trumps made", "out of turn"),
    "changed": ("A call changed", "somebody wants another one"),
    "turned": ("Turned down", "and the dealer wants the card"),
    "alone": ("“Alone”", "forgotten with the call"),
    "forgotten": ("Who made trumps", "nobody knows, or they differ"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the calls; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    match what:
        case "turned":
            return Remedy(say("The card stays turned down."), "changed-bid")
        case "alone":
            return (yield from late_alone())
        case "forgotten":
            return (yield from maker_forgotten())
    seat = Seat((yield remedies.who(case, "Whose call is it?")))
    if what == "changed":
        return (yield from usual_remedies.changed_call(seat))
    if what == "pass":
        return Remedy(say("{seat}’s pass counts.", seat=seat), "call-out-of-turn")
    barred = say("Neither {seat} nor the partner may make that suit trumps.", seat=seat)
    void = say("{seat} has said nothing, and the turn goes back.", seat=seat)
    return Remedy(void, "call-out-of-turn", (barred,))


def late_alone() -> Inquiry:
    """Ask about a maker who says "alone" late; rules.md#forgotten-bid."""
    if (yield remedies.yes_no("led", "Has the first card been led?", no="Not yet")):
        return Remedy(say("It is too late: the maker’s partner plays."), "forgotten-bid")
    return Remedy(say("The maker plays alone."), "call-out-of-turn")


def maker_forgotten() -> Inquiry:
    """Ask about a maker nobody remembers; rules.md#forgotten-bid."""
    if not (yield remedies.yes_no("agreed", "Can the four agree on who made trumps?")):
        return usual_remedies.redeal(rule="forgotten-bid")
    edit = say("If it was entered wrongly, correct the deal with “edit”.")
    return Remedy(say("The maker is whom the four agree on."), "forgotten-bid", (edit,))


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            "claim": ("A claim", "of the tricks that are left"),
            "concede": ("A side concedes", "the tricks that are left"),
            "regret": ("Conceded too much", "a trick that could not be lost"),
        },
    )
    agreed = say("Enter the tricks as they were agreed.")
    match what:
        case "concede":
            return Remedy(agreed, "claim")
        case "regret":
            kept = say("That trick is not given away.")
            return Remedy(kept, "claim")
    return (yield from usual_remedies.claimed(agreed))


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
