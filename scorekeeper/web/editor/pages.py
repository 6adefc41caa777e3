"""What the pages of the editor have in common. Each takes a draft, writes the answers into its
document, and leads on with the draft that comes of it. An address is a draft as it was; a phone
that comes back to one that it has changed since is led to what it became."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.engine import Fault
from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor.draft import END, NAME, STEPS, TRY, WORTH, WRITE
from scorekeeper.own.editor.house import tidied
from scorekeeper.own.editor.worths import Table
from scorekeeper.sentences import Message, Voice, phrase, say, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.tables.changes import names_refused
from scorekeeper.tables.own_games import Draft, find_draft, keep_draft
from scorekeeper.web.shared.forms import PressedKey
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


Tried = Mapping[str, list[str]]


# --- drafts ---------------------------------------------------------------------------------------


def draft_or_404(slug: str) -> Draft:
    """Return the draft of an address."""
    if slug == NEW:
        return Draft(drafts.blank())
    return find_draft(slug) or abort(404)


def kept(slug: str, old: Draft, document: Document, tried: Tried | None = None) -> str:
    """Keep a draft whose document, or the deal tried, has changed; return its slug."""
    tried = old.tried if tried is None else tried
    document = tidied(old.document, document)
    new = slug
    if slug == NEW or (document, tried) != (old.document, old.tried):
        before = "" if slug == NEW else slug
        device, address = table_request.device(), table_request.client_address()
        new = keep_draft(Draft(document, before, old.edits, tried), device, address)
    if slug == NEW:
        session[FROM_NEW] = new
    since, meanwhile = session.pop(_TYPING, ("", ""))
    put_first(new, slug, meanwhile if since == slug else "")
    return new


def kept_so_far(slug: str, old: Draft, document: Document, tried: Tried | None = None) -> str:
    """Keep what is being typed on a page, for whoever leaves it otherwise than by its keys; return
    its slug. Each takes the place of the one before, so all of it is one change."""
    try:
        new = kept(slug, old, document, tried)
    except BudgetSpent:
        return slug  # the keys of the page say so
    session[_TYPING] = slug, new
    return new


FROM_NEW: Final = "new"
"""In the cookie: the draft that was last begun, to which the first step of a new one then leads."""
_TYPING: Final = "typing"
"""In the cookie: the draft on whose page something is typed, and what has become of it so far."""
_DRAFTS: Final = "drafts"
_MOST_DRAFTS: Final = 8
_FARTHEST: Final = 200


def drafts_here() -> list[str]:
    """Return the slugs of the games that this phone is making, the last one first."""
    return [*session.get(_DRAFTS, filter(None, [session.get("draft")]))]


def put_first(new: str, *places: str) -> None:
    """Put a draft before the others that this phone makes, in place of these."""
    others = [one for one in drafts_here() if one not in (new, *places)]
    if drafts_here() != [new, *others]:
        session[_DRAFTS] = [new, *others][:_MOST_DRAFTS]
        keep_cookie()


def latest(slug: str) -> str:
    """Return what this phone has made of a draft since; the draft itself where it is the last."""
    heads = drafts_here()
    if slug == NEW:
        slug = session.get(FROM_NEW, NEW)
    if slug in (NEW, *heads):
        return slug
    for head in heads:
        before = head
        for _ in range(_FARTHEST):
            draft = find_draft(before)
            before = draft.before if draft else ""
            if before == slug:
                return head
            if not before:
                break
    return slug


@bp.before_request
def go_on_from_latest() -> Response | None:
    """Lead whoever comes back to a page, as by the phone's own gesture, to the draft as it is now:
    the page as it was lost on its next key what had been typed since."""
    given = request.view_args or {}
    slug = given.get("slug", "")
    if request.method != "GET" or not slug or (now := latest(slug)) == slug:
        return None
    return redirect(url_for(request.endpoint or "", **{**given, "slug": now}))


def to(slug: str, step: int) -> Response:
    """Lead to a step of a draft; before the first one are all own games."""
    if step < NAME:
        return redirect(url_for("own_games.shelf"), 303)
    return redirect(url_for("own_editor.step", slug=slug, step=step), 303)


def to_part(slug: str, about: str, **more: Any) -> Response:
    """Lead to a part of a section, or to the step where it was if it is there no more."""
    part = PressedKey.read(about)
    more |= {"slug": slug, "section": part.act, "number": part.number or 0}
    return redirect(url_for("own_editor.part", **more), 303)


def next_step(pressed: PressedKey, usual: int) -> int:
    """Return the step to which a key leads: that of the bar which was tapped, or else the usual."""
    number = pressed.number if pressed.act == "step" else None
    return usual if number is None else min(number, TRY)


def led_back(slug: str, old: Draft, document: Document, pressed: PressedKey, usual: int) -> Response:  # noqa: E501  # fmt: skip
    """Keep what was typed about a part, and lead from its page to a step. One that was only begun
    and is left otherwise than by its wide key is taken back: it counted in the game, and nobody had
    asked for it."""
    begun = pressed.act == "step" and "begun" in request.values
    if begun and document == old.document and old.before:
        put_first(old.before, slug)
        return to(old.before, next_step(pressed, usual))
    return to(kept(slug, old, document), next_step(pressed, usual))


BEGUN: Final[Mapping[str, Any]] = {"begun": "yes"}
"""Stands in the address of a part that is new, until something is typed."""


def shown(template: str, slug: str, old: Draft, step: int, document: Document, **more: Any) -> str:
    """Return a page of the editor; `now` is the draft with what is being typed."""
    faults = faults_of(document)
    is_step = template in _PAGES_OF_STEPS
    now = more.pop("now", slug)
    form_id = "pad" if template == "try" else "step"
    if more.get("faulty"):
        form_id = ""  # there is nothing to fill in
    amiss = {drafts.step_of(fault) for fault in faults}
    return render_template(
        f"editor/{template}.html",
        slug=slug,
        step=step,
        name=document["name"] if slug != NEW else tell("Five short steps"),
        steps=[(n, tell(TITLES[n]), n in amiss) for n in STEPS],
        before=old.before,
        back=step - 1 if is_step else step,
        here=url_for(request.endpoint or "", **{**(request.view_args or {}), "slug": now}),
        form_id=form_id,
        begun="begun" in request.values,
        document=document,
        **more,
    )


_PAGES_OF_STEPS: Final = ("name", "write", "worth", "end", "try")


def faults_of(document: Document) -> tuple[Fault, ...]:
    """Return what is wrong with a draft, or with keeping its game at a table."""
    faults = drafts.faults_of(document) or (*names_refused(document),)
    return tuple(_by_its_name(document, one) for one in faults)


def _by_its_name(document: Document, fault: Fault) -> Fault:
    """Return a fault that says what formulas call something whose label was typed: for “pot”,
    “points” was what the nearest name came to."""
    sections = ("options", "fields", "values", "carries")
    labels = {
        str(one["label"]).lower(): one["name"]
        for section in sections
        for one in document.get(section, ())
    }
    typed = fault.sentence.values.get("name")
    if typed not in labels or typed in labels.values() or fault.path[-1] == "name":
        return fault
    template: Message = "In formulas “{label}” is called {name}."
    return Fault(fault.path, say(template, label=typed, name=labels[typed]))


def words(fault: Fault) -> str:
    """Return what is wrong, in words."""
    return Voice().text(fault.sentence)


def faults_at(faults: Iterable[Fault], *path: Any) -> dict[str, str]:
    """Return which of these are of a part of the document, in words by the key below it."""
    found = dict[str, str]()
    for fault in faults:
        if fault.path[: len(path)] == path:
            key = str(fault.path[len(path)]) if len(fault.path) > len(path) else ""
            told = (found.get(key, ""), words(fault))
            if told[1] not in told[0]:  # both places of what is there twice are at the same field
                found[key] = " ".join(filter(None, told))
    return found


def table_faults(faults: Iterable[Fault], line: int, table: Table) -> dict[str, str]:
    """Return which of these are of a line that is a table, in words by where that was typed; by
    nothing what is wrong elsewhere in it."""
    found, places = dict[str, str](), table.filled
    for fault in faults:
        if fault.path[:2] != ("lines", line):
            continue
        at = ""
        match fault.path[2:]:
            case ("points", "rows" | "from", int(row), int(part), *_):
                at = f"{('key', 'worth')[part]}{places[row]}"
            case ("points", "else", *_):
                at = "otherwise"
        found[at] = " ".join(filter(None, (found.get(at, ""), words(fault))))
    return found if places else {"key0": tell("Fill in one row at least.")}
