"""The third step: what a deal is worth, in sentences with numbers.

A card is one sentence: a line of the document, or the lines that belong together. A line is read
as a card of a recipe only where the recipe would write that very line; all others are formulas.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.own.editor.contracts import BID, COMPOSED, Answers, Line, Written
from scorekeeper.own.editor.draft import Document, changed, fields, is_each, unused, words_of
from scorekeeper.own.editor.sums import amount, coefficient, signed, times
from scorekeeper.own.editor.worths import read_number, read_worth, text_of
from scorekeeper.own.wording import both, conditions, rest_of, signs
from scorekeeper.sentences import Message, phrase, tell

FIXED, EACH, OTHERS, TABLE, FORMULA = "fixed", "each", "others", "table", "formula"
OTHERWISE: Final = "else"
"""Where the sentence above does not apply; a word that nothing written down can be called."""
RECIPES: Final[Mapping[str, Message]] = {
    FIXED: phrase("so many points"),
    EACH: phrase("each counts …"),
    OTHERS: phrase("winner gets the others’"),
    TABLE: phrase("a table"),
    **{name: recipe.title for name, recipe in COMPOSED.items()},
    FORMULA: phrase("a formula"),
}
NUMBERS: Final = frozenset(("worth", "won", "lost", "every", "cost", *BID))
"""The answers that are numbers, besides the points of a sentence that is nothing else."""
_FIXED: Final = re.compile(r"-?(?:[0-9]+|[a-z][a-z0-9_]*)")
_OTHERS: Final = re.compile(r"sum\(others\(([a-z][a-z0-9_]*)\)\)")


class Card(NamedTuple):
    """A sentence: its recipe, the answers in it, and its lines, `size` of them from `at` on."""

    recipe: str
    at: int
    size: int
    answers: dict[str, str]

    @property
    def places(self) -> range:
        """The places of its lines."""
        return range(self.at, self.at + self.size)


# --- reading --------------------------------------------------------------------------------------


def cards(document: Document) -> list[Card]:
    """Return the sentences of a document, each line in one of them."""
    found, at = list[Card](), 0
    while at < len(document["lines"]):
        found.append(_card(document, at))
        at += found[-1].size
    return found


def _card(document: Document, at: int) -> Card:
    for name, recipe in COMPOSED.items():
        answers = recipe.read(document, at)
        if answers is None:
            continue
        written = _written(document, name, answers)
        chunk = document["lines"][at : at + len(written.lines)]
        parts = all(one in document.get(key, ()) for key, one in written.parts)
        same = [*map(_bare, chunk)] == [*map(_bare, written.lines)]
        if parts and same and _numbered(document, name, answers):
            return Card(name, at, len(chunk), {**answers, "text": str(chunk[0]["text"])})
    line = document["lines"][at]
    common = {"text": str(line["text"]), "only": _only(line), "for": line.get("for", "side")}
    for name in (EACH, FIXED, OTHERS, TABLE):
        answers = _simple(document, name, line)
        if answers is None or not _numbered(document, name, answers):
            continue
        if _points(name, answers) == line["points"]:
            return Card(name, at, 1, {**answers, **common})
    return Card(FORMULA, at, 1, {"points": text_of(line["points"]), **common})


def is_number(document: Document, recipe: str, answers: Answers, text: str) -> bool:
    """Return whether a number of a sentence can be this: whole, or the name of one, perhaps after
    a minus; not of a field, which is what a sentence counts, nor of what it works out itself."""
    if read_number(text) is not None:
        return True
    sections = ("options", "values", "carries")
    names = {one["name"] for section in sections for one in document.get(section, ())}
    own = {one["name"] for _, one in _written(document, recipe, answers).parts}
    return as_named(document, text).removeprefix("-") in names - own


def as_named(document: Document, text: str) -> str:
    """Return a number as a formula has it: what was typed by its label goes by its name."""
    typed = signed(text)
    sections = ("options", "values", "carries")
    for one in (one for section in sections for one in document.get(section, ())):
        if typed.removeprefix("-").lower() == str(one["label"]).lower():
            return typed.replace(typed.removeprefix("-"), one["name"])
    return typed


def as_labelled(document: Document, text: str) -> str:
    """Return a number as it is typed: what goes by a name has its label."""
    name = text.removeprefix("-")
    parts = [*document.get("values", ()), *document.get("carries", ())]
    label = next((str(one["label"]) for one in parts if one["name"] == name), name)
    return f"-{label}" if text.startswith("-") else label


def _numbered(document: Document, recipe: str, answers: Answers) -> bool:
    keys = NUMBERS | {"points"} if recipe == FIXED else NUMBERS
    texts = {answers[key] for key in answers if key in keys}
    return all(is_number(document, recipe, answers, text) for text in texts)


def _bare(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: line[key] for key in line if key not in ("text", "rule")}


def _only(line: Mapping[str, Any]) -> str:
    condition = str(line.get("if", ""))
    if not line.get("otherwise"):
        return condition
    return f"{OTHERWISE} {condition}".strip()


def _simple(document: Document, name: str, line: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the answers that a line has as this recipe, if it is one."""
    points = line["points"]
    numbers = {one for one, field in fields(document).items() if field["kind"] == "number"}
    if name == TABLE:
        if not isinstance(points, dict):
            return None
        return {"table": text_of(points)}
    if isinstance(points, dict):
        return None
    if name == EACH:
        found = coefficient(str(points), numbers)
        return {"worth": found[0], "what": found[1]} if found else None
    if name == FIXED:
        fits = type(points) is int or _FIXED.fullmatch(points)
        return {"points": text_of(points)} if fits else None
    other = _OTHERS.fullmatch(str(points))
    return {"what": other[1]} if other and other[1] in numbers else None


def _points(name: str, answers: Answers) -> Any:
    """Return what a line of this recipe is worth."""
    if name == EACH:
        return times(signed(answers["worth"]), answers["what"])
    if name == OTHERS:
        return f"sum(others({answers['what']}))"
    if name == TABLE:
        return read_worth(answers["table"])
    if name == FORMULA:
        return read_worth(answers["points"])
    return amount(signed(answers["points"]))


# --- writing --------------------------------------------------------------------------------------


def _written(document: Document, recipe: str, answers: Answers) -> Written:
    if recipe in COMPOSED:
        return COMPOSED[recipe].write(document, answers)
    line: Line = {"text": "", "points": _points(recipe, answers)}
    only = answers.get("only", "")
    if only == OTHERWISE or only.startswith(f"{OTHERWISE} "):
        line["otherwise"] = True
        only = only.removeprefix(OTHERWISE).strip()
    if only:
        line["if"] = only
    whom = answers.get("for") or _whom(document, line)
    if whom == "player":
        line["for"] = "player"
    text = usual_text(document, recipe, answers)
    # of partners it has to be told whose it was
    line["text"] = f"{{me}}: {text}" if whom == "player" and not is_each(document) else text
    return Written([line])


def _whom(document: Document, line: Line) -> str:
    """Return for whom a line has to be worked out: the players, if it names what each of them
    has."""
    if is_each(document):
        return "side"
    of = {name: field["of"] for name, field in fields(document).items()}
    # what is added up for all needs nobody in particular
    whole = str(line["points"]).startswith("sum(")
    named = words_of([line.get("if", ""), "" if whole else line["points"]])
    return "player" if "me" in named or "player" in {of.get(name) for name in named} else "side"


def usual_text(document: Document, recipe: str, answers: Answers) -> str:
    """Return how a line reads until somebody says it better."""
    labels = {name: str(field["label"]) for name, field in fields(document).items()}
    labels["dealer"] = tell("Dealer")
    what = answers.get("what", "")
    named = [*_named(labels, answers.get("only", ""), what)]
    if recipe == EACH:
        worth = read_number(answers["worth"])
        counted = f"{labels.get(what, what)}: {{{what}}}"
        if worth not in (1, -1):
            counted = f"{counted} × {_printed(answers['worth'])}"  # noqa: RUF001
        return " · ".join([counted, *named])
    if recipe == OTHERS:
        return tell("what the others hold")
    if recipe == TABLE:
        by = answers["table"].partition("\n")[0].partition(" ")[2]
        if by in labels:
            return " · ".join([f"{labels[by]}: {{{by}}}", *named])
    return " · ".join(named) or tell("points")


def _named(labels: Mapping[str, str], condition: str, what: str) -> Iterator[str]:
    """Yield what a condition is about besides what is counted; and what was answered where that is
    not plain: of a moon that Ben shot, Ann's points were told as if it had been hers."""
    told = dict[str, str]()
    for part in condition.removeprefix(OTHERWISE).strip().split(" and "):
        for one in words_in_order(part):
            if one in labels and one != what:
                plain = part in (one, f"me = {one}", f"us = {one}")
                told.setdefault(one, labels[one] if plain else f"{labels[one]}: {{{one}}}")
    yield from told.values()


def words_in_order(formula: str) -> list[str]:
    """Return the words of a formula, each once."""
    return [*dict.fromkeys(re.findall(r"[a-z][a-z0-9_]*", formula))]


def _printed(text: str) -> str:
    return text.replace("-", "−")


def write_card(document: Document, card: Card, recipe: str, answers: Answers) -> Document:
    """Return the document with other answers in a sentence, or with another recipe for it. A text
    that was never changed follows what it tells of."""
    new = {**card.answers, **answers} if recipe == card.recipe else dict(answers)
    if recipe == card.recipe and new == card.answers:
        return document
    if recipe not in COMPOSED and recipe != FORMULA:
        new.pop("for", None)
    lines = [*document["lines"]]
    before = lines[card.at : card.at + card.size]
    usual = [str(line["text"]) for line in _written(document, card.recipe, card.answers).lines]
    document = _without_parts(document, card)
    written = _written(document, recipe, new)
    after = list[Line]()
    for number, line in enumerate(written.lines):
        old = before[number] if number < len(before) and recipe == card.recipe else {}
        line = {**line, **({"rule": old["rule"]} if "rule" in old else {})}
        if old and (number >= len(usual) or old["text"] != usual[number]):
            line["text"] = old["text"]
        after.append(line)
    typed = answers.get("text", "").strip()
    if typed and typed != card.answers.get("text"):
        after[0]["text"] = typed
    lines[card.at : card.at + card.size] = after
    return _with_parts(changed(document, lines=lines), written.parts)


def followed(old: Document, new: Document, name: str) -> Document:
    """Return the document, in which one field has another label, or can be nobody now, with
    sentences that were never changed as they read and count with it."""
    lines = [*new["lines"]]
    values = [*new.get("values", ())]
    rest = [rest_of(fields(one)[name]) for one in (old, new)]
    for card in cards(old):
        if card.recipe == FORMULA:
            continue
        others = {"only": rest[1]} if card.answers.get("only") == rest[0] else {}
        was = _written(old, card.recipe, card.answers)
        now = _written(new, card.recipe, {**card.answers, **others})
        for number, (before, after) in enumerate(zip(was.lines, now.lines, strict=True)):
            line = lines[card.at + number]
            lines[card.at + number] = {
                key: after.get(key) if line[key] == before.get(key) else line[key] for key in line
            }
        for (_, old_part), (_, part) in zip(was.parts, now.parts, strict=True):
            values = [part if one == old_part else one for one in values]
    return changed(new, lines=lines, values=values)


def _with_parts(document: Document, parts: Sequence[tuple[str, Any]]) -> Document:
    for section, one in parts:
        there = [*document.get(section, ())]
        if one not in there:
            document = changed(document, **{section: [*there, one]})
    return document


def _without_parts(document: Document, card: Card) -> Document:
    """Return the document without what only this card's lines need."""
    for section, one in _written(document, card.recipe, card.answers).parts:
        lines = [*document["lines"]]
        del lines[card.at : card.at + card.size]
        rest = [other for other in document.get(section, ()) if other != one]
        carries = [other for other in document.get("carries", ()) if other != one]
        values = [other for other in document.get("values", ()) if other != one]
        used = words_of([lines, document.get("checks", ()), document.get("closing", ()),
                         document["end"], carries, values])  # fmt: skip
        if one["name"] not in used:
            document = changed(document, **{section: rest})
    return document


def add_card(document: Document, recipe: str, answers: Answers) -> Document:
    """Return the document with one more sentence."""
    written = _written(document, recipe, answers)
    document = changed(document, lines=[*document["lines"], *written.lines])
    return _with_parts(document, written.parts)


def remove_card(document: Document, card: Card) -> Document:
    """Return the document without a sentence."""
    lines = [*document["lines"]]
    del lines[card.at : card.at + card.size]
    # what hung on the line above it hangs on nothing
    if card.at < len(lines) and lines[card.at].get("otherwise"):
        above = lines[card.at - 1] if card.at else {}
        if "if" not in above:
            lines[card.at] = {k: v for k, v in lines[card.at].items() if k != "otherwise"}
    return changed(_without_parts(document, card), lines=lines)


def starting_answers(document: Document, recipe: str, old: Answers) -> dict[str, str] | None:
    """Return what a sentence of this recipe says at first; None where nothing is written down that
    it could be about."""
    numbers = [name for name, one in fields(document).items() if one["kind"] == "number"]
    what = old["what"] if old.get("what") in numbers else next(iter(numbers), "")
    kept = {"only": old["only"]} if old.get("only") else {}
    if recipe in COMPOSED:
        return COMPOSED[recipe].start(document)
    if recipe == FIXED:
        return {"points": "10", **kept}
    if recipe == FORMULA:
        # in brackets, or it would be read as the sentence that it was
        points = old.get("points") or what or "10"
        return {"points": f"({points})", **kept, "for": old.get("for", "")}
    if not what:
        return None
    if recipe == EACH:
        return {"what": what, "worth": "1", **kept}
    if recipe == TABLE:
        return {"table": f"by {what}\n0: 0\n1: 10\notherwise: 20", **kept}
    return {"what": what, "only": kept.get("only") or f"{what} = 0"}


# --- when a sentence counts -----------------------------------------------------------------------

_LOOSE: Final = re.compile(r"\b(?:or|if)\b")
"""What “and” would take apart: “a or b and c” is “a or (b and c)”."""


def joined(only: str, also: str) -> str:
    """Return the condition under which both hold."""
    if only == OTHERWISE or not (only and also):
        return f"{only} {also}".strip()
    return " and ".join(f"({one})" if _LOOSE.search(one) else one for one in (only, also))


def bound_to(document: Document, card: Card) -> dict[str, str]:
    """Return when a sentence counts, and under what else, as two answers."""
    if "only" not in card.answers:
        return {}
    only = card.answers["only"]
    if only.startswith(f"{OTHERWISE} "):
        return {"only": OTHERWISE, "also": only.removeprefix(OTHERWISE).strip()}
    return dict(zip(("only", "also"), both(document, only), strict=True))


def bounds(document: Document, card: Card) -> dict[str, list[tuple[str, str]]]:
    """Return what each of these two answers can be."""
    bound = bound_to(document, card)
    if not bound:
        return {}
    known = [*conditions(document)]
    above = document["lines"][card.at - 1] if card.at else {}
    otherwise = (OTHERWISE, tell("Where the sentence above does not apply"))
    found = {
        "only": [("", tell("Always")), *known, *([otherwise] if "if" in above else [])],
        "also": [("", tell("Nothing more")), *known] if bound["only"] else [],
    }
    for key, choices in found.items():
        if bound[key] and bound[key] not in dict(choices):
            choices.append((bound[key], signs(bound[key])))
    return found


# --- what is worth something at first -------------------------------------------------------------


def cards_for(document: Document, name: str) -> Document:
    """Return the document with what a thing that is new in it is worth at first."""
    document = _paired(document)
    if name not in unused(document):
        return document
    for recipe, answers in _first(document, name):
        document = add_card(document, recipe, answers)
    return document


def _paired(document: Document) -> Document:
    """Return the document with a bid and tricks that are worth nothing together yet."""
    for recipe, composed in COMPOSED.items():
        names, answers = composed.at_first(document), composed.start(document)
        if names and answers is not None:
            for name in names:
                document = without(document, name)
            document = add_card(document, recipe, answers)
    return document


def _first(document: Document, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    field = fields(document)[name]
    kind, listed = field["kind"], field["of"] != "deal"
    if kind == "number" and listed:
        yield EACH, {"what": name, "worth": "1"}
    elif kind == "yesno" and listed:
        yield FIXED, {"points": "10", "only": name}
    elif kind == "choice" and listed:
        worths = [f"{one}: {one if type(one) is int else 10}" for one, _ in field["values"]]
        yield TABLE, {"table": "\n".join([f"by {name}", *worths, "otherwise: 0"])}
    elif kind == "seat":
        yield FIXED, {"points": "10", "only": f"me = {name}"}
    elif kind == "side":
        yield FIXED, {"points": "10", "only": f"us = {name}"}


def without(document: Document, name: str) -> Document:
    """Return the document without the sentences about what goes by this name; formulas that name it
    stay. To be asked before what is named is changed: the sentences would be others then."""
    for card in reversed(cards(document)):
        told = [one for key, one in card.answers.items() if key != "text"]
        if card.recipe != FORMULA and any(name in words_in_order(one) for one in told):
            document = remove_card(document, card)
    zero = re.compile(rf"count\(all\({name} = 0\)\) <?= 1")
    checks = [one for one in document.get("checks", ()) if not zero.fullmatch(one["must"])]
    return changed(document, checks=checks)


def settled(document: Document) -> Document:
    """Return the document, in which what is not worth anything is worth what it is at first."""
    for name in unused(document):
        document = cards_for(document, name)
    return document
