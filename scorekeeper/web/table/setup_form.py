"""The head of a table as a form: variant, house rules, who sits where, who deals first."""

from collections.abc import Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper import rulebook, tables
from scorekeeper.engine.ledger import Game, OptionValues
from scorekeeper.sentences import Voice
from scorekeeper.sheet import Document, Head, SheetRefused, read_head
from scorekeeper.web.interview import form
from scorekeeper.web.interview.field import NONE, AnswerField
from scorekeeper.web.shared.forms import read_number
from scorekeeper.web.table import table_request


def usual_names(count: int) -> tuple[str, ...]:
    """What players are called who do not say."""
    return rulebook.COMPASS if count == 4 else tuple(f"Player {n + 1}" for n in range(count))


class Setup:
    """What was typed about a table (None: nothing yet), over a head to begin with. Where `rules`
    that the phone keeps are chosen, they stand in place of the variant and options typed. `sitters`
    are offered as keys, to sit down and get up again."""

    def __init__(
        self,
        game: Game,
        typed: form.Typed | None,
        head: Head | None = None,
        names: tuple[str, ...] = (),
        rules: tables.RuleSet | None = None,
        sitters: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.typed = typed
        self.sitters = sitters
        self.rules = rules
        self.variant = self._variant(head)
        self.defaults: OptionValues = game.defaults(self.variant)
        self.names = self._names(head.players if head else names)
        dealer = read_number(typed.get("dealer", "")) if typed else None
        self.dealer = (head.dealer if head else 0) if dealer is None else dealer
        self.stake = self._stake(head)
        self.faults: dict[str, str] = {}
        self.filling = form.Filling(
            (option for option in game.options),
            Voice(),
            self._options(),
            stored=self._stored(head),
        )
        for field in self.filling:
            field.errors = [_in_words(field, error) for error in field.errors]
        self._move()

    def _stored(self, head: Head | None) -> OptionValues:
        if self.rules:
            return self.rules.options
        return head.options if head and self.variant == head.variant else self.defaults

    def _variant(self, head: Head | None) -> str | None:
        if self.rules:
            return self.rules.variant
        given = self.typed.get("variant") if self.typed else None
        if given in self.game.variants:
            return given
        return head.variant if head else next(iter(self.game.variants))

    def _names(self, known: tuple[str, ...]) -> list[str]:
        least, most = self.game.players[0], self.game.players[-1]
        if self.typed is not None:
            return [name.strip() for name in self.typed.getlist("name")][:most]
        count = max(least, min(len(known), most)) if known else max(least, min(4, most))
        return [*known, *[""] * count][:count]

    def _stake(self, head: Head | None) -> str | None:
        """What one counter is worth, as it was typed; None in a game without counters."""
        if self.game.counters is None:
            return None
        stored = (head.stake if head else None) or ""
        return self.typed.get("stake", stored) if self.typed else stored

    def _options(self) -> form.Typed | None:
        """What was typed of the options; a blank is null where null is allowed. After a change of
        variant there is nothing: its own defaults are shown."""
        if self.typed is None or self.rules:
            return None
        if self.typed.get("shown", self.variant or "") != (self.variant or ""):
            return None
        typed: form.Typed = MultiDict(self.typed)
        for option in self.game.options:
            name = str(option.path[0])
            if option.none is not None and not typed.get(name, "x").strip():
                typed[name] = NONE
        return typed

    def _move(self) -> None:
        """Do what a key beside a name asks."""
        act, _, place = (self.typed.get("do", "") if self.typed else "").partition(".")
        at = read_number(place) or 0
        to = at + {"up": -1, "down": 1}.get(act, 0)
        if act in ("up", "down") and 0 <= to < len(self.names) and at < len(self.names):
            self.names[at], self.names[to] = self.names[to], self.names[at]
        elif act == "more" and len(self.names) < self.game.players[-1]:
            self.names.append("")
        elif act == "fewer" and len(self.names) > self.game.players[0]:
            self.names.pop()
        elif act == "sit" and place in self.sitters:
            self._sit(place)

    def _sit(self, name: str) -> None:
        """Have somebody sit down in the first free seat, or get up again."""
        if name in self.names:
            self.names[self.names.index(name)] = ""
        elif "" in self.names:
            self.names[self.names.index("")] = name
        elif len(self.names) < self.game.players[-1]:
            self.names.append(name)

    def document(self) -> Document:
        """The sheet so far, without entries; options in full."""
        usual = usual_names(len(self.names))
        options = {field.name: field.data if field.given else None for field in self.filling}
        return {
            "format": "scorekeeper/1",
            "game": self.game.slug,
            "variant": self.variant,
            "options": {
                name: self.filling[name].raw if self.filling[name].errors else value
                for name, value in options.items()
            },
            "stake": (self.stake or "").strip() or None,
            "players": [name or usual[seat] for seat, name in enumerate(self.names)],
            "dealer": self.dealer,
            "entries": [],
        }

    def house_rules(self) -> Head:
        """The variant and options as a head of nobody in particular; raises `SheetRefused`."""
        nobody = [f"{seat}" for seat in range(len(self.names))]
        return read_head({**self.document(), "players": nobody, "dealer": 0})

    def refuse(self) -> None:
        """Show what is wrong with the head at its fields."""
        try:
            read_head(self.document())
        except SheetRefused as refused:
            self.show(refused.errors)

    def show(self, errors: list[Document]) -> None:
        """Show these faults of the head at its fields."""
        self.faults = {error["at"]: error["message"] for error in errors}
        for field in self.filling:
            place = f"options.{field.name}"
            if place in self.faults:
                self.faults[place] = _in_words(field, self.faults[place])
                field.errors = [self.faults[place]]

    @property
    def fault(self) -> str:
        """All that is wrong, in a row; what is so of several fields once."""
        return " ".join(dict.fromkeys(self.faults.values()))

    @property
    def options(self) -> OptionValues:
        """Every option as it is typed."""
        return {field.name: field.data for field in self.filling}

    def _changed(self) -> list[str]:
        """The options that are not as usual, in words; not those where nothing stands."""
        said = {f.name: f.data for f in self.filling if f.given or f.question.none is not None}
        return rulebook.changed(self.game, {**self.defaults, **said}, self.defaults)

    def context(self) -> dict[str, Any]:
        """What the templates show."""
        usual = usual_names(len(self.names))
        return {
            "game": self.game,
            "variant": self.variant or "",
            "variants": [(name, _told(self.game, name)) for name in self.game.variants if name],
            "seats": [
                {"name": name, "usual": usual[seat], "fault": self.faults.get(f"players[{seat}]")}
                for seat, name in enumerate(self.names)
            ],
            "sitters": [(name, name in self.names) for name in self.sitters],
            "dealer": self.dealer,
            "stake": self.stake,
            "stake_fault": self.faults.get("stake"),
            "filling": self.filling,
            "changed_told": self._changed(),
            "bad": any(field.errors for field in self.filling),
            "voice": Voice(),
            "defaults": self.defaults,
            "words": rulebook.words,
            "key": self.typed.get("key") if self.typed else table_request.new_key(),
            "partners": self.game.partnerships,
            "least": self.game.players[0],
            "most": self.game.players[-1],
            "fault": self.fault,
            "rules_name_fault": self.faults.get("rules_name"),
            "rules_name": self.typed.get("rules_name", "") if self.typed else "",
        }


def _in_words(field: AnswerField, message: str) -> str:
    """A fault of a house rule under the title that stands on the page; a sheet has its name."""
    return message.replace(f"`{field.name}`", f"“{Voice().text(field.question.label)}”")


def _told(game: Game, variant: str) -> str:
    """How a variant differs from the others, in a few words."""
    others = [options for name, options in game.variants.items() if name != variant]
    own = game.variants[variant]
    voice = Voice()
    differing = [
        f"{voice.text(option.label).lower()}: {rulebook.words(option, own[name])}"
        for option in game.options
        if any(other[name := str(option.path[0])] != own[name] for other in others)
    ]
    return "; ".join(differing[:4])
