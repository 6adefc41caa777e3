"""The differences that a correction made to the head or an entry, in the words of the table."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper import rulebook
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.replay import interview, kind_of
from scorekeeper.interview.reading import read
from scorekeeper.interview.steps import Flag, Path
from scorekeeper.sentences import Voice, tell
from scorekeeper.web.interview.coins import SignVoice, on_page
from scorekeeper.web.interview.form import InterviewForm
from scorekeeper.web.interview.steps import FormStep, clear_label, encode
from scorekeeper.web.shared.templating import answer_text
from scorekeeper.web.table.summary import AGREEMENTS


class BeforeAfter(NamedTuple):
    """The old and the new wording of a part of an entry; empty where it has none."""

    before: str
    after: str


# --- the head -----------------------------------------------------------------------------------


def head_words(game: Game, payload: Mapping[str, Any]) -> str:
    """Return who plays, and the house rules that are not as usual."""
    options = _options(game, payload)
    changed = rulebook.changed_options(game, options, game.defaults(payload["variant"]))
    return "; ".join(_parts(game, payload, changed))


def head_changes(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> BeforeAfter:
    """Return what was changed of the head."""
    old, new = _options(game, before), _options(game, after)
    was = _parts(game, before, rulebook.changed_options(game, old, new))
    now = _parts(game, after, rulebook.changed_options(game, new, old))
    return BeforeAfter(
        "; ".join(part for part in was if part not in now),
        "; ".join(part for part in now if part not in was),
    )


def _options(game: Game, payload: Mapping[str, Any]) -> OptionValues:
    """Return the value of every option; options newer than the head have their defaults."""
    return {**game.defaults(payload["variant"]), **payload["options"]}


def _parts(game: Game, payload: Mapping[str, Any], rules: list[str]) -> list[str]:
    dealer = payload["players"][payload["dealer"]]
    variant = [rulebook.variant_name(game, payload["variant"])] if payload["variant"] else []
    stake = [tell("stake: {stake}", stake=payload["stake"])] if payload.get("stake") else []
    agreement = payload.get("agreement")
    agreed = [tell(AGREEMENTS[agreement])] if agreement else []
    return [
        ", ".join(payload["players"]),
        tell("{dealer} deals first", dealer=dealer),
        *variant,
        *rules,
        *stake,
        *agreed,
    ]


# --- entries ------------------------------------------------------------------------------------


def entry_changes(pad: Pad, before: Entry, after: Entry) -> BeforeAfter:
    """Return what was changed of an entry written on that pad: the answers that differ, as the form
    words them; fields as they are stored, where today's form cannot read them."""
    was, now = _answers(pad, before), _answers(pad, after)
    if not was or not now:
        return stored_changes(before, after)
    return BeforeAfter(
        "; ".join(text for path, text in was.items() if now.get(path) != text),
        "; ".join(text for path, text in now.items() if was.get(path) != text),
    )


def stored_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> BeforeAfter:
    """Return the fields that differ, as they are stored."""
    return BeforeAfter("; ".join(_fields(before, after)), "; ".join(_fields(after, before)))


def _answers(pad: Pad, entry: Entry) -> dict[Path, str]:
    """Return the entry's answers with their labels, by path; empty if it is invalid."""
    kind = kind_of(pad.game, entry)
    if read(interview(pad, kind), entry).faults:
        return {}
    voice, sign = (on_page(way(pad.seats, pad.sides)) for way in (Voice, SignVoice))
    asks = InterviewForm(interview(pad, kind), voice, stored=entry).questions
    return {path: text for ask in asks for path, text in _answer_words(ask, voice, sign)}


def _answer_words(ask: FormStep, voice: Voice, sign: Voice) -> Iterator[tuple[Path, str]]:
    if ask.many and not ask.parts:
        label = voice.text(ask.question.label).lower()
        answers = ", ".join(answer_text(field, sign) for field in ask.fields)
        yield ask.question.path, f"{label} {answers}"
        return
    for field in ask.fields:
        question = field.question
        label = voice.text(question.label)
        if isinstance(question, Flag):
            if field.given:
                yield question.path, label
        else:
            known = field.given and not field.derived
            answer = answer_text(field, sign) if known else clear_label(question)
            yield question.path, f"{label}: {answer}"


def _fields(fields: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        there = other.get(name)
        if value != there:
            if isinstance(value, Mapping) and isinstance(there, Mapping):
                yield f"{_words(name)} {', '.join(_fields(value, there))}"
            else:
                yield f"{_words(name)} {_plain(value)}"


def _plain(value: Any) -> str:
    """Return a stored value in plain words."""
    if isinstance(value, Mapping):
        return " ".join(f"{_words(name)} {_plain(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return encode(value)


def _words(name: str) -> str:
    return name.replace("_", " ")
