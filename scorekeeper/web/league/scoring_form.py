"""How a season is scored, as a form: a card for each scheme, and what can be set with it."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.standings import Scoring, ScoringField, explained, fields
from scorekeeper.standings.schemes import schemes
from scorekeeper.store.schema.table import Json
from scorekeeper.web.interview import form

SETS: Final = "set."
"""Before the name of a field, so that no scheme's field is taken for one of the page's."""


class ShownField(NamedTuple):
    """A field as it stands in the form: `values` as typed, one or a list of them."""

    name: str
    field: ScoringField
    values: list[str]

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.values == ["on"]


class ScoringForm:
    """What was typed about a scoring (None: nothing yet) over the one that holds."""

    def __init__(self, typed: form.Typed | None, stored: Json) -> None:
        self.typed = typed
        self.stored = Scoring.read(stored)
        asked = typed.get("scheme", "") if typed else ""
        self.scheme = asked if asked in schemes() else self.stored.scheme
        self.fields = [self._shown(field) for field in fields(self.scheme)]

    @property
    def cards(self) -> list[dict[str, Any]]:
        """The schemes, each with its sentence and an example worked out."""
        told = {slug: explained(Scoring.read({"scheme": slug}))[0] for slug in schemes()}
        return [
            {"slug": slug, "name": scheme.name, "told": told[slug], "on": slug == self.scheme}
            for slug, scheme in schemes().items()
        ]

    def document(self) -> Json:
        """The scoring as typed; what is no number stays as it was typed, to be refused."""
        own = {field.name for field in schemes()[self.scheme].fields}
        values = {shown.field.name: _value(shown) for shown in self.fields}
        params = {name: value for name, value in values.items() if name in own}
        general = {name: value for name, value in values.items() if name not in own}
        return {"scheme": self.scheme, "params": params, **general}

    def _shown(self, field: ScoringField) -> ShownField:
        name = SETS + field.name
        if self._was_shown(field):
            values = self._typed(field, name)
        else:
            values = _written(field, self._known().get(field.name, field.default))
        return ShownField(
            name, field, self._longer(name, values) if field.kind == "numbers" else values
        )

    def _was_shown(self, field: ScoringField) -> bool:
        """Whether the page that was sent had the field; it has those of one scheme."""
        if self.typed is None or "shown" not in self.typed:
            return False
        known = self.typed["shown"] if self.typed["shown"] in schemes() else self.scheme
        return field in fields(known)

    def _typed(self, field: ScoringField, name: str) -> list[str]:
        assert self.typed is not None
        if field.kind == "switch":
            return ["on"] if name in self.typed else []
        return self.typed.getlist(name) or [""]

    def _known(self) -> Mapping[str, Any]:
        own = self.stored.params if self.scheme == self.stored.scheme else {}
        return {**vars(self.stored), **own}

    def _longer(self, name: str, values: list[str]) -> list[str]:
        """A list with a place more or less, where a key asked for that."""
        do = self.typed.get("do", "") if self.typed else ""
        if do == f"more.{name}":
            return [*values, ""]
        return values[:-1] if do == f"fewer.{name}" and len(values) > 1 else values


def _written(field: ScoringField, value: Any) -> list[str]:
    if field.kind == "numbers":
        return [str(one) for one in value]
    if field.kind == "switch":
        return ["on"] if value else []
    return ["" if value is None else str(value)]


def _value(shown: ShownField) -> Any:
    """What is typed in a field, as a document has it."""
    field, values = shown.field, shown.values
    if field.kind == "switch":
        return shown.on
    if field.kind == "numbers":
        while len(values) > 1 and not values[-1].strip():
            values = values[:-1]
        return [whole(one) for one in values]
    typed = values[-1].strip()
    return None if not typed and field.none is not None else whole(typed)


def whole(typed: str) -> int | str:
    """The whole number that was typed; else the text as it is."""
    try:
        return int(typed.replace("−", "-"))
    except ValueError:
        return typed
