"""Euchre, the referee: two rounds for trumps, and the two bowers; rules.md#order."""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from scorekeeper.cards import JOKER, STRAINS, TRUMPS
from scorekeeper.engine import SUITS, Pad, Seat, Suit, next_seat, phrase, say
from scorekeeper.games.euchre.scoring import Euchre, House
from scorekeeper.referee import (
    MAY_PASS,
    NO_TRUMP,
    PASS,
    PASSED_OUT,
    PASSING,
    TRUMP,
    Bidding,
    Calls,
    Context,
    Ranking,
    Ruling,
    ToCall,
    after_dealer,
    choice,
    pack,
    ranked,
    with_bowers,
)

TURNED: Final = choice("turned", SUITS, "Turned up", "Say which suit was turned up.", Suit)
SHORT: Final = "AKQJT987"
PACKS: Final = {32: frozenset(pack(SHORT)), 24: frozenset(pack(SHORT[:6]))}
WITH_JOKER: Final = (*pack(SHORT), JOKER)
BENNY: Final = (JOKER, (phrase("The {card} is the highest trump of all."), "joker"))
BY_ITSELF: Final = (JOKER, (phrase("The {card} beats every other card."), "joker"))
TRUMP_CALLED: Final = msgspec.structs.replace(
    TRUMP, left_out=lambda house, players: () if house["no_trump"] else (NO_TRUMP,)
)


def pack_of(context: Context) -> frozenset[str]:
    """Return the cards that the table plays with."""
    cards = PACKS[context["deck"]]
    return cards | {JOKER} if context["joker"] else cards


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the right and the left bower above all other trumps, and a joker above them; in no
    trump it beats everything by itself."""
    trump = context.need("trump") if plays else NO_TRUMP
    if not context["joker"]:
        return with_bowers(pack(SHORT), SHORT, trump)
    if trump == NO_TRUMP:
        return ranked(WITH_JOKER, SHORT, TRUMPS, (BY_ITSELF,))
    return with_bowers(WITH_JOKER, SHORT, trump, BENNY)


def opening(pad: Pad[House], deal: Euchre) -> Iterator[tuple[str, Any]]:
    """The dealer's left leads, or the next seat that plays, where players sit out."""
    leader = next_seat(pad, pad.upcoming["dealer"])
    yield "leader", leader
    if deal.trump:
        yield "trump", deal.trump
    alone = [deal.maker] if deal.alone else []
    if deal.defend_alone is not None:
        alone.append(deal.defend_alone)
    out = [(seat + 2) % 4 for seat in alone]
    if out:
        yield "seats_out", out
    # the source: if the player at the dealer's left sits out, the dealer's partner leads
    if leader in out:
        yield "leader", next(seat for seat in after_dealer(leader) if seat not in out)


def calls(context: Context) -> Sequence[Calls]:
    """Return all calls of this table."""
    passing, suits, alone = CALLS
    if context["no_trump"]:
        suits = {**suits, NO_TRUMP: say("{suit}", suit=Suit(NO_TRUMP))}
    if context["defend_alone"] != "off":
        alone = {**alone, "defend_alone": say("defend alone")}
    return passing, suits, alone


# --- the bidding --------------------------------------------------------------------------------


def auction(context: Context, dealer: int) -> Bidding:
    """Offer the turned suit once round the table, then the other suits; then ask whether the maker
    plays alone, and where that is played, an opponent."""
    seats = after_dealer(dealer)
    on_order = ON_ORDER_OR_NONE if context["no_trump"] else ON_ORDER
    maker = yield from first(seats, lambda seat: ToCall(seat, FIRST_ROUND, on_order.get))
    must_be_alone = False
    if maker:
        trump = context.need("turned")
        must_be_alone = context["canadian_loner"] and maker[0] == (dealer + 2) % 4
    else:
        stuck = dealer if context["stick_the_dealer"] else None
        turned, strains = context.need("turned"), STRAINS if context["no_trump"] else SUITS
        maker = yield from first(
            seats, lambda seat: second_round(turned, strains, seat, seat == stuck)
        )
        if not maker:
            return PASSED_OUT
        trump = maker[1]
    alone = ALONE_OR_NOT[(yield alone_or_not(maker[0], must_be_alone))]
    contract = {"maker": maker[0], "alone": alone, "trump": trump}
    played = context["defend_alone"]
    if played == "off":
        return contract
    defender = None
    if alone or played == "any":
        opponents = [(maker[0] + step) % 4 for step in (1, 3)]
        defender = yield from first(opponents, defence)
    return {**contract, "defend_alone": defender[0] if defender else None}


def first(
    seats: Sequence[int], turn: Callable[[int], ToCall]
) -> Generator[ToCall, str, tuple[int, str] | None]:
    """Return the first seat that does not pass, and its call; None if everybody passes."""
    for seat in seats:
        call = yield turn(seat)
        if call != PASS:
            return seat, call
    return None


FIRST_ROUND: Final = (PASS, "order")
ALONE_OR_NOT: Final = {"alone": True, "with_partner": False}
CALLS: Final = (
    {**PASSING, "order": say("order up")},
    {suit: say("{suit}", suit=Suit(suit)) for suit in SUITS},
    {"alone": say("alone"), "with_partner": say("with the partner")},
)
ALSO_CALLED: Final = {
    **dict.fromkeys(("orderup", "orderitup", "pickitup", "pickup", "assist", "take"), ("order",)),
    **dict.fromkeys(("notrump", "notrumps", "sansatout"), (NO_TRUMP,)),
    **dict.fromkeys(("goingalone", "goalone", "loner", "lone", "solo"), ("alone",)),
}
"""What players call calls besides."""
NOT_YET: Final = say(
    "A suit can be named only after all have passed. To take the one turned up, order it up."
)
ON_ORDER: Final = {
    PASS: Ruling(MAY_PASS, "order"),
    "order": Ruling(say("The suit turned up may be made trumps."), "order"),
    **dict.fromkeys(SUITS, Ruling(NOT_YET, "name-trumps")),
}
ON_ORDER_OR_NONE: Final = {**ON_ORDER, NO_TRUMP: Ruling(NOT_YET, "name-trumps")}
ON_ALONE: Final = {
    call: Ruling(say("The maker plays alone or with the partner."), "alone")
    for call in ALONE_OR_NOT
}
ON_CANADIAN: Final = dict.fromkeys(
    ALONE_OR_NOT,
    Ruling(say("The dealer's partner who orders up plays alone."), "canadian-loner"),
)
ON_DEFENCE: Final = {
    PASS: Ruling(MAY_PASS, "defending-alone"),
    "defend_alone": Ruling(say("An opponent of the makers may defend alone."), "defending-alone"),
}


@cache
def defence(seat: int) -> ToCall:
    """Ask an opponent of the makers whether to defend alone."""
    return ToCall(seat, (PASS, "defend_alone"), ON_DEFENCE.get)


@cache
def alone_or_not(seat: int, must: bool) -> ToCall:
    """Ask the maker whether to play alone; the dealer's partner `must`, by the Canadian rule."""
    if must:
        return ToCall(seat, ("alone",), ON_CANADIAN.get)
    return ToCall(seat, tuple(ALONE_OR_NOT), ON_ALONE.get)


@cache
def second_round(turned: str, strains: tuple[str, ...], seat: int, stuck: bool) -> ToCall:
    """Ask a seat for one of the other `strains`, or a pass; a dealer who is `stuck` may not
    pass."""
    suits = tuple(suit for suit in strains if suit != turned)
    reasons = {suit: say("Any suit but the one turned down may be named.") for suit in suits}
    reasons[turned] = say("{suit} were turned down and cannot be named.", suit=Suit(turned))
    if NO_TRUMP in strains:
        reasons[NO_TRUMP] = say("No trump may be called like a suit.")
    reasons["order"] = say("The suit was turned down; only another can be made trumps.")
    rulings = {call: Ruling(text, "name-trumps") for call, text in reasons.items()}
    must = say("{seat} as dealer must name trumps.", seat=Seat(seat))
    rulings[PASS] = Ruling(must if stuck else MAY_PASS, "passed-out")
    return ToCall(seat, suits if stuck else (PASS, *suits), rulings.get)
