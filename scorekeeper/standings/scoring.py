"""A season's scoring: a plain document, the value read from it, and its explanation for the
players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scorekeeper.interview.steps import Question
from scorekeeper.sentences import Voice, one_of, say, tell
from scorekeeper.standings.modifiers import MODIFIERS
from scorekeeper.standings.rules import WIN, Scheme, fault, setting
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.tie_breaks import USUAL
from scorekeeper.standings.units import PLAYERS

VOICE: Final = Voice()


class ScoringRefused(ValueError):
    """A document that is no scoring; `faults` are sentences by the name of the field, "" where it
    is the document as a whole."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join(faults.values()))
        self.faults = faults


@dataclass(frozen=True)
class Scoring:
    """The scoring of a season.

    `scheme` is the slug of a scheme and `params` its settings. Only the `best` games of a player
    count (None: all); it takes `least` games to have a place; with `handicaps` each player's is
    added to the points of each game. `ties` are the tie-breaks in order, by their names in `TIES`.
    `walkover` says what one is worth to the side that came and `bye` what that is worth: a key of
    `UnplayedWorth`, or points. `ranked` says who has a place: `PLAYERS`, `PAIRS` or `TEAMS`.
    """

    scheme: str
    params: Mapping[str, Any]
    best: int | None
    least: int
    handicaps: bool
    ties: tuple[str, ...] = USUAL
    walkover: str | int = WIN
    bye: str | int = WIN
    ranked: str = PLAYERS

    @property
    def ranks_units(self) -> bool:
        """Return whether pairs or teams are ranked."""
        return self.ranked != PLAYERS

    @classmethod
    def read(cls, document: Any) -> "Scoring":
        """Return the scoring that a JSON document holds; what it leaves out is as usual. Raises
        `ScoringRefused`, with all faults."""
        slug, own, general = _split_document(document)
        params = _with_defaults(SCHEMES[slug].fields, own)
        rest = _with_defaults(_GENERAL, general)
        faults = _faults(SCHEMES[slug].fields, params) | _faults(_GENERAL, rest)
        if faults:
            raise ScoringRefused(faults)
        return cls(slug, params, **rest)

    def document(self) -> dict[str, Any]:
        """Return the same as a JSON document, written out in full."""
        general = {setting(one): getattr(self, setting(one)) for one in _GENERAL}
        return {"scheme": self.scheme, "params": _plain(self.params), **_plain(general)}


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def scheme_of(scoring: Scoring) -> Scheme:
    """Return the scheme by its slug."""
    return SCHEMES[scoring.scheme]


def scoring_fields(scheme: str) -> tuple[Question, ...]:
    """Return the settings of a scheme: its own `params` first, then those of any scheme."""
    return (*SCHEMES[scheme].fields, *_GENERAL)


_GENERAL: Final = tuple(modifier.field for modifier in MODIFIERS if modifier.field)
"""The settings of any scheme."""


# --- reading ------------------------------------------------------------------------------------


def _split_document(document: Any) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
    """Return the scheme's slug, its own settings, and those of any scheme."""
    if not isinstance(document, Mapping):
        raise ScoringRefused({"": tell("Scoring must be an object.")})
    general = {**document}
    slug, own = general.pop("scheme", None), general.pop("params", {})
    if not isinstance(slug, str) or slug not in SCHEMES:
        known = one_of(*(tell(scheme.name) for scheme in SCHEMES.values()))
        choose = say("Choose a scoring method: {schemes}.", schemes=known)
        raise ScoringRefused({"scheme": VOICE.text(choose)})
    if not isinstance(own, Mapping):
        raise ScoringRefused({"params": tell("The scheme's settings must be an object.")})
    return slug, own, general


def _with_defaults(known: tuple[Question, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given settings, lists as tuples, with defaults for the rest."""
    usual = {setting(field): field.suggest for field in known}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in (usual | {**given}).items()
    }


def _faults(known: tuple[Question, ...], values: Mapping[str, Any]) -> dict[str, str]:
    by_name = {setting(field): field for field in known}
    found = {}
    for name, value in values.items():
        field = by_name.get(name)
        wrong = fault(field, value) if field else say("Unexpected field: {name}.", name=name)
        if wrong:
            found[name] = VOICE.text(wrong)
    return found


# --- telling ------------------------------------------------------------------------------------


class ExplainedRule(NamedTuple):
    """A sentence on how the season is scored, and a worked example."""

    sentence: str
    working: str


def explain(scoring: Scoring) -> list[ExplainedRule]:
    """Return the sentences that tell the players how the season is scored, in order, with
    examples."""
    scheme = scheme_of(scoring)
    told = [(scheme.sentence(scoring.params), scheme.example)]
    for modifier in MODIFIERS:
        value = getattr(scoring, setting(modifier.field)) if modifier.field else None
        if sentence := modifier.sentence(value, scheme):
            told.append((sentence, modifier.example(value, scheme)))
    return [ExplainedRule(VOICE.text(one), VOICE.text(example)) for one, example in told]
