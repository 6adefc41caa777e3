"""The history of a table in words."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from flask import url_for

from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import voice_of
from scorekeeper.sentences import Voice, phrase, tell
from scorekeeper.sheet.results import headline
from scorekeeper.store.table.records import Step
from scorekeeper.tables.agreements import AgreementStep
from scorekeeper.tables.downloads import ExportedStep
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.tables.phones.pencil import PencilStepInfo
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.table import changes, rulings_shown

_WHAT: Final = {
    "head": phrase("{who} started the game"),
    "entry": phrase("{who} added"),
    "amend": phrase("{who} edited"),
    "strike": phrase("{who} deleted"),
    "restore": phrase("{who} restored"),
    "note": phrase("{who} ruled"),
    "edition": phrase("{who} switched to newer rules"),
    "undo": phrase("{who} undid"),
}


class StepShown(NamedTuple):
    """One step: when, in milliseconds, who did what, from what to what."""

    at: int
    action: str
    before: str
    after: str
    undone: bool
    href: str


_PENCIL: Final = {
    "handed": phrase("{who} handed the pencil to {other}"),
    "shared": phrase("{who} let {other} score too"),
    "taken": phrase("{who} took the pencil back"),
}


def pencil_steps(steps: Iterable[PencilStepInfo]) -> list[StepShown]:
    """Return how the pencil went round, as steps of the history."""
    return [StepShown(one.at, _pencil_step(one), "", "", False, "") for one in steps]


def agreement_steps(steps: Iterable[AgreementStep]) -> list[StepShown]:
    """Return who agreed to which deal or contested it, as steps of the history."""
    return [StepShown(one.at, _agreement_step(one), "", "", False, "") for one in steps]


_AGREED: Final = {
    "agreed": (phrase("{who} agreed to deal {n}"), phrase("{who} agreed")),
    "contested": (phrase("{who} contested deal {n}"), phrase("{who} contested the score")),
}


def _agreement_step(one: AgreementStep) -> str:
    who = tell("This phone") if one.mine else one.name or tell("A phone")
    of_deal, alone = _AGREED[one.kind]
    return tell(of_deal, who=who, n=one.number) if one.number else tell(alone, who=who)


def _pencil_step(one: PencilStepInfo) -> str:
    who = tell("This phone") if one.mine else one.name or tell("A phone")
    return tell(_PENCIL[one.kind], who=who, other=one.other or tell("another phone"))


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
    return StepShown(
        step.at,
        tell(_WHAT[step.kind], who=who_did(entry)),
        before,
        after,
        step.undone,
        _address(table, step.subject, kind),
    )


def _from_to(table: LoadedTable, step: Step, pad: Pad) -> changes.BeforeAfter:
    """Return what its subject said before, and after."""
    was, now = step.before, step.after
    if was and now and step.subject == 0:
        return changes.head_changes(table.head.game, was, now)
    change = changes.BeforeAfter(_read(table, step, was, pad), _read(table, step, now, pad))
    if not (was and now) or change.before != change.after:
        return change
    return (
        changes.stored_changes(was, now)
        if "ruling" in was
        else changes.entry_changes(pad, was, now)
    )


def who_did(entry: ExportedStep) -> str:
    """Return whose phone took a step, to begin a sentence with."""
    phone = entry.name or tell("Phone {n}", n=entry.device)
    who = tell("This phone") if entry.mine else phone
    return tell("{who}, as an organiser of the league,", who=who) if entry.organiser else who


def _address(table: LoadedTable, seq: int, kind: str) -> str:
    """Return where an entry or ruling is looked at; the head and what was taken back have no
    place."""
    page = {"entry": "record.entry", "note": "rulings.look"}.get(kind)
    return url_for(page, public_id=table.row.public_id, seq=seq) if page else ""


def _read(table: LoadedTable, step: Step, payload: Any, before: Pad) -> str:
    """Return what an entry or the head said."""
    if payload is None:
        return ""
    if step.subject == 0:
        return changes.head_words(table.head.game, payload)
    if "ruling" in payload:
        return rulings_shown.read_ruling(payload)
    if step.kind == "edition":
        return tell("rules edition {n}", n=payload["edition"])
    voice = on_page(Voice(before.seats, before.sides) if before.seats else voice_of(table.pad))
    return headline(before, payload, voice)
