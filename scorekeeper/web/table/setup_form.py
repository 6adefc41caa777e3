"""The head of a table as a form: variant, house rules, seats, first dealer."""

import re
from collections.abc import Container, Sequence
from typing import Any, Final

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.sentences import Voice, phrase, tell
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import Document, Head, SheetRefused
from scorekeeper.spelling import folded
from scorekeeper.store.rule_sets import RuleSet
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.tables.summaries import my_tables
from scorekeeper.web.interview import form
from scorekeeper.web.interview.coins import COLOURS, initials
from scorekeeper.web.interview.steps import NONE, AnswerField
from scorekeeper.web.shared.forms import NumberField, PageForm, Refused, TextField, faults_of
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import submitted_data

_MOST_TABLES: Final = 50
_MOST_NAMES: Final = 40
_NO_NAME: Final = re.compile(rf"(?:Player|Forgotten player) \d+|{'|'.join(rulebook.COMPASS)}")
"""What stands where nobody said a name, or where it was erased."""


def usual_count(game: Game) -> int:
    """Return how many sit at a table of the game as a rule."""
    return max(game.players[0], min(4, game.players[-1]))


def _seats(game: Game, known: Sequence[str], count: int | None) -> list[str]:
    """Return the known names by seat, padded with empty ones to as many as a table needs;
    ``count`` if nobody is known."""
    least, most = game.players[0], game.players[-1]
    wanted = len(known) or count or usual_count(game)
    return [*known, *[""] * most][: max(least, min(wanted, most))]


def usual_names(count: int) -> tuple[str, ...]:
    """Return what players are called who do not say."""
    return (
        rulebook.COMPASS if count == 4 else tuple(tell("Player {n}", n=n + 1) for n in range(count))
    )


def recent_names(but: Container[str | None] = ()) -> list[str]:
    """Return the players at this phone's recent tables, latest first, without duplicates and
    those in `but`."""
    found: dict[str, str] = {}
    for table in my_tables(table_request.known_device(), _MOST_TABLES):
        for name in table.names:
            if name and name not in but and not _NO_NAME.fullmatch(name):
                found.setdefault(folded(name), name)
    return list(found.values())[:_MOST_NAMES]


class NamesField(Field):
    """Names, one a seat."""

    def process_formdata(self, sent: list[str]) -> None:
        """Read the names that were sent."""
        self.data = [name.strip() for name in sent]


class SetupForm(PageForm):
    """The head of a table, over one to begin with. The house rules are its `interview_form`.

    Where `rules` that the phone keeps are chosen, they stand in place of the variant and options
    that were typed. `sitters` are offered as keys, to sit down and get up again; `count` is how
    many seats there are where no names are known; `coins` are those that people have chosen.
    `faults` are messages by their place in the sheet.

    Seats left blank drop out (`drop_out`) where a new game is for several numbers of players and
    anybody is named. Elsewhere they are called what they are usually called.
    """

    key = TextField()
    variant = StringField()
    shown = TextField()
    name = NamesField()
    dealer = NumberField()
    listed = BooleanField()
    stake = TextField(phrase("Stake"))
    agreement = StringField()
    rules_name = TextField(phrase("Save these rules on this phone as"))

    def __init__(
        self,
        game: Game,
        head: Head | None = None,
        names: tuple[str, ...] = (),
        rules: RuleSet | None = None,
        sitters: Sequence[str] = (),
        count: int | None = None,
        coins: Coins = NONE_CHOSEN,
    ) -> None:
        self.game = game
        self.coins = coins
        self.sitters = sitters
        self.rules = rules
        self.faults: dict[str, str] = {}
        # three names typed for a game of three to seven began a game of four with one called West
        self.drop_out = head is None and len(game.players) > 1
        seats = _seats(game, head.players if head else names, count)
        stake, agreement = (head.stake, head.agreement) if head else (None, None)
        super().__init__(name=seats, stake=stake or "", agreement=agreement or "")
        if game.counters is None:
            del self.stake
        self.variant.data = self._variant(head)
        self.defaults: OptionValues = game.defaults(self.variant.data)
        self.names: list[str] = self.name.data[: game.players[-1]]
        if self.dealer.data is None:
            self.dealer.data = head.dealer if head else 0
        self.interview_form = form.InterviewForm(
            (option for option in game.options),
            Voice(),
            self._options(),
            stored=self._stored(head),
        )
        for field in self.interview_form:
            field.errors = [_option_fault(field, error) for error in field.errors]
        self._move()

    def _stored(self, head: Head | None) -> OptionValues:
        if self.rules:
            return self.rules.options
        return head.options if head and self.variant.data == head.variant else self.defaults

    def _variant(self, head: Head | None) -> str | None:
        if self.rules:
            return self.rules.variant
        typed: str | None = self.variant.data
        if typed in self.game.variants:
            return typed
        return head.variant if head else next(iter(self.game.variants))

    def _options(self) -> form.Typed | None:
        """Return what was typed of the options; a blank is null where null is allowed. After a
        change of variant there is nothing: its own defaults are shown."""
        if (answers := submitted_data()) is None or self.rules:
            return None
        if self.shown.raw_data and self.shown.data != (self.variant.data or ""):
            return None
        typed: form.Typed = MultiDict(answers)
        for option in self.game.options:
            name = str(option.path[0])
            if option.none is not None and not typed.get(name, "x").strip():
                typed[name] = NONE
        return typed

    def _move(self) -> None:
        act, about = self.do.data
        at = read_number(about) or 0
        to = at + {"up": -1, "down": 1}.get(act, 0)
        if act in ("up", "down") and 0 <= to < len(self.names) and at < len(self.names):
            self.names[at], self.names[to] = self.names[to], self.names[at]
        elif act == "more" and len(self.names) < self.game.players[-1]:
            self.names.append("")
        elif act == "fewer" and len(self.names) > self.game.players[0]:
            self.names.pop()
        elif act == "sit" and about in self.sitters:
            self._sit(about)

    def _sit(self, name: str) -> None:
        """Seat somebody in the first free seat, or empty their seat again."""
        if name in self.names:
            self.names[self.names.index(name)] = ""
        elif "" in self.names:
            self.names[self.names.index("")] = name
        elif len(self.names) < self.game.players[-1]:
            self.names.append(name)

    @property
    def filled(self) -> list[int]:
        """The seats of those who will play."""
        named = [seat for seat, name in enumerate(self.names) if name]
        return named if named and self.drop_out else [*range(len(self.names))]

    @property
    def first_dealer(self) -> int | None:
        """The seat of the first dealer: the next one along, where that one drops out."""
        chosen, filled = self.dealer.data, self.filled
        if chosen is None or not 0 <= chosen < len(self.names):
            return chosen
        return next((seat for seat in filled if seat >= chosen), filled[0])

    def document(self) -> Document:
        """Return the sheet so far, without entries; options in full."""
        usual, filled, dealer = usual_names(len(self.names)), self.filled, self.first_dealer
        options = {field.name: field.data if field.given else None for field in self.interview_form}
        return {
            "format": "scorekeeper/1",
            "game": self.game.slug,
            "variant": self.variant.data,
            "options": {
                name: self.interview_form[name].raw if self.interview_form[name].errors else value
                for name, value in options.items()
            },
            # no score depends on it, so it is kept as typed
            "stake": self.stake.data.strip() or None if self.stake else None,
            "agreement": self.agreement.data or None,
            "players": [self.names[seat] or usual[seat] for seat in filled],
            "dealer": filled.index(dealer) if dealer in filled else dealer,
            "entries": [],
        }

    def house_rules(self) -> Head:
        """Return the variant and options, as a head without players; raises `SheetRefused`."""
        # rules can be saved before the names are valid
        nobody = [f"{seat}" for seat in range(len(self.names) or usual_count(self.game))]
        return read_head({**self.document(), "players": nobody, "dealer": 0})

    def validate(self, extra_validators: None = None) -> bool:
        """Return whether the head is valid; else show the errors at its fields."""
        try:
            read_head(self.document())
        except SheetRefused as refused:
            self.refuse(refused)
        return not self.faults

    def refuse(self, refused: Refused) -> None:
        """Show why the head was refused, at its fields."""
        self.faults = dict(faults_of(refused))
        if self._missing:
            self.faults["players"] = tell(
                "{game} needs {least} players: name {n} more.",
                game=self.game.name,
                least=self.game.players[0],
                n=self._missing,
            )
        for field in self.interview_form:
            place = f"options.{field.name}"
            if place in self.faults:
                self.faults[place] = _option_fault(field, self.faults[place])
                field.errors = [self.faults[place]]

    @property
    def fault(self) -> str:
        """All errors in one text; an error of several fields once."""
        return " ".join(dict.fromkeys(self.faults.values()))

    @property
    def bad_rules(self) -> bool:
        """Whether any house rule was refused."""
        return any(field.errors for field in self.interview_form)

    @property
    def options(self) -> OptionValues:
        """Every option as it is typed."""
        return {field.name: field.data for field in self.interview_form}

    @property
    def changed(self) -> list[str]:
        """Return the options that differ from the variant, in words; without empty ones."""
        given = {
            f.name: f.data for f in self.interview_form if f.given or f.question.none is not None
        }
        return rulebook.changed_options(self.game, {**self.defaults, **given}, self.defaults)

    def _chairs(self) -> list[dict[str, Any]]:
        """Return each seat with its player, side, and the error in the name."""
        usual, filled = usual_names(len(self.names)), self.filled
        places = {seat: place for place, seat in enumerate(filled)}
        sides = self.game.sides(self.defaults, len(self.names))
        side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
        return [
            {
                "name": name,
                "initial": self._letter(name, initial),
                "usual": usual[seat],
                "side": side_of[seat] % COLOURS,
                "colour": self._colour(name, side_of[seat] % COLOURS),
                "plays": seat in places,
                "fault": self.faults.get(f"players[{places.get(seat)}]"),
            }
            for seat, (name, initial) in enumerate(
                zip(self.names, initials(self.names), strict=True)
            )
        ]

    def _letter(self, name: str, usual: str) -> str:
        return (self.coins[name].initial if name in self.coins else "") or usual

    def _colour(self, name: str, usual: int) -> int:
        """Return the number of the colour of somebody's coin, `usual` being the side's."""
        chosen = self.coins[name].colour if name in self.coins else None
        return usual if chosen is None else chosen % COLOURS

    @property
    def _missing(self) -> int:
        """How many more names a game of this kind needs."""
        return max(0, self.game.players[0] - len(self.filled))

    def _free(self, seats: Sequence[dict[str, Any]]) -> str:
        """Return what becomes of the free seats; empty where there are none, and where a new game
        has only free ones."""
        free = [seat["usual"] for seat in seats if not seat["name"]]
        if not free or (self.drop_out and len(free) == len(seats)):
            return ""
        if self._missing:
            return tell("{n} more {n:name is|names are} needed.", n=self._missing)
        if self.drop_out:
            return tell("{n} free {n:seat drops|seats drop} out.", n=len(free))
        names = ", ".join(free)
        return tell("{n} free {n:seat plays|seats play} as {names}.", n=len(free), names=names)

    def context(self) -> dict[str, Any]:
        """What the templates show beside the form itself."""
        seats, variants, chosen = self._chairs(), _cards(self.game), self.variant.data or ""
        colours = {seat["name"]: seat["colour"] for seat in seats if seat["name"]}
        dealer = next(iter(seats[self.first_dealer or 0 :] or seats), {"name": "", "usual": ""})
        return {
            "game": self.game,
            "form": self,
            "variant": chosen,
            "variants": variants,
            "variant_name": next((one["name"] for one in variants if one["value"] == chosen), ""),
            "seats": seats,
            "sitters": [
                {
                    "name": name,
                    "initial": self._letter(name, initial),
                    "colour": colours.get(name),
                    "chosen": self.coins.get(name),
                }
                for name, initial in zip(self.sitters, initials(self.sitters), strict=True)
            ],
            "free": self._free(seats),
            "dealer_name": dealer["name"] or dealer["usual"],
        }


def _option_fault(field: AnswerField, message: str) -> str:
    """Return an error in a house rule with the title shown on the page; a sheet uses its name."""
    return message.replace(f"`{field.name}`", f"“{Voice().text(field.question.label)}”")


def _cards(game: Game) -> list[dict[str, Any]]:
    """Return for each variant its value, its name, how it differs, and short facts."""
    voice = Voice()
    return [
        {
            "value": value,
            "name": voice.text(card.name),
            "about": voice.text(card.about),
            "facts": [*map(voice.text, card.facts)],
        }
        for value, card in game.variant_cards.items()
    ]
