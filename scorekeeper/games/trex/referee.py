"""Trex, the referee: the pick, the leads, and how cards are built; rules.md#choosing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from scorekeeper.engine import Card, Pad, call_names, declaring, say
from scorekeeper.games.trex.deal import COMPLEX, GAMES, SEATS, AnyGame, House
from scorekeeper.games.trex.layout import Built, BuiltRows, fitting, lying, spans, with_card
from scorekeeper.games.trex.scoring import ask_game
from scorekeeper.referee import (
    STANDARD,
    Allowed,
    Bidding,
    Calls,
    Context,
    ContextKey,
    OnCards,
    QuestionRefused,
    Ranking,
    Ruling,
    ToPlay,
    TrickVerdict,
    choice,
    ranked,
    several,
    without_barred,
)


def not_here(house: Mapping[str, Any], players: int) -> set[str]:
    """Return the games of the other kind of kingdom."""
    return {*GAMES, *COMPLEX} - {*(COMPLEX if house["complex"] else GAMES)}


CONTRACT: Final = msgspec.structs.replace(
    choice("contract", GAMES, "Game", also=COMPLEX[:1]), left_out=not_here
)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the cards of each suit; nothing is ever trumps."""
    return ranked(STANDARD)


def opening(pad: Pad[House], deal: AnyGame) -> Iterator[tuple[str, Any]]:
    """The owner of the kingdom leads; the game that was picked."""
    yield "leader", pad.upcoming["owner"]
    yield "contract", deal.game


# --- the pick -----------------------------------------------------------------------------------

LEFT: Final = msgspec.structs.replace(
    several("contracts_left", GAMES, "Games left", all_of_them=True, also=COMPLEX[:1]),
    left_out=not_here,
)


def auction(context: Context, dealer: int) -> Bidding:
    """Ask the owner, who deals, for one of the games that are left."""
    kingdom = COMPLEX if context["complex"] else GAMES
    # games of another kingdom say nothing about this one
    left = tuple(game for game in kingdom if game in context["contracts_left"]) or kingdom
    question = ask_game(dealer, left, context["diamond_points"], context["complex"])
    why = say("Not yet chosen in this kingdom.")
    picked = yield declaring(dealer, question, "choosing", why)
    return {"contract": picked, "owner": dealer}


def calls(context: Context) -> Sequence[Calls]:
    """Return the games of a kingdom."""
    kingdom = COMPLEX if context["complex"] else GAMES
    question = ask_game(SEATS[0], kingdom, context["diamond_points"], context["complex"])
    return (call_names(question),)


# --- tricks -------------------------------------------------------------------------------------


def may_play(turn: ToPlay) -> Allowed | None:
    """Bar a heart from being led in the king, from a hand that holds anything else."""
    context = turn.context
    if turn.led is not None or context["contract"] != "king" or not context["heart_lead_ban"]:
        return None
    return without_barred(turn, turn.of("H"), NO_HEART, ONLY_HEARTS)


NO_HEART: Final = Ruling(say("No heart may be led."), "heart-lead")
ONLY_HEARTS: Final = Ruling(say("The hand is nothing but hearts: one may be led."), "heart-lead")


# --- building in trex ---------------------------------------------------------------------------


def building(
    context: Context, plays: Sequence[str], hand: Sequence[str] | None
) -> TrickVerdict | None:
    """Judge the game of trex, in which cards are built on the jacks and not played to tricks."""
    if context["contract"] != "trex":
        return None
    built: Built = context["built"] or {}
    for number, card in enumerate(plays):
        if card not in fitting(built):
            text = say("The {card} does not fit on the table.", card=Card(card))
            raise QuestionRefused([(("plays", number), text)])
        built = with_card(built, card)
    next_cards = fitting(built)
    legal = None if hand is None else [card for card in hand if card in next_cards]
    return TrickVerdict(None, NOTHING_FITS if legal == [] else FITS, legal)


FITS: Final = Ruling(
    say("A jack opens its suit; another card goes next to those of its suit on the table."),
    "building",
)
NOTHING_FITS: Final = Ruling(say("No card in the hand fits: the player passes."), "building")
ON_THE_TABLE: Final = BuiltRows(path=("context", "built"), label=say("On the table"))
BUILT: Final = ContextKey(
    "built",
    lambda players: ON_THE_TABLE,
    "`built` gives the lowest and the highest rank on the table by suit, with the jack in between.",
    cards=OnCards(lying, spans),
)
