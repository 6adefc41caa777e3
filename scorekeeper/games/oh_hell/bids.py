"""Bids of the exact number of tricks, in turn or all at once, as Oh Hell! and its relatives have
them; rules.md#hook."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorekeeper.engine import (
    Choice,
    Fact,
    InTurn,
    Line,
    Many,
    Seat,
    Sentence,
    Value,
    all_of,
    ask,
    cached_lines,
    entered,
    phrase,
    say,
    tricks_each,
    where_filled,
)

Played = Iterator[tuple[int, int, int]]
"""Seat, bid and tricks of each player for whom both are known."""


def played(bids: Sequence[int | None], tricks: Sequence[int | None]) -> Played:
    """Yield what each player bid and took; what is not known yet, or nobody's, is left out."""
    for seat, (bid, took) in enumerate(zip(bids, tricks, strict=False)):
        if bid is not None and took is not None:
            yield seat, bid, took


# --- what is asked ------------------------------------------------------------------------------


@ask.question
def tricks_of(size: int, count: int, turns: tuple[int, ...]) -> Many:
    """Ask for the tricks of each player, `size` of them together."""
    return tricks_each(size, count, turns, turns).changed(
        column="tricks",
        hint=say("Tap who missed"),
        turn=say("who missed"),
        lacking="{n} {n:trick is|tricks are} missing: who took {n:it|them}?",
        progress=lambda given: say(
            "Filled in as bid. Tap anyone who missed. {n} of {size} {size:trick|tricks}.",
            n=entered(given),
            size=size,
        ),
    )


@ask.question
def bids_of(
    hook: str, size: int, count: int, turns: tuple[int, ...], sealed: bool, field: str = "bids"
) -> InTurn:
    """Everybody's bid in turn, the dealer's by the house rule about it (`hook`); or, `sealed`, all
    at once."""
    dealer = turns[-1]
    # if all others bid 0 the dealer can only bid one more than the cards: it stands, and fails
    most = {dealer: size + 1} if hook == "exceed" else {}
    return InTurn(
        path=(field,),
        label=say("Bids"),
        when="before",
        noun="bids",
        column="bid",
        turns=turns,
        items=where_filled(
            count,
            turns,
            lambda seat: bid_of(size, seat, range(most.get(seat, size) + 1), field, sealed=sealed),
        ),
        progress=lambda given: bids_so_far(hook, size, turns, sealed, given),
        tricks=size,
        last=lambda others: (
            bid_of(size, dealer, range(size + 1), field, sealed=True)
            if sealed
            else last_bid(hook, size, dealer, sum(others), field)
        ),
    )


def bids_so_far(
    hook: str, size: int, turns: tuple[int, ...], sealed: bool, given: Sequence[Value]
) -> Sentence:
    """Return what the bids so far add up to, and what that leaves the dealer; while they are
    sealed, the cards alone."""
    if sealed and None in given:
        return say("{size} {size:card|cards} each", size=size)
    if None not in given:
        return say("{size} {size:card|cards} each, {bid} bid", size=size, bid=entered(given))
    dealer, bid = turns[-1], entered(given)
    is_last = given.count(None) == 1 and given[sorted(turns).index(dealer)] is None
    values = {"bid": bid, "size": size, "dealer": Seat(dealer), "least": size + 1}
    if hook == "not_equal" and bid <= size:
        if is_last:
            template = "{bid} of {size} bid: {dealer} may not bid {barred}."
            return say(template, barred=size - bid, **values)
        return say("{bid} of {size} bid. {dealer} bids last and may not make it {size}.", **values)
    if hook == "exceed" and bid <= size:
        if is_last:
            template = "{bid} of {size} bid: {dealer} must bid {needed} or more."
            return say(template, needed=size + 1 - bid, **values)
        template = "{bid} of {size} bid. {dealer} bids last and must make it {least} or more."
        return say(template, **values)
    return say("{bid} of {size} bid.", **values)


def bid_of(size: int, seat: int, bids: Iterable[int], field: str = "bids", **more: Any) -> Choice:
    """Ask a player for one of `bids`; other numbers of tricks are struck."""
    values = {
        "numbers": (0, size),
        "wrong": phrase("With {high} {high:card|cards} a bid runs from {low} to {high}."),
    }
    bids = frozenset(bids)
    return Choice(
        path=(field, seat),
        label=say("Bids"),
        turn=say("{seat} bids", seat=Seat(seat)),
        when="before",
        seat=seat,
        keys=tuple(ask.key(n, n, used_up=n not in bids) for n in range(max(*bids, size) + 1)),
        **{**values, **more},
    )


@ask.question
def last_bid(hook: str, size: int, dealer: int, others: int, field: str = "bids") -> Choice:
    """Ask the dealer for a bid that the hook leaves open, where all other bids add up to
    `others`."""
    if hook == "exceed":
        return bid_to_exceed(size, dealer, others, field)
    if hook == "not_equal" and others <= size:
        return bid_not_equal(size, dealer, size - others, field)
    return bid_of(size, dealer, range(size + 1), field)


def bid_to_exceed(size: int, dealer: int, others: int, field: str) -> Choice:
    """Ask the dealer for a bid with which all bids add up to more than the cards."""
    least = max(0, size + 1 - others)
    values = {"n": size, "needed": size + 1, "least": least, "seat": Seat(dealer)}
    template = (
        "The bids add up to {total}; with {n} {n:card|cards} they must add up to {needed} "
        "or more, so {seat} as dealer must bid at least {least}."
    )
    more: dict[str, Any] = {"hint": say("at least {least}", **values)} if least else {}
    if least > size:
        more["wrong"] = phrase("The dealer can only bid {choices}; {given} was entered.")
    refusals = {n: say(template, total=others + n, **values) for n in range(least)}
    return bid_of(
        size, dealer, range(least, max(size, least) + 1), field, refusals=refusals, **more
    )


def bid_not_equal(size: int, dealer: int, barred: int, field: str) -> Choice:
    """Ask the dealer for any bid but `barred`, with which all bids would add up to the cards."""
    values = {"total": size, "seat": Seat(dealer), "barred": barred}
    template = (
        "The bids add up to {total}, the number of cards; "
        "{seat} as dealer must bid something other than {barred}."
    )
    return bid_of(
        size,
        dealer,
        [n for n in range(size + 1) if n != barred],
        field,
        hint=say("anything but {barred}", **values),
        refusals={barred: say(template, **values)},
    )


# --- what it brings, in words -------------------------------------------------------------------


@cached_lines
def line_of(
    seat: int, bid: int, tricks: int, points: int, made: str, missed: str
) -> Iterator[Line]:
    """Yield the points for a player's bid, by the rule for one `made` or `missed`."""
    if bid == tricks:
        yield Line(seat, points, say("bid {bid} and took {bid}", bid=bid), made)
    else:
        by = say("{n} short" if tricks < bid else "{n} over", n=abs(bid - tricks))
        text = say("bid {bid} and took {tricks}: {by}", bid=bid, tricks=tricks, by=by)
        yield Line(seat, points, text, missed)


def headlines(size: int, bids: Sequence[int | None], known: Played) -> Iterator[Sentence]:
    """ "10 cards, 11 bid", then "10 cards, 11 bid: Cat missed"; `bids` are those of the players."""
    if None in bids:
        return
    text = say("{size} {size:card|cards}, {bid} bid", size=size, bid=sum(bid or 0 for bid in bids))
    yield text
    both = [*known]  # not before: a deal in progress has no tricks
    if len(both) == len(bids):
        missed = [Seat(seat) for seat, bid, tricks in both if bid != tricks]
        if missed:
            yield say("{deal}: {missed} missed", deal=text, missed=all_of(*missed))
        else:
            yield say("{deal}: all made", deal=text)


def facts_of(known: Played) -> Iterator[tuple[int, Fact, int]]:
    """Count each player's bid, whether it was made, and by how many tricks it was missed."""
    for seat, bid, tricks in known:
        yield seat, "bid", bid
        yield seat, "bid kept" if bid == tricks else "bid lost", 1
        if bid != tricks:
            yield seat, "over" if tricks > bid else "short", abs(bid - tricks)
