"""Games that are not yet declared by typed deals, until the last of them is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorekeeper.engine.game import Game as NewGame
from scorekeeper.engine.grid import Printed
from scorekeeper.engine.pad import Entry, OptionValues, Pad, beside
from scorekeeper.engine.steps import Question, Value

Options = OptionValues
Table = Printed


def dealers_left(pad: Pad[Any], entry: Entry) -> Mapping[str, Value]:
    """The dealer's left leads, whatever was bid."""
    return {"leader": beside(pad, pad.upcoming["dealer"])}


class _AsItIs:
    def read(self, entry: Entry) -> Any:
        return entry


@dataclass(frozen=True, kw_only=True, eq=False)
class LegacyGame(NewGame[Any, Any, Any]):
    """A game whose deals are entries and whose house rules are a mapping."""

    old: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def options(self) -> tuple[Question, ...]:
        return self.old["options"]  # type: ignore[no-any-return]

    @cached_property
    def drafts(self) -> Any:
        return _AsItIs()

    def house_rules(self, values: Mapping[str, Value]) -> Any:
        return values

    def deal_of(self, entry: Entry) -> Any:
        return entry

    def old_state(self, pad: Pad[Any]) -> Any:
        """What is carried from deal to deal."""
        return self.old["state"](pad) if "state" in self.old else {}

    def old_tables(self, options: Any) -> Mapping[str, Printed]:
        """The tables of the rules page."""
        return self.old["tables"](options) if "tables" in self.old else {}


def Game(**old: Any) -> NewGame[Any, Any, Any]:  # noqa: N802 (stands in for the class)
    """The game that these functions of entries make."""
    score, headline, opening = old["score"], old.get("headline"), old.get("opening")

    def told(pad: Pad[Any], entry: Entry) -> Any:
        sentence = headline(pad, entry)  # type: ignore[misc]
        if sentence is not None:
            yield sentence

    new = {key: value for key, value in old.items() if key not in ("options", "state", "tables")}
    new["score"] = lambda table, entry: score(table.state, entry)
    new["state"] = lambda pad: pad
    if headline:
        new["headline"] = told
    if opening:
        new["opening"] = lambda pad, entry: opening(pad, entry).items()
    made: Callable[..., Any] = LegacyGame
    return made(house=dict, deal=dict, old=old, **new)  # type: ignore[no-any-return]
