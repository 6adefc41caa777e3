"""Trex, the referee: the pick, the leads, and how cards are built; games.md, trex 6."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import RANKS, SUITS, Card, Pad, called, declaring, say
from scorekeeper.games.trex.scoring import GAMES, SEATS, AnyGame, House, ask_game
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
    unless_nothing_else,
)

CONTRACT: Final = choice("contract", GAMES, "Game")


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Never trumps."""
    return ranked(STANDARD)


def opening(pad: Pad[House], deal: AnyGame) -> Iterator[tuple[str, Any]]:
    """The owner of the kingdom leads; the game that was picked."""
    yield "leader", pad.upcoming["owner"]
    yield "contract", deal.game


# --- the pick -----------------------------------------------------------------------------------

LEFT: Final = several("contracts_left", GAMES, "Games left", all_of_them=True)


def auction(context: Context, dealer: int) -> Bidding:
    """The owner, who deals, picks one of the games that are left."""
    left = tuple(game for game in GAMES if game in context["contracts_left"])
    question = ask_game(dealer, left, context["diamond_points"])
    why = say("It has not been chosen in this kingdom.")
    picked = yield declaring(dealer, question, "choosing", why)
    return {"contract": picked, "owner": dealer}


def calls(context: Context) -> Sequence[Calls]:
    """The games of a kingdom."""
    return (called(ask_game(SEATS[0], GAMES, context["diamond_points"])),)


# --- tricks -------------------------------------------------------------------------------------


def may_play(turn: ToPlay) -> Allowed | None:
    """In the king no heart is led from a hand that holds anything else."""
    context = turn.context
    if turn.led is not None or context["contract"] != "king" or not context["heart_lead_ban"]:
        return None
    return unless_nothing_else(turn, turn.of("H"), NO_HEART, ONLY_HEARTS)


NO_HEART: Final = Ruling(say("No heart may be led."), "heart-lead")
ONLY_HEARTS: Final = Ruling(say("The hand is nothing but hearts: one may be led."), "heart-lead")


# --- building in trex ---------------------------------------------------------------------------

START: Final = "J"
Built = Mapping[str, Sequence[str]]
"""The lowest and the highest rank on the table, by suit."""


def building(
    context: Context, plays: Sequence[str], hand: Sequence[str] | None
) -> TrickVerdict | None:
    """In the game of trex cards are built on the jacks, not played to tricks."""
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
NOTHING_FITS: Final = Ruling(say("No card of the hand fits: the player passes."), "building")


def fitting(built: Built) -> set[str]:
    """The cards that can be laid next."""
    return {rank + suit for suit in SUITS for rank in next_ranks(built.get(suit))}


def next_ranks(span: Sequence[str] | None) -> list[str]:
    """The ranks below and above those of a suit on the table; the jack if there are none."""
    if span is None:
        return [START]
    low, high = map(RANKS.index, span)
    return [RANKS[at] for at in (low - 1, high + 1) if 0 <= at < len(RANKS)]


def with_card(built: Built, card: str) -> Built:
    """What is on the table once a card is laid that fits."""
    rank, suit = card[0], card[1]
    ranks = (rank, *built.get(suit, ()))
    return {**built, suit: (min(ranks, key=RANKS.index), max(ranks, key=RANKS.index))}


def is_built(value: Any, players: int) -> bool:
    """Whether a context's value is a `Built`, as JSON has it."""
    return type(value) is dict and all(
        suit in SUITS and is_span(span) for suit, span in value.items()
    )


def is_span(span: Any) -> bool:
    """Two ranks, the lower first, with the jack between them or one of them."""
    if type(span) is not list or len(span) != 2:
        return False
    if not all(type(rank) is str and len(rank) == 1 and rank in RANKS for rank in span):
        return False
    low, high = map(RANKS.index, span)
    return low <= RANKS.index(START) <= high


def lying(built: Built | None) -> tuple[str, ...]:
    """The cards on the table."""
    ends = ((suit, map(RANKS.index, span)) for suit, span in (built or {}).items())
    return tuple(RANKS[at] + suit for suit, (low, high) in ends for at in range(low, high + 1))


def spans(cards: Sequence[str]) -> Built | None:
    """What is built where these cards are on the table: from the jack to each of them."""
    built: dict[str, list[str]] = {}
    for card in cards:
        rank, suit = card[0], card[1]
        ranks = {START, rank, *built.get(suit, ())}
        built[suit] = [min(ranks, key=RANKS.index), max(ranks, key=RANKS.index)]
    return built or None


BUILT: Final = ContextKey(
    "built",
    is_built,
    "`built` gives the lowest and the highest rank on the table by suit, with the jack in between.",
    say("On the table"),
    cards=OnCards(lying, spans),
)
