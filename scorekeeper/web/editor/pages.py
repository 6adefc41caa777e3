"""What the pages of the editor have in common. Each takes a draft, writes the answers into its
document, and leads on with the draft that comes of it; an address is a draft as it was, so the way
back loses nothing."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.engine import Fault
from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor.draft import END, NAME, STEPS, TRY, WORTH, WRITE
from scorekeeper.own.editor.house import tidied
from scorekeeper.sentences import Message, Voice, phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.tables.changes import names_refused
from scorekeeper.tables.own_games import Draft, find_draft, keep_draft
from scorekeeper.web.shared.security import keep_cookie
from scorekeeper.web.table import table_request

bp = Blueprint("own_editor", __name__, url_prefix="/own/edit")

NEW: Final = "new"
"""Stands for the draft of whoever has not answered anything yet."""
TITLES: Final[Mapping[int, Message]] = {
    NAME: phrase("Name"),
    WRITE: phrase("Write"),
    WORTH: phrase("Worth"),
    END: phrase("End"),
    TRY: phrase("Try"),
}


# --- drafts ---------------------------------------------------------------------------------------


def draft_or_404(slug: str) -> Draft:
    """Return the draft of an address."""
    if slug == NEW:
        return Draft(drafts.blank())
    return find_draft(slug) or abort(404)


def kept(slug: str, old: Draft, document: Document) -> str:
    """Keep a draft whose document has changed; return its slug."""
    document = tidied(old.document, document)
    if document == old.document and slug != NEW:
        return slug
    before = "" if slug == NEW else slug
    device, address = table_request.device(), table_request.client_address()
    new = keep_draft(Draft(document, before, old.edits), device, address)
    session["draft"] = new
    keep_cookie()
    return new


def to(slug: str, step: int) -> Response:
    """Lead to a step of a draft."""
    return redirect(url_for("own_editor.step", slug=slug, step=step), 303)


def shown(template: str, slug: str, old: Draft, step: int, document: Document, **more: Any) -> str:
    """Return a page of the editor."""
    faults = faults_of(document)
    amiss = {drafts.step_of(fault) for fault in faults}
    return render_template(
        f"editor/{template}.html",
        slug=slug,
        step=step,
        name=document["name"] if slug != NEW else tell("Five short steps"),
        steps=[(n, tell(TITLES[n]), n in amiss) for n in STEPS],
        before=old.before,
        document=document,
        **more,
    )


def faults_of(document: Document) -> tuple[Fault, ...]:
    """Return what is wrong with a draft, or with keeping its game at a table."""
    return drafts.faults_of(document) or (*names_refused(document),)


def words(fault: Fault) -> str:
    """Return what is wrong, in words."""
    return Voice().text(fault.sentence)


def faults_at(document: Document, *path: Any) -> dict[str, str]:
    """Return what is wrong with a part of a document, by the key below it."""
    found = dict[str, str]()
    for fault in faults_of(document):
        if fault.path[: len(path)] == path:
            key = str(fault.path[len(path)]) if len(fault.path) > len(path) else ""
            found[key] = " ".join(filter(None, (found.get(key, ""), words(fault))))
    return found
