"""Checks that what cannot be is refused, at its place and in words: values that the declarations
of house rules and the questions about entries rule out.

No score sheet of a game need show that: 1,030 of the 2,479 in the games' folders had shown nothing
else, and a new game had to bring its own.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from scorekeeper.engine.game import COMMON_KINDS, Pad
from scorekeeper.engine.options import sample_values
from scorekeeper.engine.other_entries import LONGEST_NAME, LONGEST_REASON, varies
from scorekeeper.engine.pad import entered_result, voice_of
from scorekeeper.engine.replay import interview, kind_of
from scorekeeper.game_checks.check import (
    NAMES,
    Candidate,
    Check,
    options_for,
    replayed,
    smallest_tables,
)
from scorekeeper.game_checks.corrupting import asked, corrupted_answers, corrupted_entries
from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Value
from scorekeeper.sentences import Voice
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import FORMAT, Document, at_entry, where

_UNKNOWN: Final = "junk"
_ADJUST: Final[Document] = {
    "adjust": {"side": 0, "points": 1, "reason": "r" * LONGEST_REASON, "rule": "adjust"}
}
_SEAT: Final[Document] = {"seat": {"number": 0, "name": "n" * LONGEST_NAME}}
_FINISH: Final[Document] = {"finish": {"reason": "late", "won": 0, "deals": 9}}


# --- entries ------------------------------------------------------------------------------------


def entries(checked: Candidate) -> Iterator[str]:
    """Entries that cannot be, and that are accepted, or refused elsewhere or otherwise."""
    for pad, sheet in _each_kind(checked):
        *before, entry = sheet["entries"]
        for path, other, sentence in corrupted_entries(pad, kind_of(pad.game, entry), entry):
            at, message = where(path, at_entry(len(before))), voice_of(pad).text(sentence)
            yield from _accepted({**sheet, "entries": [*before, other]}, at, message)


def _each_kind(checked: Candidate) -> Iterable[tuple[Pad, Document]]:
    """Return sheets with the pad before their last entry: one for each kind of entry, and of those
    in the score sheets one for each other set of questions."""
    game, found = checked.game, dict[Any, tuple[Pad, Document]]()
    tables = [
        {**table, "entries": [entry]}
        for table in smallest_tables(game)
        for entry in (_ADJUST, _SEAT, _FINISH)
    ]
    for shown in (*map(replayed, tables), *checked.standing):
        written = shown.sheet["entries"]
        for index, (pad, entry) in enumerate(zip(shown.pads, written, strict=False)):
            questions, _ = asked(interview(pad, kind_of(game, entry)), entry)
            kinds = frozenset(
                (path, type(one), path[0] in entry) for path, one in questions.items()
            )
            sheet = {**shown.sheet, "entries": written[: index + 1]}
            found.setdefault((kinds, None in pad.seats), (pad, sheet))
    return found.values()


def _accepted(sheet: Document, at: str, *words: Any) -> Iterator[str]:
    """Yield a complaint unless the sheet is refused at that place only, in a sentence with these
    words."""
    errors = score(sheet).get("errors", [])
    if ".finish." in at:  # where the result is refused, the number of deals is too
        errors = errors[:1]
    said = errors[0]["message"] if {error["at"] for error in errors} == {at} else ""
    if not said or "{" in said or not all(str(word) in said for word in words):
        given = {key: value for key, value in sheet.items() if key != "format"}
        yield f"{given}: at {at} it must be refused with {words}, not as {errors or 'valid'}."


# --- tables -------------------------------------------------------------------------------------


def option_values(checked: Candidate) -> Iterator[str]:
    """House rules that are accepted with a value that they cannot have, or not all refused."""
    for table in smallest_tables(checked.game):
        wrong = {}
        for option in checked.game.options:
            limits = () if isinstance(option, Series) else map(_as_text, sample_values(option))
            words = (f"`{option.name}`", *limits)
            for _, value, sentence in corrupted_answers(option, sample_values(option)[0]):
                sheet, said = {**table, "options": {option.name: value}}, Voice().text(sentence)
                yield from _accepted(sheet, f"options.{option.name}", said, *words)
                wrong[option.name] = value
        sheet = {**table, "options": {_UNKNOWN: 1}}
        yield from _accepted(sheet, f"options.{_UNKNOWN}", f"`{_UNKNOWN}`")
        together = score({**table, "options": wrong}).get("errors", ())
        if len(together) < len(wrong):
            yield f"With {wrong} only these are refused: {together}."


def _as_text(value: Value) -> str:
    return json.dumps(value).strip('"').replace("-", "−")


def heads(checked: Candidate) -> Iterator[str]:
    """Tables that cannot be, and that are accepted."""
    game = checked.game
    low, high = game.players[0], game.players[-1]
    for table in smallest_tables(game):
        *others, last = table["players"]
        seat, lengths, no_names = len(others), (1, LONGEST_NAME), (" ", 1, "n" * (LONGEST_NAME + 1))
        for at, wrong, words in (
            ("format", _UNKNOWN, ("scorekeeper/1",)),
            ("variant", _UNKNOWN, (*filter(None, game.variants),)),
            ("options", [], ("object",)),
            *(("stake", stake, ("stake",)) for stake in (_UNKNOWN, 1, True, ["1 €"])),
            ("players", [*NAMES[: low - 1]], {low, high}),
            ("players", [f"Player {seat}" for seat in range(high + 1)], {low, high}),
            ("players", last, {low, high}),
            *((f"players[{seat}]", [*others, name], lengths) for name in no_names),
            *([(f"players[{seat}]", [*others, others[0].upper()], ("differ",))] if others else []),
            *(("dealer", dealer, (seat,)) for dealer in (-1, seat + 1)),
            ("dealer", "0", ("whole number",)),
            (_UNKNOWN, 1, (_UNKNOWN,)),
        ):
            yield from _accepted({**table, at.partition("[")[0]: wrong}, at, *words)
        if not game.has_counters(game.defaults(table["variant"])):
            yield from _accepted({**table, "stake": "€0.10"}, "stake", "Remove the stake")


# --- players and the end ------------------------------------------------------------------------


def seats(checked: Candidate) -> Iterator[str]:
    """Changes of players that cannot be, and that are accepted."""
    game = checked.game
    low, high = game.players[0], game.players[-1]
    changes: list[Any] = []
    if high > 1:
        changes += [(high, {"number": 0, "name": NAMES[1].upper()}, "name", (NAMES[1],))]
    if varies(game):
        changes += [
            (low, {"number": 0, "name": None}, "number", (low, high, low - 1)),
            (low, {"number": low, "name": None}, "name", ("Nobody",)),
            (high, {"number": high, "name": "Zoe"}, "number", (low, high, high + 1)),
        ]
    for players, change, field, words in changes:
        table: Document = {
            "format": FORMAT,
            "game": game.slug,
            "players": [*NAMES[:players]],
            "options": options_for(game, players),
        }
        yield from _accepted(
            {**table, "entries": [{"seat": change}]}, f"entries[0].seat.{field}", *words
        )


def after_the_end(checked: Candidate) -> Iterator[str]:
    """Entries that are accepted once the game is over."""
    for shown in checked.standing:
        if shown.is_over:
            pad, written = shown.pads[-1], shown.sheet["entries"]
            for key in ("points", *COMMON_KINDS, *checked.game.extras):
                sheet = {**shown.sheet, "entries": [*written, {key: {}}]}
                yield from _accepted(sheet, at_entry(len(written)), *_said_of_the_end(pad))


def _said_of_the_end(pad: Pad) -> list[str]:
    """The words in which an entry after the end is refused."""
    if pad.game.over_text:
        return [voice_of(pad).text(pad.game.over_text)]
    if entered_result(pad) or not pad.outcome:
        return ["The game is over", "entered"]
    when = f"after deal {pad.deals}" if pad.deals else "before the first deal"
    return ["The game is over", when, *map(voice_of(pad).side, pad.outcome.winners)]


def stopped_at_once(checked: Candidate) -> Iterator[str]:
    """Yield a complaint if a game that is stopped before its first deal has winners."""
    for table in smallest_tables(checked.game):
        for before in ([], [_ADJUST], [_SEAT]):
            result = score({**table, "entries": [*before, {"finish": {}}]})
            outcome = result.get("outcome") or {"rule": None}
            if outcome["rule"] != "finish" or outcome["winners"] or outcome["drawn"]:
                yield f"Stopped before the first deal, it comes out as {result}."


CHECKS: Final = (
    Check("No house rule can be what it is not declared to be", option_values),
    Check("No table can have a head that it is not declared to have", heads),
    Check("No entry can be what the questions about it rule out", entries),
    Check("Nobody sits down or leaves where that cannot be", seats),
    Check("Nothing is entered after the end", after_the_end),
    Check("Nobody wins a game that is stopped before its first deal", stopped_at_once),
)
