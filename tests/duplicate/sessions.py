"""Sessions for the tests: those that were published, and random ones of every kind."""

import json
import os
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

HERE: Final = Path(__file__).parent
PUBLISHED: Final = sorted((HERE / "published").glob("*.json"))
OTHERS: Final = Path(
    os.environ.get("DUPLICATE_PROOF", HERE.parents[2] / "shared" / "proof" / "duplicate")
)
"""Files that other programs wrote, which stand beside the project."""

Document = dict[str, Any]


def other_programs_file(name: str) -> bytes:
    """A file that another program wrote."""
    file = OTHERS / name
    if not file.is_file():
        pytest.skip(f"{file} is not there; DUPLICATE_PROOF names the folder of such files")
    return file.read_bytes()


def published(file: Path) -> Document:
    """A published session with what it came to."""
    found: Document = json.loads(file.read_text(encoding="utf-8"))
    return found


def session(results: list[Document], **more: Any) -> Document:
    """A session of one board."""
    ids = dict.fromkeys(
        one
        for line in results
        for side in ("ns", "ew")
        for one in (line[side] if isinstance(line[side], list) else [line[side]])
    )
    return {
        "format": "scorekeeper-duplicate/1",
        "contestants": [{"id": one} for one in ids],
        "boards": [{"number": 1, "results": results}],
        **more,
    }


def lines(*scores: Any) -> list[Document]:
    """Lines of one board: 1 against 2, 3 against 4, and so on; a number is a score."""
    return [
        {
            "ns": str(2 * place + 1),
            "ew": str(2 * place + 2),
            **(one if isinstance(one, dict) else {"score": one}),
        }
        for place, one in enumerate(scores)
    ]


SCORES: Final = (-800, -620, -430, -140, -110, -50, 0, 50, 90, 110, 140, 170, 400, 420, 430, 620)
ODD: Final = (
    "{}",
    "{}NS",
    'Team "{}"',
    "TEAM {}",
    "{}+",
    "-{}",
    "{{{}",
    "%{}; x",
    "Ää & <{}>",
    "\\{}\\",
)
"""Ids that a file might take for something else."""
CODES: Final = ("A+", "A", "A-")
METHODS: Final = ("matchpoints", "cross-imps", "butler", "total-points")


def random_session(seed: int) -> Document:
    """A random session with lines of every kind, of pairs, single players or teams."""
    random = Random(seed)
    kind = random.choice(("pairs", "pairs", "pairs", "individual", "teams"))
    tables, boards = random.randint(2, 7), random.randint(1, 6)
    if kind == "teams":
        return _random_match(random, boards)
    method = random.choice(METHODS)
    a_table = 4 if kind == "individual" else 2
    odd = random.choice(ODD)
    ids = [odd.format(n + 1) for n in range(tables * a_table)]
    scoring: Document = {"method": method, "winners": 1}
    if method == "matchpoints":
        scoring["per_win"] = random.choice((1, 2))
        if random.random() < 0.3:
            scoring["round_lines"] = 1
        if random.random() < 0.3:
            scoring["expected"] = tables + random.randint(0, 2)
    if method == "cross-imps":
        scoring["cross_imps"] = random.choice(("mean", "sum"))
    there = []
    for number in range(1, boards + 1):
        random.shuffle(ids)
        results = []
        for table in range(tables):
            sitting = ids[table * a_table : (table + 1) * a_table]
            half = a_table // 2
            ns, ew = sitting[:half], sitting[half:]
            seats = {"ns": ns, "ew": ew} if half > 1 else {"ns": ns[0], "ew": ew[0]}
            results.append({**seats, **random_outcome(random, method)})
        there.append({"number": number, "results": results})
    return {
        "format": "scorekeeper-duplicate/1",
        "event": {"name": 'Tuesday <pairs> & "more"', "date": "2026-11-24", "club": "Mill Lane"},
        "kind": kind,
        "scoring": scoring,
        "contestants": [{"id": one, "names": [f"Ann {one}", "B; C"]} for one in sorted(ids)],
        "boards": there,
        "adjustments": [{"contestant": ids[0], "points": -2, "reason": "slow play"}],
    }


def _random_match(random: Random, boards: int) -> Document:
    """A random match or two of teams."""
    method = random.choice(("imps", "board-a-match"))
    odd = random.choice(ODD)
    teams = [odd.format(n + 1) for n in range(2 * random.randint(1, 3))]
    there = []
    for number in range(1, boards + 1):
        results = []
        for table in range(0, len(teams), 2):
            one, other = teams[table : table + 2]
            for ns, ew, room in ((one, other, "open"), (other, one, "closed")):
                seats = {"ns": ns, "ew": ew, "room": room, "round": 1}
                results.append({**seats, **_random_real(random)})
        there.append({"number": number, "results": results})
    return {
        "format": "scorekeeper-duplicate/1",
        "kind": "teams",
        "scoring": {"method": method},
        "contestants": [{"id": one, "names": [f"Team {one}"]} for one in teams],
        "boards": there,
    }


def _random_real(random: Random) -> Document:
    """A contract or a score."""
    if random.random() < 0.5:
        return {"score": random.choice(SCORES)}
    if random.random() < 0.1:
        return {"contract": "pass"}
    level, strain = random.randint(1, 7), random.choice(("C", "D", "H", "S", "NT"))
    found = {
        "contract": f"{level}{strain}{random.choice(('', '', 'X', 'XX'))}",
        "declarer": random.choice("NESW"),
        "tricks": random.randint(5, 13),
    }
    return {**found, "lead": "KH"} if random.random() < 0.3 else found


def _weighted(random: Random) -> list[Document]:
    weight = random.choice((20, 25, 33.5, 60))
    one, other = random.sample(SCORES, 2)
    return [{"weight": weight, "score": one}, {"weight": 100 - weight, "score": other}]


def random_outcome(random: Random, method: str) -> Document:
    """What may happen at a table."""
    draw = random.random()
    if draw < 0.8:
        found = _random_real(random)
        return {**found, "group": "b"} if random.random() < 0.1 else found
    if draw < 0.87:
        number = random.choice((35, 55.5)) if method == "matchpoints" else random.choice((3, -1.5))
        return {
            "artificial": {
                "ns": random.choice((*CODES, number)),
                "ew": random.choice((*CODES, number)),
            }
        }
    if draw < 0.92:
        return {"weighted": _weighted(random)}
    if draw < 0.97:
        halves = (
            {"score": random.choice(SCORES)},
            {"artificial": "A-"},
            {"weighted": _weighted(random)},
        )
        ns, ew = deepcopy(random.choice(halves)), deepcopy(random.choice(halves))
        return {"split": {"ns": ns, "ew": ew}}
    return {"not_played": True}


def mirrored(given: Document) -> Document:
    """The session with the sides exchanged."""
    found = deepcopy(given)
    for board in found["boards"]:
        board["vulnerable"] = "None"
        for line in board["results"]:
            line["ns"], line["ew"] = line["ew"], line["ns"]
            _mirror(line)
    return found


def _mirror(outcome: Document) -> None:
    if "score" in outcome:
        outcome["score"] = -outcome["score"]
    if "declarer" in outcome:
        outcome["declarer"] = "ESWN"["NESW".index(outcome["declarer"])]
    for one in outcome.get("weighted", ()):
        _mirror(one)
    if isinstance(outcome.get("artificial"), dict):
        halves = outcome["artificial"]
        halves["ns"], halves["ew"] = halves["ew"], halves["ns"]
    if "split" in outcome:
        halves = outcome["split"]
        halves["ns"], halves["ew"] = halves["ew"], halves["ns"]
        for half in halves.values():
            _mirror(half)
