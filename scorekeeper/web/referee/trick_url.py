"""A trick as it is tapped together: what stands in the page's address, and what each tap changes.

Nothing of it is kept anywhere else. An address may hold several taps: those that were made before
the answer to the first one came.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.cards import SUITS
from scorekeeper.referee.context import LEADER, SEATS_OUT, ContextKey
from scorekeeper.web.referee.facts import APART, Facts, after_key_tap, from_text, to_text
from scorekeeper.web.shared.security import read_number

GAP: Final = "-"
"""In the place of a card that was taken back; the next one takes it."""

TRICK: Final = ""
HAND: Final = "hand"
DETAILS: Final = "details"
"""Nowhere: it is being said what is so in this deal."""
CHANGE: Final = "change"
DOUBT: Final = "doubt"
"""Nowhere: a card of the trick is being chosen, to be changed or to be asked about."""
INSTEAD: Final = (DETAILS, CHANGE, DOUBT)


class Void(NamedTuple):
    """Who showed out of a suit, in which trick of the deal."""

    place: int
    suit: str
    trick: int


class TrickState(NamedTuple):
    """`plays` in order of play, with gaps; a `hand` and, once a card of it was played, its
    `holder` (None: whoever plays next); `facts` entered, which override those of the deal itself;
    `into`, where a tapped card goes: to the trick, to the hand or to a fact entered by cards; or
    what is done instead. `suit` is that of the rank tapped next (empty: the suit led). It is the
    `number`th trick that was tapped; `voids` are those that were shown in the ones before."""

    plays: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    holder: int | None = None
    facts: Mapping[str, Any] = {}
    into: str = TRICK
    suit: str = ""
    number: int = 1
    voids: tuple[Void, ...] = ()

    @property
    def so_far(self) -> tuple[str, ...]:
        """The cards up to the first gap."""
        return self.plays[: self.plays.index(GAP)] if GAP in self.plays else self.plays


def keys(known: Facts) -> dict[str, ContextKey]:
    """Return the facts of a deal that its tricks may depend on, by name."""
    assert known.game.play is not None
    return {key.name: key for key in (LEADER, SEATS_OUT, *known.game.play.keys)}


def pack(known: Facts) -> frozenset[str]:
    """Return the cards that are played with."""
    assert known.game.play is not None
    return known.game.play.pack(known.context({}))


def value(known: Facts, state: TrickState, key: ContextKey) -> Any:
    """Return the fact's value, from a tap or from the deal; None if unknown."""
    return state.facts.get(key.name, known.of_trick.get(key.name))


# --- the address --------------------------------------------------------------------------------


def from_address(known: Facts, given: MultiDict[str, str]) -> TrickState:
    """Return what stands in the address, without its taps."""
    asked, cards, places = keys(known), pack(known), len(known.names)
    found = {
        name: from_text(key, given[name], places, cards)
        for name, key in asked.items()
        if name in given
    }
    plays = _cards(known, given.get("plays", ""))
    hand = tuple(card for card in _cards(known, given.get("hand", ""), plays) if card != GAP)
    into = given.get("into", TRICK)
    # without the script a suit is sent with the rank, with it by itself, before
    alone = any(tap.startswith("suit.") for tap in given.getlist("tap"))
    suit = given.get("suit" if alone else "pick", "")
    facts = {name: value for name, value in found.items() if value is not None}
    holder = from_text(LEADER, given.get("holder", ""), places)
    return TrickState(
        plays,
        hand,
        holder,
        facts,
        into if into in (*targets(known), *INSTEAD) else TRICK,
        suit if suit in SUITS else "",
        max(1, read_number(given.get("number", "")) or 1),
        tuple(_voids(given.get("voids", ""), places)),
    )


_VOID: Final = re.compile(r"(\d)([CDHS])(\d\d?)")


def _voids(text: str, places: int) -> Iterator[Void]:
    for part in text.split(APART):
        found = _VOID.fullmatch(part)
        if found and int(found[1]) < places:
            yield Void(int(found[1]), found[2], int(found[3]))


def _cards(known: Facts, text: str, elsewhere: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the cards of a list, and its gaps: no more of each than there are, with those that lie
    `elsewhere`."""
    found: list[str] = []
    for card in text.split(APART):
        if card == GAP or (card in pack(known) and _left(known, card, (*found, *elsewhere))):
            found.append(card)
    return tuple(found)


def _left(known: Facts, card: str, seen: Sequence[str]) -> bool:
    """Return whether the pack has another such card beside those seen."""
    assert known.game.play is not None
    return seen.count(card) < known.game.play.copies(known.context({}), card)


def targets(known: Facts) -> list[str]:
    """Return where a card may go."""
    return [TRICK, HAND, *(name for name, key in keys(known).items() if key.cards)]


def to_address(known: Facts, state: TrickState) -> dict[str, str]:
    """Return what stands in the address, by name."""
    asked = keys(known)
    holder = "" if state.holder is None else str(state.holder)
    lists = {"plays": APART.join(state.plays), "hand": APART.join(state.hand)}
    number = str(state.number) if state.number > 1 else ""
    lists |= {"number": number, "voids": APART.join(f"{p}{s}{t}" for p, s, t in state.voids)}
    texts = {**lists, "holder": holder, "into": state.into, "suit": state.suit}
    query = {name: to_text(asked[name], value) for name, value in state.facts.items()}
    return {name: text for name, text in texts.items() if text} | query


# --- taps ---------------------------------------------------------------------------------------


def after_tap(known: Facts, state: TrickState, tap: str, turns: Sequence[int]) -> TrickState:
    """Return what stands there after a tap.

    A card of the keyboard (`card.AS`) or of the hand (`lay.AS`), one of the trick that is taken
    back (`take.0`, the first) or may not have been legal (`doubt.0`), the last of the hand
    (`drop`), a suit (`suit.S`), where cards go (`into.hand`), what is so (`trump.S`); `turns` are
    who plays.
    """
    what, _, text = tap.partition(APART)
    if what == "clear":
        return TrickState(facts=state.facts)
    if what == "into":
        return state._replace(into=text if text in (*targets(known), *INSTEAD) else TRICK, suit="")
    if what == "suit":
        return state._replace(suit=text if text in SUITS else "")
    if what == "drop":
        return _with_hand(state, state.hand[:-1])
    if what in ("take", "doubt"):
        return _without_card(state, what, read_number(text))
    if what in ("card", "lay") and text in pack(known):
        target = state.into if what == "card" else TRICK
        return _with_card(known, state._replace(into=target), text, turns)
    key = keys(known).get(what)
    return _set_fact(known, state, key, text) if key and not key.cards else state


def _set_fact(known: Facts, state: TrickState, key: ContextKey, text: str) -> TrickState:
    facts = {name: value for name, value in state.facts.items() if name != key.name}
    new = after_key_tap(key, value(known, state, key), text, len(known.names))
    into = TRICK if state.into == DETAILS and not (key.several or key.is_flag) else state.into
    return state._replace(facts=facts if new is None else {**facts, key.name: new}, into=into)


def _without_card(state: TrickState, what: str, at: int | None) -> TrickState:
    """Return the trick without one of its cards, in whose place a gap is left (`take`), or as it
    was before that card, which is asked about (`doubt`)."""
    shown = state.so_far if what == "doubt" else state.plays
    if at is None or at >= len(shown) or shown[at] == GAP:
        return state
    if what == "doubt":
        return state._replace(plays=shown[:at], hand=(shown[at],), holder=None, into=HAND, suit="")
    left = [*shown[:at], GAP, *shown[at + 1 :]]
    while left and left[-1] == GAP:
        left.pop()
    return state._replace(plays=tuple(left), into=TRICK, suit="")


def _with_hand(state: TrickState, hand: tuple[str, ...]) -> TrickState:
    return state._replace(hand=hand, holder=state.holder if hand else None)


def _with_card(known: Facts, state: TrickState, card: str, turns: Sequence[int]) -> TrickState:
    if state.into == HAND:
        if _left(known, card, (*state.hand, *state.plays)):
            return state._replace(hand=(*state.hand, card))
        return _with_hand(state, tuple(held for held in state.hand if held != card))
    if state.into:
        return _set_fact(known, state, keys(known)[state.into], card)
    state = state._replace(suit="")
    if not _left(known, card, state.plays):
        last = max(at for at, played in enumerate(state.plays) if played == card)
        return _without_card(state, "take", last)
    gap = GAP in state.plays
    if not gap and len(state.plays) == len(turns):
        return state
    at = state.plays.index(GAP) if gap else len(state.plays)
    state = state._replace(plays=(*state.plays[:at], card, *state.plays[at + 1 :]))
    if card not in state.hand:
        return state
    held = state.hand.index(card)
    hand = (*state.hand[:held], *state.hand[held + 1 :])
    return state._replace(hand=hand, holder=turns[at] if hand else None)


def lasting_facts(known: Facts, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that hold for more than one trick."""
    return {name: value for name, value in facts.items() if not keys(known)[name].for_one_trick}


def next_trick(
    known: Facts,
    state: TrickState,
    winner: int,
    facts: Mapping[str, Any],
    voids: Iterable[Void] = (),
) -> TrickState:
    """Return the state in which the winner leads to the next trick: facts about one trick only are
    dropped, and the `facts` and `voids` that this trick has revealed are added."""
    over = {name: False for name, key in keys(known).items() if key.for_one_trick and key.is_flag}
    lasting = lasting_facts(known, state.facts)
    now = {**lasting, **over, **facts, LEADER.name: winner}
    return TrickState(
        hand=state.hand,
        holder=state.holder,
        facts=now,
        number=state.number + 1,
        voids=(*state.voids, *voids),
    )
