"""The referee's questions and their answers as documents (sheet.md, Referee)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from scorekeeper.engine.ledger import Game
from scorekeeper.referee import auction, tricks
from scorekeeper.referee.context import COMMON, Context, ContextKey, Path, QuestionRefused
from scorekeeper.sentences import Sentence, Voice, say
from scorekeeper.sheet import Document, find_game, find_variant, option_faults, where

_TRICK: Final = frozenset(("game", "variant", "context", "plays", "hand"))
_CALL: Final = frozenset(("game", "variant", "context", "dealer", "calls", "call"))
_VOICE: Final = Voice()
_encode: Final = msgspec.json.Encoder().encode


def trick(document: Any) -> Document:
    """Which plays are legal, and who takes the trick; or `{"errors": [...]}`."""
    try:
        setting = _setting(document, _TRICK)
        plays, hand = _words(document, "plays") or [], _words(document, "hand")
        verdict = tricks.judge(setting.play, setting.context, plays, hand)
    except QuestionRefused as refused:
        return _errors(refused)
    return {
        "winner": verdict.winner,
        "reason": _VOICE.alone(verdict.why.text),
        "rule": verdict.why.rule,
        "legal": verdict.legal,
        "void": list(verdict.void),
    }


def call(document: Any) -> Document:
    """Whether a call is legal, and what may be called; or `{"errors": [...]}`."""
    try:
        setting = _setting(document, _CALL)
        if setting.game.auction is None:
            raise _no_bidding(setting.game)
        asked = document.get("call")
        if asked is not None and type(asked) is not str:
            raise _refused("call", say("A call is written in quotes, a number of tricks too."))
        dealer = _dealer(document.get("dealer", 0), setting.context["players"])
        calls = _words(document, "calls") or []
        verdict = auction.judge(setting.game.auction, setting.context, dealer, calls, asked)
    except QuestionRefused as refused:
        return _errors(refused)
    turn = verdict.state.turn
    return {
        "to_act": turn.seat if turn else None,
        "legal_calls": list(turn.calls) if turn else [],
        "legal": verdict.legal,
        "reason": _VOICE.alone(verdict.why.text),
        "rule": verdict.why.rule,
        "closed": turn is None,
        "contract": verdict.state.contract,
    }


def _errors(refused: QuestionRefused) -> Document:
    return {
        "errors": [
            {"at": where(path), "message": _VOICE.alone(sentence)}
            for path, sentence in refused.faults
        ]
    }


def _refused(at: str, sentence: Sentence) -> QuestionRefused:
    return QuestionRefused([((at,), sentence)])


def _no_referee(game: Game) -> QuestionRefused:
    name = game.name[0].lower() + game.name[1:]
    return _refused("game", say("The {name} has no referee.", name=name))


def _no_bidding(game: Game) -> QuestionRefused:
    return _refused("game", say("{name} has no bidding.", name=game.name))


def _words(document: Document, name: str) -> list[str] | None:
    """The list of cards or calls under `name`; None where there is none."""
    given = document.get(name)
    if given is None:
        return None
    if type(given) is not list:
        raise _refused(name, say("`{name}` is a list.", name=name))
    for number, word in enumerate(given):
        if type(word) is not str:
            sentence = say("`{name}` is a list of words in quotes.", name=name)
            raise QuestionRefused([((name, number), sentence)])
    return given


def _dealer(seat: Any, players: int) -> int:
    if type(seat) is int and 0 <= seat < players:
        return seat
    raise _refused("dealer", say("`dealer` is a seat, 0 to {last}.", last=players - 1))


# --- the game and the context -------------------------------------------------------------------


class Setting(msgspec.Struct, frozen=True):
    """What is played and how, and what holds in the deal."""

    game: Game
    play: tricks.Play
    context: Context


_LONGEST_KEPT: Final = 2000


def _setting(document: Any, known: frozenset[str]) -> Setting:
    """What a question says of the game and the deal; the same is said of many tricks."""
    if type(document) is not dict:
        raise QuestionRefused([((), say("A question is a JSON object."))])
    if not known >= document.keys():
        strange = [key for key in document if key not in known]
        raise QuestionRefused(
            [((key,), say("A question has no `{key}`.", key=key)) for key in strange]
        )
    head = document.get("game"), document.get("variant"), document.get("context")
    try:
        text = _encode(head)
        return _read(text) if len(text) <= _LONGEST_KEPT else _read.__wrapped__(text)
    except RecursionError:
        raise _refused("context", say("`context` is nested too deeply.")) from None


@lru_cache(maxsize=4096)
def _read(text: bytes) -> Setting:
    slug, variant, given = msgspec.json.decode(text)
    errors: list[Document] = []
    game = find_game(slug, errors)
    if game is not None:
        variant = find_variant(game, variant, errors)
    if game is None or errors:
        raise QuestionRefused(
            [((error["at"],), say("{m}", m=error["message"])) for error in errors]
        )
    if game.play is None:
        raise _no_referee(game)
    if given is not None and type(given) is not dict:
        raise _refused("context", say("The context is an object."))
    return Setting(game, game.play, read_context(game, variant, given or {}))


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
    said = {name: value for name, value in others.items() if value is not None}
    whole = {**options, **chosen, **defaults, "players": players, **said}
    return Context({name: _kept(value) for name, value in whole.items()}, keys)


def keys_of(game: Game) -> Mapping[str, ContextKey]:
    """All that a context may say beside the options, by name."""
    own = [part.keys for part in (game.play, game.auction) if part is not None]
    return {key.name: key for keys in (COMMON, *own) for key in keys}


def players_of(game: Game) -> int:
    """How many play where nobody says so: four, if the game is for four."""
    return 4 if 4 in game.players else game.players[0]


def _key_faults(
    game: Game, keys: Mapping[str, ContextKey], given: Mapping[str, Any], players: Any
) -> Iterator[tuple[Path, Sentence]]:
    if type(players) is not int or players not in game.players:
        low, high = game.players[0], game.players[-1]
        span = say("{low}", low=low) if low == high else say("{low} to {high}", low=low, high=high)
        yield ("players",), say("{name} is for {span} players.", name=game.name, span=span)
        return
    for name, value in given.items():
        key = keys.get(name)
        if key is None:
            yield (name,), say("Unexpected field `{name}`.", name=name)
        elif not key.fits(value, players) and not (value is None and key.default is None):
            yield (name,), say(key.says, name=name, last=players - 1)


def _kept(value: Any) -> Any:
    return tuple(value) if type(value) is list else value
