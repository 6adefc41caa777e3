"""The steps of the editor but for the third and the last."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import abort, redirect, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor import ends, head, house, parts, things
from scorekeeper.own.editor.draft import END, NAME, STEPS, TRY, WORTH, WRITE
from scorekeeper.own.editor.renaming import renamed
from scorekeeper.own.editor.worths import read_number
from scorekeeper.own.reader import NAME_TAKEN
from scorekeeper.own.wording import ONE_OF, WHOM, end_in_words
from scorekeeper.sentences import Message, all_of, one_of, phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.tables.own_games import Draft, find_draft, find_game, keep_draft
from scorekeeper.web.editor import cards, part, trying
from scorekeeper.web.editor.forms import CHANGES, COUNT, EndForm, HeadForm, TextsForm, ThingsForm
from scorekeeper.web.editor.pages import (
    BEGUN,
    FROM_NEW,
    NEW,
    bp,
    draft_or_404,
    faults_at,
    faults_of,
    kept,
    kept_so_far,
    latest,
    led_back,
    next_step,
    put_first,
    shown,
    to,
    to_part,
    words,
)
from scorekeeper.web.shared.forms import PageForm, PressedKey, PressField
from scorekeeper.web.table import table_request

__all__ = ("bp", "part")


# --- where it begins ------------------------------------------------------------------------------


@bp.get("")
def begin() -> ResponseReturnValue:
    """Begin with the first step of a game of sums."""
    session.pop(FROM_NEW, None)
    return to(NEW, NAME)


class CopyForm(PageForm):
    """What becomes of a game: one's own from it, or its next edition."""

    do = PressField("mine", "change")


@bp.post("/from/<slug>")
def copy(slug: str) -> ResponseReturnValue:
    """Take a game's document into the editor."""
    game = find_game(slug)
    form = CopyForm()
    if game is None or game.own is None or not form.validate_on_submit():
        abort(404)
    document: Any = dict(game.own.document)
    edits = slug
    if form.do.data.act != "change":
        edits = ""
        by = document.get("by", "")
        source: Message = "from {game} by {name}" if by else "from {game}"
        document["by"] = tell(source, game=game.name, name=by)[:80]
    device, address = table_request.device(), table_request.client_address()
    new = keep_draft(Draft(document, "", edits), device, address)
    put_first(new)
    return to(new, NAME)


class UndoForm(PageForm):
    """Which step shows what stood before the last change."""

    do = PressField("step.")


@bp.post("/<slug>/undo")
def undo(slug: str) -> ResponseReturnValue:
    """Take the last change back."""
    number = min(UndoForm().do.data.number or NAME, TRY)
    slug = latest(slug)
    last = draft_or_404(slug)
    before, draft = last.before, find_draft(last.before)
    # a deal that was tried or worked out is no change of the game
    while draft and draft.before and _untried(draft) == _untried(last):
        before, draft = draft.before, find_draft(draft.before)
    if draft is None:
        return to(slug, number)  # it is kept no longer
    put_first(before, slug)
    return to(before, number)


def _untried(draft: Draft) -> Document:
    return drafts.changed(draft.document, examples=[])


# --- the steps ------------------------------------------------------------------------------------


@bp.route("/<slug>/<int:step>", methods=["GET", "POST"])
def step(slug: str, step: int) -> ResponseReturnValue:
    """Show a step, or write its answers and lead to the next."""
    if step not in STEPS:
        abort(404)
    pages = {NAME: _name, WRITE: _write, WORTH: cards.worth, END: _end, TRY: trying.page}
    return pages[step](slug, draft_or_404(slug))


def _name(slug: str, old: Draft) -> ResponseReturnValue:
    answers = head.read_head(old.document)
    declared = "declarer" in drafts.fields(old.document)
    together = CHANGES if declared and answers.together == head.EACH else answers.together
    form = HeadForm(
        name=answers.name,
        suit=answers.suit,
        players=[str(one) for one in answers.players],
        together=together,
        about=answers.about,
        by=answers.by,
    )
    now, pressed = slug, form.do.data
    if form.validate_on_submit():
        document = head.write_head(old.document, form.head)
        if form.together.data == CHANGES and not declared:
            document = things.added(document, "declarer")[0]
        if not _refused(form, document):
            if pressed.act == COUNT:
                now = kept_so_far(slug, old, document)
            elif slug == NEW and pressed.number == 0 and document == old.document:
                return to(slug, 0)  # only looked at
            else:
                return to(kept(slug, old, document), next_step(pressed, WRITE))
    if pressed.number == 0:
        return to(slug, 0)
    form.forget_faults()
    page = shown(
        *("name", slug, old, NAME, old.document),
        now=now,
        form=form,
        said=_head_in_words(form),
        mark=form.name.data.strip()[:1],
        counts=[(str(n), str(n)) for n in head.COUNTS if n in _offered(form)],
        together=[
            (one.value, one.label)
            for one in form.together.choices
            if one.value in (*_TOGETHER, form.together.data)
        ],
    )
    return page, 422 if form.errors else 200


def _refused(form: HeadForm, document: Document) -> bool:
    """Show what is wrong with a name or an author, at its field; return whether anything is."""
    for fault in faults_of(document):
        if drafts.step_of(fault) == NAME and fault.path:
            name = str(fault.path[0])
            if name in form:
                form[name].errors = [words(fault)]
            else:
                form.form_errors.append(words(fault))
    return bool(form.errors)


def _offered(form: HeadForm) -> set[int]:
    """Return the numbers of players to tap: more of them once many are ticked."""
    most = 12 if {*form.counts} & {8, 9, 10, 11, 12} else 8
    return {*range(2, most + 1), *form.counts}


_TOGETHER: Final = (head.EACH, head.OPPOSITE, head.HALVES, CHANGES)
"""What the first step offers; it shows other answers only where a document has them."""


def _head_in_words(form: HeadForm) -> str:
    if fault := form.fault_of_players:
        return fault
    counts = all_of(*map(str, form.counts))
    text: Message = {
        head.OPPOSITE: phrase("{counts} players, partners opposite."),
        head.HALVES: phrase("{counts} players, two sides."),
        CHANGES: phrase("{counts} players; in each deal one declares."),
        head.MIXED: phrase("{counts} players; how many play decides who are partners."),
    }.get(form.together.data, phrase("{counts} players, each alone."))
    return tell(text, counts=counts)


def _write(slug: str, old: Draft) -> ResponseReturnValue:
    form = ThingsForm(things=things.ticked(old.document))
    document, now = old.document, slug
    if form.validate_on_submit():
        document = things.with_ticks(document, form.things.data)
        pressed, name = form.do.data, form.do.data.about
        if pressed.act == "add" and name in things.THINGS:
            document, name = things.added(document, name)
        if pressed.act in ("add", "thing") and name in drafts.fields(document):
            new = kept(slug, old, document)
            begun: Mapping[str, Any] = BEGUN if pressed.act == "add" else {}
            return redirect(url_for("own_editor.thing", slug=new, name=name, **begun), 303)
        if pressed.act == COUNT:
            now = kept_so_far(slug, old, document)
        else:
            if document["fields"] or pressed.act == "step":
                return to(kept(slug, old, document), next_step(pressed, WORTH))
            form.things.errors = [tell("Tick what you write down.")]
    faults = faults_of(document)
    rows = [
        (one["name"], one["label"], _of_thing(document, one), faults_at(faults, "fields", at))
        for at, one in enumerate(document["fields"])
    ]
    page = shown(
        *("write", slug, old, WRITE, document),
        now=now,
        form=form,
        rows=rows,
        said=_asked(document),
        things=[
            (name, tell(one.title), tell(one.about), name in form.things.data)
            for name, one in things.THINGS.items()
        ],
    )
    return page, 422 if form.errors else 200


def _asked(document: Document) -> str:
    labels = [one["label"] for one in document["fields"]]
    if not labels:
        return tell("Tick what you write down.")
    return tell("One deal asks: {things}.", things=all_of(*labels))


_KINDS: Final = {
    "yesno": phrase("yes or no"),
    "choice": phrase("one of a list"),
    **ONE_OF,
}


def _of_thing(document: Document, field: Mapping[str, Any]) -> str:
    """Return what a list says of a thing: for whom it is, and within which limits."""
    if field["kind"] in ONE_OF:
        return tell(_KINDS[field["kind"]])
    facts = [tell(WHOM[field["of"]])]
    limits = {"least": 0, "most": 10_000, "total": "", **field}
    labels = things.named_numbers(document, str(field["name"]))
    total, low, high = (labels.get(limits[one], limits[one]) for one in ("total", "least", "most"))
    if field["kind"] != "number":
        facts.append(tell(_KINDS[field["kind"]]))
    elif "total" in field:
        facts.append(tell("must add up to {n}", n=total))
    else:
        facts.append(tell("{low} to {high}", low=low, high=high))
    return " · ".join(facts)


_LIMITS: Final = ("reach", "deals", "falls")
_CALLED: Final[Mapping[str, tuple[str, Message]]] = {
    "reach": ("target", phrase("Target")),
    "deals": ("rounds", phrase("Deals")),
    "falls": ("lowest", phrase("Lowest total")),
}
"""The name and the label of the house rule that a limit becomes, where each table chooses."""


def _end(slug: str, old: Draft) -> ResponseReturnValue:
    answers = ends.read_ends(old.document)
    usual = {"reach": "500", "deals": "10", "falls": "-200"}
    document, now = old.document, slug
    stood = {key: getattr(answers, key) for key in _LIMITS}
    given: dict[str, Any] = {
        key: house.number_of(document, text) or usual[key] for key, text in stood.items()
    }
    given["ends"] = [key for key in _LIMITS if stood[key]]
    given["house"] = [key for key in _LIMITS if house.rule_of(document, stood[key])]
    form = EndForm(None, **given, wins=answers.wins, tie=answers.tie)
    pressed = form.do.data
    if form.validate_on_submit():
        limits = {key: form[key].data.strip() if key in form.ends.data else "" for key in _LIMITS}
        names = {one["name"] for one in document.get("options", ())}
        for key in (key for key in _LIMITS if key in form.ends.data):
            if read_number(limits[key]) is None and limits[key] not in names:
                form[key].errors = [tell("How many? A whole number.")]
        if not form.errors:
            wins, tie = form.wins.data or "most", form.tie.data or ends.SHARED
            for key, (name, label) in _CALLED.items():
                chosen = key in form.house.data
                document, limits[key] = house.with_number(
                    document,
                    stood[key],
                    limits[key],
                    chosen=chosen,
                    key=name,
                    label=tell(label),
                    least=1,
                )
            document = ends.write_ends(document, ends.Ends(**limits, wins=wins, tie=tie))
            if pressed.act != COUNT:
                if pressed.act == "add":
                    begun = f"end.{len(document['end'])}"
                    return to_part(kept(slug, old, parts.new_part(document, "end")), begun, **BEGUN)
                return _after_end(kept(slug, old, document), pressed)
            now, document = kept_so_far(slug, old, document), old.document
    form.forget_faults()
    faults = faults_of(document)
    others = [
        (
            at,
            end_in_words(document, str(document["end"][at]["when"])),
            faults_at(faults, "end", at),
        )
        for at in ends.others(document)
    ]
    page = shown(
        *("end", slug, old, END, document),
        now=now,
        form=form,
        others=others,
        said=_end_in_words(form, len(others)),
        wins=[(one.value, one.label) for one in form.wins.choices],
        ties=[(one.value, one.label) for one in form.tie.choices],
    )
    return page, 422 if form.errors else 200


def _after_end(new: str, pressed: PressedKey) -> Response:
    if pressed.act == "part":
        return to_part(new, pressed.about)
    return to(new, next_step(pressed, TRY))


def _end_in_words(form: EndForm, others: int) -> str:
    texts = {
        "reach": phrase("at {n}"),
        "deals": phrase("after {n} deals"),
        "falls": phrase("down at {n}"),
    }
    ticked = [key for key in _LIMITS if key in form.ends.data]
    when = [tell(texts[key], n=form[key].data.replace("-", "−")) for key in ticked]
    least = form.wins.data == "least"
    wins = tell("the fewest points win") if least else tell("the most points win")
    if when or others:
        when += [tell("by a rule of its own")] if others else []
        return tell("Over {when}; {wins}.", when=one_of(*when), wins=wins)
    return tell("It ends when you say so; {wins}.", wins=wins)


# --- one of the things ----------------------------------------------------------------------------


@bp.route("/<slug>/thing/<name>", methods=["GET", "POST"])
def thing(slug: str, name: str) -> ResponseReturnValue:
    """Ask about one of the things that are written down."""
    old = draft_or_404(slug)
    document = old.document
    if name not in drafts.fields(document):
        return to(slug, WRITE)  # it is there no more
    form = TextsForm()
    if form.validate_on_submit():
        if form.do.data.act == "remove":
            return to(kept(slug, old, things.removed(document, name)), WRITE)
        document = things.write_thing(document, name, form.a.data)
    at = [*drafts.fields(document)].index(name)
    called = (form.a.data or {}).get("name", name).strip()
    named = document if called == name else renamed(document, name, called)
    faults = faults_at(faults_of(named), "fields", at)
    if called != name and called in drafts.names_of(document):
        faults = {"name": tell(NAME_TAKEN, name=called)}
    # a name that is none is in no document: it would be lost
    told = "name" in faults if form.do.data.act == "step" else faults
    if form.is_submitted() and not told:
        return led_back(slug, old, named, form.do.data, WRITE)
    field = document["fields"][at]
    page = shown(
        *("thing", slug, old, WRITE, document),
        field=field,
        answers={**things.read_thing(document, name), "name": called},
        whom=[(key, tell(text)) for key, text in things.whom_choices(document, field).items()],
        numbers=things.named_numbers(document, name).values(),
        zeros=[(key, tell(text)) for key, (_, text) in things.ZEROS.items()],
        faults=defaultdict(str, faults if form.is_submitted() else {}),
        others=_others_at_fault(document, at),
    )
    return page, 422 if form.is_submitted() else 200


def _others_at_fault(document: Document, at: int) -> Sequence[str]:
    faults = [one for one in faults_of(document) if one.path[:1] == ("fields",)]
    return [words(one) for one in faults if one.path[1:2] != (at,)]
