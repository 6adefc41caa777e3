"""Who wins this trick? The page on which it is tapped together, a suit and a rank at a time.

What the answer depends on and nobody has said is asked for; whatever else the deal could say is a
tap away.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any, Final, NamedTuple

from scorekeeper.cards import ALL_RANKS, RANK_SIGNS, SUIT_NAMES, SUIT_SIGNS, SUITS, WITHOUT_SUIT
from scorekeeper.referee import tricks
from scorekeeper.referee.context import LEADER, TRUMP, Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.referee.ranking import NO_TRUMP, Ranking
from scorekeeper.referee.tricks import Play, TrickVerdict
from scorekeeper.sentences import Card, Listing, Seat, Sentence, Suit, all_of, one_of, say, tell
from scorekeeper.web.referee import trick_url
from scorekeeper.web.referee.facts import FactQuestion, Facts, fact_questions, fact_text
from scorekeeper.web.referee.trick_answer import (
    Answer,
    Incomplete,
    TrickQuestion,
    affects_answer,
    answer,
    best_so_far,
)
from scorekeeper.web.referee.trick_url import (
    CHANGE,
    DETAILS,
    DOUBT,
    GAP,
    HAND,
    INSTEAD,
    TRICK,
    TrickState,
    Void,
)

SUIT_ORDER: Final = "SHDC"


_INSTEAD: Final[Mapping[str, Callable[[], str]]] = {
    DETAILS: lambda: tell("Details of this deal"),
    CHANGE: lambda: tell("Which card do you want to change?"),
    DOUBT: lambda: tell("Which card may not have been legal?"),
}


class TrickSeat(NamedTuple):
    """A player of the trick: the seat, the name, the card (empty: none yet), how it stands: the
    `next` to play, `takes`, `beaten` or none of these (empty)."""

    seat: int
    name: str
    card: str
    state: str


class CardKey(NamedTuple):
    """A card that can be tapped, or a rank: the `tap`, its sign and its name, its suit, and how it
    stands: gone, pressed, off or none of these (empty)."""

    tap: str
    label: str
    name: str
    suit: str
    state: str


class SuitShown(NamedTuple):
    """A suit in the middle of the felt or on a key: its letter, sign and name."""

    letter: str
    sign: str
    name: str


def _suit(letter: str) -> SuitShown:
    return SuitShown(letter, SUIT_SIGNS[letter], tell(SUIT_NAMES[letter]))


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
        if LEADER in self.wanted:
            return tell("Who led to this trick?") if self.state.plays else tell("Who leads?")
        if isinstance(self.answer, Incomplete):
            return self._text(self.answer.why)
        if self.state.into in INSTEAD:
            return _INSTEAD[self.state.into]()
        if self.winner is not None:
            return tell("{name} wins the trick", name=name)
        if self.answer.legal is None:
            if self.dealing:
                return tell("Which cards does {name} hold?", name=name)
            leads = tell("Which card does {name} lead?", name=name)
            return tell("Which card did {name} play?", name=name) if self.state.so_far else leads
        return tell(
            "{name} may play {cards}", name=name, cards=self._cards(self.answer.legal, one_of)
        )

    @property
    def why(self) -> Ruling | None:
        """The ruling behind the answer, with its rule."""
        return self.answer.why if isinstance(self.answer, TrickVerdict) else None

    @property
    def decided(self) -> bool:
        """Return whether the heading is a verdict: on the trick, or on a hand."""
        told = self.winner is not None or bool(self.asking.hand)
        asked_instead = self.shows == "questions" or self.state.into in INSTEAD
        return told and self.why is not None and not asked_instead

    @property
    def notes(self) -> Iterator[str]:
        """Return what stands below the heading: why, or who is winning so far; who has shown a
        void, what the winner may lead."""
        if isinstance(self.answer, Incomplete) or self.shows not in ("keys", "verdict"):
            return
        if self.state.into in INSTEAD:
            return
        if self.decided and self.why is not None:
            yield self._text(self.why.text)
        elif self.best is not None:
            best = Seat(self.turns[self.best]), Card(self.state.so_far[self.best])
            yield self._text(say("So far {seat}'s {card} is winning.", seat=best[0], card=best[1]))
        elif self.shows == "keys" and not self.state.plays and not self.dealing:
            yield tell("Tap the suit, then the rank.")
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
        words = joined(*map(Card, dict.fromkeys(cards)))  # equal cards are named once
        return self.known.sign.text(say("{cards}", cards=words)) if cards else "nothing"

    @cached_property
    def best(self) -> int | None:
        """Return the place in the trick of the card that is winning so far, if that is known."""
        return best_so_far(TrickQuestion(self.play, self.state.so_far, None), self.context)

    @cached_property
    def ranking(self) -> Ranking | None:
        """Return how the cards rank in this trick; None where that cannot be told yet."""
        try:
            return self.play.ranking(self.context, self.state.so_far)
        except QuestionRefused:
            return None

    @property
    def voids(self) -> list[Void]:
        """Return who has shown out of the suit led, so that it is known when a card of it comes."""
        if isinstance(self.answer, Incomplete) or self.answer.led not in SUITS:
            return []
        return [Void(place, self.answer.led, self.state.number) for place in self.answer.void]

    @property
    def revokes(self) -> list[str]:
        """Return which cards of this trick belong to a suit that their player had shown out of."""
        played = zip(self.turns, self.state.so_far, strict=False)
        suits = self.ranking.suits if self.ranking else {}
        return [
            tell(
                "{name} showed out of {suit} in trick {n}.",
                name=self.known.names[place],
                suit=Suit(void.suit),
                n=void.trick,
            )
            for place, card in played
            for void in self.state.voids
            if (void.place, void.suit) == (place, suits.get(card))
        ]

    @property
    def trumps(self) -> tuple[str, SuitShown | None] | None:
        """Return what is said of trumps, with their suit, if the game has any."""
        said = self._value(TRUMP) if self.asks_trumps else None
        suit = said or (self.ranking.trump if self.ranking else NO_TRUMP)
        if suit in SUITS:
            return tell("Trumps"), _suit(suit)
        if said == NO_TRUMP:
            return tell("No trumps"), None
        return (tell("Trumps?"), None) if self.asks_trumps else None

    @property
    def asks_trumps(self) -> bool:
        """Return whether trumps are something that a deal says."""
        return any(key.name == TRUMP.name for key in self.play.keys)

    @property
    def led(self) -> tuple[str, SuitShown] | None:
        """Return who led, and the suit that is to be followed."""
        name = self.known.names[self.turns[0]]
        return (tell("led by {name}", name=name), _suit(self.suit_led)) if self.suit_led else None

    @cached_property
    def suit_led(self) -> str:
        """Return the suit that is to be followed; empty where there is none of the four."""
        if not self.state.so_far:
            return ""
        card = self.state.so_far[0]
        suit = self.ranking.suits.get(card, "") if self.ranking else card[-1]
        suit = suit if suit in SUITS else self.state.facts.get("named_suit") or ""
        return suit if suit in SUITS else ""

    # --- what is asked --------------------------------------------------------------------------

    @property
    def shows(self) -> str:
        """Return what stands beside the felt: all the `details` of the deal, only the `questions`
        on which the answer depends, the `verdict`, or the `keys`."""
        if self.state.into == DETAILS:
            return "details"
        if self.questions and (LEADER in self.wanted or isinstance(self.answer, Incomplete)):
            return "questions"
        over = self.winner is not None and self.state.into in (TRICK, CHANGE, DOUBT)
        return "verdict" if over else "keys"

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
        keys = [key for key in trick_url.keys(self.known).values() if key not in self.wanted]
        return self._questions(sorted(keys, key=lambda key: key.name != TRUMP.name))

    def _questions(self, asking: Iterable[ContextKey]) -> list[FactQuestion]:
        on_keys = (key for key in asking if not key.cards)
        return fact_questions(self.known, ((key, self._value(key)) for key in on_keys))

    @property
    def summary(self) -> str:
        """Return what is known of the deal, in words."""
        keys = trick_url.keys(self.known).values()
        on_felt = (LEADER.name, TRUMP.name)
        said = ((key, self._value(key)) for key in keys if key.name not in on_felt)
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
            TrickSeat(seat, self.known.names[seat], card, self._stands(seat, card))
            for seat, one in zip(self.turns, cards, strict=False)
            for card in ["" if one == GAP else one]
        ]

    def _stands(self, seat: int, card: str) -> str:
        if self.winner is not None and self.decided:
            return "takes" if seat == self.winner else "beaten"
        return "next" if not card and seat == self.next else ""

    @property
    def act(self) -> str:
        """Return what a tap on a card of the trick does: it is taken back, or asked about."""
        return "doubt" if self.state.into == DOUBT else "take"

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
    def _ranks(self) -> list[str]:
        """The ranks of the pack, from the ace."""
        pack = trick_url.pack(self.known)
        return [rank for rank in ALL_RANKS[::-1] if any(rank + suit in pack for suit in SUITS)]

    @property
    def suits(self) -> list[SuitShown]:
        """The keys of the suits."""
        return [_suit(suit) for suit in SUIT_ORDER]

    @cached_property
    def suit(self) -> str:
        """Return the suit of the rank that is tapped next: the one chosen, else the suit led."""
        return self.state.suit or ("" if self.state.into else self.suit_led)

    @property
    def board(self) -> list[CardKey]:
        """The keys of the ranks; then the cards that have no key in their suit, or belong to this
        one though another is printed on them."""
        pack, suits = trick_url.pack(self.known), self.ranking.suits if self.ranking else {}
        ranks = [self._rank(rank) for rank in self._ranks]
        others = sorted(card for card in pack if card not in WITHOUT_SUIT and card[1] != self.suit)
        moved = [card for card in others if self.suit and suits.get(card) == self.suit]
        apart = [*moved, *(card for card in WITHOUT_SUIT if card in pack)]
        return [*ranks, *(self.key(f"card.{card}", card, self.stands(card)) for card in apart)]

    def _rank(self, rank: str) -> CardKey:
        card = rank + self.suit
        name = self.known.voice.card(card) if self.suit else RANK_SIGNS[rank]
        state = self.stands(card) if self.suit else ""
        return CardKey(f"rank.{rank}", RANK_SIGNS[rank], name, "", state)

    @property
    def columns(self) -> int:
        """The number of keys in a row, seven at most; one takes a card back."""
        keys = len(self.board) + 1
        return ceil(keys / ceil(keys / 7))

    def stands(self, card: str) -> str:
        """Return how a card's key stands."""
        if card not in trick_url.pack(self.known):
            return "gone"
        if self.state.into == TRICK:
            full = len(self.state.so_far) == len(self.turns)
            return "gone" if full or not self._left(card) else ""
        if self.dealing and not self._left(card):
            return "gone"
        return "pressed" if card in self.held else ""

    def _left(self, card: str) -> bool:
        """Return whether one of these cards is still to be played."""
        return self.state.plays.count(card) < self.play.copies(self.context, card)

    @property
    def held(self) -> Sequence[str]:
        """The cards where a tapped one goes."""
        if self.state.into == TRICK:
            return self.state.so_far
        key = None if self.dealing else trick_url.keys(self.known)[self.state.into]
        return key.cards.shown(self._value(key)) if key and key.cards else self.state.hand

    @property
    def hand(self) -> list[CardKey]:
        """The hand of the next player; cards that may not be played are off."""
        if self.winner is not None or isinstance(self.answer, Incomplete):
            return []
        legal, held = self.answer.legal or (), self.asking.hand or ()
        pack = (*(rank + suit for suit in SUIT_ORDER for rank in self._ranks), *WITHOUT_SUIT)
        return [
            self.key(f"lay.{card}", card, "" if card in legal else "off")
            for card in pack
            for _ in range(held.count(card))
        ]

    def key(self, tap: str, card: str, state: str = "") -> CardKey:
        """Return a card to be tapped."""
        suit = "" if card in WITHOUT_SUIT else card[-1]
        return CardKey(tap, self.known.sign.card(card), self.known.voice.card(card), suit, state)
