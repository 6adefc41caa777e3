"""The last step: a deal on the pad as it will be, worked out by whoever made the game; saved only
with one that holds."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.engine import Fault
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.replay import Refused, after, interview
from scorekeeper.own import canonical, game_of
from scorekeeper.own.editor import draft as drafts
from scorekeeper.own.editor.draft import TRY, changed
from scorekeeper.own.editor.worths import read_number
from scorekeeper.sentences import tell
from scorekeeper.sheet import score_example, sums_of
from scorekeeper.sheet.documents import Document, SheetRefused
from scorekeeper.tables.house_rules import keep_game
from scorekeeper.tables.own_games import Draft, receive
from scorekeeper.web.editor.forms import TryForm
from scorekeeper.web.editor.pages import faults_of, kept, kept_so_far, next_step, shown, to, words
from scorekeeper.web.editor.samples import deal, empty_pad, party
from scorekeeper.web.interview.form import InterviewForm
from scorekeeper.web.interview.steps import in_page_order
from scorekeeper.web.shared.security import read_number as read_whole
from scorekeeper.web.table import summary, table_request

_MOST_EXAMPLES: Final = 10


class LineTried(NamedTuple):
    """A line of the deal: whose it is, why, and how many points."""

    side: int
    who: str
    text: str
    points: int


class OldExample(NamedTuple):
    """A worked deal that the document has: its title, and its totals as they were worked out and as
    they are scored now; none where the deal is none any more."""

    title: str
    worked: Sequence[int]
    scored: Sequence[int] | None


def _sums_now(game: Game, example: Mapping[str, Any]) -> dict[str, list[int]] | None:
    """Return what a worked deal comes to here, as far as it says so itself; None where it is none
    any more."""
    result = score_example(game, example)
    if "errors" in result:
        return None
    return {key: sums for key, sums in sums_of(result).items() if key in example}


def _old(game: Game, document: Document) -> list[OldExample]:
    """Return the worked deals that do not hold any more."""
    found = list[OldExample]()
    for number, one in enumerate(document.get("examples", ()), 1):
        now = _sums_now(game, one)
        if now is None or now != {key: one[key] for key in now}:
            title = one.get("title") or tell("Worked deal {n}", n=number)
            found.append(OldExample(title, one["totals"], now["totals"] if now else None))
    return found


def with_examples(game: Game, document: Document, new: Mapping[str, Any] | None) -> Document:
    """Return the document with its worked deals as they are scored now, without those that are
    none any more, and with one more."""
    sums = [(one, _sums_now(game, one)) for one in document.get("examples", ())]
    examples: list[Mapping[str, Any]] = [{**one, **now} for one, now in sums if now is not None]
    if new is not None and new not in examples:
        examples = [*examples[-_MOST_EXAMPLES + 1 :], new]
    return changed(document, examples=examples)


class Tried:
    """A deal on the pad of the game, with what it brings."""

    def __init__(self, game: Game, stored: Entry, typed: Any) -> None:
        self.before: Pad = empty_pad(game)
        self.voice, self.sign = summary.voices(self.before)
        self.form = InterviewForm(interview(self.before), self.voice, typed, stored=stored)
        self.after: Pad | None = None
        if self.form.complete:
            try:
                self.after = after(self.before, self.form.entry)
            except Refused as refused:
                self.form.refuse(refused.faults)

    @property
    def steps(self) -> Sequence[Any]:
        """The questions, as the pad has them."""
        return in_page_order(self.form.steps)

    @property
    def sides(self) -> list[tuple[int, str]]:
        """Who scores."""
        return [(side, self.voice.side(side)) for side in range(len(self.before.sides))]

    @property
    def totals(self) -> Sequence[int]:
        """What each side has then; nothing where the deal is not complete."""
        return self.after.totals if self.after else ()

    @property
    def lines(self) -> list[LineTried]:
        """The reasons."""
        rows = self.after.rows[-1].lines if self.after else ()
        return [
            LineTried(one.side, self.voice.side(one.side), self.voice.text(one.text), one.points)
            for one in rows
        ]

    def example(self, game: Game) -> dict[str, Any]:
        """Return it as a worked deal of the document."""
        return {"players": party(game), "entries": [self.form.entry], "totals": [*self.totals]}


def page(slug: str, old: Draft) -> ResponseReturnValue:
    """Show a made-up deal, or save the game with it."""
    document = old.document
    faults = faults_of(document)
    if faults:
        return _to_put_right(slug, old, faults), 200
    game = game_of(document)
    form = TryForm()
    pressed = form.do.data
    another = pressed.act == "another"
    sent, now = form.validate_on_submit() and not another, slug
    given = _typed(document) if sent else _typed_before(old)
    seed = read_whole(pressed.about or request.args.get(_SEED) or given.get(_SEED, "")) or 1
    if another:
        given = MultiDict({_OF: _asks(document)})
    filled = given if given.keys() - {_SEED, _OF} else None
    tried = Tried(game, deal(game, seed), filled)
    if pressed.act == "step":
        return to(kept(slug, old, document, _as_kept(given, seed)), next_step(pressed, TRY))
    if pressed.act in ("count", "another"):
        now = kept_so_far(slug, old, document, _as_kept(given, seed))
    wrong, message = dict[str, str](), None
    if sent and pressed.act in ("save", "play"):
        totals = {key: text for key, text in form.total.data.items() if text.strip()}
        wrong, message = _amiss(game, document, tried, totals)
        if not message:
            return _save(slug, old, game, tried, bool(totals), pressed.act)
    text = shown(
        *("try", slug, old, TRY, document),
        faulty=(),
        form=form,
        tried=tried,
        seed=seed,
        now=now,
        typed={str(side): given.get(f"total.{side}", "") for side, _ in tried.sides},
        wrong=wrong,
        message=message,
        differing=_old(game, document),
        said=tell("Is that what your table would write?"),
    )
    return text, 422 if message else 200


def _to_put_right(slug: str, old: Draft, faults: Sequence[Fault]) -> str:
    """Show what is wrong with the game, and in which step that is put right."""
    faulty = [(drafts.step_of(one), words(one)) for one in faults]
    return shown("try", slug, old, TRY, old.document, faulty=faulty, said="")


_SEED: Final = "deal"
_OF: Final = "of"
"""In a deal as it is kept: the number of the made-up one that it was, and what was asked."""
_NOT_KEPT: Final = ("csrf_token", "do")
_MOST_KEPT: Final = 8_000


def _asks(document: Document) -> str:
    """Return a mark that changes with what a deal of this document asks."""
    asked = [document[key] for key in ("fields", "players", "sides")]
    return sha256(canonical({"asked": asked})).hexdigest()[:8]


def _typed(document: Document) -> MultiDict[str, str]:
    """Return the deal that was sent."""
    given = MultiDict(table_request.submitted_data() or {})
    for name in _NOT_KEPT:
        given.poplist(name)
    given[_OF] = _asks(document)
    return given


def _as_kept(given: MultiDict[str, str], seed: int) -> dict[str, list[str]]:
    """Return a deal as it is kept with the draft."""
    deal = {**dict(given.lists()), _SEED: [str(seed)]}
    return deal if len(str(deal)) < _MOST_KEPT else {}


def _typed_before(old: Draft) -> MultiDict[str, str]:
    """Return the deal as it was left, if the game still asks the same."""
    same = old.tried.get(_OF) == [_asks(old.document)]
    return MultiDict(old.tried) if same else MultiDict()


def _amiss(game: Game, document: Document, tried: Tried, totals: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, str] | None]:  # noqa: E501  # fmt: skip
    """Return what is wrong with the totals that were typed, by side, and what to say of it."""
    worked = with_examples(game, document, None).get("examples")
    if not tried.totals and (totals or not worked):
        return {}, ("bad", tell("The deal is not complete. Fill in what is missing."))
    wrong = _wrong(tried, totals) if totals else {}
    if not wrong:
        return {}, None
    said = tell("Here it comes to something else. Is the sum wrong, or the game?")
    return wrong, ("bad", said)


def _wrong(tried: Tried, totals: Mapping[str, str]) -> dict[str, str]:
    """Return, by side, why a total that was typed is not the one that is scored."""
    found = dict[str, str]()
    for side, who in tried.sides:
        text = totals.get(str(side))
        if text is None:
            found[str(side)] = tell("What does {who} have? Work out all of them, or none.", who=who)
        elif read_number(text) is None:
            found[str(side)] = tell("A whole number is needed here.")
        elif read_number(text) != tried.totals[side]:
            found[str(side)] = tell("{total} here, {typed} by hand.", total=tried.totals[side], typed=text)  # noqa: E501  # fmt: skip
    return found


def _save(slug: str, old: Draft, game: Game, tried: Tried, worked: bool, act: str) -> ResponseReturnValue:  # noqa: E501  # fmt: skip
    """Save the game with a worked deal; where the totals were not typed, the lines have been looked
    at, and one is enough."""
    document = with_examples(game, old.document, None)
    if worked or not document.get("examples"):
        document = with_examples(game, document, tried.example(game))
    faults = faults_of(document)
    if faults:  # with a worked deal it may be too long
        return _to_put_right(slug, old, faults), 422
    made = game_of(document)
    device, address = table_request.device(), table_request.client_address()
    try:
        receive(made, device, address)
        keep_game(device, made, old.edits)
    except SheetRefused as refused:
        first = [(drafts.NAME, error["message"]) for error in refused.errors]
        return shown("try", slug, old, TRY, document, faulty=first, said=""), 422
    kept(slug, old, document)
    table_request.flash(("good", tell("Saved. It stands in New game under Your games.")))
    if act == "play":
        return redirect(url_for("front.setup", slug=made.slug), 303)
    return redirect(url_for("own_games.one", slug=made.slug), 303)
