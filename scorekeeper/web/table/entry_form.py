"""A page of its own for an entry other than the next deal; and the later entries it would
delete."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import kind_of
from scorekeeper.interview.steps import Interview
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.loading import LoadedTable, NotFound, Refusal, TableVisit
from scorekeeper.tables.write import WriteResult, has_write_with_prefix
from scorekeeper.web.interview import form
from scorekeeper.web.interview.coins import Coin
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.web.table.summary import voices


class FinalPoints(NamedTuple):
    """The field for a side's final points: what was entered, and why it was refused."""

    name: str
    coins: Sequence[Coin]
    field: str
    value: str
    faults: Sequence[str]


class EntryPage(PadPage):
    """An interview as a page of the table; `before` is the pad whose players it names, `stored`
    and `usual` are those of an `InterviewForm`."""

    def __init__(
        self,
        visit: TableVisit,
        interview: Interview,
        before: Pad,
        stored: Mapping[str, Any] | None = None,
        usual: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        typed = table_request.submitted_data()
        super().__init__(visit, typed)
        self.before = before
        self.voice, self.sign = voices(before, visit.table.coins)
        self.form = form.InterviewForm(interview, self.voice, typed, stored=stored, usual=usual)

    def send(
        self,
        write: Callable[[WriteRequest], WriteResult],
        done: str,
        *,
        anyway: bool = False,
    ) -> table_request.WriteOutcome:
        """Write what was filled in, where it can be; `anyway`: what speaks against it goes too."""
        sent = table_request.write_request()
        # typed against an older page it is a repeat or a conflict, and need not fit now
        if sent.version == self.version and not self.form.complete and not anyway:
            self.form.require_missing()
            self.message = ("bad", tell("Not saved. Check the marked fields."))
            return table_request.WriteOutcome(422, self.message)
        written = table_request.attempt(lambda: write(sent), done)
        self.form.refuse(written.faults)
        self.message = self.with_what_changed(written.message)
        return written._replace(message=self.message)


_KINDS: Final = {
    "adjust": phrase("an adjustment"),
    "seat": phrase("a change of players"),
    "finish": phrase("the end"),
}


def conflicting_entries(refused: Sequence[Refusal]) -> dict[str, str] | None:
    """Return the later entries that would become invalid, so that the page can offer to delete
    them."""
    if not refused:
        return None
    kinds = [kind_of(one.pad.game, one.entry) for one in refused]
    names = [
        tell("deal {n}", n=one.number) if one.number else tell(_KINDS.get(kind, phrase("an entry")))
        for one, kind in zip(refused, kinds, strict=True)
    ]
    seqs = ",".join(str(one.seq) for one in refused)
    return {
        "text": table_request.conflict_text(refused[0]),
        "seqs": seqs,
        "names": ", ".join(names),
    }


def is_undone(table: LoadedTable, seq: int) -> bool:
    """Return whether that record was written and is not to be found any more; 404 where it never
    was."""
    if not 0 < seq <= table.row.version:
        abort(404)
    try:
        table.find(seq)
    except NotFound:
        return True
    return False


def entry_gone_page(visit: TableVisit) -> ResponseReturnValue:
    """The pad, which says that the entry this was about is not there: somebody has taken it back
    since the page was drawn. A request that was sent before counts as done all the same."""
    address = url_for("pad.table", public_id=visit.table.row.public_id)
    if request.method == "POST" and not table_request.is_htmx():
        if has_write_with_prefix(visit.table, table_request.write_key()):
            return redirect(address, 303)
        return PadPage(visit).page(table_request.entry_gone()), 409
    table_request.flash(table_request.entry_gone())
    if table_request.is_htmx():  # a part of the pad would appear in another page
        return Response(status=409, headers={"HX-Redirect": address})
    return redirect(address, 303)


def also_deleted() -> tuple[int, ...]:
    """Return the later entries that the person agreed to strike."""
    return table_request.write_form().also
