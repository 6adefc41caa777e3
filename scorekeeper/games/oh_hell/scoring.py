"""Oh Hell!: each player bids the exact number of tricks to take; rules.md#exact-bid.

Ten cards, Dan deals. Ann bids 3, Ben 2, Cat 4; as 9 + 1 would not exceed the cards, Dan bids 2.
They take 3, 2, 3 and 2: 30, 20, −10 for Cat who is one short, 20.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import (
    Choice,
    Deal,
    Fact,
    Interview,
    InTurn,
    Line,
    Many,
    Outcome,
    Pad,
    Printed,
    Seat,
    Sentence,
    Table,
    Value,
    Warn,
    all_of,
    ask,
    cached_lines,
    empty_seat_line,
    entered,
    far_from_bid,
    from_left,
    leaders,
    phrase,
    printed,
    say,
    too_many_bid,
    tricks_each,
    where_filled,
    won,
)
from scorekeeper.games.oh_hell.hands import House, hands, hook_in_force


class OhHellDeal(Deal, frozen=True):
    """The bid and the tricks of each seat; None where nobody sits."""

    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]

    @property
    def played(self) -> Iterator[tuple[int, int, int]]:
        """Yield seat, bid and tricks of each player for whom both are known."""
        for seat, (bid, tricks) in enumerate(zip(self.bids, self.tricks, strict=False)):
            if bid is not None and tricks is not None:
                yield seat, bid, tricks


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the bids from the dealer's left on, the dealer's last; then the tricks, filled in as
    bid."""
    upcoming, house, count = pad.upcoming, pad.options, len(pad.seats)
    size, turns = upcoming["hand_size"], from_left(pad, upcoming["dealer"])
    bids = yield bids_of(hook_in_force(house), size, count, turns, house.simultaneous_bids)
    question = tricks_of(size, count, turns)
    if bids:  # a bid of more tricks than there are suggests nothing
        question = question.changed(suggest=[None if bid == size + 1 else bid for bid in bids])
    yield question


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
def bids_of(hook: str, size: int, count: int, turns: tuple[int, ...], sealed: bool) -> InTurn:
    """Everybody's bid in turn, the dealer's by the house rule about it (`hook`); or, `sealed`, all
    at once."""
    dealer = turns[-1]
    # if all others bid 0 the dealer can only bid one more than the cards: it stands, and fails
    most = {dealer: size + 1} if hook == "exceed" else {}
    return InTurn(
        path=("bids",),
        label=say("Bids"),
        when="before",
        noun="bids",
        column="bid",
        turns=turns,
        items=where_filled(
            count,
            turns,
            lambda seat: bid_of(size, seat, range(most.get(seat, size) + 1), sealed=sealed),
        ),
        progress=lambda given: bids_so_far(hook, size, turns, sealed, given),
        tricks=size,
        last=lambda others: (
            bid_of(size, dealer, range(size + 1), sealed=True)
            if sealed
            else last_bid(hook, size, dealer, sum(others))
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


def bid_of(size: int, seat: int, bids: Iterable[int], **more: Any) -> Choice:
    """Ask a player for one of `bids`; other numbers of tricks are struck."""
    values = {
        "numbers": (0, size),
        "wrong": phrase("With {high} {high:card|cards} a bid runs from {low} to {high}."),
    }
    bids = frozenset(bids)
    return Choice(
        path=("bids", seat),
        label=say("Bids"),
        turn=say("{seat} bids", seat=Seat(seat)),
        when="before",
        seat=seat,
        keys=tuple(ask.key(n, n, used_up=n not in bids) for n in range(max(*bids, size) + 1)),
        **{**values, **more},
    )


@ask.question
def last_bid(hook: str, size: int, dealer: int, others: int) -> Choice:
    """Ask the dealer for a bid that the hook leaves open, where all other bids add up to
    `others`."""
    if hook == "exceed":
        return bid_to_exceed(size, dealer, others)
    if hook == "not_equal" and others <= size:
        return bid_not_equal(size, dealer, size - others)
    return bid_of(size, dealer, range(size + 1))


def bid_to_exceed(size: int, dealer: int, others: int) -> Choice:
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
    return bid_of(size, dealer, range(least, max(size, least) + 1), refusals=refusals, **more)


def bid_not_equal(size: int, dealer: int, barred: int) -> Choice:
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
        hint=say("anything but {barred}", **values),
        refusals={barred: say(template, **values)},
    )


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: OhHellDeal) -> list[Line]:
    """Score each player alone; rules.md#missed-bid."""
    house, size = table.house, sum(filter(None, deal.tricks))
    lines: list[Line] = []
    for seat, (bid, tricks) in enumerate(zip(deal.bids, deal.tricks, strict=True)):
        if bid is None or tricks is None:
            lines.append(empty_seat_line(seat))
        elif bid == tricks:
            lines += line_of(seat, bid, tricks, kept(house, bid, size))
        else:
            lines += line_of(seat, bid, tricks, missed(house, bid, tricks, tricks - bid))
    return lines


def kept(house: House, bid: int, size: int) -> int:
    """Return what a bid that was made scores in a hand of so many cards; rules.md#exact-bid."""
    rows = House.exact.rows(house.exact)
    if bid == 0 and not rows.keys().isdisjoint(("zero", "zero_card")):
        return _sum(rows, zero=1, zero_card=size)
    return _sum(rows, base=1, bid=bid, square=bid**2)


def missed(house: House, bid: int, tricks: int, by: int) -> int:
    """Return what a bid that was missed scores, `by` so many tricks, below 0 if too few were taken;
    rules.md#missed-bid."""
    rows = House.miss.rows(house.miss)
    rows = rows.get("over" if by > 0 else "short", rows)
    return _sum(rows, base=1, bid=bid, trick=tricks, off=abs(by), square=by**2)


def _sum(rows: Mapping[str, int], **times: int) -> int:
    """Return what these rows of a table come to; those left out are 0."""
    return sum(rows.get(row, 0) * n for row, n in times.items())


@cached_lines
def line_of(seat: int, bid: int, tricks: int, points: int) -> Iterator[Line]:
    """Yield the points for a player's bid, made or missed."""
    if bid == tricks:
        yield Line(seat, points, say("bid {bid} and took {bid}", bid=bid), "exact-bid")
    else:
        by = say("{n} short" if tricks < bid else "{n} over", n=abs(bid - tricks))
        text = say("bid {bid} and took {tricks}: {by}", bid=bid, tricks=tricks, by=by)
        yield Line(seat, points, text, "missed-bid")


def result(pad: Pad[House]) -> Outcome | None:
    """End the game after the last hand, or after the one that breaks a tie; rules.md#tie-break."""
    # points agreed at the table break no tie: only a hand ends the game
    if pad.last is None or pad.last.kind != "deal":
        return None
    beyond = pad.deals - len(hands(pad))
    if beyond < 0:
        return None
    ahead = leaders(pad)
    rule = "tie-break" if beyond else "last-hand"
    return won(pad, ahead, rule) if len(ahead) == 1 else None


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: OhHellDeal) -> Iterator[Sentence]:
    """ "10 cards, 11 bid", then "10 cards, 11 bid: Cat missed"."""
    bids = [deal.bids[seat] for seat in pad.filled]
    if None in bids:
        return
    size = pad.upcoming["hand_size"]
    text = say("{size} {size:card|cards}, {bid} bid", size=size, bid=sum(bid or 0 for bid in bids))
    yield text
    played = [*deal.played]
    if len(played) == len(bids):
        missed = [Seat(seat) for seat, bid, tricks in played if bid != tricks]
        if missed:
            yield say("{deal}: {missed} missed", deal=text, missed=all_of(*missed))
        else:
            yield say("{deal}: all made", deal=text)


def unusual(pad: Pad[House], deal: OhHellDeal) -> Iterator[Warn]:
    """Warn of bids that add up to more tricks than there are, where no rule asks for that, and of
    bids that were missed by eight tricks or more."""
    size = pad.upcoming["hand_size"]
    turns = from_left(pad, pad.upcoming["dealer"])
    played = sorted(deal.played, key=lambda one: turns.index(one[0]))
    if hook_in_force(pad.options) != "exceed":
        yield from too_many_bid(("bids",), sum(bid for _, bid, _ in played), size)
    for seat, bid, tricks in played:
        yield from far_from_bid(("tricks",), seat, bid, tricks, size)


def facts(pad: Pad[House], deal: OhHellDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count each player's bid, whether it was made, and by how many tricks it was missed."""
    for seat, bid, tricks in deal.played:
        yield seat, "bid", bid
        yield seat, "bid kept" if bid == tricks else "bid lost", 1
        if bid != tricks:
            yield seat, "over" if tricks > bid else "short", abs(bid - tricks)


# --- the rules page -----------------------------------------------------------------------------

BIDS: Final = (0, 1, 2, 3, 4, 5, 10)


def exact_table(house: House) -> Printed:
    """Return what bids are worth when they are made."""
    worth: list[int | Sentence] = [kept(house, bid, 0) for bid in BIDS]
    for_a_card = kept(house, 0, 1) - kept(house, 0, 0)
    if for_a_card:
        worth[0] = say("{n}, and {each} for each card", n=kept(house, 0, 0), each=for_a_card)
    return printed(("Bid", *BIDS), [("Worth", *worth)])
