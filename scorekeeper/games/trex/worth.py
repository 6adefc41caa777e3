"""What tricks, cards and going out are worth; rules.md#trex."""

from collections.abc import Sequence
from typing import Any, Final

from scorekeeper.engine import Case, Choice, Estimate, Message, Reckoning, Worths, ask, remedies
from scorekeeper.games.trex.deal import House
from scorekeeper.games.trex.scoring import CARDS, EACH, OUT

DOUBLED: Final = remedies.yes_no(
    "doubled", "Had another player doubled it?", "doubled", "not doubled"
)
WHICH: Final = ask.one_of("card", "Which card?", {"KH": "the king of hearts", "QS": "a queen"})
WHOSE: Final = ask.one_of("whose", "Whose points?", {0: "its taker", 1: "its holder"})
OTHERS: Final = ("diamonds", "eltoosh")
"""What else seat 1 takes where four games are one deal."""
LED: Final = ask.one_of(
    "led", "Who led to that trick?", {1: "another player", 0: "that player too"}
)


def diamonds(case: Case[House]) -> Estimate:
    """Ask how many diamonds a player took."""
    n = yield remedies.count("taken", "How many diamonds?", 0, EACH)
    deal = counted(case, "diamonds", n)
    return Reckoning("{points} for {taken} {taken:diamond|diamonds}.", deal)


def eltoosh(case: Case[House]) -> Estimate:
    """Ask how many tricks a player took."""
    n = yield remedies.count("taken", "How many tricks?", 0, EACH)
    deal = counted(case, "eltoosh", n)
    return Reckoning("{points} for {taken} {taken:trick|tricks}.", deal)


def counted(case: Case[House], contract: str, n: int) -> dict[str, Any]:
    """The deal in which seat 0 takes so many diamonds or tricks."""
    counts = [n, EACH - n, 0, 0]
    if not case.house.complex:
        return {"contract": contract, "counts": counts}
    whose = {"diamonds": "diamonds", "eltoosh": "tricks"}[contract]
    return {**nothing_taken(), whose: counts}


def nothing_taken() -> dict[str, Any]:
    """The four games in one deal, in which seat 0 takes nothing."""
    return {
        "contract": "complex",
        **dict.fromkeys(("diamonds", "tricks"), [0, EACH, 0, 0]),
        "cards": [{"card": card, "taken_by": 1} for card in CARDS["complex"]],
    }


def girls(case: Case[House]) -> Estimate:
    """Ask how many queens a player took."""
    cards = CARDS["girls"]
    n = yield remedies.count("taken", "How many queens?", 0, len(cards))
    each = [{"card": card, "taken_by": int(at >= n)} for at, card in enumerate(cards)]
    queens = {"contract": "girls", "cards": each}
    if case.house.complex:
        king = {"card": "KH", "taken_by": 1}
        queens = {**nothing_taken(), "cards": [*each, king]}
    return Reckoning("{points} for {taken} {taken:queen|queens}.", queens)


def king(case: Case[House]) -> Estimate:
    """Ask whether the king of hearts was doubled, where cards may be."""
    if not case.house.doubling:
        return Reckoning("{points} for the king of hearts.", taken(case, "KH"))
    by = {"doubled_by": 1} if (yield DOUBLED) else {}
    return Reckoning("{points} for the king of hearts, {doubled}.", taken(case, "KH", **by))


def doubled(case: Case[House]) -> Estimate:
    """Ask for a doubled card, and whether its taker or its holder is meant."""
    card = yield WHICH
    side = yield WHOSE
    return Reckoning(
        "{points} to the player who doubled {card} that another takes."
        if side
        else "{points} to the player who takes {card} that another has doubled.",
        taken(case, card, doubled_by=1),
        side=side,
        apart=("girls", *OTHERS, *(() if card == "KH" and not side else ("king",))),
    )


def own_double(case: Case[House]) -> Estimate:
    """Ask for a card that was taken by the player who had doubled it, and who led to that trick."""
    card = yield WHICH
    led = {"led_by": (yield LED)} if case.house.self_capture == "leader_bonus" else {}
    return Reckoning(
        "{points} to the player who doubled {card} and takes it.",
        taken(case, card, doubled_by=0, **led),
        apart=("girls",),
    )


def taken(case: Case[House], card: str, **more: int) -> dict[str, Any]:
    """The deal in which seat 0 takes a card, and seat 1 what else counts in it."""
    contract = "complex" if case.house.complex else "king" if card == "KH" else "girls"
    others = [{"card": one, "taken_by": 1} for one in CARDS[contract] if one != card]
    cards = [{"card": card, "taken_by": 0, **more}, *others]
    rest = nothing_taken() if case.house.complex else {"contract": contract}
    return {**rest, "cards": cards}


def trex(case: Case[House]) -> Estimate:
    """Ask when a player went out; where there are partners, when the partner did too."""
    places = [*OUT]
    place = yield out("place", "When did the player go out?", places)
    left = [one for one in places if one != place]
    # the partner's points go to the same side
    other = left[-1]
    if case.house.partnership:
        other = yield out("other", "When did the partner go out?", left)
    order = [1, 3]
    order.insert(left.index(other), 2)
    order.insert(places.index(place), 0)
    return Reckoning(
        "{points} for going out {place} and the partner {other}."
        if case.house.partnership
        else "{points} for going out {place}.",
        {"contract": "trex", "order": order},
    )


def out(field: str, label: Message, places: Sequence[str]) -> Choice:
    """Ask for one of these places."""
    return ask.one_of(field, label, {place: OUT.label(place) for place in places})


WORTH: Final[Worths] = {
    "diamonds": diamonds,
    "eltoosh": eltoosh,
    "girls": girls,
    "king": king,
    "doubled": doubled,
    "own-double": own_double,
    "trex": trex,
}
