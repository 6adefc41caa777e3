"""The head of a table as a form: variant, house rules, seats, first dealer."""

import re
from collections.abc import Container, Sequence
from itertools import zip_longest
from typing import Any, Final

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.other_entries import varies
from scorekeeper.interview.steps import name_of
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.sentences import Card, Sides, Voice, phrase, tell
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import Document, Head, SheetRefused, game_in_sheet
from scorekeeper.spelling import folded
from scorekeeper.store.rule_sets import RuleSet
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.tables.summaries import my_tables
from scorekeeper.web.interview import form
from scorekeeper.web.interview.coins import COLOURS, initials
from scorekeeper.web.interview.steps import AnswerField
from scorekeeper.web.interview.values import NONE, encode, leaves
from scorekeeper.web.shared.forms import NumberField, PageForm, Refused, TextField, faults_of
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import named_rules, table_request
from scorekeeper.web.table.table_request import submitted_data

_MOST_TABLES: Final = 50
_MOST_NAMES: Final = 40
_NO_NAME: Final = re.compile(rf"(?:Seat|Player|Forgotten player) \d+|{'|'.join(rulebook.COMPASS)}")
"""What stands where nobody said a name, or where it was erased."""
MOST_ROUND: Final = 7
"""As many seats go round a table on a phone; more are a list."""


def usual_count(game: Game) -> int:
    """Return how many sit at a table of the game as a rule."""
    return max(game.players[0], min(4, game.players[-1]))


def usual_names(game: Game, count: int) -> tuple[str, ...]:
    """Return what players are called who do not say: by their seat, in bridge by the compass."""
    if game.board and count == len(rulebook.COMPASS):
        return rulebook.COMPASS
    return tuple(tell("Seat {n}", n=n + 1) for n in range(count))


def own_name(name: str | None) -> str:
    """Return the name of a player; empty where nobody said one."""
    return "" if name is None or _NO_NAME.fullmatch(name) else name


def recent_names(but: Container[str | None] = ()) -> list[str]:
    """Return the players at this phone's recent tables, latest first, without duplicates and
    those in `but`."""
    found: dict[str, str] = {}
    for table in my_tables(table_request.known_device(), _MOST_TABLES):
        for name in table.names:
            if name not in but and (name := own_name(name)):
                found.setdefault(folded(name), name)
    return list(found.values())[:_MOST_NAMES]


def _add_rows(typed: form.Typed, option: ChosenTable) -> None:
    """Make a table of its own of the chosen one and the rows that were typed beside it. Where rows
    that stand apart were typed, only those of the chosen one stay, else only the others."""
    raws = {leaf.path[1:]: typed.get(name_of(leaf.path), "").strip() for leaf in option.leaves()}
    own = {path: raw for path, raw in raws.items() if raw}
    if not own:
        return
    apart = any(path[0] in option.apart for path in own)
    chosen = option.tables.get(typed.get(option.name, ""), {})
    kept = {row: of for row, of in chosen.items() if (row in option.apart) == apart}
    table = {**(dict.fromkeys(option.apart, {}) if apart else {}), **dict(leaves(kept))}
    typed[option.name] = encode({**table, **{name_of(path): raw for path, raw in own.items()}})


class NamesField(Field):
    """Names, one a seat."""

    def process_formdata(self, sent: list[str]) -> None:
        """Read the names that were sent; those of a page whose address has none stay."""
        if sent:
            self.data = [name.strip() for name in sent]


class SetupForm(PageForm):
    """The head of a table, over one to begin with. The house rules are its `interview_form`.

    Where `rules` that the phone keeps are chosen, they stand in place of the variant and options
    that were typed; `choice` is the variant or preset in force. A page's address may say all of it,
    too (`linked`), of the options those that are not as the choice has them. `sitters` are offered
    as keys, to sit down and get up again; `coins` are those that people have chosen. `faults` are
    messages by their place in the sheet.

    Seats left blank drop out (`drop_out`) where players of a new game may come and go: all
    but the named ones, or if nobody is named, all but `count` of them. Elsewhere they are called
    what they are usually called.
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
        linked: MultiDict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.coins = coins
        self.sitters = sitters
        self.rules = rules
        self.faults: dict[str, str] = {}
        # three names typed for a game of three to seven began a game of four with one called West
        self.drop_out = head is None and varies(game)
        self.count = min(count or usual_count(game), game.players[-1])
        known = [*(head.players if head else names)]
        most = min(game.players[-1], MOST_ROUND) if self.drop_out else self.count
        seats = known if head else [*known, *[""] * (most - len(known))]
        stake, agreement = (head.stake, head.agreement) if head else (None, None)
        super().__init__(linked, name=seats, stake=stake or "", agreement=agreement or "")
        if game.counters is None:
            del self.stake
        self.choice, self.variant.data, self.begun_with = self._chosen(self.rules or head)
        self.defaults: OptionValues = game.defaults(self.variant.data)
        self.names: list[str] = self.name.data[: game.players[-1]]
        if self.dealer.data is None:
            self.dealer.data = head.dealer if head else 0
        self.interview_form = form.InterviewForm(
            (option for option in game.options),
            Voice(),
            self._options(linked),
            stored=self.begun_with,
        )
        for field in self.interview_form:
            field.errors = [_option_fault(field, error) for error in field.errors]
        self._move()

    def _chosen(self, given: RuleSet | Head | None) -> tuple[str | None, str | None, OptionValues]:
        """Return the variant or preset that is chosen, the variant, and the house rules to begin
        with: as typed, else as given."""
        game, choice = self.game, next(iter(self.game.variants))
        if given:
            here = (given.variant, given.options)
            same = (name for name in game.presets if game.rules_named(name) == here)
            choice = next(same, given.variant)
        typed = self.variant.data or None
        if self.variant.raw_data and not self.rules and typed in {*game.variants, *game.presets}:
            given = None if typed != choice else given
            choice = typed
        return (choice, *((given.variant, given.options) if given else game.rules_named(choice)))

    def _options(self, linked: MultiDict[str, str] | None) -> form.Typed | None:
        """Return what was typed of the options; a blank is null where null is allowed. After a
        change of variant there is nothing: its own defaults are shown."""
        if (answers := linked or submitted_data()) is None or self.rules:
            return None
        if self.shown.raw_data and self.shown.data != (self.choice or ""):
            return None
        usual = {name: encode(value) for name, value in self.begun_with.items()} if linked else {}
        typed: form.Typed = MultiDict({**usual, **answers})
        for option in self.game.options:
            name = str(option.path[0])
            if option.none is not None and not typed.get(name, "x").strip():
                typed[name] = NONE
            if isinstance(option, ChosenTable):
                _add_rows(typed, option)
        return typed

    def _move(self) -> None:
        act, about = self.do.data
        at = read_number(about) or 0
        to = at + {"up": -1, "down": 1}.get(act, 0)
        if act in ("up", "down") and 0 <= to < len(self.names) and at < len(self.names):
            self.names[at], self.names[to] = self.names[to], self.names[at]
        elif act == "more" and len(self.names) < self.game.players[-1]:
            self.names += [""] * self.game.players.step
        elif act == "fewer" and len(self.names) > self.game.players[0]:
            del self.names[-self.game.players.step :]
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
        seats = [*range(len(self.names))]
        if not self.drop_out:
            return seats
        return [seat for seat in seats if self.names[seat]] or seats[: self.count]

    @property
    def first_dealer(self) -> int | None:
        """The seat of the first dealer: the next one along, where that one drops out."""
        chosen, filled = self.dealer.data, self.filled
        if chosen is None or not 0 <= chosen < len(self.names):
            return chosen
        return next((seat for seat in filled if seat >= chosen), filled[0])

    def document(self) -> Document:
        """Return the sheet so far, without entries; options in full."""
        filled, dealer = self.filled, self.first_dealer
        usual = usual_names(self.game, len(self.names))
        options = {field.name: field.data if field.given else None for field in self.interview_form}
        return {
            "format": "scorekeeper/1",
            **game_in_sheet(self.game),
            "variant": self.variant.data,
            "options": {
                name: self.interview_form[name].raw
                if self.interview_form[name].errors and type(value) is not dict
                else value
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
            elif rows := [why for at, why in self.faults.items() if at.startswith(f"{place}.")]:
                field.errors = rows

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

    def changes_to(self, head: Head) -> list[tuple[str, str, str]]:
        """Return what differs from a table's head: what it is, before, and after."""
        usual = usual_names(self.game, len(self.names))
        names = [name or usual[seat] for seat, name in enumerate(self.names)]
        told = [
            (tell("Seat {n}", n=seat + 1), was, now)
            for seat, (was, now) in enumerate(zip_longest(head.players, names, fillvalue="–"))
        ]
        dealer = self.first_dealer
        if dealer is not None and dealer != head.dealer and 0 <= dealer < len(names):
            told.append((tell("Deals first"), head.players[head.dealer], names[dealer]))
        if self.stake:
            none = tell("none")
            stake = self.stake.data.strip()
            told.append((self.stake.label.text, head.stake or none, stake or none))
        words = {"": tell("no"), "deal": tell("each deal"), "game": tell("the game")}
        before, after = head.agreement or "", self.agreement.data or ""
        told.append((tell("Other side agrees"), words[before], words.get(after, after)))
        for field in self.interview_form:
            if not field.errors:
                option = field.question
                value = field.data if field.given else None
                was, now = (
                    rulebook.value_words(option, one)
                    for one in (head.options[str(option.path[0])], value)
                )
                told.append((Voice().text(option.label), was, now))
        return [(what, was, now) for what, was, now in told if was != now]

    def _chairs(self) -> list[dict[str, Any]]:
        """Return each seat with its player, side, and the error in the name."""
        usual, filled = usual_names(self.game, len(self.names)), self.filled
        places = {seat: place for place, seat in enumerate(filled)}
        side_of = {seat: side for side, seats in enumerate(self._sides) for seat in seats}
        return [
            {
                "name": name,
                "initial": self._letter(name, initial),
                "usual": usual[seat],
                "side": side_of[seat],
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
    def _sides(self) -> Sides:
        return self.game.sides(self.game.house_rules(self.begun_with), len(self.names))

    @property
    def _missing(self) -> int:
        """How many more names a game of this kind needs."""
        return max(0, self.game.players[0] - len(self.filled))

    def _who_plays(self, seats: Sequence[dict[str, Any]]) -> str:
        """Return what becomes of the free seats, or who are partners; empty where there are
        neither."""
        free = [seat["usual"] for seat in seats if not seat["name"]]
        if not free:  # a league's house rules are set without seats
            return self._partners() if seats else ""
        if len(free) == len(seats):
            if self.drop_out:
                return tell("Name who plays. Blank seats drop out.")
            return tell("Type the names, or leave them blank.")
        if self._missing:
            return tell("{n} more {n:name is|names are} needed.", n=self._missing)
        if self.drop_out:
            return tell("{n} free {n:seat drops|seats drop} out.", n=len(free))
        names = ", ".join(free)
        return tell("{n} free {n:seat plays|seats play} as {names}.", n=len(free), names=names)

    @property
    def _first_free(self) -> int | None:
        """The seat to type the first name at; None where no name is missing."""
        if self.drop_out and any(self.names):
            return None  # a keyboard would cover the key that starts the game
        return next((seat for seat, name in enumerate(self.names) if not name), None)

    def _partners(self) -> str:
        """Return who plays together; empty where each plays alone."""
        sides = self._sides
        if all(len(side) == 1 for side in sides):
            return ""
        names = (" & ".join(self.names[seat] for seat in side) for side in sides)
        return tell("Partners: {sides}.", sides=", ".join(names))

    def _dealer_says(self, name: str) -> str:
        """Return what the wide key says of the first dealer."""
        if card := self.game.first_card:
            return tell("{name} holds the {card}", name=name, card=Card(card))
        return tell("{name} deals first", name=name)

    def context(self) -> dict[str, Any]:
        """What the templates show beside the form itself."""
        seats, variants, chosen = self._chairs(), named_rules.cards(self.game), self.choice or ""
        colours = {seat["name"]: seat["colour"] for seat in seats if seat["name"]}
        dealer = next(iter(seats[self.first_dealer or 0 :] or seats), {"name": "", "usual": ""})
        card = self.game.first_card
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
            "dealer": self.first_dealer or 0,
            "first_free": self._first_free,
            "who_plays": self._who_plays(seats),
            "dealer_asked": tell("Who holds the {card}?", card=Card(card))
            if card
            else tell("Deals first"),
            "dealer_says": self._dealer_says("{name}"),
            "dealer_said": self._dealer_says(dealer["name"] or dealer["usual"]),
        }


def _option_fault(field: AnswerField, message: str) -> str:
    """Return an error in a house rule with the title shown on the page; a sheet uses its name."""
    return message.replace(f"`{field.name}`", f"“{Voice().text(field.question.label)}”")
