"""What formulas come to in a player's words, where they are such as the editor writes; else as they
are, in the signs of print."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from scorekeeper.sentences import Message, phrase, tell

_NAME: Final = r"[a-z][a-z0-9_]*"
_EACH: Final = re.compile(rf"(?:(-?[0-9]+|{_NAME}) \* )?(-?)({_NAME})")
_ENDS: Final[Mapping[str, Message]] = {
    rf"max\(all\(total\)\) (?:>=|≥) (-?[0-9]+|{_NAME})": phrase("Someone reaches {points}"),
    rf"min\(all\(total\)\) (?:<=|≤) (-?[0-9]+|{_NAME})": phrase("Someone falls to {points}"),
    rf"max\(all\((?P<what>{_NAME})\)\) (?:>=|≥) (?P<points>-?[0-9]+|{_NAME})": phrase(
        "Someone’s “{what}” reaches {points}"
    ),
    rf"count\(all\(total > (-?[0-9]+|{_NAME})\)\) <= 1": phrase(
        "Only one has more than {points} {n:point|points}"
    ),
    rf"count\(all\((?P<what>{_NAME}) > (?P<points>-?[0-9]+|{_NAME})\)\) <= 1": phrase(
        "Only one has more than {points} at “{what}”"
    ),
    r"deal (?:>=|≥) ([0-9]+)": phrase("After {points} {n:deal|deals}"),
    rf"deal (?:>=|≥) ({_NAME})": phrase("After as many deals as {points} says"),
}


_NAMED: Final[Mapping[str, tuple[str, Message, Message, Message]]] = {
    "seat": (
        "me",
        phrase("For the player named at “{what}”"),
        phrase("If a player is named at “{what}”, for each of the others"),
        phrase("For every player not named at “{what}”"),
    ),
    "side": (
        "us",
        phrase("For the side named at “{what}”"),
        phrase("If a side is named at “{what}”, for each of the others"),
        phrase("For every side not named at “{what}”"),
    ),
}
"""Who is asked whether it was they who were named, and what is said of them, of the others, and of
all who were not, as where nobody was."""


def rest_of(field: Mapping[str, Any]) -> str:
    """Return the condition of those who were not named where somebody was."""
    name, one = field["name"], "us" if field["kind"] == "side" else "me"
    return f"{name} != nobody and {one} != {name}" if "none" in field else f"{one} != {name}"


def signs(formula: object) -> str:
    """Return a formula with the signs of print."""
    if isinstance(formula, bool):
        return tell("yes") if formula else tell("no")
    text = str(formula).replace("*", "×").replace("/", "÷").replace("-", "−")  # noqa: RUF001
    return text.replace("!=", "≠").replace("<=", "≤").replace(">=", "≥")


def conditions(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a line can be bound to without a formula of one's own: a formula, and its words,
    which fit any label that somebody may have typed."""
    for field in document["fields"]:
        name, label, kind = field["name"], field["label"], field["kind"]
        if kind == "yesno":
            yield name, _answered(field, "yes", tell("If “{what}” is yes", what=label))
            yield f"not {name}", _answered(field, "no", tell("If “{what}” is no", what=label))
        elif kind in _NAMED:
            one, named, others, not_named = _NAMED[kind]
            yield f"{one} = {name}", tell(named, what=label)
            if "none" in field:  # of a moon that nobody shot, all the others were paid for it
                yield rest_of(field), tell(others, what=label)
            yield f"{one} != {name}", tell(not_named, what=label)
        elif kind == "number" and field["of"] != "deal":
            yield f"{name} = 0", tell("If “{what}” is 0", what=label)
            yield f"{name} > 0", tell("If “{what}” is more than 0", what=label)
            lowest = f"min(all({name}))"
            yield f"{name} = {lowest}", tell("If “{what}” is the lowest", what=label)
            yield f"{name} > {lowest}", tell("If “{what}” is not the lowest", what=label)
            yield f"{name} = max(all({name}))", tell("If “{what}” is the highest", what=label)
    yield "me = dealer", tell("For the dealer")
    yield "me != dealer", tell("For every player but the dealer")


def _answered(field: Mapping[str, Any], key: str, usual: str) -> str:
    """Return the condition that a yes or a no was answered, by the label that its key has."""
    if key not in field:
        return usual
    return tell("If “{what}” is “{answer}”", what=field["label"], answer=field[key])


_OF_ONE: Final = ("me ", "us ")


def condition_in_words(document: Mapping[str, Any], formula: str) -> str:
    """Return a condition as it begins a sentence."""
    known = dict(conditions(document))
    # for whom before when, as a sentence has it
    first, second = sorted(both(document, formula), key=lambda one: not one.startswith(_OF_ONE))
    if first and second:
        other = known[second][:1].lower() + known[second][1:]
        return tell("{condition}, and {other}", condition=known[first], other=other)
    return known.get(formula) or tell("If {formula}", formula=signs(formula))


def both(document: Mapping[str, Any], formula: str) -> tuple[str, str]:
    """Return the two conditions that have to hold together; the second is empty for a single
    one, or where a formula says it."""
    known = dict(conditions(document))
    for first in known if formula not in known else ():
        second = formula.removeprefix(f"{first} and ")
        if second != formula and second in known:
            return first, second
    return formula, ""


def line_in_words(document: Mapping[str, Any], line: Mapping[str, Any]) -> str:
    """Return what a line is worth, and to whom or when."""
    points = line["points"]
    said = (_table if isinstance(points, dict) else _points)(document, points)
    if "if" in line:
        template: Message = "{condition}: {points}"
        if line.get("otherwise"):
            template = "{condition}, where the line above does not apply: {points}"
        return tell(template, condition=condition_in_words(document, line["if"]), points=said)
    return tell("Otherwise: {points}", points=said) if line.get("otherwise") else said


def _points(document: Mapping[str, Any], points: Any) -> str:
    """Return what points come to: a number, or so many for each of something that is written
    down."""
    found = _EACH.fullmatch(str(points))
    labels = {one["name"]: one["label"] for one in document["fields"] if one["kind"] == "number"}
    if type(points) is str and found and found[3] in labels and not (found[1] and found[2]):
        what, worth = labels[found[3]], found[1] or f"{found[2]}1"
        each: Message = "{points} {n:point|points} for each of “{what}”"
        return tell(each, what=what, **_number(document, worth))
    return tell("{points} {n:point|points}", **_number(document, str(points)))


def _table(document: Mapping[str, Any], table: Any) -> str:
    """Return by what the rows of a table are chosen, and what each is worth."""
    sections = (document.get(one, ()) for one in ("fields", "values", "carries", "options"))
    by = next((one for one in chain(*sections) if one["name"] == table["by"]), None)
    keys: dict[Any, str] = dict(by.get("values", ())) if by else {}
    called = f"“{by['label']}”" if by else signs(table["by"])
    row: Message = "{points} for {value}" if "rows" in table else "{points} from {value} on"
    worths = [
        tell(row, points=_number(document, worth)["points"], value=keys.get(key) or signs(key))
        for key, worth in table.get("rows") or table["from"]
    ]
    if "else" in table:
        otherwise = _number(document, table["else"])["points"]
        worths.append(tell("{points} otherwise", points=otherwise))
    return tell("By {what}: {worths}", what=called, worths=", ".join(worths))


def end_in_words(document: Mapping[str, Any], when: str) -> str:
    """Return when a game is over."""
    for form, words in _ENDS.items():
        if found := re.fullmatch(form, when):
            named = found.groupdict()
            what = _label_of(document, named.get("what", ""))
            return tell(words, what=what, **_number(document, named.get("points", found[1])))
    return signs(when)


def _label_of(document: Mapping[str, Any], name: str) -> str:
    carries = document.get("carries", ())
    return next((one["label"] for one in carries if one["name"] == name), name)


def _number(document: Mapping[str, Any], given: object) -> dict[str, Any]:
    """Return a number for a sentence: `points` as it is printed, or in quotes the label of the
    house rule that it is, and `n`, which words agree with."""
    rules = {one["name"]: f"“{one['label']}”" for one in document.get("options", ())}
    text = str(given)
    number = abs(int(text)) if re.fullmatch("-?[0-9]+", text) else 2
    return {"points": rules.get(text) or signs(given), "n": number}
