"""Checks of a game's declaration: its guide, its deals, its house rules, its texts."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, get_args

import msgspec

from scorekeeper.catalogue import description
from scorekeeper.engine.deals import kinds_of
from scorekeeper.engine.game import Game, printed_tables
from scorekeeper.engine.guide import NO_GUIDE, Level, Pack
from scorekeeper.engine.options import Options
from scorekeeper.engine.replay import interview
from scorekeeper.game_checks.check import Candidate, Check, choices, smallest_tables
from scorekeeper.games import games
from scorekeeper.plain_text import description_text as described
from scorekeeper.sentences import Voice
from scorekeeper.sheet import dump, option_faults, read_head

LONGEST_GAME: Final = 240
"""Minutes."""
LONGEST_MARK: Final = 4
"""Signs on the small card that stands for a game in lists."""
HINTS: Final = 3
LONGEST_HINT: Final = 80
"""Letters: two lines on a phone."""


def guide(checked: Candidate) -> Iterator[str]:
    """Yield what is missing from the game's guide, or odd in it."""
    told = checked.game.guide
    if told is NO_GUIDE:
        yield "Give it a guide: minutes from and to, level, pack."
        return
    if told.level not in get_args(Level):
        yield f"The level is {told.level!r}; levels are {', '.join(get_args(Level))}."
    if told.pack not in get_args(Pack):
        yield f"The pack is {told.pack!r}; packs are {', '.join(get_args(Pack))}."
    if told.minutes is None and told.pack != "any":
        yield "Say how many minutes it lasts; only a pad for anything has no length."
    if len(told.mark) > LONGEST_MARK:
        yield f"The mark is {told.mark!r}; it has {LONGEST_MARK} signs at most."
    if told.hints and len(told.hints) != HINTS:
        yield f"It has {len(told.hints)} hints for a first game; give {HINTS}, or none."
    yield from (
        f"The hint {hint!r} is longer than {LONGEST_HINT} letters."
        for hint in told.hints
        if len(hint) > LONGEST_HINT
    )
    low, high = told.minutes or (1, 2)
    if not 0 < low < high <= LONGEST_GAME:
        yield f"It lasts {low} to {high} minutes; say from fewer to more, up to {LONGEST_GAME}."


def names(checked: Candidate) -> Iterator[str]:
    """Names that are there twice, or another game's."""
    own = _names_of(checked.game)
    yield from (f"It is called {name} twice." for name in sorted({*own}) if own.count(name) > 1)
    for other in games().values():
        if other is not checked.game:
            for name in sorted({*own} & {*_names_of(other)}):
                yield f"{other.name} is called {name} too."


def _names_of(game: Game) -> list[str]:
    return [name.casefold() for name in (game.name, *game.aliases)]


def fields(checked: Candidate) -> Iterator[str]:
    """Fields that only the form has, or only the deal."""
    game = checked.game
    asked = {one.field.partition(".")[0] for one in description(game).entries["deal"]}
    has = fields_of(game)
    if game.passing:
        asked -= {"passed_out"}
    if game.own:  # some are asked in later deals only
        asked |= {one["name"] for one in game.own.document["fields"] if "if" in one}
    yield from (f"The form asks for {name}, which no deal has." for name in sorted(asked - has))
    yield from (f"A deal has {name}, which the form never asks." for name in sorted(has - asked))


def fields_of(game: Game) -> set[str]:
    """The fields that a deal of the game can have, of whatever kind."""
    kinds = kinds_of(game.deal)
    has = {field.name for kind in kinds for field in msgspec.structs.fields(kind)}
    return has | {tag for kind in kinds if (tag := kind.__struct_config__.tag_field)}


def alike(checked: Candidate) -> Iterator[str]:
    """Yield deals after which a game asks something else, though it says that each asks the same:
    without a server a phone would ask the wrong thing."""
    if not checked.game.asks_same:
        return
    for shown in checked.standing:
        for before, pad in pairwise(shown.pads):
            is_deal = pad.rows[-1].kind == "deal" and not pad.outcome
            if is_deal and next(interview(before)) != next(interview(pad)):
                yield f"After deal {pad.deals} it asks something else, and is said to be alike."


def words(checked: Candidate) -> Iterator[str]:
    """Yield the texts missing where players choose a game, and from what `scorekeeper games`
    prints."""
    game = checked.game
    if not Voice().text(game.about):
        yield "`about` is empty."
    for option in game.options:
        if not Voice().text(option.label):
            yield f"The house rule {option.path[0]} has no label."
    if len(game.variants) > 1:
        for name in sorted({str(one) for one in game.variants} - game.variant_cards.keys()):
            yield f"The variant {name} has no card that tells what it is."
    if "{" in described(game):
        (line, *_) = (line for line in described(game).splitlines() if "{" in line)
        yield f"A word is left open: {line.strip()}"


def tables(checked: Candidate) -> Iterator[str]:
    """Tables of the rules page that have empty cells or rows of different lengths."""
    for house in _house_rules(checked.game):
        for name, table in printed_tables(checked.game, house).items():
            rows = [[Voice().text(cell) for cell in row] for row in (table.head, *table.rows)]
            if len({*map(len, rows)}) > 1:
                yield f"The rows of the table {name} are not equally long."
            if not all(cell for row in rows for cell in row):
                yield f"The table {name} has an empty cell."


def _house_rules(game: Game) -> Iterator[Options]:
    """The house rules of each variant, and with each of them at each of its values."""
    for defaults in game.variants.values():
        yield defaults
        for option in game.options:
            for value in choices(option):
                yield game.house_rules({**defaults, str(option.path[0]): value})


def usual_rules(checked: Candidate) -> Iterator[str]:
    """Yield the faults of the variants as declared."""
    game = checked.game
    for variant, house in game.variants.items():
        for fault in option_faults(game, house):
            yield f"{variant or game.name}: {Voice().text(fault.sentence)}"
        for players in game.players:
            for fault in game.check(variant, house, players) if game.check else ():
                if fault.path == ("players",):  # so many can play by other house rules
                    continue
                yield f"{variant or game.name}, {players} players: {Voice().text(fault.sentence)}"


def kept_rules(checked: Candidate) -> Iterator[str]:
    """House rules that nobody can play by, or that do not come back from a score sheet."""
    game = checked.game
    for option in game.options:
        for value in choices(option):
            name = str(option.path[0])
            tables = [*smallest_tables(game, {name: value})] or [
                table
                for other in game.options
                for one in choices(other)
                for table in smallest_tables(game, {str(other.path[0]): one, name: value})
            ]
            if not tables:
                yield f"No variant can be played with {name} as {value}."
            for head in map(read_head, tables):
                again = read_head(msgspec.json.decode(msgspec.json.encode(dump(head, []))))
                if again != head or again.options[name] != value:
                    yield f"{name} as {value} does not come back from a score sheet."


CHECKS: Final = (
    Check("It says how long it lasts, how hard it is and which pack it needs", guide),
    Check("Its names are its own", names),
    Check("A deal has the fields that the form asks for", fields),
    Check("If its deals are alike, each asks the same as the one before", alike),
    Check("It can be described in words", words),
    Check("Its tables are complete under all house rules", tables),
    Check("Its usual house rules are among those that can be chosen", usual_rules),
    Check("House rules come back from a score sheet as they went", kept_rules),
)
