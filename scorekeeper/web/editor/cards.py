"""The third step: sentences with numbers, an example that counts along, and what no sentence
says."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.own.editor import contracts, house, parts, recipes
from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor.draft import END, WORTH
from scorekeeper.own.editor.recipes import Card
from scorekeeper.own.editor.sums import signed
from scorekeeper.own.editor.worths import read_number, typed_table
from scorekeeper.own.wording import condition_in_words, signs
from scorekeeper.sentences import Message, all_of, full_stop, phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.tables.own_games import Draft
from scorekeeper.web.editor import pages
from scorekeeper.web.editor.forms import TextsForm
from scorekeeper.web.editor.pages import (
    bp,
    draft_or_404,
    faults_at,
    faults_of,
    kept,
    shown,
    table_faults,
    to,
)
from scorekeeper.web.editor.samples import ShownLine, lines_shown
from scorekeeper.web.shared.forms import PressedKey

GAPS: Final[Mapping[str, Sequence[tuple[str, Message, Message]]]] = {
    recipes.FIXED: [("points", "", phrase("points"))],
    recipes.EACH: [("worth", "", phrase("points for each"))],
    "bid": [
        ("made_plus", phrase("Bid made"), phrase("points")),
        ("made_each", "", phrase("for each trick bid")),
        ("extra_each", "", phrase("for each extra trick")),
        ("missed_plus", phrase("Otherwise"), phrase("points")),
        ("missed_each", "", phrase("for each trick bid")),
        ("missed_off", "", phrase("for each trick short")),
    ],
    "contract": [
        ("won", phrase("Contract made"), phrase("points")),
        ("lost", phrase("Otherwise"), phrase("points")),
    ],
    "bags": [("every", "", phrase("every so many")), ("cost", "", phrase("points"))],
}
"""The numbers in a sentence of each recipe, each with the heading above it, if it has one, and the
words before it."""


class Gap(NamedTuple):
    """A number in a sentence; `chosen`: each table chooses it, and this is what is usual."""

    key: str
    heading: str
    label: str
    value: str
    fault: str
    chosen: bool


class CardShown(NamedTuple):
    """A sentence on the page: its numbers, what it says in made-up deals, what is wrong."""

    number: int
    title: str
    body: Sequence[str]
    gaps: Sequence[Gap]
    examples: Sequence[ShownLine | None]
    fault: str


def _label(document: Document, name: str) -> str:
    field = drafts.fields(document).get(name)
    return str(field["label"]) if field else name


def _title(document: Document, card: Card) -> str:
    answers = card.answers
    if card.recipe in (recipes.EACH, recipes.OTHERS):
        return _label(document, answers["what"])
    if card.recipe == recipes.TABLE:
        by = answers["table"].partition("\n")[0].partition(" ")[2]
        return tell("By {what}", what=_label(document, by))
    if card.recipe == "bid":
        bid, tricks = (_label(document, answers[one]) for one in ("bid", "tricks"))
        return tell("{tricks} against the {bid}", tricks=tricks, bid=bid)
    if card.recipe in contracts.COMPOSED:
        return tell("A contract") if card.recipe == "contract" else tell("Every so many")
    if card.recipe == recipes.FIXED and answers["only"]:
        return _bound(document, answers["only"])
    text = answers["text"].replace("{", "").replace("}", "")
    return text[:1].upper() + text[1:]


def _bound(document: Document, only: str) -> str:
    condition = only.removeprefix(recipes.OTHERWISE).strip()
    return condition_in_words(document, condition) if condition else tell("Otherwise")


def _body(document: Document, card: Card) -> list[str]:
    """Return what a sentence says besides its numbers."""
    answers = card.answers
    found: list[str] = {
        recipes.OTHERS: lambda: [tell("The winner gets what the others hold.")],
        recipes.TABLE: lambda: [signs(line) for line in answers["table"].splitlines()[1:]],
        recipes.FORMULA: lambda: [signs(line) for line in answers["points"].splitlines()],
        "bid": lambda: [tell(contracts.MADE[answers["exact"]])],
        "contract": lambda: _paid(document, answers),
        "bags": lambda: [_counted(document, answers["what"])],
    }.get(card.recipe, list)()
    only = answers.get("only", "") if card.recipe != recipes.FIXED else ""
    condition = only.removeprefix(recipes.OTHERWISE).strip()
    if condition != only:
        found.append(tell("Otherwise"))
    if condition:
        found.append(full_stop(condition_in_words(document, condition)))
    return found


def _paid(document: Document, answers: Mapping[str, str]) -> list[str]:
    found = [tell(contracts.PAID[answers["pays"]])]
    if answers["times"]:
        found.append(tell("Multiplied by “{what}”.", what=_label(document, answers["times"])))
    return found


def _counted(document: Document, what: str) -> str:
    return tell("tricks more than bid") if what == contracts.EXTRAS else _label(document, what)


def _gaps(document: Document, card: Card, number: int, typed: Mapping[str, str], wrong: Mapping[str, str], ticked: Collection[str] | None = None) -> list[Gap]:  # noqa: E501  # fmt: skip
    gaps = GAPS.get(card.recipe, ())
    exact = card.answers.get("exact") == "yes"
    return [
        Gap(
            f"{number}.{key}",
            tell(heading) if heading else "",
            tell("for each trick over or under") if exact and key == "missed_off" else tell(label),
            typed.get(f"{number}.{key}", _number_shown(document, card.answers[key])),
            wrong.get(f"{number}.{key}", ""),
            _is_chosen(document, card.answers[key], f"{number}.{key}", ticked),
        )
        for key, heading, label in gaps
        if not (exact and key == "extra_each")
    ]


def _number_shown(document: Document, text: str) -> str:
    return recipes.as_labelled(document, house.number_of(document, text)).replace("-", "−")


def _is_chosen(document: Document, text: str, at: str, ticked: Collection[str] | None) -> bool:
    """Return whether each table chooses the number that stands there: as was ticked, if that was
    asked, or else as it is."""
    return house.rule_of(document, text) is not None if ticked is None else at in ticked


def cards_shown(document: Document, typed: Mapping[str, str], wrong: Mapping[str, str], ticked: Collection[str] | None = None) -> list[CardShown]:  # noqa: E501  # fmt: skip
    """Return the sentences of a document for the page; `ticked` are the numbers that each table
    chooses, where that is asked."""
    lines, faults = lines_shown(document), faults_of(document)
    return [
        CardShown(
            number,
            _title(document, card),
            _body(document, card),
            _gaps(document, card, number, typed, wrong, ticked),
            [lines.get(at) for at in card.places] if lines else [],
            " ".join(
                text for at in card.places for text in faults_at(faults, "lines", at).values()
            ),
        )
        for number, card in enumerate(recipes.cards(document))
    ]


def _wrong_gaps(document: Document, card: Card, number: int, typed: Mapping[str, str]) -> dict[str, str]:  # noqa: E501  # fmt: skip
    """Return what is no number, nor the name of one, as of a house rule."""
    wrong = dict[str, str]()
    for key, *_ in GAPS.get(card.recipe, ()):
        text = typed.get(f"{number}.{key}")
        if text is None:
            continue
        given = read_number(text)
        if not recipes.is_number(document, card.recipe, card.answers, text):
            wrong[f"{number}.{key}"] = tell("How many points? A whole number.")
        elif key == "every" and given is not None and given < 1:
            wrong[f"{number}.{key}"] = tell("Every so many: 1 or more.")
    return wrong


def _housed(
    document: Document,
    card: Card,
    number: int,
    answers: dict[str, str],
    ticked: Collection[str] | None = None,
) -> Document:
    """Return the document with the house rules that numbers of a sentence become or stay; their
    names take the numbers' place among the answers."""
    for key, _, label in GAPS.get(card.recipe, ()):
        if key not in answers:
            continue
        stood, at = card.answers[key], f"{number}.{key}"
        text = card.answers["text"]
        about = text if card.recipe == recipes.FIXED and "{" not in text else _title(document, card)
        title = f"{about}: {tell(label)}"
        chosen, least = _is_chosen(document, stood, at, ticked), int(key == "every")
        document, answers[key] = house.with_number(
            document, stood, answers[key], chosen=chosen, key=key, label=title, least=least
        )
    return document


def written(document: Document, typed: Mapping[str, str]) -> tuple[Document, dict[str, str]]:
    """Return the document with the numbers that were typed, and why some of them are none."""
    wrong = dict[str, str]()
    # from the last, as a sentence may get another number of lines
    for number, card in reversed([*enumerate(recipes.cards(document))]):
        amiss = _wrong_gaps(document, card, number, typed)
        wrong |= amiss
        given = {
            key: typed[f"{number}.{key}"] for key in card.answers if f"{number}.{key}" in typed
        }
        answers = {key: recipes.as_named(document, text) for key, text in given.items()}
        if answers and not amiss:
            document = _housed(document, card, number, answers)
            document = recipes.write_card(document, card, card.recipe, answers)
    return document, wrong


def worth(slug: str, old: Draft) -> ResponseReturnValue:
    """Show what is worth how much, or write it."""
    form, document, wrong = TextsForm(), old.document, dict[str, str]()
    pressed, now, message = form.do.data, slug, None
    if form.validate_on_submit():
        document, wrong = written(document, form.a.data)
        if pressed.act == "count":
            now = pages.kept_so_far(slug, old, document)
        elif not wrong:
            if document["lines"] or pressed.act not in ("", "next"):
                return _led_on(slug, old, document, pressed)
            message = ("bad", tell("Nothing is worth points yet: add what is."))
    counting = form.is_submitted() and pressed.act == "count"
    unused = [_label(document, name) for name in drafts.unused(document)]
    faults = faults_of(document)
    sections = [
        (section, tell(title), [(at, named(one), faults_at(faults, section, at))
                                for at, one in enumerate(document.get(section, ()))])
        for section, title in _SECTIONS.items()
    ]  # fmt: skip
    said = tell("All you write down is worth something.")
    if unused:
        said = tell("{n:This is|These are} not worth anything yet: {things}.", n=len(unused), things=all_of(*unused))  # noqa: E501  # fmt: skip
    page = shown(
        *("worth", slug, old, WORTH, document),
        now=now,
        form=form,
        message=message,
        cards=cards_shown(document, form.a.data or {}, wrong),
        sections=sections,
        said=said,
        unused=bool(unused),
    )
    return page, 200 if counting or not form.is_submitted() else 422


def _led_on(slug: str, old: Draft, document: Document, pressed: PressedKey) -> Response:
    """Lead to where a key of the step leads."""
    if pressed.act == "add":
        return _add(slug, old, document, pressed.about)
    new = kept(slug, old, document)
    if pressed.act == "card":
        return _to_card(new, pressed.number or 0)
    if pressed.act == "part":
        return pages.to_part(new, pressed.about)
    return to(new, pages.next_step(pressed, END))


_SECTIONS: Final[Mapping[str, Message]] = {
    "options": phrase("House rules"),
    "values": phrase("Worked out on the way"),
    "carries": phrase("Carried to the next deal"),
    "checks": phrase("Must be so"),
    "closing": phrase("At the end of the game"),
}


def named(part: Mapping[str, Any]) -> str:
    """Return what a list calls a part."""
    text = part.get("label") or part.get("say") or part.get("text") or signs(part.get("when", ""))
    return str(text).replace("{", "").replace("}", "")


def _to_card(slug: str, number: int, **more: Any) -> Response:
    return redirect(url_for("own_editor.card", slug=slug, number=number, **more), 303)


def _add(slug: str, old: Draft, document: Document, about: str) -> Response:
    """Add a sentence, or a part of a section, and lead to it."""
    if about in parts.SECTIONS:
        number = len(document.get(about, ()))
        new = kept(slug, old, parts.new_part(document, about))
        return pages.to_part(new, f"{about}.{number}", **pages.BEGUN)
    unused = drafts.unused(document)
    before = document
    for name in unused[:1]:
        document = recipes.cards_for(document, name)
    if document == before:
        document = recipes.add_card(document, recipes.FIXED, {"points": "10"})
    return _to_card(kept(slug, old, document), len(recipes.cards(document)) - 1, **pages.BEGUN)


# --- one sentence ---------------------------------------------------------------------------------


@bp.route("/<slug>/card/<int:number>", methods=["GET", "POST"])
def card(slug: str, number: int) -> ResponseReturnValue:
    """Ask about one sentence."""
    old = draft_or_404(slug)
    document = old.document
    found = recipes.cards(document)
    if number >= len(found):
        return to(slug, WORTH)  # it is there no more
    one, form, wrong = found[number], TextsForm(), dict[str, str]()
    pressed, typed = form.do.data, form.a.data or {}
    answers = {key.partition(".")[2]: text for key, text in typed.items()}
    if form.validate_on_submit():
        if pressed.act == "remove":
            return to(kept(slug, old, recipes.remove_card(document, one)), WORTH)
        another = _as_another(document, one, pressed, answers)
        if another:
            return _to_card(kept(slug, old, another), number)
        document, wrong = _with_answers(document, one, number, typed, form.house.data)
        there = faults_of(document)
        amiss = any(faults_at(there, "lines", at) for at in one.places)
        if (pressed.act == "step" or pressed.act != "count" and not amiss) and not wrong:
            if pressed.act == "recipe":
                return _to_card(kept(slug, old, document), number)
            return pages.led_back(slug, old, document, pressed, WORTH)
        one = recipes.cards(document)[number]
    offered = [
        (name, tell(title), name == one.recipe)
        for name, title in recipes.RECIPES.items()
        if name == one.recipe or recipes.starting_answers(document, name, one.answers) is not None
    ]
    counting = pressed.act == "count"
    ticked = form.house.data if form.is_submitted() else None
    as_shown = cards_shown(document, typed, wrong, ticked)[number]
    table, faults = None, dict[str, str]()
    if one.recipe == recipes.TABLE:
        table = typed_table(one.answers["table"], answers)
        faults = table_faults(faults_of(document), one.at, table)
        as_shown = as_shown._replace(fault=faults.get("", ""))
    page = shown(
        *("card", slug, old, WORTH, document),
        now=pages.kept_so_far(slug, old, document) if counting else slug,
        card=one,
        number=number,
        offered=offered,
        shown=as_shown,
        answers={**one.answers, **recipes.bound_to(document, one), **answers},
        choices=_choices(document, one),
        table=table,
        faults=defaultdict(str, faults),
        amiss=as_shown.fault or faults or any(gap.fault for gap in as_shown.gaps),
        by=[(name, f["label"]) for name, f in drafts.fields(document).items()],
        bound=recipes.bounds(document, one),
        names=drafts.called(document),
    )
    return page, 422 if form.is_submitted() and not counting else 200


def _as_another(document: Document, one: Card, pressed: PressedKey, typed: Mapping[str, str]) -> Document | None:  # noqa: E501  # fmt: skip
    """Return the document with a sentence of another kind, if such a key was pressed; it says what
    was typed as far as it can. A house rule stays one."""
    if pressed.act != "recipe" or pressed.about not in recipes.RECIPES.keys() - {one.recipe}:
        return None
    rules = {key for key, text in one.answers.items() if house.rule_of(document, text)}
    said = {key: typed.get(key, text) for key, text in one.answers.items() if key not in rules}
    begun = recipes.starting_answers(document, pressed.about, {**one.answers, **said})
    text = {"text": typed.get("text", "")}
    return begun and recipes.write_card(document, one, pressed.about, {**begun, **text})


def _with_answers(document: Document, one: Card, number: int, typed: Mapping[str, str], ticked: Collection[str]) -> tuple[Document, dict[str, str]]:  # noqa: E501  # fmt: skip
    wrong = _wrong_gaps(document, one, number, typed)
    answers = {key.partition(".")[2]: text.strip() for key, text in typed.items()}
    if one.recipe == "bid":
        answers.setdefault("exact", "")
    if one.recipe == recipes.TABLE:
        table = typed_table(one.answers["table"], {k: signed(text) for k, text in answers.items()})
        answers["table"] = table.text
        if not table.filled:  # a table without rows would be read as a formula
            wrong[f"{number}.key0"] = ""
    for key, *_ in GAPS.get(one.recipe, ()):
        if key in answers:
            answers[key] = recipes.as_named(document, answers[key])
    only = answers.get("only", one.answers.get("only", ""))
    answers["only"] = recipes.joined(only, answers.get("also", ""))
    known = {key: answers[key] for key in answers if key in one.answers}
    if one.recipe == "bid" and known.get("bid", "") == known.get("tricks"):
        other = "tricks" if known["bid"] != one.answers["bid"] else "bid"
        known[other] = one.answers["tricks" if other == "bid" else "bid"]  # the two change places
    if wrong:
        return document, wrong
    document = _housed(document, one, number, known, ticked)
    return recipes.write_card(document, one, one.recipe, known), wrong


def _choices(document: Document, one: Card) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return what else a sentence lets one choose: the name of the answer, its words, and among
    which."""
    fields = drafts.fields(document)
    numbers = [(name, f["label"]) for name, f in fields.items() if f["kind"] == "number"]
    who = [(name, f["label"]) for name, f in fields.items() if f["kind"] in ("seat", "side")]
    truths = [
        (n, f["label"]) for n, f in fields.items() if (f["kind"], f["of"]) == ("yesno", "deal")
    ]
    if one.recipe in (recipes.EACH, recipes.OTHERS):
        return [("what", tell("Of what?"), numbers)]
    if one.recipe == "bid":
        made = [("", tell("as many as bid, or more")), ("yes", tell("exactly as many as bid"))]
        listed = [(name, fields[name]["label"]) for name in contracts.numbers(document)]
        return [
            *(("bid", tell("What is bid?"), listed), ("tricks", tell("What is taken?"), listed)),
            ("exact", tell("When is it made?"), made),
        ]
    if one.recipe == "contract":
        pays = [(how, tell(text)) for how, text in contracts.ways(document).items()]
        times = [*contracts.stakes(document).items()]
        multiplied = ("times", tell("Multiplied by what?"), [("", tell("by nothing")), *times])
        return [
            *(("declarer", tell("Who declared?"), who), ("made", tell("Was it made?"), truths)),
            ("pays", tell("Who scores?"), pays),
            *([multiplied] if times else []),
        ]
    if one.recipe == "bags":
        counted = [(one, _counted(document, one)) for one in contracts.counted(document)]
        return [("what", tell("Of what?"), counted[::-1])]
    return []
