"""A form of its own at a table, that is not simply the next deal's; and what it may strike."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from flask import request

from scorekeeper import tables
from scorekeeper.games._fields import Interview
from scorekeeper.games._ledger import Pad, kind_of
from scorekeeper.sentences import Voice
from scorekeeper.web import forms, tabled
from scorekeeper.web.paper import SignVoice
from scorekeeper.web.playing import Playing


class Asking(Playing):
    """An interview as a page of the table; `before` is the pad whose players it names, `stored`
    and `usual` as of a `Filling`."""

    def __init__(
        self,
        visit: tables.Visit,
        interview: Interview,
        before: Pad,
        stored: Mapping[str, Any] | None = None,
        usual: Mapping[str, Any] | None = None,
    ) -> None:
        typed = request.form if request.method == "POST" else None
        super().__init__(visit, typed)
        self.before = before
        self.voice = Voice(before.seats, before.sides)
        self.sign = SignVoice(before.seats, before.sides)
        self.form = forms.Filling(interview, self.voice, typed, stored=stored, usual=usual)

    def send(self, write: Callable[[tables.Sent], tables.Saved], done: str) -> tabled.Written:
        """Write what was filled in."""
        sent = tabled.sent()
        if sent.version == self.version and not self.form.complete:
            self.form.demand()
            self.message = ("bad", "Something is still missing or not right.")
            return tabled.Written(422, self.message)
        written = tabled.attempt(lambda: write(sent), done)
        self.form.refuse(written.faults)
        self.message = written.message
        return written


_KINDS: Final = {"adjust": "an adjustment", "seat": "a change of players", "finish": "the end"}


def broken(refused: Sequence[tables.Refusal]) -> dict[str, str] | None:
    """The later entries that could not stand, for the page to offer striking them."""
    if not refused:
        return None
    kinds = [kind_of(one.pad.game, one.entry) for one in refused]
    names = [
        f"deal {one.number}" if one.number else _KINDS.get(kind, "an entry")
        for one, kind in zip(refused, kinds, strict=True)
    ]
    seqs = ",".join(str(one.seq) for one in refused)
    return {"text": tabled.told(refused[0]), "seqs": seqs, "names": ", ".join(names)}


def also_struck() -> tuple[int, ...]:
    """The later entries that the person agreed to strike."""
    parts = map(tabled.number, request.form.get("also", "").split(","))
    return tuple(part for part in parts if part is not None)
