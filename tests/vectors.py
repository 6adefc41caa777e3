"""Score sheets with expected scores: finding them, and comparing what is stated."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "vectors"
GAMES = Path(__file__).parent.parent / "scorekeeper" / "games"


@cache
def load() -> list[dict[str, Any]]:
    """Every vector of the tests and of the games' folders."""
    files = sorted([*FOLDER.glob("*/*.json"), *GAMES.glob("*/vectors.json")])
    assert files, "no vectors found"
    return [vector for file in files for vector in json.loads(file.read_text())]


def compare(expect: dict[str, Any], document: dict[str, Any], cut: dict[str, Any]) -> list[str]:
    """What differs between the expected and the scored sheet.

    `cut` is the result of a refused sheet up to its faulty entry (else the document itself).
    """
    if expect["valid"] == ("errors" in document):
        return [f"valid is {expect['valid']}, but: {document.get('errors')}"]
    wrong = _errors(expect, document) if "errors" in document else _end(expect, document)
    for number, (want, got) in enumerate(
        zip(expect.get("entries", []), cut["entries"], strict=False)
    ):
        wrong += [f"entry {number}: {text}" for text in _entry(want, got)]
    if len(expect.get("entries", [])) not in (0, len(cut["entries"])):
        wrong.append(f"{len(cut['entries'])} entries were scored")
    return wrong


def _errors(expect: dict[str, Any], document: dict[str, Any]) -> list[str]:
    wrong = []
    errors = document["errors"]
    if not str(errors[0]["at"]).startswith(expect.get("error_in", "")):
        wrong.append(f"the error stands at {errors[0]['at']}")
    if "errors" in expect:
        said = [(error["at"], error["message"]) for error in errors]
        want = [(error["at"], error.get("message")) for error in expect["errors"]]
        if {at for at, _ in want} != {at for at, _ in said}:
            wrong.append(f"errors {errors}")
        wrong += [
            f"at {at}: {message!r} is not said but {errors}"
            for at, message in want
            if message is not None and (at, message) not in said
        ]
    return wrong


def _end(expect: dict[str, Any], document: dict[str, Any]) -> list[str]:
    outcome = document["outcome"] or {"winners": [], "drawn": False, "rule": None}
    found = {
        "finished": document["finished"],
        "winners": outcome["winners"],
        "drawn": outcome["drawn"],
        "outcome_rule": outcome["rule"],
        "sides": document["sides"],
    }
    wrong = [
        f"{k}: {v}, not {expect[k]}" for k, v in found.items() if k in expect and v != expect[k]
    ]
    if "next" in expect:
        wrong += _differences(expect["next"], document["next"], "next")
    return wrong


def _entry(want: dict[str, Any], got: dict[str, Any]) -> list[str]:
    wrong = []
    for key, value in want.items():
        if key == "lines":
            lines = Counter(
                tuple(line[k] for k in ("side", "points", "rule", "column") if k in line)
                for line in got["lines"]
            )
            wanted = Counter(map(tuple, value))
            if lines != wanted:
                wrong.append(f"lines {sorted(lines)}, not {sorted(wanted)}")
        else:
            wrong += _differences(value, got.get(key), key)
    return wrong


def _differences(want: Any, got: Any, name: str) -> list[str]:
    if isinstance(want, dict) and isinstance(got, dict):
        return [w for k, v in want.items() for w in _differences(v, got.get(k), f"{name}.{k}")]
    return [] if want == got else [f"{name}: {got}, not {want}"]
