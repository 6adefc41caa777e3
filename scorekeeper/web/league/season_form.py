"""The rules of a season as a form: its name, a card for each scheme with its settings, the games
that count, handicaps."""

from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

from wtforms import SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper.games import games
from scorekeeper.interview.lists import InOrder, Series
from scorekeeper.interview.steps import Choice, Question, YesNo
from scorekeeper.leagues.seasons import read_handicap
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import plain_number
from scorekeeper.standings.rules import Scheme, UnplayedWorth, WholeNumbers, setting
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.scoring import (
    VOICE,
    Scoring,
    ScoringRefused,
    explain,
    scoring_fields,
)
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.table import Json
from scorekeeper.tables.own_games import find_game
from scorekeeper.web.league.forms import LEAGUE_NAME, EndSeasonForm
from scorekeeper.web.shared.forms import ListsField, PageForm, TextField, TextsField, fault_of

FEW: Final = 3
"""So many games are named; of more only how many they are."""
POINTS: Final = "points"
"""Chosen where a walkover or a bye is worth so many points, which stand in the field beside it."""


class HandicapsForm(PageForm):
    """The points that each player is given in a game, `handicap.3`; empty for none."""

    handicap = TextsField()

    def __init__(self, players: Sequence[int], stored: Mapping[int, int], **usual: Any) -> None:
        self.players = [str(number) for number in players]
        typed = {str(number): str(points) for number, points in stored.items()}
        super().__init__(handicap=typed, **usual)

    @property
    def points(self) -> dict[str, int | str]:
        """The handicap of each player, by number; text that is not a number is returned as
        typed."""
        typed = ((player, self.handicap.data.get(player, "").strip()) for player in self.players)
        return {player: _whole(text) for player, text in typed if text}

    def validate_handicap(self, field: TextsField) -> None:
        """Refuse an invalid handicap."""
        tried = {one: fault_of(read_handicap, points) for one, points in self.points.items()}
        field.refuse({player: words for player, words in tried.items() if words})


class ShownField(NamedTuple):
    """A field of a scoring in the form: `values` as typed, one or a list of them."""

    name: str
    field: Question
    values: list[str]

    @property
    def setting(self) -> str:
        """Return what a scoring calls it."""
        return setting(self.field)

    @property
    def kind(self) -> str:
        """Return the kind of field: a number, numbers, keys in order, a switch, a choice, or one
        with points."""
        kinds = {
            WholeNumbers: "numbers",
            InOrder: "in order",
            YesNo: "switch",
            UnplayedWorth: "worth",
            Choice: "choice",
        }
        return kinds.get(type(self.field), "number")

    @property
    def on(self) -> bool:
        """Return whether a switch is on."""
        return self.values == ["on"]


_PARTS: Final = {"ranked": "ranked", "ties": "ties", "handicaps": "handicaps"}
"""The part of the page in which a setting stands; the others of any scheme are in `counted`."""


class SeasonForm(HandicapsForm):
    """The form of a season's rules, filled in with the current ones.

    The settings of its `scheme` are in `set.best` etc.; `shown` is the scheme whose settings the
    page had. `game` are the games that count.
    """

    name = TextField(phrase("Name of the season"), [LEAGUE_NAME])
    scheme = TextField()
    shown = TextField()
    # apart by this name, so that no scheme's setting is taken for a field of the page
    set = ListsField()
    handicap = TextsField()
    game = SelectMultipleField(choices=[], validate_choice=False)

    def __init__(self, season: Season, players: Sequence[int]) -> None:
        self.stored = Scoring.read(season.scoring)
        counting = [*season.games] or [*games()]
        super().__init__(players, season.handicaps, name=season.name, game=counting)
        if self.scheme.data not in SCHEMES:
            self.scheme.data = self.stored.scheme
        self.fields = [self._shown_field(field) for field in scoring_fields(self.scheme.data)]

    def is_submitted(self) -> bool:
        """Return whether it was sent, and not the form that ends the season."""
        return super().is_submitted() and not EndSeasonForm().is_submitted()

    @property
    def schemes(self) -> list[tuple[str, Scheme, str]]:
        """The schemes, each with its sentence."""
        return [
            (slug, scheme, explain(Scoring.read({"scheme": slug}))[0].sentence)
            for slug, scheme in SCHEMES.items()
        ]

    def part_of(self, name: str) -> str:
        """Return the part of the page that has the setting of this name."""
        own = {setting(field) for field in SCHEMES[self.scheme.data].fields}
        return "scheme" if name in own else _PARTS.get(name, "counted")

    def fields_in(self, part: str) -> list[ShownField]:
        """Return the settings in a part of the page."""
        return [shown for shown in self.fields if self.part_of(shown.setting) == part]

    @property
    def opened(self) -> Set[str]:
        """The parts in which a key was pressed or something is refused; the others are folded."""
        act, about = self.do.data
        pressed = {str(about).removeprefix("set.")} if act in ("more", "fewer") else set()
        found = {self.part_of(name) for name in (*pressed, *self.set.refused)}
        return found | ({"scheme"} if self.do.data.text == "look" else set())

    @property
    def now(self) -> dict[str, str]:
        """What each part of the page says now, in a line."""
        scoring, said = self.as_scored, {one.setting: _labels(one.field) for one in self.fields}
        best, given = scoring.best, sum(points != 0 for points in self.points.values())
        walkover, bye = (
            said[name].get(str(getattr(scoring, name)), str(getattr(scoring, name)))
            for name in ("walkover", "bye")
        )
        counted = [
            tell("the best {n} games", n=best) if best else tell("all games"),
            tell("walkover: {worth}", worth=walkover),
            tell("bye: {worth}", worth=bye),
        ]
        return {
            "scheme": tell(SCHEMES[self.scheme.data].name),
            "counted": " · ".join(counted),
            "ties": ", ".join(said["ties"][one] for one in scoring.ties) or tell("none"),
            "games": _in_short(self.chosen),
            "handicaps": tell("{n} {n:player|players}", n=given)
            if scoring.handicaps
            else tell("off"),
        }

    @property
    def scoring(self) -> Json:
        """The scoring as typed; text that is not a number stays, to be refused."""
        own = {setting(field) for field in SCHEMES[self.scheme.data].fields}
        values = {shown.setting: _value(shown) for shown in self.fields}
        params = {name: value for name, value in values.items() if name in own}
        general = {name: value for name, value in values.items() if name not in own}
        return {"scheme": self.scheme.data, "params": params, **general}

    @property
    def as_scored(self) -> Scoring:
        """The scoring as typed; where it is refused, that of the scheme without settings."""
        try:
            return Scoring.read(self.scoring)
        except ScoringRefused:
            return Scoring.read({"scheme": self.scheme.data})

    @property
    def chosen(self) -> list[str]:
        """The games that are ticked."""
        return [slug for slug in self.game.data if find_game(slug)]

    def validate_set(self, field: ListsField) -> None:
        """Refuse an invalid scoring."""
        try:
            Scoring.read(self.scoring)
        except ScoringRefused as refused:
            field.refuse(refused.faults)

    def validate_game(self, field: SelectMultipleField) -> None:
        """Refuse a season in which no game counts."""
        if not self.chosen:
            raise ValidationError(tell("Choose at least one game."))

    def _shown_field(self, field: Question) -> ShownField:
        if self._was_shown(field):
            values = self._typed(field)
        else:
            values = _values_as_typed(field, self._known().get(setting(field), field.suggest))
        name = f"{self.set.name}.{setting(field)}"
        listed = isinstance(field, Series)
        return ShownField(name, field, self._longer(name, values) if listed else values)

    def _was_shown(self, field: Question) -> bool:
        """Return whether the page that was sent had the field; it has those of one scheme."""
        if not self.shown.raw_data:
            return False
        known = self.shown.data if self.shown.data in SCHEMES else self.scheme.data
        return field in scoring_fields(known)

    def _typed(self, field: Question) -> list[str]:
        typed = self.set.data.get(setting(field), [])
        if isinstance(field, YesNo):
            return ["on"] if typed else []
        if isinstance(field, Choice) and not typed:  # a page from before it was asked
            return _values_as_typed(field, self._known()[setting(field)])
        return typed or [""]

    def _known(self) -> Mapping[str, Any]:
        own = self.stored.params if self.scheme.data == self.stored.scheme else {}
        return {**vars(self.stored), **own}

    def _longer(self, name: str, values: list[str]) -> list[str]:
        """Return a list with a place more or less, where a key asked for that."""
        act, about = self.do.data
        if act == "more" and about == name:
            return [*values, ""]
        return values[:-1] if (act, about) == ("fewer", name) and len(values) > 1 else values


def _labels(field: Question) -> dict[str, str]:
    """Return what the keys of a setting say, by their values."""
    item = field.item if isinstance(field, InOrder) else field
    keys = item.keys if isinstance(item, Choice) else ()
    return {str(key.value): VOICE.text(key.label) for key in keys}


def _in_short(chosen: Sequence[str]) -> str:
    """Return which games count: their names where they are few."""
    if {*games()} <= {*chosen}:
        return tell("all games")
    if len(chosen) <= FEW:
        return ", ".join(game.name for game in map(find_game, chosen) if game)
    return tell("{n} {n:game|games}", n=len(chosen))


def _values_as_typed(field: Question, value: Any) -> list[str]:
    if isinstance(field, Series):
        return [str(one) for one in value] or [""]
    if isinstance(field, YesNo):
        return ["on"] if value else []
    if isinstance(field, UnplayedWorth):
        return [POINTS, str(value)] if isinstance(value, int) else [value, ""]
    return ["" if value is None else str(value)]


def _value(shown: ShownField) -> Any:
    """Return a field's typed value, as a document has it."""
    field, values = shown.field, shown.values
    if isinstance(field, YesNo):
        return shown.on
    if isinstance(field, WholeNumbers):
        while len(values) > 1 and not values[-1].strip():
            values = values[:-1]
        return [_whole(one) for one in values]
    if isinstance(field, InOrder):
        return [one for one in values if one]
    if isinstance(field, UnplayedWorth) and values[0] != POINTS:
        return values[0]
    typed = values[-1].strip()
    if isinstance(field, Choice):
        return typed
    return None if not typed and field.none is not None else _whole(typed)


def _whole(typed: str) -> int | str:
    try:
        return int(plain_number(typed))
    except ValueError:
        return typed
