"""Tricks: which cards may be played next, who wins the trick, and who has shown a void."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Final

import msgspec

from scorekeeper.cards import JOKER, RANKS, SUITS, WITHOUT_SUIT
from scorekeeper.interview.steps import Path
from scorekeeper.referee.context import Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.referee.ranking import FIRST_CARDS, WHOLE_PACK, Ranking
from scorekeeper.sentences import Card, InWords, Message, Seat, Sentence, Suit, say


class ToPlay(msgspec.Struct, frozen=True):
    """The next turn: the `seat` and its `hand`, after the cards in `plays`. `led` is the suit to
    follow; None where the seat leads, to the first trick or having taken this one."""

    context: Context
    ranking: Ranking
    plays: Sequence[str]
    seat: int
    hand: Sequence[str]
    led: str | None

    def of(self, suit: str) -> list[str]:
        """Return the cards of the hand that belong to the suit."""
        suits = self.ranking.suits
        return [card for card in self.hand if suits[card] == suit]


class Allowed(msgspec.Struct, frozen=True):
    """The cards that may be played, and why only those."""

    cards: Sequence[str]
    why: Ruling


class TrickVerdict(msgspec.Struct, frozen=True):
    """The answer: the `winner` once all have played, `why`, the cards of the hand that may be
    played next (None without a hand), and the seats that have shown a void in the suit `led`."""

    winner: int | None
    why: Ruling
    legal: Sequence[str] | None = None
    void: Sequence[int] = ()
    led: str | None = None


Trickless = Callable[[Context, Sequence[str], Sequence[str] | None], TrickVerdict | None]


@dataclass(frozen=True)
class Play:
    """A game's rules for playing tricks.

    `ranking` ranks the cards, after the cards played so far; `pack` are all cards, each of which
    there is `copies` times (given the card, as some may be there more often); `keys` are the
    facts that its contexts may have beside the options and those of every game; `step` whether play
    goes to the left (1) or right (-1). `exception` says what a turn may play where that is not
    simply to follow suit (None: it is). `trickless` answers where cards are not played to tricks at
    all (None: they are). What play reveals goes back into the context: `after_trick` returns the
    facts for the tricks that follow, `after_turn` those for the rest of the trick once the turn has
    played one of the cards it may play.
    """

    ranking: Callable[[Context, Sequence[str]], Ranking]
    pack: Callable[[Context], frozenset[str]] = lambda context: WHOLE_PACK
    copies: Callable[[Context, str], int] = lambda context, card: 1
    keys: tuple[ContextKey, ...] = ()
    step: Callable[[Context], int] = lambda context: 1
    exception: Callable[[ToPlay], Allowed | None] | None = None
    trickless: Trickless | None = None
    after_trick: Callable[[Context, Sequence[str]], Mapping[str, Any]] = lambda context, plays: {}
    after_turn: Callable[[ToPlay], Mapping[str, Any]] = lambda turn: {}


def judge(
    play: Play, context: Context, plays: Sequence[str], hand: Sequence[str] | None = None
) -> TrickVerdict:
    """Return who wins the trick, and what `hand`, the next player's, may play; raises
    `QuestionRefused`."""
    players = turns(play, context)
    _check(play.pack(context), partial(play.copies, context), players, plays, hand or ())
    apart = play.trickless(context, plays, hand) if play.trickless is not None else None
    return _in_tricks(play, context, players, plays, hand) if apart is None else apart


def _in_tricks(
    play: Play,
    context: Context,
    players: Sequence[int],
    plays: Sequence[str],
    hand: Sequence[str] | None,
) -> TrickVerdict:
    ranking = play.ranking(context, plays)
    led = _led(context, ranking, plays)
    void = _void(ranking, players, plays, led)
    if len(plays) < len(players):
        seat, winner = players[len(plays)], None
        why = _turn_of(seat, led) if plays else lead_of(seat)
    else:
        if ranking.needed_key is not None:
            context.need(ranking.needed_key)
        best = ranking.best(plays, led)
        seat = winner = players[best]
        why = ranking.why(plays[best])
    if hand is None:
        return TrickVerdict(winner, why, None, void, led)
    if winner is None and plays and led is None and ranking.suit_led is not None:
        context.need("named_suit")
    # the next lead is judged in the context of the trick just taken, where a rule on the first lead
    # fires again unless it looks at the cards played
    to_follow = led if winner is None else None
    allowed = _may_play(play, ToPlay(context, ranking, plays, seat, hand, to_follow))
    return TrickVerdict(winner, allowed.why if winner is None else why, allowed.cards, void, led)


def best_so_far(play: Play, context: Context, plays: Sequence[str]) -> int | None:
    """Return the position of the best of the cards played to a trick that is not complete; None
    where there is no trick. Raises `QuestionRefused`."""
    if not plays or (play.trickless is not None and play.trickless(context, plays, None)):
        return None
    ranking = play.ranking(context, plays)
    if ranking.needed_key is not None:
        context.need(ranking.needed_key)
    return ranking.best(plays, _led(context, ranking, plays))


def facts_from_turn(
    play: Play, context: Context, plays: Sequence[str], hand: Sequence[str]
) -> Mapping[str, Any]:
    """Return the facts about the trick that the turn after `plays` reveals by playing from its
    `hand`."""
    seat, ranking = turns(play, context)[len(plays)], play.ranking(context, plays)
    led = _led(context, ranking, plays)
    return play.after_turn(ToPlay(context, ranking, plays, seat, hand, led))


def turns(play: Play, context: Context) -> tuple[int, ...]:
    """Return the seats that play to the trick, in order; raises `QuestionRefused` where the leader
    sits out."""
    return _turns(context["players"], context["leader"], play.step(context), context["seats_out"])


@lru_cache(maxsize=1024)
def _turns(count: int, leader: int, step: int, out: tuple[int, ...]) -> tuple[int, ...]:
    if leader in out:
        text = say("{seat} leads but sits out.", seat=Seat(leader))
        raise QuestionRefused([(("context", "leader"), text)])
    seats = ((leader + step * n) % count for n in range(count))
    return tuple(seat for seat in seats if seat not in out)


def _led(context: Context, ranking: Ranking, plays: Sequence[str]) -> str | None:
    """Return the suit to follow; None if nothing is led, or a joker whose suit is unknown."""
    if not plays:
        return None
    if ranking.suit_led != FIRST_CARDS:
        return ranking.suit_led
    suit = ranking.suits[plays[0]]
    return context["named_suit"] if suit == JOKER else suit


def _void(
    ranking: Ranking, players: Sequence[int], plays: Sequence[str], led: str | None
) -> list[int]:
    """Return the seats that did not follow."""
    if led is None:
        return []
    suits, free = ranking.suits, ranking.free
    cards = enumerate(plays)
    return [players[n] for n, card in cards if n and suits[card] != led and card not in free]


# --- what may be played -------------------------------------------------------------------------

ANY_LEAD: Final = Ruling(say("Any card may be led."), "lead")


def _may_play(play: Play, turn: ToPlay) -> Allowed:
    """Return what the game's own exceptions leave; else a card of the suit led if there is one."""
    allowed = play.exception(turn) if play.exception is not None else None
    if allowed is not None:
        return allowed
    if turn.led is None:
        return Allowed(turn.hand, ANY_LEAD)
    following = turn.of(turn.led)
    if following:
        return Allowed(following, _on_following("Must follow suit: {suit}.", turn.led))
    template = "No {suit} to follow suit: any card may be played."
    return Allowed(turn.hand, _on_following(template, turn.led))


def without_barred(
    turn: ToPlay, barred: Collection[str], why: Ruling, nothing_else: Ruling
) -> Allowed | None:
    """Return the hand without the `barred` cards; all of it where it holds `nothing_else`; None
    where it holds none of them."""
    if not barred:
        return None
    free = [card for card in turn.hand if card not in barred]
    return Allowed(free, why) if free else Allowed(turn.hand, nothing_else)


@cache
def _on_following(template: Message, led: str) -> Ruling:
    return Ruling(say(template, suit=Suit(led)), "follow-suit")


@cache
def lead_of(seat: int) -> Ruling:
    """Return why any card may be led: the seat has the lead."""
    return Ruling(say("{seat} leads.", seat=Seat(seat)), "lead")


@cache
def _turn_of(seat: int, led: str | None) -> Ruling:
    """`led` is None for a joker whose suit nobody has said."""
    template = "It's {seat}'s turn; {suit} were led." if led else "It's {seat}'s turn."
    return Ruling(say(template, seat=Seat(seat), suit=led and Suit(led)), "follow-suit")


# --- cards that cannot be -----------------------------------------------------------------------


_MOST: Final = len(WHOLE_PACK) + 1
"""With the joker."""


def _check(
    pack: frozenset[str],
    copies: Callable[[str], int],
    players: Sequence[int],
    plays: Sequence[str],
    hand: Sequence[str],
) -> None:
    for name, held in (("plays", plays), ("hand", hand)):
        if len(held) > _MOST and len(held) > sum(map(copies, pack)) + 1:
            # then nobody needs to hear of each
            text = say("{n} cards are more than a pack has.", n=len(held))
            raise QuestionRefused([((name,), text)])
    cards = [*plays, *hand]
    different = set(cards)
    counts = Counter(cards).items() if len(different) != len(cards) else ()
    twice = any(n > copies(card) for card, n in counts)
    if twice or len(plays) > len(players) or not pack >= different:
        raise QuestionRefused(_faults(pack, copies, players, plays, hand))


def _faults(
    pack: frozenset[str],
    copies: Callable[[str], int],
    players: Sequence[int],
    plays: Sequence[str],
    hand: Sequence[str],
) -> Iterator[tuple[Path, Sentence]]:
    seen: Counter[str] = Counter()
    for path, card in _placed(plays, hand):
        seen[card] += 1
        if card not in pack:
            yield path, _no_such_card(card)
        elif seen[card] == copies(card) + 1:
            template: Message = "The {card} appears twice."
            if copies(card) > 1:
                template = "The {card} appears more than {n} times."
            yield path, say(template, card=Card(card), n=InWords(copies(card)))
    if len(plays) > len(players):
        counts = {"n": InWords(len(plays)), "m": InWords(len(players))}
        yield ("plays",), say("{n} cards were played to a trick of {m}.", **counts)


def _placed(plays: Sequence[str], hand: Sequence[str]) -> Iterable[tuple[Path, str]]:
    for name, cards in (("plays", plays), ("hand", hand)):
        for position, card in enumerate(cards):
            yield (name, position), card


def _no_such_card(card: str) -> Sentence:
    if card in WHOLE_PACK or card in WITHOUT_SUIT:
        return say("There is no {card} in this pack.", card=Card(card))
    given = {"ranks": RANKS, "suits": "".join(SUITS), "joker": JOKER}
    return say("A card is a rank, {ranks}, and a suit, {suits}; the joker is {joker}.", **given)
