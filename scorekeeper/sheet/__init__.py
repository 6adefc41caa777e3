"""The score sheet and its result: documents in, documents out."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, cast

import msgspec

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import Options, OptionValues, sample_values
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.games import games
from scorekeeper.interview.reading import read
from scorekeeper.interview.steps import NO_SUCH_SEAT, Fault
from scorekeeper.own import OWN, DocumentRefused, game_of
from scorekeeper.payments import single_spaced, stake_of
from scorekeeper.sentences import Message, Voice, all_of, tell
from scorekeeper.sheet.documents import (
    FORMAT,
    Document,
    Head,
    Sheet,
    SheetRefused,
    WhatIsAgreed,
    error,
    errors_of,
    game_in_sheet,
)
from scorekeeper.sheet.entries import played, replay
from scorekeeper.sheet.results import result
from scorekeeper.spelling import NOTHING_SEEN, visible

_KEYS: Final = frozenset(Sheet.__annotations__)

_NO_NUMBER: Final[Message] = "`{key}` is a whole number."
_NO_OPTIONS: Final[Message] = "The options are an object."
_NO_AGREEMENT: Final[Message] = (
    "The other side agrees to each deal (deal), to the game (game) or to neither."
)
_NO_STAKE: Final[Message] = "The stake is the value of one counter, e.g. €0.10."


def score(document: Any) -> Document:
    """Return the `SheetResult` of a `Sheet`, or `Errors`."""
    try:
        head = read_head(document)
        return cast(Document, result(head, replay(head, document["entries"])))
    except SheetRefused as refused:
        return {"errors": refused.errors}


def score_example(game: Game, example: Mapping[str, Any]) -> Document:
    """Return the `SheetResult` of a worked deal of a game's document, or `Errors`."""
    sheet = {key: example[key] for key in example.keys() - {"title", "scores", "totals"}}
    return score({"format": FORMAT, **game_in_sheet(game), **sheet})


def sums_of(result: Document) -> dict[str, list[int]]:
    """Return what a worked deal comes to by its result, under the keys that it has for that."""
    entries = result["entries"]
    return {
        "scores": [*entries[-1]["scores"]] if entries else [],
        "totals": [*result["totals"]],
    }


def dump(head: Head, entries: Sequence[Entry]) -> Document:
    """Return the `Sheet`, with only those options that differ from the variant's defaults."""
    defaults = head.game.defaults(head.variant)
    changed = {k: v for k, v in head.options.items() if v != defaults[k]}
    document: Document = {
        "format": FORMAT,
        **game_in_sheet(head.game),
        "variant": head.variant,
        "options": changed,
        "stake": head.stake,
        "agreement": head.agreement,
        "players": list(head.players),
        "dealer": head.dealer,
        "edition": head.edition,
        "entries": list(entries),
    }
    return {key: value for key, value in document.items() if value or key not in _LEFT_OUT}


_LEFT_OUT: Final = frozenset(("variant", "options", "stake", "agreement"))
"""What a sheet does not name where there is none."""


def read_head(document: Any) -> Head:
    """Return the head of a sheet; raises `SheetRefused` with every fault in it, and those of the
    first entry that is refused."""
    if type(document) is not dict:
        raise SheetRefused([error("", tell("A score sheet is a JSON object."))])
    unknown = [key for key in document if key not in _KEYS]
    errors = [error(key, tell("A score sheet has no `{key}`.", key=key)) for key in unknown]
    if document.get("format") != FORMAT:
        errors.append(error("format", tell("The format is always {format}.", format=FORMAT)))
    if type(document.get("entries")) is not list:
        errors.append(error("entries", tell("`entries` must be a list.")))
    game = _game(document, errors)
    names = _names(document.get("players"), errors)
    if game is None:
        raise SheetRefused([*errors, *_in_any_game(document)])
    variant = find_variant(game, document.get("variant"), errors)
    options = _options(game, variant, document.get("options", {}), errors)
    stake = _stake(game, options, document.get("stake"), errors)
    agreement = _agreement(document.get("agreement"), errors)
    players = _players(game, names, errors)
    dealer = _whole(
        document,
        "dealer",
        range(len(players) or game.players[-1]),
        errors,
        NO_SUCH_SEAT,
    )
    edition = _whole(document, "edition", range(1, game.edition + 1), errors)
    together = [*game.check(variant, options, len(players))] if game.check and players else []
    if together:
        errors += errors_of(together, Voice(players))
    head = Head(game, variant, options, players, dealer, edition, stake, agreement)
    if errors:
        entries = document.get("entries")
        if type(entries) is list and players and not together:
            given, wrong = document.get("options"), {error["at"] for error in errors}
            errors += entry_errors(head, given if type(given) is dict else (), wrong, entries)
        raise SheetRefused(errors)
    return head


def _game(document: Document, errors: list[Document]) -> Game | None:
    """Return the game of the sheet, be it one that it carries; raises `SheetRefused` with nothing
    but the faults of that."""
    if document.get("game") != OWN:
        if OWN in document:
            errors.append(error(OWN, tell("Only a sheet with the game “own” carries a game.")))
        return game_or_error(document.get("game"), errors)
    if OWN not in document:
        raise SheetRefused([error(OWN, tell("The game that is played is missing."))])
    try:
        return game_of(document[OWN])
    except DocumentRefused as refused:
        raise SheetRefused(errors_of(refused.faults, Voice(), OWN)) from None


def _in_any_game(document: Document) -> Iterator[Document]:
    """Yield the faults of the head that do not depend on the game."""
    if type(document.get("variant")) not in (str, type(None)):
        yield error("variant", tell("A variant is a name."))
    if type(document.get("options", {})) is not dict:
        yield error("options", tell(_NO_OPTIONS))
    if not _is_stake(document.get("stake")):
        yield error("stake", tell(_NO_STAKE))
    if document.get("agreement") not in _AGREEMENTS:
        yield error("agreement", tell(_NO_AGREEMENT))
    if type(document.get("players")) is not list:
        yield error("players", tell("`players` must be a list of names."))
    for key in ("dealer", "edition"):
        if type(document.get(key, 0)) is not int:
            yield error(key, tell(_NO_NUMBER, key=key))


def game_or_error(slug: Any, errors: list[Document]) -> Game | None:
    """Return the game of that slug; None, and an error more, where there is none."""
    game = games().get(slug) if type(slug) is str else None
    if game is None:
        known = ", ".join(games())
        errors.append(error("game", tell("Unknown game. Games: {known}.", known=known)))
    return game


def find_variant(game: Game, variant: Any, errors: list[Document]) -> str | None:
    """Return the variant of that name, the first where none is given; an error more where it is
    none."""
    first = next(iter(game.variants))
    if variant is None:
        return first
    if type(variant) is str and variant in game.variants:
        return variant
    known = [name for name in game.variants if name]
    if known:
        message = tell(
            "Unknown variant; the variants of {game} are {known}.",
            game=game.name,
            known=all_of(*known),
        )
    else:
        message = tell("Unknown variant; {game} has no variants.", game=game.name)
    errors.append(error("variant", message))
    return first


def _options(game: Game, variant: str | None, given: Any, errors: list[Document]) -> Options:
    """Return the options with their values; the default for one that cannot be."""
    defaults: Options = game.defaults(variant)
    if type(given) is not dict:
        errors.append(error("options", tell(_NO_OPTIONS)))
        return defaults
    if not given:
        return defaults
    for name in given:
        if name not in defaults:
            unknown = tell("{game} has no option `{name}`.", game=game.name, name=name)
            errors.append(error(f"options.{name}", unknown))
    chosen = {name: value for name, value in given.items() if name in defaults}
    faults = option_faults(game, chosen)
    errors += errors_of(faults, Voice(), "options")
    wrong = {fault.path[0] for fault in faults}
    right = {name: value for name, value in chosen.items() if name not in wrong}
    house: Options = game.house_rules({**defaults, **right})
    return house


def options_kept(game: Game, variant: str | None, options: OptionValues) -> Options:
    """Return every option of the game with its value among these; what is not known to it, or out
    of range, is as the variant has it."""
    defaults = game.defaults(variant)
    known: OptionValues = {name: value for name, value in options.items() if name in defaults}
    wrong = {fault.path[0] for fault in option_faults(game, known)}
    right = {name: value for name, value in known.items() if name not in wrong}
    house: Options = game.house_rules({**defaults, **right})
    return house


def option_faults(game: Game, options: OptionValues) -> list[Fault]:
    """Return the faults of these options' values, one by one."""
    return read((option for option in game.options if option.path[0] in options), options).faults


def _stake(game: Game, options: Options, given: Any, errors: list[Document]) -> str | None:
    if not _is_stake(given):
        errors.append(error("stake", tell(_NO_STAKE)))
    elif given is not None and not errors and not game.has_counters(options):
        errors.append(error("stake", tell("These rules have no payments. Remove the stake.")))
    return single_spaced(given) if type(given) is str else None


_AGREEMENTS: Final = (None, "deal", "game")


def _agreement(given: Any, errors: list[Document]) -> WhatIsAgreed | None:
    if given in _AGREEMENTS:
        return cast(WhatIsAgreed | None, given)
    errors.append(error("agreement", tell(_NO_AGREEMENT)))
    return None


def _is_stake(given: Any) -> bool:
    return given is None or (type(given) is str and stake_of(single_spaced(given)) is not None)


def _names(given: Any, errors: list[Document]) -> list[str] | None:
    """Return the names as they are read; an invalid one is replaced by its seat."""
    if type(given) is not list:
        return None
    names = [visible(name) if type(name) is str else "" for name in given]
    called: set[str] = set()
    for seat, name in enumerate(names):
        folded = name.casefold()
        if not name and type(given[seat]) is str and given[seat].strip():
            message = tell(NOTHING_SEEN)
        elif not 0 < len(name) <= LONGEST_NAME:
            message = tell("A name has 1 to {n} characters.", n=LONGEST_NAME)
        elif folded in called:
            message = tell("Two players are called {name}; names must differ.", name=name)
        else:
            called.add(folded)
            continue
        errors.append(error(f"players[{seat}]", message))
        names[seat] = f"seat {seat}"
    return names


def _players(game: Game, names: list[str] | None, errors: list[Document]) -> tuple[str, ...]:
    """Return the players; none where they are not as many as can play."""
    if names is not None and len(names) in game.players:
        return tuple(names)
    template: Message = "{game} is for {span} players, named in a list."
    errors.append(error("players", tell(template, game=game.name, span=game.players_said)))
    return ()


def _whole(
    document: Document,
    key: str,
    span: range,
    errors: list[Document],
    message: Message = "`{key}` runs from {low} to {high}.",
) -> int:
    """Return the number under `key`; `edition` is the newest where absent, `dealer` 0."""
    default = span[-1] if key == "edition" else 0
    value = document.get(key, default)
    if type(value) is int and value in span:
        return value
    if type(value) is not int:
        message = _NO_NUMBER
    given = value if type(value) is int else str(value)
    text = tell(message, key=key, given=given, low=span.start, high=span[-1])
    errors.append(error(key, text))
    return default


def entry_errors(
    head: Head, given: Collection[str], wrong: Collection[str], entries: Sequence[Any]
) -> list[Document]:
    """Return what is wrong with the entries under a head that has faults at the places `wrong`.

    `head` has what is usual in place of what cannot be; `given` are the options that its sheet
    names. A target that cannot be says nothing about when the game is over; that fourteen tricks
    are too many is so under every target.
    """
    # judged by the usual target alone, “The game is over” stood beside a target that cannot be
    pads, errors = played(head, entries)
    for meant in _possible_heads(head, given, wrong) if errors else ():
        others, found = played(meant, entries)
        over = others[-1].outcome is not None
        if len(others) > len(pads) or (len(others) == len(pads) and not over):
            reported = {(error["at"], error["message"]) for error in found}
            errors = [error for error in errors if (error["at"], error["message"]) in reported]
    return errors


def _possible_heads(head: Head, given: Collection[str], wrong: Collection[str]) -> Iterator[Head]:
    """Yield the head with the first and with the last of what can be in place of what cannot, and
    with every dealer."""
    bad = {place.partition("[")[0] for place in wrong}
    variants = [*head.game.variants.values()]
    # none plays spades without partners: that nobody enters the tricks of a nil there is not so
    differ = {name for name in head.options for one in variants if one[name] != variants[0][name]}
    unsure = {
        name
        for name in head.options
        if {f"options.{name}", "options"} & bad
        or ("variant" in bad and name in differ and name not in given)
    }
    if not unsure and "dealer" not in bad:
        return
    asked = {option.name: option for option in head.game.options}
    # each of them, as what is wrong may hang on the dealer
    dealers = range(len(head.players)) if "dealer" in bad else (head.dealer,)
    for end, dealer in product((0, -1), dealers):
        usual = {**head.options, **{name: sample_values(asked[name])[end] for name in unsure}}
        options = head.game.house_rules(usual)
        meant = msgspec.structs.replace(head, options=options, dealer=dealer)
        check = head.game.check
        if check is None or not [*check(head.variant, options, len(head.players))]:
            yield meant
