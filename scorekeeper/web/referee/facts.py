"""What a page that asks the referee knows of the deal, and how the keys of its context stand in an
address.

At a table that is what its deal in progress says; without one the game's own rules hold, and the
players are called as those who have not said their names.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from flask import abort, request, url_for

from scorekeeper import questions, rulebook
from scorekeeper.cards import SUIT_SIGNS, SUITS
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad, first_trick
from scorekeeper.engine.options import OptionValues
from scorekeeper.referee.context import Context, ContextKey
from scorekeeper.sentences import Sentence, Sides, Suit, Voice, tell
from scorekeeper.tables.loading import TableVisit
from scorekeeper.web.interview.coins import SignVoice, isolated
from scorekeeper.web.interview.keys import columns_of, room_class
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table.pad_page import PadPage

_NAMES: Final = {len(rulebook.COMPASS): rulebook.COMPASS}
APART: Final = "."
"""Between the items of a list in an address."""


@dataclass(frozen=True)
class Facts:
    """The facts known before anything is asked.

    Players are known by their places, which leave out emptied seats: `names` has their names,
    `dealer` is the place of the dealer. `of_trick` are the keys of a trick's context that the deal
    answers, `of_auction` those of an auction's that are known before it. `rules` is the address of
    the rules page, `back` where the page leads back to; `show` is the table's page (None: there is
    no table).
    """

    game: Game
    variant: str | None
    options: OptionValues
    names: tuple[str, ...]
    of_trick: Mapping[str, Any]
    of_auction: Mapping[str, Any]
    dealer: int
    rules: str
    back: str
    show: PadPage | None = None

    @property
    def others(self) -> list[tuple[str, str, bool]]:
        """Without a table: the same page for other variants and numbers of players, each with its
        label, its address, and whether it is this one."""
        if self.show is not None:
            return []
        page, count = "trick.of_game", len(self.names)
        variants = [
            (rulebook.variant_name(self.game, name), name, count)
            for name in self.game.variants
            if name
        ]
        sizes = [
            (tell("{n} players", n=n), self.variant, n)
            for n in usual_players(self.game, self.variant)
        ]
        return [
            (label, url_for(page, slug=self.game.slug, variant=variant, players=n), here)
            for several in (variants, sizes)
            for label, variant, n in several
            if len(several) > 1
            for here in [(variant, n) == (self.variant, count)]
        ]

    @property
    def fields(self) -> dict[str, str]:
        """The address parameters without a table."""
        asked = {"variant": self.variant, "players": str(len(self.names))}
        return {} if self.show else {name: text for name, text in asked.items() if text}

    @property
    def sides(self) -> Sides:
        """Return who plays together, by places."""
        return self.game.sides(self.options, len(self.names))

    @property
    def voice(self) -> Voice:
        """Reads sentences about places."""
        return Voice(self.names, self.sides)

    @property
    def sign(self) -> Voice:
        """The same, with suits as signs."""
        return SignVoice(self.names, self.sides)

    def context(self, facts: Mapping[str, Any]) -> Context:
        """Return the context with these facts about the deal; raises `QuestionRefused`."""
        players = {"players": len(self.names)}
        return questions.read_context(self.game, self.variant, {**self.options, **players, **facts})

    def rule(self, anchor: str) -> str:
        """Return the address of a paragraph of the rules, from which the page now asked for is a
        tap."""
        apart = "&" if "?" in self.rules else "?"
        return f"{self.rules}{apart}{urlencode({'from': request.full_path})}#{anchor}"

    def heading(self, anchor: str) -> str:
        """Return the heading of that paragraph."""
        return rulebook.anchors(self.game).get(anchor, anchor)

    @property
    def is_translated(self) -> bool:
        """Return whether the rules are there in the language spoken."""
        return rulebook.is_translated(self.game)

    def quote(self, anchor: str) -> str:
        """Return what that paragraph says first."""
        found = (one for one in rulebook.passages(self.game) if one.anchor == anchor)
        passage = next((one for one in found if one.paragraphs), None)
        return rulebook.excerpt(passage, 0, self.game, self.options) if passage else ""


def at_table(visit: TableVisit) -> Facts:
    """Return the facts of a table's deal, with what the deal in progress says."""
    table = visit.table
    pad = table.pad
    public_id = table.row.public_id
    playing = PadPage(visit)
    over = pad.outcome is not None
    return Facts(
        game=pad.game,
        variant=table.head.variant,
        options=pad.options,
        names=tuple(map(isolated, filter(None, pad.seats))),
        of_trick={} if over else _of_trick(pad, playing.begun),
        of_auction={} if over else _of_auction(pad),
        dealer=0 if over else pad.filled.index(pad.upcoming["dealer"]),
        rules=playing.rule,
        back=url_for("pad.table", public_id=public_id),
        show=playing,
    )


def _of_trick(pad: Pad, entry: Entry) -> dict[str, Any]:
    """Return the facts that the deal answers, with places where they name seats."""
    keys, places = questions.keys_of(pad.game), pad.filled.index
    return {
        name: value
        if not keys[name].names_seats
        else [*map(places, value)]
        if keys[name].several
        else places(value)
        for name, value in first_trick(pad, entry).items()
    }


def _of_auction(pad: Pad) -> dict[str, Any]:
    keys = pad.game.auction.keys if pad.game.auction else ()
    known = pad.upcoming
    facts = {key.name: known[key.name] for key in keys if key.name in known}
    return {name: [*value] if isinstance(value, tuple) else value for name, value in facts.items()}


def usual_players(game: Game, variant: str | None) -> Sequence[int]:
    """Return how many can play by the usual house rules of a variant."""
    return game.players_under(variant, game.defaults(variant))


def of_game(game: Game) -> Facts:
    """Return the facts of a game that nobody plays: as the address says, of that variant, for so
    many."""
    variant = request.args.get("variant") or next(iter(game.variants))
    if variant not in game.variants:
        abort(404)
    asked = read_number(request.args.get("players", ""))
    players = (
        asked if asked and asked in usual_players(game, variant) else questions.players_of(game)
    )
    rules = url_for(
        "rules.page", slug=game.slug, variant=variant if len(game.variants) > 1 else None
    )
    return Facts(
        game=game,
        variant=variant,
        options=game.defaults(variant),
        names=names_of(players),
        of_trick={},
        of_auction={},
        dealer=0,
        rules=rules,
        back=rules,
    )


def names_of(players: int) -> tuple[str, ...]:
    """Return what players are called who have not said their names."""
    return _NAMES.get(players) or tuple(tell("Player {n}", n=n + 1) for n in range(players))


# --- keys in an address, and on the page --------------------------------------------------------


def text_of(value: Any) -> str:
    """Return a value as it stands in an address."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return APART.join(map(text_of, value)) if isinstance(value, list | tuple) else str(value)


def to_text(key: ContextKey, value: Any) -> str:
    """Return what the key says, as it stands in an address."""
    return text_of(key.cards.shown(value) if key.cards else value)


def from_text(key: ContextKey, text: str, players: int, pack: Collection[str] = ()) -> Any:
    """Return what stands in an address of the key; None where it says nothing that could be."""
    parts = text.split(APART)
    if key.cards:
        value = key.cards.value_of(tuple(card for card in parts if card in pack))
    else:
        known = {text_of(choice): choice for choice in key.choices(players)}
        found = [known[part] for part in parts if part in known]
        value = found if key.several else found[0] if found else None
    return value if value is not None and key.fits(value, players) else None


class KeyShown(NamedTuple):
    """A key of the context as it is asked: what it sends when tapped (`tap`), its label, whether
    it is pressed, its further classes."""

    tap: str
    label: str
    pressed: bool
    classes: str = ""


class FactQuestion(NamedTuple):
    """A question about the deal: its label (empty: each key says it all), its keys, and the
    number of columns they stand in."""

    label: str
    keys: list[KeyShown]
    columns: int


def fact_questions(known: Facts, given: Iterable[tuple[ContextKey, Any]]) -> list[FactQuestion]:
    """Return the keys as a page asks for them, each with what is said of it (None: nothing); what
    is true or false comes last, together."""
    facts = list(given)
    asks = [_fact_question(known, key, value) for key, value in facts if not key.is_flag]
    flags = [
        KeyShown(f"{key.name}.yes", known.voice.text(key.label), value is True)
        for key, value in facts
        if key.is_flag
    ]
    return [*asks, FactQuestion("", flags, min(len(flags), 2))] if flags else asks


def _fact_question(known: Facts, key: ContextKey, value: Any) -> FactQuestion:
    chosen = value or () if key.several else (value,)
    shown = [
        KeyShown(f"{key.name}.{text_of(one)}", known.sign.text(word), one in chosen, _suit(word))
        for one in key.offered(len(known.names), known.options)
        for word in [key.word(one, len(known.names))]
    ]
    label = known.voice.text(key.label)
    return FactQuestion(label, shown, columns_of([one.label for one in shown]))


def _suit(word: Sentence) -> str:
    suits = [f" suit-{value}" for value in word.values.values() if isinstance(value, Suit)]
    return "".join(suits)


def label_classes(label: str, labels: Collection[str]) -> str:
    """Return the classes of a key: a word among numbers has a row of its own, a long one room for
    two; a suit has its colour."""
    if any(one[0].isdecimal() for one in labels) and not label[0].isdecimal():
        return " wide"
    suit = next((suit for suit in SUITS if SUIT_SIGNS[suit] in label), "")
    return (f" suit-{suit}" if suit else "") + room_class(label)


def fact_text(known: Facts, key: ContextKey, value: Any) -> str:
    """Return what is said of the deal under the key, in a few words; empty for what is not so."""
    label = known.voice.text(key.label)
    if key.is_flag:
        return label if value else ""
    if key.cards:
        words = [known.sign.card(card) for card in key.cards.shown(value)]
    else:
        values = value if key.several else (value,)
        words = [known.sign.text(key.word(one, len(known.names))) for one in values]
    return f"{label}: {', '.join(words)}" if words else ""


def after_key_tap(key: ContextKey, value: Any, text: str, players: int) -> Any:
    """Return what the key says after a tap on one of its keys or, if it is told by cards, on a
    card; None where it says nothing any more."""
    if key.cards:
        cards = key.cards.shown(value)
        left = tuple(card for card in cards if card != text)
        return key.cards.value_of(left if text in cards else (*cards, text))
    if key.is_flag:
        return not value
    one = from_text(key, text, players)
    if not key.several:
        return None if one == value else one
    picked = {*(one or ())} ^ {*(value or ())}
    return [choice for choice in key.choices(players) if choice in picked]
