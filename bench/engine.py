"""The engine: one contract, a long sheet replayed, sheets by the line."""

from collections.abc import Iterator
from itertools import product, starmap
from typing import Any

import msgspec

from bench.rows import Row, best, processor_time
from scorekeeper.cards import STRAINS
from scorekeeper.games import games
from scorekeeper.games.bridge.deal import Contract
from scorekeeper.games.bridge.scoring import points_of
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay
from tests.games.drawn import of_length, played_out

DEALS = 200
LINES_OF_DEALS = 100_000


def rows() -> Iterator[Row]:
    """Every figure of the engine."""
    yield _contract()
    yield from _replays()
    yield _linear()
    yield _by_the_line()


def _contract() -> Row:
    called = starmap(Contract, product(range(1, 8), STRAINS, range(3)))
    deals = [
        (one, vulnerable, tricks - 6 - one.level)
        for one, vulnerable, tricks in product(called, (False, True), range(14))
    ]
    score = points_of

    def all_of_them() -> None:
        for deal in deals:
            score(*deal)

    def loop_alone() -> None:
        for _ in deals:
            pass

    each = (best(all_of_them, 20) - best(loop_alone, 20)) / len(deals)
    rate = 1 / each / 1e6
    return Row("score one bridge contract", f"{rate:.1f} M/s", ">= 3 M/s", rate >= 3)


def _fold() -> int:
    """Do the least that a replay must: add up two hundred pairs of numbers."""
    totals = [0, 0]
    for ours, theirs in [(30, 20)] * DEALS:
        totals[0] += ours
        totals[1] += theirs
    return totals[0]


def _replayer(documents: list[Document]) -> Any:
    heads = [(read_head(document), document["entries"]) for document in documents]

    def act() -> None:
        for head, entries in heads:
            replay(head, entries)

    return act


def _replays() -> Iterator[Row]:
    """Each game's turn comes again and again, so that a busy moment spoils none of them."""
    beside = f"plain fold {best(_fold, 50) * 1e3:.3f} ms"
    played = [_replayer(played_out(game, DEALS, 1)) for game in games().values()]
    rounds = [[best(act, 10) for act in played] for _ in range(5)]
    for game, *times in zip(games().values(), *rounds, strict=True):
        what, took = f"replay {DEALS} deals of {game.name}", min(times)
        yield Row(what, f"{took * 1e3:.2f} ms", "<= 2 ms", took <= 2e-3, beside)


def _linear() -> Row:
    """Ten times the deals of one sheet take ten times as long, not a hundred."""
    game = games()["tally"]
    few, many = (_replayer(of_length(game, n, 2)) for n in (DEALS, 10 * DEALS))
    rounds = [(best(few, 10), best(many, 10)) for _ in range(5)]  # in turns, as above
    times = min(long for _, long in rounds) / min(short for short, _ in rounds)
    return Row(f"{10 * DEALS} deals against {DEALS}", f"{times:.1f} x", "<= 11 x", times <= 11)


def _by_the_line() -> Row:
    rounds = LINES_OF_DEALS // 10 // len(games())
    documents = [
        document
        for seed in range(rounds)
        for game in games().values()
        for document in played_out(game, 10, seed)
    ]
    deals = sum(len(document["entries"]) for document in documents)
    text = msgspec.json.Encoder().encode_lines(documents)
    rate = deals / processor_time(["score", "--jsonl"], text)
    what = f"score --jsonl, {deals} deals, whole process"
    return Row(what, f"{rate:,.0f} /s", ">= 50,000 /s", rate >= 50_000)
