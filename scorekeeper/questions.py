"""The referee's questions and their answers as documents."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, TypeVar, cast

import msgspec

from scorekeeper.engine.game import Game
from scorekeeper.engine.remedies import Case, Inquiry, Mishap, inquire
from scorekeeper.engine.replay import blank, interview
from scorekeeper.interview.reading import Reading
from scorekeeper.interview.steps import Path
from scorekeeper.referee import calls_made, tricks
from scorekeeper.referee.context import COMMON, Context, ContextKey, QuestionRefused
from scorekeeper.sentences import Message, Sentence, Voice, one_of, say
from scorekeeper.sheet import find_variant, game_or_error, option_faults
from scorekeeper.sheet.documents import Document, NotJSON, decoded, where

_VOICE: Final = Voice()
_encode: Final = msgspec.json.Encoder().encode

SeatNumber = Annotated[int, msgspec.Meta(ge=0)]


class Trick(msgspec.Struct, forbid_unknown_fields=True):
    """Which plays are legal, and who takes the trick?"""

    game: str
    variant: str | None = None
    context: dict[str, Any] | None = None
    plays: list[str] | None = None
    hand: list[str] | None = None


class TrickAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The winner of the trick, once every seat has played; the cards of the hand that may be
    played; the seats that have none of the suit led."""

    winner: SeatNumber | None
    reason: str
    rule: str
    legal: Sequence[str] | None
    void: list[SeatNumber]


class Call(msgspec.Struct, forbid_unknown_fields=True):
    """Is this call legal, and what may be called?

    A call made is a word, in turn, or names its seat. One that is then out of turn or too low
    stands once the next player calls, where the game's rules let it; one that was not accepted is
    marked as `cancelled`, and the answer says what follows from that.
    """

    game: str
    variant: str | None = None
    context: dict[str, Any] | None = None
    dealer: SeatNumber = 0
    calls: list[str | calls_made.SeatedCall] | None = None
    call: str | None = None


class CallAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The seat to call and the calls it may make; `contract` has the fields of a deal's entry.

    `irregular` is what was wrong with the last call, which stands if the seat to call accepts it
    by calling; left out if nothing was.
    """

    to_act: SeatNumber | None
    legal_calls: list[str]
    legal: bool | None
    reason: str
    rule: str
    closed: bool
    contract: Mapping[str, Any] | None
    irregular: calls_made.Irregularity | None = None


class RemedyQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """What happens now that something went wrong? `mishap` is what, `facts` are what the questions
    asked by their names, `entry` is the deal as far as it is entered, `dealer` the seat that deals
    it."""

    game: str
    variant: str | None = None
    context: dict[str, Any] | None = None
    dealer: SeatNumber = 0
    mishap: str = ""
    facts: dict[str, Any] | None = None
    entry: dict[str, Any] | None = None


class OpenQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A question that the ruling still needs an answer to: its name among the facts, and the
    answers that it takes, with what each is called."""

    name: str
    question: str
    answers: list[tuple[str | int | bool, str]]


class RemedyAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The ruling, or the next question (`ask`) that it depends on.

    `then` is what the players do now; `tricks` and `points` move by side; `entry` are the fields of
    the deal that are scored otherwise (null: left out); `again` says that the deal is void.
    """

    ask: OpenQuestion | None = None
    ruling: str | None = None
    then: list[str] = []
    rule: str | None = None
    tricks: dict[str, int] = {}
    points: dict[str, int] = {}
    entry: dict[str, Any] = {}
    again: bool = False


def trick(document: Any) -> Document:
    """A `Trick` as a document in, its `TrickAnswer` out; or `{"errors": [...]}`."""
    try:
        question = _read(document, Trick)
        setting = _setting(question.game, question.variant, question.context)
        plays, hand = question.plays or [], question.hand
        verdict = tricks.judge(setting.play, setting.context, plays, hand)
    except QuestionRefused as refused:
        return _errors(refused)
    reason, rule = _VOICE.alone(verdict.why.text), verdict.why.rule
    answer = TrickAnswer(verdict.winner, reason, rule, verdict.legal, [*verdict.void])
    return msgspec.structs.asdict(answer)


def call(document: Any) -> Document:
    """A `Call` as a document in, its `CallAnswer` out; or `{"errors": [...]}`."""
    try:
        question = _read(document, Call)
        setting = _setting(question.game, question.variant, question.context)
        if setting.game.auction is None:
            raise _refused("game", say("{name} has no bidding.", name=setting.game.name))
        players = setting.context["players"]
        if question.dealer >= players:
            raise _no_seat(players)
        calls = question.calls or []
        verdict = calls_made.judge(
            setting.game.auction, setting.context, question.dealer, calls, question.call
        )
    except QuestionRefused as refused:
        return _errors(refused)
    turn = verdict.state.turn
    answer = CallAnswer(
        to_act=turn.seat if turn else None,
        legal_calls=[*turn.calls] if turn else [],
        legal=verdict.legal,
        reason=_VOICE.alone(verdict.why.text),
        rule=verdict.why.rule,
        closed=turn is None,
        contract=verdict.state.contract,
        irregular=verdict.state.irregular,
    )
    said: Document = msgspec.structs.asdict(answer)
    if answer.irregular is None:
        del said["irregular"]
    return said


def remedy(document: Any) -> Document:
    """A `RemedyQuestion` as a document in, its `RemedyAnswer` out; or `{"errors": [...]}`."""
    try:
        question = _read(document, RemedyQuestion)
        setting = _setting(question.game, question.variant, question.context)
        case, inquiry = _inquiry(setting, question)
        inquest = inquire(inquiry, question.facts or {})
        if inquest.faults:
            raise QuestionRefused((("facts", *one.path), one.sentence) for one in inquest.faults)
    except QuestionRefused as refused:
        return _errors(refused)
    voice = Voice(sides=case.sides)
    if inquest.open is not None:
        keys = inquest.open.keys_shown()
        answers = [(key.value, voice.alone(key.label)) for key in keys]
        ask = OpenQuestion(inquest.open.name, voice.alone(inquest.open.label), answers)
        return msgspec.structs.asdict(RemedyAnswer(msgspec.to_builtins(ask)))
    found = inquest.found
    assert found is not None
    answer = RemedyAnswer(
        ruling=voice.alone(found.ruling),
        then=[voice.alone(one) for one in found.then],
        rule=found.rule,
        tricks={str(int(side)): moved for side, moved in found.tricks.items()},
        points={str(int(side)): moved for side, moved in found.points.items()},
        entry=dict(found.changes),
        again=found.again,
    )
    return msgspec.structs.asdict(answer)


def _inquiry(setting: "QuestionSetting", question: RemedyQuestion) -> tuple[Case, Inquiry]:
    """Return the case that a question puts, and the game's inquiry into it."""
    game, facts = setting.game, setting.context.facts
    ask = game.remedies.get(cast(Mishap, question.mishap))
    if ask is None:
        raise _no_mishap(game)
    house = game.house_rules({name: facts[name] for name in game.defaults(None)})
    if question.dealer >= facts["players"]:
        raise _no_seat(facts["players"])
    names = [str(seat) for seat in range(facts["players"])]
    pad = blank(game, house, names, question.dealer)
    entry = question.entry or {}
    reading = Reading(entry, dict(entry))
    reading.answer_all(interview(pad))
    # of a deal that is being played something may be missing, but nothing wrong
    wrong = [fault for fault in reading.faults if fault.path and fault.path[0] in entry]
    if wrong:
        raise QuestionRefused((("entry", *fault.path), fault.sentence) for fault in wrong)
    seats = tuple(seat for seat in pad.filled if seat not in facts["seats_out"])
    case = Case(pad.options, pad.sides, seats, entry, question.dealer)
    return case, ask(case)


def _no_mishap(game: Game) -> QuestionRefused:
    known = one_of(*game.remedies)
    return _refused("mishap", say("`mishap` is {known} in this game.", known=known))


def _errors(refused: QuestionRefused) -> Document:
    return {
        "errors": [
            {"at": where(path), "message": _VOICE.alone(sentence)}
            for path, sentence in refused.faults
        ]
    }


def _refused(at: str, sentence: Sentence) -> QuestionRefused:
    return QuestionRefused([((at,), sentence)])


def _no_seat(players: int) -> QuestionRefused:
    return _refused("dealer", say("`dealer` is a seat, 0 to {last}.", last=players - 1))


# --- the question -------------------------------------------------------------------------------

Q = TypeVar("Q", Trick, Call, RemedyQuestion)


def _read(document: Any, kind: type[Q]) -> Q:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise _wrong(document, kind, str(error)) from None


_PLACE: Final = re.compile(r"`\$\.(\w+)(?:\[(\d+)\](?:\.\w+)?)?`$")


def _wrong(document: Any, kind: type[msgspec.Struct], error: str) -> QuestionRefused:
    """Return the refusal for msgspec's `error`; faults of the game and the context come first."""
    if type(document) is not dict:
        return QuestionRefused([((), say("A question is a JSON object."))])
    strange = [key for key in document if key not in kind.__struct_fields__]
    if strange:
        faults = [((key,), say("A question has no `{key}`.", key=key)) for key in strange]
        return QuestionRefused(faults)
    setting = _setting(document.get("game"), document.get("variant"), document.get("context"))
    found = _PLACE.search(error)
    assert found, error
    name, number = found.groups()
    if name == "dealer":
        return _no_seat(setting.context["players"])
    if name == "call":
        return _refused(name, say("A call is written in quotes, a number of tricks too."))
    if name in ("facts", "entry"):
        return _refused(name, say("`{name}` is an object.", name=name))
    if name == "mishap":
        return _no_mishap(setting.game)
    if number is None:
        return _refused(name, say("`{name}` is a list.", name=name))
    return _wrong_item(document, name, int(number))


def _wrong_item(document: Document, name: str, number: int) -> QuestionRefused:
    if name == "calls" and type(document[name][number]) is dict:
        sentence = say("A call with its seat has a `seat`, a number, and a `call`, in quotes.")
    else:
        sentence = say("`{name}` is a list of words in quotes.", name=name)
    return QuestionRefused([((name, number), sentence)])


# --- the game and the context -------------------------------------------------------------------


class QuestionSetting(msgspec.Struct, frozen=True):
    """The game and its rules, and the facts of the deal."""

    game: Game
    play: tricks.Play
    context: Context


_LONGEST_KEPT: Final = 2000


def _setting(game: Any, variant: Any, context: Any) -> QuestionSetting:
    """Return the game and the facts of the deal that a question names, whatever JSON they are.
    It is cached, since many tricks share them."""
    try:
        text = _encode((game, variant, context))
        return _setting_of(text) if len(text) <= _LONGEST_KEPT else _setting_of.__wrapped__(text)
    except (RecursionError, NotJSON):
        raise _refused("context", say("`context` is nested too deeply.")) from None


@lru_cache(maxsize=4096)
def _setting_of(text: bytes) -> QuestionSetting:
    slug, variant, given = decoded(text)
    errors: list[Document] = []
    game = game_or_error(slug, errors)
    if game is not None:
        variant = find_variant(game, variant, errors)
    if game is None or errors:
        raise QuestionRefused(
            [((error["at"],), say("{m}", m=error["message"])) for error in errors]
        )
    if game.play is None:
        name = game.name[0].lower() + game.name[1:]
        raise _refused("game", say("The {name} has no referee.", name=name))
    if given is not None and type(given) is not dict:
        raise _refused("context", say("The context is an object."))
    return QuestionSetting(game, game.play, read_context(game, variant, given or {}))


def read_context(game: Game, variant: str | None, given: Mapping[str, Any]) -> Context:
    """Options and keys by their names, those left out too; raises `QuestionRefused`, with every
    fault.

    A table's own house rules go among what is `given`.
    """
    keys = keys_of(game)
    options = game.defaults(variant)
    chosen = {name: value for name, value in given.items() if name in options}
    others = {name: value for name, value in given.items() if name not in options}
    players = others.get("players", players_of(game))
    faults = [*_key_faults(game, keys, others, players)]
    faults += [(fault.path, fault.sentence) for fault in option_faults(game, chosen)]
    if game.check and not faults:
        together = game.check(variant, game.house_rules({**options, **chosen}), players)
        faults = [(fault.path[1:], fault.sentence) for fault in together]
    if faults:
        raise QuestionRefused((("context", *path), sentence) for path, sentence in faults)
    defaults = {name: key.default for name, key in keys.items()}
    filled = {name: value for name, value in others.items() if value is not None}
    whole = {**options, **chosen, **defaults, "players": players, **filled}
    # lists are tuples, so that what is asked of a context can be cached
    facts = {name: tuple(it) if type(it) is list else it for name, it in whole.items()}
    return Context(facts, keys)


def keys_of(game: Game) -> Mapping[str, ContextKey]:
    """Return all that a context may say beside the options, by name."""
    own = [part.keys for part in (game.play, game.auction) if part is not None]
    return {key.name: key for keys in (COMMON, *own) for key in keys}


def players_of(game: Game) -> int:
    """Return how many play where nobody says so: four, if the game is for four."""
    return 4 if 4 in game.players else game.players[0]


def _key_faults(
    game: Game, keys: Mapping[str, ContextKey], given: Mapping[str, Any], players: Any
) -> Iterator[tuple[Path, Sentence]]:
    if type(players) is not int or players not in game.players:
        template: Message = "{name} is for {span} players."
        yield ("players",), say(template, name=game.name, span=game.players_said)
        return
    for name, value in given.items():
        key = keys.get(name)
        if key is None:
            yield (name,), say("Unexpected field `{name}`.", name=name)
        elif not key.fits(value, players) and not (value is None and key.default is None):
            yield (name,), key.requirement(game.players[0], players)
