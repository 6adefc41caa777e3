"""Oh Hell!: each player says how many tricks he will take, no more and no fewer; games.md, oh-hell.

Ten cards, Dan deals. Ann bids 3, Ben 2, Cat 4; as 9 + 1 would not exceed the cards, Dan bids 2.
They take 3, 2, 3 and 2: 30, 20, −10 for Cat who is one short, 20.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.declared import called, declaring
from scorekeeper.engine.common.each import from_left, stands_still, tricks_each, where_filled
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.odd import far_off, too_many_bid
from scorekeeper.engine.common.race import behind_the_first
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import Choice, Fault, Interview, Key, Many, Value, Warn
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Outcome,
    Pad,
    Room,
    deal_passes,
    each_player,
    leaders,
    won,
)
from scorekeeper.engine.lists import entered
from scorekeeper.engine.series import InTurn
from scorekeeper.referee.auction import (
    Auction,
    Bidding,
    Calls,
    ToCall,
    after_dealer,
    by_seat,
    one_round,
)
from scorekeeper.referee.context import TRUMP, Context
from scorekeeper.referee.context import ContextKey as ContextKey
from scorekeeper.referee.ranking import ace_high
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Seat, Sentence, all_of, say, worded

FIRST_HANDS: Final = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
DEALT_AT_MOST: Final = 51  # one card of the 52 is turned for trumps
TIE_BREAK: Final = 1

EXACT: Final[Mapping[str, Callable[[int], int]]] = {
    "ten_per_trick": lambda bid: 10 * bid or 10,
    "ten_plus_bid": lambda bid: 10 + bid,
    "ten_plus_square": lambda bid: 10 + bid * bid,
}
MISS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "per_trick": lambda bid, tricks: -10 * abs(bid - tricks),
    "zero": lambda bid, tricks: 0,
    "tricks_only": lambda bid, tricks: tricks,
}

OPTIONS: Final = (
    option.numbers(
        "hand_sizes",
        1,
        DEALT_AT_MOST // min(FIRST_HANDS),
        "Hands",
        "The number of cards in each hand, in the order of play.",
        none="down to one card and up again, as many as the players allow",
    ),
    option.choice(
        "hook",
        "The dealer's bid",
        "What all the bids together may come to.",
        {
            "exceed": "must come to more than the cards",
            "not_equal": "must not come to the number of cards",
            "none": "may come to anything",
        },
    ),
    option.choice(
        "exact",
        "A bid kept",
        "What it is worth.",
        {
            "ten_per_trick": "ten a trick, and ten for a nought",
            "ten_plus_bid": "ten and the bid",
            "ten_plus_square": "ten and the square of the bid",
        },
    ),
    option.choice(
        "miss",
        "A bid missed",
        "What it costs, or is still worth.",
        {
            "per_trick": "ten off for each trick short or over",
            "zero": "nothing",
            "tricks_only": "one for each trick taken",
        },
    ),
)


def check(variant: str | None, options: Options, players: int) -> Iterable[Fault]:
    """Every hand of the list can be dealt to so many players."""
    most = DEALT_AT_MOST // players
    largest = max(options["hand_sizes"] or (1,))
    if largest > most:
        template = "With {players} players a hand has 1 to {most} cards; {given} was entered."
        sentence = say(template, players=players, most=most, given=largest)
        yield Fault(("options", "hand_sizes"), sentence)


def hands(pad: Pad, players: int | None = None) -> Sequence[int]:
    """The size of every hand in order; `players` (None: those at the table) are how many play if
    none is dealt yet."""
    listed: Sequence[int] | None = pad.options["hand_sizes"]
    if listed:
        return listed
    for row in pad.rows if pad.deals else ():
        if row.kind == "deal":
            return _down_and_up(len(row.seats) - row.seats.count(None))
    return _down_and_up(players or len(pad.filled))


@cache
def _down_and_up(players: int) -> tuple[int, ...]:
    top = FIRST_HANDS[players]
    return (*range(top, 1, -1), *range(1, top + 1))


def hand_size(pad: Pad) -> int:
    """The cards of the next hand; one where a tie is to be broken."""
    sizes = hands(pad)
    return sizes[pad.deals] if pad.deals < len(sizes) else TIE_BREAK


def upcoming(pad: Pad) -> Mapping[str, Value]:
    """The dealer of the next hand and its cards."""
    return {"dealer": deal_passes(pad), "hand_size": hand_size(pad)}


def ladder(pad: Pad) -> Sequence[Sentence]:
    """The cards of every hand, those dealt to break a tie too."""
    sizes = hands(pad)
    extra = (TIE_BREAK,) * (pad.deals + (pad.outcome is None) - len(sizes))
    return [say("{n}", n=size) for size in (*sizes, *extra)]


def room(pad: Pad, players: int) -> Sentence | None:
    """The pack must do for all the hands to come."""
    largest = max(hands(pad, players)[pad.deals :], default=TIE_BREAK)
    if largest * players <= DEALT_AT_MOST:
        return None
    template = "A hand of {n} cards is still to come; the pack is enough for {most} players."
    return say(template, n=largest, most=DEALT_AT_MOST // largest)


def more_room(pad: Pad, players: int) -> Room:
    """The hands to come cut down to what the pack is enough for; those dealt stay as they were."""
    most, sizes = DEALT_AT_MOST // players, hands(pad, players)
    shorter = [*sizes[: pad.deals], *(min(size, most) for size in sizes[pad.deals :])]
    told = say("Save, with at most {n} {n:card|cards} a hand from now on", n=most)
    return Room({"hand_sizes": shorter}, told)


def form(pad: Pad) -> Interview:
    """The bids from the dealer's left, the dealer's last; then the tricks, as bid but for those
    who missed."""
    size, count = hand_size(pad), len(pad.seats)
    turns = from_left(pad, deal_passes(pad))
    bids = yield _bids(pad.options["hook"], size, count, turns)
    question = _tricks(size, count, turns)
    if bids:
        question = question.changed(suggest=_as_bid(bids, size))
    yield question


@cache
def _tricks(size: int, count: int, turns: tuple[int, ...]) -> Many:
    return tricks_each(size, count, turns, turns).changed(
        told=lambda given: say(
            "Shown as bid; tap who missed. {n} of {size} {size:trick|tricks}.",
            n=entered(given),
            size=size,
        )
    )


def _as_bid(bids: list[Any], size: int) -> list[Any]:
    """Everybody's bid, as far as he can take so many tricks."""
    return [None if bid == size + 1 else bid for bid in bids] if size + 1 in bids else bids


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """More bid than there is, where nothing asks for it; bids that were missed by far."""
    bids, tricks, size = entry["bids"], entry["tricks"], hand_size(pad)
    turns = from_left(pad, deal_passes(pad))
    if pad.options["hook"] != "exceed":
        yield from too_many_bid(("bids",), sum(bids[seat] for seat in turns), size)
    for seat in turns:
        yield from far_off(("tricks",), seat, bids[seat], tricks[seat], size)


@cache
def _bids(hook: str, size: int, count: int, turns: tuple[int, ...]) -> InTurn:
    dealer = turns[-1]
    most = {dealer: size + 1} if hook == "exceed" else {}
    return InTurn(
        path=("bids",),
        label=say("Bids"),
        when="before",
        noun="bids",
        turns=turns,
        items=where_filled(
            count, turns, lambda seat: _bid(size, seat, range(most.get(seat, size) + 1))
        ),
        told=lambda given: say(
            "{size} {size:card|cards} each, {bid} bid", size=size, bid=entered(given)
        ),
        last=lambda others: _last_bid(hook, size, dealer, sum(others)),
    )


def _bid(size: int, seat: int, bids: Iterable[int], **more: Any) -> Choice:
    said = {
        "numbers": (0, size),
        "wrong": "With {high} {high:card|cards} a bid runs from {low} to {high}.",
    }
    return Choice(
        path=("bids", seat),
        label=say("Bids"),
        when="before",
        seat=seat,
        keys=tuple(Key(n, say("{n}", n=n)) for n in bids),
        **{**said, **more},
    )


@cache
def _last_bid(hook: str, size: int, dealer: int, others: int) -> Choice:
    """What the dealer may bid where the others' bids add up to `others`."""
    if hook == "exceed":
        return _exceeding(size, dealer, others)
    if hook == "not_equal" and others <= size:
        return _not_equal(size, dealer, size - others)
    return _bid(size, dealer, range(size + 1))


def _exceeding(size: int, dealer: int, others: int) -> Choice:
    least = max(0, size + 1 - others)
    said = {"n": size, "needed": size + 1, "least": least, "seat": Seat(dealer)}
    template = (
        "The bids add up to {total}; with {n} {n:card|cards} they must add up to {needed} "
        "or more, so {seat} as dealer must bid at least {least}."
    )
    more: dict[str, Any] = {"hint": say("at least {least}", **said)} if least else {}
    if least > size:
        more["wrong"] = "Nothing is left to the dealer but {choices}; {given} was entered."
    refusals = {n: say(template, total=others + n, **said) for n in range(least)}
    return _bid(size, dealer, range(least, max(size, least) + 1), refusals=refusals, **more)


def _not_equal(size: int, dealer: int, barred: int) -> Choice:
    said = {"total": size, "seat": Seat(dealer), "barred": barred}
    template = (
        "The bids add up to {total}, the number of cards; "
        "{seat} as dealer must bid something other than {barred}."
    )
    return _bid(
        size,
        dealer,
        [n for n in range(size + 1) if n != barred],
        hint=say("anything but {barred}", **said),
        refusals={barred: say(template, **said)},
    )


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, oh-hell 3: each player by himself."""
    exact, miss = pad.options["exact"], pad.options["miss"]
    return [
        _line(seat, bid, tricks, exact, miss)
        for seat, (bid, tricks) in enumerate(zip(entry["bids"], entry["tricks"], strict=True))
    ]


@cache
def _line(seat: int, bid: int | None, tricks: int, exact: str, miss: str) -> Line:
    if bid is None:
        return stands_still(seat)
    if bid == tricks:
        text = say("bid {bid} and took {bid}", bid=bid)
        return Line(seat, EXACT[exact](bid), worded(text), "exact-bid")
    template = "bid {bid} and took {tricks}: {n} " + ("short" if tricks < bid else "over")
    text = say(template, bid=bid, tricks=tricks, n=abs(bid - tricks))
    return Line(seat, MISS[miss](bid, tricks), worded(text), "missed-bid")


def result(pad: Pad) -> Outcome | None:
    """games.md, oh-hell 4: after the last hand, or after one that breaks the tie."""
    if pad.last is None or pad.last.kind != "deal":
        return None
    beyond = pad.deals - len(hands(pad))
    if beyond < 0:
        return None
    ahead = leaders(pad)
    rule = "tie-break" if beyond else "last-hand"
    return won(pad, ahead, rule) if len(ahead) == 1 else None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "10 cards, 11 bid", then "10 cards, 11 bid: missed by Cat"."""
    bids, tricks = entry.get("bids"), entry.get("tricks")
    seats = pad.filled
    if not bids or any(bids[seat] is None for seat in seats):
        return None
    said = {"size": hand_size(pad), "bid": sum(bids[seat] for seat in seats)}
    template = "{size} {size:card|cards}, {bid} bid"
    if not tricks or any(tricks[seat] is None for seat in seats):
        return say(template, **said)
    missed = [Seat(seat) for seat in seats if bids[seat] != tricks[seat]]
    if not missed:
        return say(template + ": all kept", **said)
    return say(template + ": missed by {missed}", missed=all_of(*missed), **said)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """Each player's bid, whether he kept it, and by how many tricks he missed."""
    for seat in pad.filled:
        bid, tricks = entry["bids"][seat], entry["tricks"][seat]
        yield seat, "bid", bid
        yield seat, "bid kept" if bid == tricks else "bid lost", 1
        if bid != tricks:
            yield seat, "over" if tricks > bid else "short", abs(bid - tricks)


def tables(options: Options) -> Mapping[str, Table]:
    """The hands by the number of players, and what bids are worth."""
    bids = (0, 1, 2, 3, 4, 5, 10)
    return {
        "hands": printed(
            ("Players", "First and last hand", "Hands"),
            ((n, top, len(_down_and_up(n))) for n, top in FIRST_HANDS.items()),
        ),
        "exact": printed(
            ("exact", *(f"bid {bid}" for bid in bids)),
            ((name, *map(worth, bids)) for name, worth in EXACT.items()),
        ),
    }


# --- the referee --------------------------------------------------------------------------------


HAND_SIZE: Final = ContextKey(
    "hand_size",
    lambda size, players: type(size) is int and 1 <= size <= DEALT_AT_MOST // players,
    "`hand_size` is 1 or more, and the pack must be enough for the players.",
    say("Cards each"),
    missing=say("Say how many cards are dealt."),
    choices=lambda players: tuple(range(1, DEALT_AT_MOST // players + 1)),
    word=int,
)


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, oh-hell 6: everybody declares once, the dealer what the hook leaves."""
    size, players, hook = context.need("hand_size"), context["players"], context["hook"]
    seats = after_dealer(dealer, players, out=context["seats_out"])

    def turn(seat: int, calls: Sequence[str]) -> ToCall:
        return _to_declare(hook, size, seat, sum(map(int, calls)) if seat == seats[-1] else None)

    calls = yield from one_round(seats, turn)
    return {"bids": by_seat(seats, map(int, calls), players)}


def calls(context: Context) -> Sequence[Calls]:
    """As many tricks as there are cards."""
    size = context.need("hand_size")
    return (called(_bid(size, 0, range(size + 1))),)


@lru_cache(maxsize=4096)
def _to_declare(hook: str, size: int, seat: int, others: int | None) -> ToCall:
    """The turn of a player, the dealer's where the `others` have declared so much."""
    if others is None:
        why = say("Everybody may bid from nought to the number of cards.")
        return declaring(seat, _bid(size, seat, range(size + 1)), "bidding", why)
    question = _last_bid(hook, size, seat, others)
    if question.hint is None:
        return declaring(seat, question, "hook", say("The dealer may bid what he likes."))
    why = say("The dealer may bid {what} here.", what=question.hint)
    return declaring(seat, question, "hook", why)


GAME: Final = Game(
    slug="oh-hell",
    name="Oh Hell!",
    aliases=("Blackout", "Nomination whist", "Oh Pshaw", "Up and down the river", "Elevator"),
    players=range(3, 8),
    about=say("Say exactly how many tricks you will take; the hands shrink to a card and grow."),
    guide=Guide((30, 60), "easy", "52"),
    variants={
        None: {"hand_sizes": None, "hook": "exceed", "exact": "ten_per_trick", "miss": "per_trick"}
    },
    options=OPTIONS,
    check=check,
    sides=each_player,
    form=form,
    score=score,
    result=result,
    upcoming=upcoming,
    recorded=("hand_size",),
    room=room,
    more_room=more_room,
    ladder=ladder,
    headline=headline,
    needs=behind_the_first,
    facts=facts,
    tables=tables,
    play=Play(ace_high, keys=(TRUMP,)),
    auction=Auction(auction, "bidding", calls, keys=(HAND_SIZE,)),
    odd=odd,
)
