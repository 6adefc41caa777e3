"""Who takes it? The page of a trick that is tapped together.

What the answer depends on and nobody has said is asked for; whatever else the deal could say stands
folded.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, render_template, request

from scorekeeper.cards import JOKER, RANKS
from scorekeeper.games import games
from scorekeeper.referee import tricks
from scorekeeper.referee.context import LEADER, Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.referee.tricks import Play, TrickVerdict
from scorekeeper.sentences import Card, Listing, Seat, Sentence, Suit, all_of, one_of, say, tell
from scorekeeper.web.referee import facts, trick_url
from scorekeeper.web.referee.facts import FactQuestion, Facts, fact_questions, fact_text
from scorekeeper.web.referee.trick_url import GAP, HAND, TRICK, TrickState
from scorekeeper.web.table import table_request

SUIT_ORDER: Final = "SHDC"

bp = Blueprint("trick", __name__)


@bp.get("/t/<public_id>/trick")
def at_table(public_id: str) -> str:
    """Show the trick that is tapped together, at a table: its deal in progress says what is
    trumps."""
    return _drawn(facts.at_table(table_request.visit_or_403(public_id)))


@bp.get("/rules/<slug>/trick")
def of_game(slug: str) -> str:
    """The same for a game, without a table."""
    return _drawn(facts.of_game(games().get(slug) or abort(404)))


def _drawn(known: Facts) -> str:
    if known.game.play is None:
        abort(404)
    page = TrickPage(known, trick_url.from_address(known, request.args))
    for tap in request.args.getlist("tap"):
        page = TrickPage(known, _after(page, tap))
    return render_template("referee/trick.html", known=known, page=page)


# --- an answer, though not everything is known ---------------------------------------------------


class Incomplete(NamedTuple):
    """The reason why there is no answer: the fault in the question, or the fact that is missing."""

    why: Sentence
    key: ContextKey | None = None


Answer = TrickVerdict | Incomplete


class TrickQuestion(NamedTuple):
    """A question about a trick: the cards played, and the hand of the next player (None: nobody
    asks about it)."""

    play: Play
    plays: tuple[str, ...]
    hand: tuple[str, ...] | None


def answer(asking: TrickQuestion, context: Context) -> Answer:
    """Return who takes it and what may be played next, or why that cannot be told. A key that is
    not said does not matter where every value of it gives the same."""
    found = _judge(asking, context)
    if isinstance(found, TrickVerdict) or found.key is None:
        return found
    others = [_judge(asking, one) for one in _with_each(context, found.key)]
    return others[-1] if others and len({*map(_outcome, others)}) == 1 else found


def _judge(asking: TrickQuestion, context: Context) -> Answer:
    try:
        return tricks.judge(asking.play, context, asking.plays, asking.hand)
    except QuestionRefused as refused:
        (path, why), *_ = refused.faults
        given = path[0] == "context" and context[str(path[1])] is not None
        return Incomplete(why, None if given else context.keys.get(str(path[-1])))


def _with_each(context: Context, key: ContextKey) -> Iterator[Context]:
    """Yield the context with each value of the key in turn."""
    for choice in key.choices(context["players"]):
        one = (choice,) if key.several else choice
        yield Context({**context.facts, key.name: one}, context.keys)


def _outcome(answer: Answer) -> Any:
    """Return what an answer comes to, whatever its reason."""
    if isinstance(answer, Incomplete):
        return answer.key.name if answer.key else answer.why.template
    return answer.winner, answer.legal and tuple(answer.legal), tuple(answer.void)


def affects_answer(asking: TrickQuestion, context: Context, key: ContextKey) -> bool:
    """Return whether the answer depends on what is said under the key."""
    here = _outcome(answer(asking, context))
    return any(_outcome(answer(asking, one)) != here for one in _with_each(context, key))


# --- the page ------------------------------------------------------------------------------------


class TrickSeat(NamedTuple):
    """A player of the trick: the name, the card (empty: none yet), and whether they win it."""

    name: str
    card: str
    takes: bool


class CardKey(NamedTuple):
    """A card that can be tapped: the `tap`, its sign and its name, its suit, and how it stands:
    played, pressed, off or none of these (empty)."""

    tap: str
    label: str
    name: str
    suit: str
    state: str


@dataclass(frozen=True)
class TrickPage:
    """The page of a trick that is asked about."""

    known: Facts
    state: TrickState

    @cached_property
    def play(self) -> Play:
        """The game's rules for tricks."""
        assert self.known.game.play is not None
        return self.known.game.play

    @cached_property
    def context(self) -> Context:
        """The facts of the deal that the trick depends on."""
        return self.known.context({**self.known.of_trick, **self.state.facts})

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """Return the places in order of play; all of them where that cannot be told."""
        try:
            return tricks.turns(self.play, self.context)
        except QuestionRefused:
            return tuple(range(len(self.known.names)))

    @cached_property
    def winner(self) -> int | None:
        """Return who wins the trick, once that is certain."""
        found = answer(TrickQuestion(self.play, self.state.so_far, None), self.context)
        return found.winner if isinstance(found, TrickVerdict) else None

    @cached_property
    def asking(self) -> TrickQuestion:
        """The question for the referee: it has a hand only while it is its holder's turn."""
        held = self.state.hand if self.state.holder in (None, self.next) else ()
        return TrickQuestion(self.play, self.state.so_far, held or None)

    @cached_property
    def answer(self) -> Answer:
        """Return the referee's answer."""
        return answer(self.asking, self.context)

    @cached_property
    def next(self) -> int:
        """Return who plays next: the winner of a trick that is complete."""
        if self.winner is not None:
            return self.winner
        played = len(self.state.so_far)
        return self.turns[played] if played < len(self.turns) else self.turns[0]

    # --- what is told ---------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The answer in a few words."""
        name = self.known.names[self.next]
        if isinstance(self.answer, Incomplete):
            return self._text(self.answer.why)
        if self.winner is not None:
            return tell("{name} wins it", name=name)
        if self.answer.legal is None:
            leads = tell("{name} leads", name=name)
            return tell("{name} plays next", name=name) if self.state.so_far else leads
        return tell(
            "{name} may play {cards}", name=name, cards=self._cards(self.answer.legal, one_of)
        )

    @property
    def why(self) -> Ruling | None:
        """The ruling behind the answer, with its rule."""
        return self.answer.why if isinstance(self.answer, TrickVerdict) else None

    @property
    def reason(self) -> str:
        """The reason in words, unless the heading says it already."""
        plain = self.winner is None and not self.asking.hand
        return "" if self.why is None or plain else self._text(self.why.text)

    @property
    def notes(self) -> Iterator[str]:
        """Return what else the trick tells: who has shown a void, what the winner may lead."""
        if isinstance(self.answer, Incomplete):
            return
        if self.answer.void and self.answer.led:
            names = all_of(*map(Seat, self.answer.void))
            values = {"names": names, "n": len(self.answer.void), "suit": Suit(self.answer.led)}
            yield self._text(say("{names} {n:is|are} out of {suit}.", **values))
        if self.winner is not None and self.answer.legal is not None:
            name = self.known.names[self.winner]
            yield tell(
                "{name} may lead {cards}.", name=name, cards=self._cards(self.answer.legal, all_of)
            )

    def _text(self, sentence: Sentence) -> str:
        return self.known.voice.alone(sentence)

    def _cards(self, cards: Sequence[str], joined: Callable[..., Listing]) -> str:
        words = joined(*map(Card, cards))
        return self.known.sign.text(say("{cards}", cards=words)) if cards else "nothing"

    # --- what is asked --------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> list[ContextKey]:
        """The keys that nobody has said and on which the answer depends."""
        unsaid = [key for key in self.play.keys if self._value(key) is None]
        found = [key for key in unsaid if affects_answer(self.asking, self.context, key)]
        no_leader = self.known.show is not None and self._value(LEADER) is None
        return [LEADER, *found] if no_leader else found

    def _value(self, key: ContextKey) -> Any:
        return trick_url.value(self.known, self.state, key)

    @property
    def questions(self) -> list[FactQuestion]:
        """Return the questions about the deal."""
        return self._questions(self.wanted)

    @property
    def more(self) -> list[FactQuestion]:
        """Return the other questions about the deal."""
        keys = trick_url.keys(self.known).values()
        return self._questions(key for key in keys if key not in self.wanted)

    def _questions(self, asking: Iterable[ContextKey]) -> list[FactQuestion]:
        on_keys = (key for key in asking if not key.cards)
        return fact_questions(self.known, ((key, self._value(key)) for key in on_keys))

    @property
    def summary(self) -> str:
        """Return what is known of the deal, in words."""
        said = ((key, self._value(key)) for key in trick_url.keys(self.known).values())
        words = (fact_text(self.known, key, one) for key, one in said if one is not None)
        return " · ".join(filter(None, words))

    # --- what is tapped -------------------------------------------------------------------------

    @property
    def fields(self) -> dict[str, str]:
        """The values from the address, which the form sends along."""
        return {**self.known.fields, **trick_url.to_address(self.known, self.state)}

    @property
    def places(self) -> list[TrickSeat]:
        """The trick in order of play."""
        cards = [*self.state.plays, *[GAP] * len(self.turns)]
        return [
            TrickSeat(self.known.names[seat], "" if card == GAP else card, seat == self.winner)
            for seat, card in zip(self.turns, cards, strict=False)
        ]

    @property
    def into(self) -> list[tuple[str, str, bool]]:
        """The places that a tapped card can go to, each with its label and whether it is chosen."""
        holder = self.next if self.state.holder is None else self.state.holder
        labels = {
            TRICK: tell("Cards played"),
            HAND: tell("Hand of {name}", name=self.known.names[holder]),
        }
        keys = trick_url.keys(self.known)
        return [
            (
                target,
                labels.get(target) or self._text(keys[target].label),
                target == self.state.into,
            )
            for target in trick_url.targets(self.known)
        ]

    @property
    def dealing(self) -> bool:
        """Return whether cards go into the hand."""
        return self.state.into == HAND

    @cached_property
    def _cards_by_suit(self) -> list[list[str]]:
        """The pack, a list a suit, the joker by itself."""
        pack = trick_url.pack(self.known)
        suits = [[rank + suit for rank in RANKS[::-1]] for suit in SUIT_ORDER]
        rows = [[card for card in row if card in pack] for row in (*suits, [JOKER])]
        return [row for row in rows if row]

    @property
    def board(self) -> list[list[CardKey]]:
        return [
            [self.key("card", card, self._state(card)) for card in row]
            for row in self._cards_by_suit
        ]

    @property
    def columns(self) -> int:
        """The number of cards in a row, seven at most."""
        longest = max(map(len, self._cards_by_suit))
        return ceil(longest / ceil(longest / 7))

    def _state(self, card: str) -> str:
        if self.state.into == TRICK:
            full = len(self.state.so_far) == len(self.turns)
            return "played" if card in self.state.plays else "off" if full else ""
        if self.dealing and card in self.state.plays:
            return "off"
        key = None if self.dealing else trick_url.keys(self.known)[self.state.into]
        held = key.cards.shown(self._value(key)) if key and key.cards else self.state.hand
        return "pressed" if card in held else ""

    @property
    def hand(self) -> list[CardKey]:
        """The hand of the next player; cards that may not be played are off."""
        if self.winner is not None or isinstance(self.answer, Incomplete):
            return []
        legal, held = self.answer.legal or (), self.asking.hand or ()
        return [
            self.key("lay", card, "" if card in legal else "off")
            for row in self._cards_by_suit
            for card in row
            if card in held
        ]

    def key(self, act: str, card: str, state: str = "") -> CardKey:
        """Return a card to be tapped: `card` sends it where cards go, `lay` to the trick or
        back."""
        suit = "" if card == JOKER else card[-1]
        return CardKey(
            f"{act}.{card}", self.known.sign.card(card), self.known.voice.card(card), suit, state
        )


# --- taps ----------------------------------------------------------------------------------------


def _after(shown: TrickPage, tap: str) -> TrickState:
    if tap != "next":
        new = trick_url.after_tap(shown.known, shown.state, tap, shown.turns)
        return new._replace(facts=_updated_facts(shown, new))
    if shown.winner is None:
        return shown.state
    facts = shown.play.after_trick(shown.context, shown.state.so_far)
    return trick_url.next_trick(shown.known, shown.state, shown.winner, facts)


def _updated_facts(shown: TrickPage, new: TrickState) -> Mapping[str, Any]:
    """Return the facts after the tap: with those revealed by a card played from a hand, and without
    those revealed by a card that was taken back."""
    before, after = shown.state.so_far, new.so_far
    if len(after) < len(before):
        revealed = _facts_revealed_by(shown, before[: len(after) + 1])
        return {name: value for name, value in new.facts.items() if revealed.get(name) != value}
    if after == before or not isinstance(shown.answer, TrickVerdict):
        return new.facts
    hand = shown.asking.hand or ()
    if after[len(before)] not in (shown.answer.legal or ()):
        return new.facts
    return {**new.facts, **_by_turn(shown, shown.context, before, hand)}


def _facts_revealed_by(shown: TrickPage, plays: Sequence[str]) -> Mapping[str, Any]:
    """Return what the last of these cards had told when it was played."""
    known, state = shown.known, shown.state
    *before, card = plays
    held = state.hand if state.holder == shown.turns[len(before)] else ()
    context = known.context({**known.of_trick, **trick_url.lasting_facts(known, state.facts)})
    return _by_turn(shown, context, before, (*held, card))


def _by_turn(
    shown: TrickPage, context: Context, plays: Sequence[str], hand: Sequence[str]
) -> Mapping[str, Any]:
    try:
        return tricks.facts_from_turn(shown.play, context, plays, hand)
    except QuestionRefused:  # e.g. trumps that are not known
        return {}
