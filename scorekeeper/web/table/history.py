"""The history of a table in words: who did what, and what a correction changed of the head or an
entry."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from flask import url_for

from scorekeeper import rulebook
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import interview, kind_of
from scorekeeper.interview.reading import read
from scorekeeper.interview.steps import Flag, Path
from scorekeeper.own import OWN
from scorekeeper.sentences import Voice, phrase, tell
from scorekeeper.sheet.results import headline
from scorekeeper.store.table.records import Step
from scorekeeper.tables import agreements, pencil
from scorekeeper.tables.downloads import ExportedStep
from scorekeeper.tables.loading import LoadedTable, deal_numbers
from scorekeeper.web.interview.coins import SignVoice, on_page
from scorekeeper.web.interview.form import InterviewForm
from scorekeeper.web.interview.steps import FormStep, answer_text, clear_label
from scorekeeper.web.interview.values import encode
from scorekeeper.web.table import entries
from scorekeeper.web.table.summary import AGREEMENTS

_WHAT: Final = {
    "head": phrase("{who} started the game"),
    "entry": phrase("{who} added"),
    "amend": phrase("{who} edited"),
    "strike": phrase("{who} deleted"),
    "restore": phrase("{who} restored"),
    "note": phrase("{who} made a ruling"),
    "edition": phrase("{who} switched to newer rules"),
    "undo": phrase("{who} undid"),
}


class StepShown(NamedTuple):
    """One step: when, in milliseconds, who did what, from what to what."""

    at: int
    action: str
    before: str = ""
    after: str = ""
    undone: bool = False
    href: str = ""


class BeforeAfter(NamedTuple):
    """The old and the new wording of a part of an entry; empty where it has none."""

    before: str
    after: str


_PENCIL: Final = {
    "handed": phrase("{who} handed the pencil to {other}"),
    "shared": phrase("{who} let {other} score too"),
    "taken": phrase("{who} took the pencil back"),
}
_AGREED: Final = {
    "agreed": (phrase("{who} agreed to deal {n}"), phrase("{who} agreed to the score")),
    "contested": (phrase("{who} contested deal {n}"), phrase("{who} contested the score")),
}


def pencil_steps(table: LoadedTable, device: str) -> list[StepShown]:
    """Return how the pencil went round, as steps of the history."""
    steps, names = pencil.pencil_steps(table)
    return [
        StepShown(
            one.at,
            tell(
                _PENCIL[one.kind],
                who=_phone(one.device, device, names),
                other=names.get(one.other) or tell("another phone"),
            ),
        )
        for one in steps
    ]


def agreement_steps(table: LoadedTable, device: str) -> list[StepShown]:
    """Return who agreed to which deal or contested it, as steps of the history."""
    (steps, names), numbers = agreements.agreement_steps(table), deal_numbers(table)
    told = []
    for one in steps:
        of_deal, alone = _AGREED[one.kind]
        who, n = _phone(one.device, device, names), numbers.get(one.seq)
        told.append(StepShown(one.at, tell(of_deal, who=who, n=n) if n else tell(alone, who=who)))
    return told


def _phone(one: str, mine: str, names: Mapping[str, str]) -> str:
    return tell("This phone") if one == mine else names.get(one) or tell("A phone")


def steps_of(table: LoadedTable, history: Iterable[ExportedStep], *seqs: int) -> list[StepShown]:
    """Return the steps, newest first; with `seqs` only those about these entries."""
    pads, kinds = table.pads_before(), {one.seq: one.kind for one in table.sheet_items}
    chosen = (one for one in history if not seqs or one.step.subject in seqs)
    return [
        _step(table, one, pads.get(one.step.subject, table.pad), kinds.get(one.step.subject, ""))
        for one in chosen
    ][::-1]


def _step(table: LoadedTable, entry: ExportedStep, pad: Pad, kind: str) -> StepShown:
    """Return a step; ``pad`` is the one that its entry was written on, ``kind`` that entry's
    kind."""
    step = entry.step
    before, after = _from_to(table, step, pad)
    kind_of_step = "edition" if _changes_document(step) else step.kind
    return StepShown(
        step.at,
        tell(_WHAT[kind_of_step], who=who_did(entry)),
        before,
        after,
        step.undone,
        _address(table, step.subject, kind),
    )


def _changes_document(step: Step) -> bool:
    """Return whether it brought the table another edition of a game that is a document."""
    was, now = step.before or {}, step.after or {}
    return step.kind == "amend" and step.subject == 0 and was.get(OWN) != now.get(OWN) is not None


def _from_to(table: LoadedTable, step: Step, pad: Pad) -> BeforeAfter:
    """Return what its subject said before, and after."""
    was, now = step.before, step.after
    if was and now and step.subject == 0:
        return head_changes(table.head.game, was, now)
    change = BeforeAfter(_read(table, step, was, pad), _read(table, step, now, pad))
    if not (was and now) or change.before != change.after:
        return change
    return stored_changes(was, now) if "ruling" in was else entry_changes(pad, was, now)


def who_did(entry: ExportedStep) -> str:
    """Return whose phone took a step, to begin a sentence with."""
    phone = entry.name or tell("Phone {n}", n=entry.device)
    who = tell("This phone") if entry.mine else phone
    return tell("{who} (organiser)", who=who) if entry.organiser else who


def _address(table: LoadedTable, seq: int, kind: str) -> str:
    """Return where an entry or ruling is looked at; the head and what was taken back have no
    place."""
    page = {"entry": "record.entry", "note": "rulings.look"}.get(kind)
    return url_for(page, public_id=table.row.public_id, seq=seq) if page else ""


def _read(table: LoadedTable, step: Step, payload: Any, before: Pad) -> str:
    if payload is None:
        return ""
    if step.subject == 0:
        return head_words(table.head.game, payload)
    if "ruling" in payload:
        return entries.read_ruling(payload)
    if step.kind == "edition":
        return tell("rules edition {n}", n=payload["edition"])
    voice = on_page(Voice(before.seats, before.sides) if before.seats else voice_of(table.pad))
    return headline(before, payload, voice)


# --- what was changed of the head ----------------------------------------------------------------


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


# --- what was changed of an entry ----------------------------------------------------------------


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
    if isinstance(value, Mapping):
        return " ".join(f"{_words(name)} {_plain(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return encode(value)


def _words(name: str) -> str:
    return name.replace("_", " ")
