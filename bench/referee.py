"""The referee: questions about tricks and auctions, one a line through the command line."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from bench.rows import Row, processor_time
from scorekeeper import questions
from scorekeeper.cards import JOKER, RANKS, STRAINS, SUITS
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.sheet.documents import Document

TRICKS: Final = 200_000
AUCTIONS: Final = 40_000
CARDS: Final = [*(rank + suit for suit in SUITS for rank in RANKS), JOKER]
SAID: Final[Mapping[str, Sequence[Any]]] = {
    "trump": STRAINS,
    "direction": ("uptown", "downtown"),
    "named_suit": SUITS,
    "broken": (False, True),
    "revealed": (False, True),
    "declarer": range(4),
    "leader": range(4),
    "turned": SUITS,
    "hand_size": (5,),
}
"""What is said of a deal, where the game's referee wants to know it."""


def rows() -> Iterator[Row]:
    """Every figure of the referee."""
    yield _row("trick", "trick questions", [*_tricks(Random(1))], 100_000)
    yield _row("call", "auctions judged", [*_auctions(Random(2))], 20_000)


def _row(command: str, what: str, documents: list[Document], goal: int) -> Row:
    text = msgspec.json.Encoder().encode_lines(documents)
    rate = len(documents) / processor_time([command, "--jsonl"], text)
    name = f"{command} --jsonl, {len(documents):,} {what}, whole process"
    return Row(name, f"{rate:,.0f} /s", f">= {goal:,} /s", rate >= goal)


def _context(random: Random, game: Game) -> Document:
    parts = [part for part in (game.play, game.auction) if part]
    names = ["leader", *(key.name for part in parts for key in part.keys)]
    return {name: random.choice(SAID[name]) for name in names if name in SAID}


def _tricks(random: Random) -> Iterator[Document]:
    """Cards as they lie on the table in turn, and the hand of who plays next."""
    playing = [game for game in games().values() if game.play]
    made = 0
    while made < TRICKS:
        game = random.choice(playing)
        question = {"game": game.slug, "context": _context(random, game)}
        barred = {e["at"] for e in questions.trick({**question, "hand": CARDS}).get("errors", ())}
        pack = [card for n, card in enumerate(CARDS) if f"hand[{n}]" not in barred]
        for _ in range(20):
            played, held = random.randint(0, 4), random.randint(1, 5)
            cards = random.sample(pack, played + held)
            asked = {**question, "plays": cards[:played], "hand": cards[played:]}
            if "errors" not in questions.trick(asked):
                yield asked
                made += 1


def _auctions(random: Random) -> Iterator[Document]:
    """Auctions of every game to their end, in which players pass more often than not."""
    bidding = [game for game in games().values() if game.auction]
    for number in range(AUCTIONS):
        game = random.choice(bidding)
        question = {"game": game.slug, "dealer": number % 4, "context": _context(random, game)}
        calls: list[str] = []
        while legal := questions.call({**question, "calls": calls})["legal_calls"]:
            calls = [*calls, random.choice(legal[: random.choice((1, 1, 5, 99))])]
        yield {**question, "calls": calls}
