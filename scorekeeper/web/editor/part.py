"""A part of a document that only formulas say, each of its answers as text."""

from collections.abc import Mapping
from typing import Final

from flask import abort
from flask.typing import ResponseReturnValue

from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor import parts
from scorekeeper.own.editor.draft import END, WORTH
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.web.editor.cards import named
from scorekeeper.web.editor.forms import TextsForm
from scorekeeper.web.editor.pages import bp, draft_or_404, faults_at, kept, led_back, shown, to

__all__ = ("bp",)


@bp.route("/<slug>/part/<section>/<int:number>", methods=["GET", "POST"])
def part(slug: str, section: str, number: int) -> ResponseReturnValue:
    """Ask about a part of the document that only formulas say."""
    old = draft_or_404(slug)
    document = old.document
    if section not in parts.SECTIONS:
        abort(404)
    form, faults = TextsForm(), dict[str, str]()
    then = END if section == "end" else WORTH
    if number >= len(document.get(section, ())):
        return to(slug, then)  # it is there no more
    if form.validate_on_submit():
        if form.do.data.act == "remove":
            return to(kept(slug, old, drafts.with_item(document, section, number, None)), then)
        document = parts.write_part(document, section, number, form.a.data)
        faults = faults_at(document, section, number)
        if not faults or form.do.data.act == "step":
            return led_back(slug, old, document, form.do.data, then)
    page = shown(
        *("part", slug, old, then, document),
        title=named(document[section][number]),
        called=document[section][number].get("name", ""),
        answers=[
            (
                key,
                tell(_ASKED[key]),
                value,
                _offered(document, section, key, value),
                faults.get(key, ""),
            )
            for key, value in parts.read_part(document, section, number).items()
        ],
        fault=faults.get("", ""),
        names=drafts.called(document),
    )
    return page, 422 if form.is_submitted() else 200


def _offered(document: Document, section: str, key: str, value: str) -> list[tuple[str, str]]:
    found = {one: _CHOICES[one] for one in parts.CHOICES.get(key, ())}
    if key == "for" and section != "checks":
        del found["deal"]  # a line is somebody's
    if key in ("of", "for") and drafts.is_each(document):
        # player and side are one there, and both were offered
        del found["player" if value == "side" else "side"]
        found = {one: phrase("each player") if one == "side" else found[one] for one in found}
    return [(one, tell(found[one])) for one in found]


_CHOICES: Final[Mapping[str, Message]] = {
    "": phrase("as usual"),
    "deal": phrase("once a deal"),
    "side": phrase("each side"),
    "player": phrase("each player"),
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
