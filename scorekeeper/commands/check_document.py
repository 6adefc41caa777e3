"""What `check-game` says of a game that is a document: its faults, or that its worked deals hold
and random games of it add up; its identity, its weight, the length of its link."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper.commands.command import refusing
from scorekeeper.engine.game import Game
from scorekeeper.game_checks.check import NAMES
from scorekeeper.game_checks.drawing import sheet
from scorekeeper.own import DocumentRefused, canonical, game_of, read_document
from scorekeeper.own.sharing import packed
from scorekeeper.sentences import Voice, tell
from scorekeeper.sheet import score, score_example, sums_of
from scorekeeper.sheet.documents import FORMAT, Document, errors_of, game_in_sheet

FAILED, REFUSED = 1, 2
DEALS = 12
"""The most that a random game has."""


def check_document(file: Path, rounds: int) -> int:
    """Check the document in a file, with so many random games; 2 where it breaks a rule of the
    format, 1 where a worked deal does not hold or a random game does not add up."""
    with refusing(file):
        document = json.loads(file.read_bytes())
    try:
        parts = read_document(document)
    except DocumentRefused as refused:
        for fault in errors_of(refused.faults, Voice()):
            print(f"{fault['at']}: {fault['message']}" if fault["at"] else fault["message"])
        return REFUSED
    game = game_of(document)
    found = [*not_as_worked(game, document), *not_adding_up(game, [*parts.sides], rounds)]
    print(f"{game.name} ({sha256(canonical(document)).hexdigest()})")
    examples = len(document.get("examples", ()))
    print(tell("{n} worked {n:deal|deals}, {m} random games.", n=examples, m=rounds))
    length = len(packed(document))
    print(tell("Weight {weight}; {length} letters in a link.", weight=parts.weight, length=length))
    print(*found, sep="\n", end="\n" if found else "")
    return FAILED if found else 0


def not_as_worked(game: Game, document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the worked deals, of which there must be one."""
    examples = document.get("examples", ())
    if not examples:
        yield tell("There is no worked deal.")
    for number, one in enumerate(examples, 1):
        result = score_example(game, one)
        if "errors" in result:
            wrong = result["errors"][0]
            yield tell("Worked deal {n}: {message}", n=number, message=wrong["message"])
            continue
        if not result["entries"]:
            message = tell("There is no worked deal.")
            yield tell("Worked deal {n}: {message}", n=number, message=message)
            continue
        for key, sums in sums_of(result).items():
            if one.get(key, sums) != sums:
                texts = {"given": _numbers(one[key]), "found": _numbers(sums)}
                yield tell("Worked deal {n}: {found}, not {given}.", n=number, **texts)


def _numbers(points: Any) -> str:
    return ", ".join(map(str, points))


def not_adding_up(game: Game, counts: Sequence[int], rounds: int) -> Iterator[str]:
    """Yield what is wrong with random games of these numbers of players: an entry refused, lines
    that are not the points, another result when it is scored again."""
    random = Random(game.name)

    def begin(random: Random, game: Game) -> Document:
        players = [*NAMES[: random.choice(counts)]]
        return {"format": FORMAT, **game_in_sheet(game), "players": players, "entries": []}

    for _ in range(rounds):
        drawn = sheet(random, game, DEALS, begin=begin)
        result = score(drawn)
        if "errors" in result or result != score(drawn):
            yield json.dumps(drawn["entries"])
            continue
        for entry in result["entries"]:
            sums = [0] * len(entry["scores"])
            for line in entry["lines"]:
                sums[line["side"]] += line["points"]
            if sums != [*entry["scores"]]:
                yield json.dumps(drawn["entries"])
