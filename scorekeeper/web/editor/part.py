"""A part of a document that only formulas say, each of its answers as text."""

from collections.abc import Mapping
from typing import Any, Final

from flask import abort
from flask.typing import ResponseReturnValue

from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor import parts, said
from scorekeeper.own.editor.draft import END, WORTH
from scorekeeper.own.editor.worths import read_number
from scorekeeper.own.wording import WHOM
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.web.editor.cards import named
from scorekeeper.web.editor.forms import TextsForm
from scorekeeper.web.editor.pages import (
    bp,
    draft_or_404,
    faults_at,
    faults_of,
    kept,
    led_back,
    shown,
    to,
    to_part,
)

__all__ = ("bp",)


@bp.route("/<slug>/part/<section>/<int:number>", methods=["GET", "POST"])
def part(slug: str, section: str, number: int) -> ResponseReturnValue:
    """Ask about a part of the document that no sentence of the third step says."""
    old = draft_or_404(slug)
    document = old.document
    if section not in parts.SECTIONS:
        abort(404)
    form, faults = TextsForm(), dict[str, str]()
    pressed, then = form.do.data, END if section == "end" else WORTH
    if number >= len(document.get(section, ())):
        return to(slug, then)  # it is there no more
    if form.validate_on_submit():
        if pressed.act == "remove":
            return to(kept(slug, old, drafts.with_item(document, section, number, None)), then)
        no_number = _no_number(document, form.a.data)
        typed = {key: text for key, text in form.a.data.items() if key not in no_number}
        document = parts.write_part(document, section, number, typed)
        if pressed.act == "recipe":
            document = _as_another(document, section, number, pressed.about)
            return to_part(kept(slug, old, document), f"{section}.{number}")
        faults = no_number or faults_at(faults_of(document), section, number)
        # a limit that is no number is in no document: it would be lost
        if not faults or (pressed.act == "step" and not no_number):
            return led_back(slug, old, document, pressed, then)
    page = shown(
        *("part", slug, old, then, document),
        title=tell("It is over when") if section == "end" else named(document[section][number]),
        called=document[section][number].get("name", ""),
        answers=_answers(document, section, number, faults, form.a.data or {}),
        offered=_sentences(document, section, number),
        fault=faults.get("", ""),
        names=[*drafts.called(document, *_KNOWN_IN.get(section, ())), "total", "deal", "players"],
    )
    return page, 422 if form.is_submitted() else 200


def _as_another(document: Document, section: str, number: int, how: str) -> Document:
    if how not in said.offered(document, section):
        abort(400)
    new = said.with_sentence(document, section, number, how)
    return drafts.with_item(document, section, number, new)


def _no_number(document: Document, typed: Mapping[str, str]) -> dict[str, str]:
    limit = typed.get("limit", "0").strip()
    rules = {one["name"] for one in document.get("options", ())}
    known = read_number(limit) is not None or limit in rules
    return {} if known else {"limit": tell("How many? A whole number.")}


def _answers(
    document: Document, section: str, at: int, faults: Mapping[str, str], typed: Mapping[str, str]
) -> list[tuple[Any, ...]]:
    """Return what is asked about a part: its name, its words, its answer, among which, and what is
    wrong with it."""
    how, inside = said.read_said(document, section, at)
    formula = faults.get(said.FORMULAS.get(section, ""), "") if inside else ""
    found = list[tuple[Any, ...]]()
    for key, value in parts.read_part(document, section, at).items():
        wrong = faults.get(key, "")
        if key == "limit" and wrong:
            value = typed["limit"]
        if [*inside][-1:] == [key]:
            wrong = wrong or formula  # a sentence shows no formula to say it at
        among = _offered(document, section, key, value)
        if key == "what":
            among = [*said.SAID[section][how].choices(document).items()]
        found.append((key, tell(_ASKED[key]), value, among, wrong))
    return found


def _sentences(document: Document, section: str, at: int) -> list[tuple[str, str, bool]]:
    """Return the sentences to choose from, and which of them it is."""
    titles = {one: sentence.title for one, sentence in said.SAID.get(section, {}).items()}
    titles[said.FORMULA] = phrase("a formula")
    how, _ = said.read_said(document, section, at)
    return [(one, tell(titles[one]), one == how) for one in said.offered(document, section)]


def _offered(document: Document, section: str, key: str, value: str) -> list[tuple[str, str]]:
    found = {one: _CHOICES[one] for one in parts.CHOICES.get(key, ())}
    if key == "for" and section != "checks":
        del found["deal"]  # a line is somebody's
    if key in ("of", "for") and drafts.is_each(document):
        # player and side are one there, and both were offered
        del found["player" if value == "side" else "side"]
        found = {one: phrase("each player") if one == "side" else found[one] for one in found}
    return [(one, tell(found[one])) for one in found]


_KNOWN_IN: Final = dict.fromkeys(("end", "closing"), ("options", "carries"))
"""What of a document formulas can name there, where it is not all: the deals are over."""
_CHOICES: Final[Mapping[str, Message]] = {
    "": phrase("as usual"),
    **WHOM,
    "shared": phrase("both win"),
    "play_on": phrase("one more deal"),
}
_ASKED: Final[Mapping[str, Message]] = {
    "label": phrase("What it is called"),
    "hint": phrase("One more sentence about it"),
    "least": phrase("At least"),
    "most": phrase("At most"),
    "step": phrase("In steps of"),
    "usually": phrase("Usually"),
    "of": phrase("For whom"),
    "is": phrase("What it is"),
    "start": phrase("At first"),
    "next": phrase("After each deal"),
    "what": phrase("What?"),
    "limit": phrase("How many?"),
    "must": phrase("What must be so"),
    "say": phrase("What to say if it is not"),
    "at": phrase("Where to say it"),
    "for": phrase("For whom"),
    "text": phrase("How it reads"),
    "points": phrase("Points"),
    "if": phrase("Only if"),
    "when": phrase("It is over when"),
    "among": phrase("Only these can win"),
    "tie": phrase("Equal at the end?"),
}
