"""What formulas come to in a player's words, where they are such as the editor writes; else as they
are, in the signs of print."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from scorekeeper.sentences import Message, all_of, phrase, tell

WHOM: Final[Mapping[str, Message]] = {
    "player": phrase("each player"),
    "side": phrase("each side"),
    "deal": phrase("once a deal"),
}
"""For whom something is written down or worked out, by its `of`."""
ONE_OF: Final[Mapping[str, Message]] = {
    "seat": phrase("one of the players"),
    "side": phrase("one of the sides"),
}
"""What is written down where it is somebody's name, by its kind."""

_NAME: Final = r"[a-z][a-z0-9_]*"
_PLACE: Final = re.compile(r"\{\w+(?::[^}|]*\|([^}]*))?\}")
_WORTH: Final = rf"(?:(-?[0-9]+|{_NAME}) \* )?(-?)"
_PLAIN: Final = rf"{_WORTH}({_NAME})"
_TERMS: Final[Mapping[str, Message]] = {
    _PLAIN: phrase("{points} {n:point|points} for each of “{what}”"),
    rf"{_WORTH}abs\(({_NAME}) - ({_NAME})\)": phrase(
        "{points} {n:point|points} for each one by which “{what}” and “{other}” differ"
    ),
    rf"{_WORTH}\(({_NAME}) - ({_NAME})\)": phrase(
        "{points} {n:point|points} for each one by which “{what}” is above “{other}”"
    ),
    rf"()()sum\(others\(({_NAME})\)\)": phrase("what the others have at “{what}”"),
}
"""What the editor adds up: its worth, whether that is below 0, and the names."""
_EVERY: Final = rf"{_WORTH}down\(\(({_NAME}) \+ .+\) / ([0-9]+|{_NAME})\)"
_SHARE: Final = rf"(?:if {_NAME} = nobody then 0 else )?if me = ({_NAME}) then players - 1 else -1"
_COMPARED: Final[Mapping[str, Message]] = {
    "=": phrase("If “{what}” and “{other}” are the same"),
    ">=": phrase("If “{what}” is at least “{other}”"),
    ">": phrase("If “{what}” is more than “{other}”"),
}
_NAMED: Final[Mapping[str, tuple[str, Message, Message, Message]]] = {
    "seat": (
        "me",
        phrase("For the player named at “{what}”"),
        phrase("For each of the others, if a player is named at “{what}”"),
        phrase("For every player not named at “{what}”"),
    ),
    "side": (
        "us",
        phrase("For the side named at “{what}”"),
        phrase("For each of the others, if a side is named at “{what}”"),
        phrase("For every side not named at “{what}”"),
    ),
}
"""Who is asked whether it was they who were named, and what is said of them, of the others, and of
all who were not, as where nobody was."""
_OF_ONE: Final = ("me ", "us ")
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


def worded(text: str) -> str:
    """Return the text of a line as a sentence with gaps for what it is filled with, in the form for
    many."""
    return _PLACE.sub(lambda place: place[1] or "…", text)


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


def condition_in_words(document: Mapping[str, Any], formula: str) -> str:
    """Return a condition as it begins a sentence."""
    known = dict(conditions(document))
    # for whom before when, as a sentence has it
    first, second = sorted(both(document, formula), key=lambda one: not one.startswith(_OF_ONE))
    if first and second:
        return f"{known[first]} · {known[second]}"
    said = known.get(formula) or _compared(document, formula)
    return said or tell("If {formula}", formula=signs(formula))


def _compared(document: Mapping[str, Any], formula: str) -> str:
    """Return how two that are written down or carried compare; nothing for other conditions."""
    labels = _labels(document)
    pair = re.fullmatch(rf"({_NAME}) (=|>=|>) ({_NAME})", formula)
    if pair and pair[1] in labels and pair[3] in labels:
        return tell(_COMPARED[pair[2]], what=labels[pair[1]], other=labels[pair[3]])
    bags = re.fullmatch(rf"({_NAME}) \+ .+ >= ([0-9]+|{_NAME})", formula)
    if bags and bags[1] in labels:
        said: Message = "If “{what}” and those of this deal come to {points} or more"
        return tell(said, what=labels[bags[1]], points=_number(document, bags[2])["points"])
    return ""


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
    """Return what points come to: numbers, so many for each of something that is written down, or
    what one player is paid; a formula where they are none of these."""
    text = str(points)
    said = [_term(document, term) for term in _terms(text)]
    if all(said):
        return tell("{all}", all=all_of(*said))
    return tell("{points} {n:point|points}", **_number(document, text))


def _terms(formula: str) -> list[str]:
    """Return what a sum adds up, each with its sign."""
    found, depth = [""], 0
    for word in formula.split(" "):
        if depth == 0 and word in ("+", "-"):
            found.append("-" if word == "-" else "")
        else:
            found[-1] = f"{found[-1]} {word}" if found[-1] not in ("", "-") else found[-1] + word
        depth += word.count("(") - word.count(")")
    return found


def _term(document: Mapping[str, Any], term: str) -> str:
    """Return what a part of a sum comes to; nothing where the editor would not write it."""
    rules = [one["name"] for one in document.get("options", ())]
    if re.fullmatch("-?[0-9]+", term) or term.removeprefix("-") in rules:
        return tell("{points} {n:point|points}", **_number(document, term))
    if paid := _paid(document, term):
        return paid
    if bags := re.fullmatch(_EVERY, term):
        every = _number(document, bags[4])["points"]
        each: Message = "{points} {n:point|points} for every {every} of them"
        return tell(each, every=every, **_number(document, bags[1] or f"{bags[2]}1"))
    for form, words in _TERMS.items():
        found = re.fullmatch(form, term)
        labels = [
            _labels(document).get(name, "") for name in (found.groups()[2:] if found else [""])
        ]
        if found and all(labels) and not (found[1] and found[2]):
            what, other, *_ = *labels, ""
            worth = _number(document, found[1] or f"{found[2]}1")
            said = {"what": what, "other": other, **worth}
            if form == _PLAIN and found[3] not in _counts(document):
                return _as_many(**said)
            return tell(words, **said)
    return ""


def _labels(document: Mapping[str, Any]) -> dict[str, str]:
    sections = (document.get(one, ()) for one in ("fields", "values", "carries"))
    return {one["name"]: one["label"] for one in chain(*sections)}


def _counts(document: Mapping[str, Any]) -> list[str]:
    """Return what is counted, so that each of it can be worth something."""
    return [one["name"] for one in document["fields"] if one["kind"] == "number"]


def _as_many(points: str, what: str, **_: Any) -> str:
    """Return a number that stands somewhere else, or a multiple of it."""
    if points == "1":
        return tell("as many points as “{what}” says", what=what)
    return tell("{points} times as many points as “{what}” says", points=points, what=what)


def _paid(document: Mapping[str, Any], term: str) -> str:
    """Return what the one who declared gets from each of the others, or pays them."""
    found = re.fullmatch(rf"(?:(-?[0-9]+|{_NAME}) \* )?(-?)(?:({_NAME}) \* )?({_NAME})", term)
    shares = {
        one["name"]: re.fullmatch(_SHARE, str(one["is"])) for one in document.get("values", ())
    }
    share = shares.get(found[4]) if found else None
    if found is None or share is None:
        return ""
    worth, times, labels = found[1] or f"{found[2]}1", found[3], _labels(document)
    if found[1] in labels:  # once the contract, without a number before it
        worth, times = "1", found[1]
    size = _number(document, worth.removeprefix("-"))
    said = tell("{points} {n:point|points}", **size)
    if times:
        said = _as_many(size["points"], labels.get(times, times))
    gets: Message = "the player named at “{who}” gets {amount} from each of the others"
    pays: Message = "the player named at “{who}” pays {amount} to each of the others"
    return tell(pays if worth.startswith("-") else gets, who=labels.get(share[1]), amount=said)


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
