"""Solo Whist: four players, and alliances for a deal at most; games.md, solo-whist.

Ann proposes, Cat accepts, and together they take nine tricks where eight are needed: Ben and Dan
each pay both of them 1, +2 −2 +2 −2. Ben plays a misère and takes a trick: he pays 2 to each of
the three, +2 −6 +2 +2.
"""

from collections import deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.counters import paid
from scorekeeper.engine.common.legacy import Game, Options, Table, dealers_left
from scorekeeper.engine.common.made import ask_result, ended_so, head_of, is_made, told, tricks_of
from scorekeeper.engine.common.odd import far_over, far_short
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import (
    Barred,
    Choice,
    Flag,
    Interview,
    Key,
    Many,
    SeatOf,
    Value,
    Warn,
)
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Outcome,
    Pad,
    deal_passes,
    each_player,
    lasting,
)
from scorekeeper.engine.series import InTurn
from scorekeeper.referee.auction import (
    PASS,
    PASSED_OUT,
    PASSING,
    Auction,
    Bidding,
    ToCall,
    after_dealer,
)
from scorekeeper.referee.context import TRUMP, Context, Ruling
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import NO_TRUMP, ace_high
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Seat, Sentence, all_of, say

TRICKS: Final = 13
SEATS: Final = (0, 1, 2, 3)


class Contract(NamedTuple):
    """What it pays, the tricks that are needed (0: none may be taken), and what is trumps."""

    value: int
    needed: int
    name: str
    trumps: str


CONTRACTS: Final = {  # from the lowest up
    "prop_cop": Contract(1, 8, "prop and cop", "the turned suit"),
    "solo": Contract(1, 5, "solo", "the turned suit"),
    "misere": Contract(2, 0, "misère", "none"),
    "abundance": Contract(3, 9, "abundance", "what the declarer names"),
    "abundance_trump": Contract(3, 9, "abundance in trump", "the turned suit"),
    "misere_ouverte": Contract(4, 0, "misère ouverte", "none"),
    "slam": Contract(6, TRICKS, "slam", "none"),
}
COUNTED: Final = ("prop_cop", "solo", "abundance", "abundance_trump")
"""The contracts in which tricks over and under are paid for, where they are at all."""

OPTIONS: Final = (
    option.choice(
        "payment",
        "Payment",
        "Who gets what for a deal.",
        {
            "credits": "counters, paid from player to player",
            "paper": "points, written under those who won the deal",
        },
    ),
    option.number(
        "overtrick_value", 0, 10, "A trick over or under", "What each is worth beside the contract."
    ),
    option.choice(
        "all_pass",
        "A deal abandoned",
        "Who deals when everybody has passed, or nobody has copped.",
        {"redeal_same": "the same dealer again", "next_dealer": "the next player"},
    ),
    option.choice(
        "eldest_cop",
        "Cop by the first to pass",
        "Whose prop the player at the dealer's left may still accept after his pass.",
        {"letter": "the second player's", "any_prop": "anybody's"},
    ),
)

_PASSED_OUT: Final = Flag(
    path=("passed_out",), label=say("Everybody passed, or nobody copped"), when="before"
)


def name_of(contract: str) -> Sentence:
    """The contract in words."""
    return say(CONTRACTS[contract].name)


_CONTRACT: Final = Choice(
    path=("contract",),
    label=say("Contract"),
    when="before",
    keys=tuple(
        Key(contract, name_of(contract), say("{n}", n=CONTRACTS[contract].value))
        for contract in CONTRACTS
    ),
    wrong="Contracts are {choices}; {given} was entered.",
)
_TRICKS_COUNT: Final = Barred(
    path=("made",),
    kind=bool,
    label=say("Result"),
    missing=say("Tricks over and under are paid for at this table: enter the tricks."),
)


def form(pad: Pad) -> Interview:
    """The contract and who plays it; then how it ended."""
    if (yield _PASSED_OUT):
        return
    contract = yield _CONTRACT
    if contract:
        yield _declarers(contract)
    needed = CONTRACTS[contract].needed if contract else None
    if contract in COUNTED and pad.options["overtrick_value"]:
        yield _TRICKS_COUNT
        yield tricks_of(needed, TRICKS)
    else:
        yield from ask_result(needed, TRICKS)


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """A contract that was missed by far."""
    if "tricks" not in entry:
        return ()
    declarers, tricks = entry["declarers"], entry["tricks"]
    needed = CONTRACTS[entry["contract"]].needed
    if needed:
        return far_short(("tricks",), declarers, needed, tricks)
    return far_over(("tricks",), declarers, 0, tricks, TRICKS)


@cache
def _declarers(contract: str) -> Many:
    if contract == "prop_cop":
        return InTurn(
            path=("declarers",),
            label=say("Declarers"),
            when="before",
            noun="players",
            parts=True,
            items=(_player(0, "Prop"), _player(1, "Cop")),
            turns=(0, 1),
            last=_cop,
            miscount="Prop and cop needs {count} players; {given} {given:was|were} entered.",
        )
    return Many(
        path=("declarers",),
        label=say("Declarer"),
        when="before",
        noun="players",
        parts=True,
        items=(_player(0, "Declarer"),),
        miscount=f"{CONTRACTS[contract].name.capitalize()} is played by one player.",
    )


def _player(place: int, label: str, **more: Any) -> SeatOf:
    given = {"seats": SEATS, **more}
    return SeatOf(
        path=("declarers", place), label=say(label), when="before", players=len(SEATS), **given
    )


@cache
def _another(proposer: int) -> SeatOf:
    """Who may accept: anybody but the proposer."""
    others = tuple(seat for seat in SEATS if seat != proposer)
    alike = {proposer: say("The two players must be different.")}
    return _player(1, "Cop", seats=others, refusals=alike)


def _cop(answers: Sequence[int]) -> SeatOf:
    return _another(answers[0])


def amount(options: Options, entry: Entry) -> int:
    """What the deal is worth, with the tricks over or under where they count."""
    contract, each = entry["contract"], _each_beside(options, entry)
    beside = each * abs(entry["tricks"] - CONTRACTS[contract].needed) if each else 0
    return int(CONTRACTS[contract].value + beside)


def _each_beside(options: Options, entry: Entry) -> int:
    """What a trick over or under the contract is worth."""
    return int(options["overtrick_value"]) if entry["contract"] in COUNTED else 0


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, solo-whist 3: counters from player to player, or points on paper."""
    if entry.get("passed_out"):
        return _ABANDONED
    ended = entry.get("made"), entry.get("tricks")
    prices = amount(pad.options, entry), _each_beside(pad.options, entry)
    return _lines(
        entry["contract"], tuple(entry["declarers"]), ended, prices, counters(pad.options)
    )


_ABANDONED: Final = lasting(
    Line(seat, 0, say("the deal was abandoned"), "passed-out") for seat in SEATS
)


@lru_cache(maxsize=4096)
def _lines(
    contract: str,
    declarers: tuple[int, ...],
    ended: tuple[bool | None, int | None],
    prices: tuple[int, int],
    paying: bool,
) -> tuple[Line, ...]:
    """The lines of a contract that `ended` (made, tricks) so; `prices` are what it is worth and
    what each trick beside it is."""
    needed, entry = CONTRACTS[contract].needed, ended_so(*ended)
    price, each = prices
    defenders = [seat for seat in SEATS if seat not in declarers]
    made = is_made(entry, needed)
    what = _with_beside(told(name_of(contract), entry, needed), entry, needed, each)
    rule = "contract-made" if made else "contract-lost"
    if paying:
        return lasting(paid(price if made else -price, declarers, defenders, what, rule))
    winners = declarers if made else defenders
    return lasting(Line(seat, price if seat in winners else 0, what, rule) for seat in SEATS)


def _with_beside(what: Sentence, entry: Entry, needed: int, each: int) -> Sentence:
    """What is told of the deal, with the tricks over or under that are worth `each`."""
    beside = entry["tricks"] - needed if each else 0
    if not beside:
        return what
    template = "{what}, {n} over at {each}" if beside > 0 else "{what}, {n} under at {each}"
    return say(template, what=what, n=abs(beside), each=each)


def counters(options: Options) -> bool:
    """Whether the players pay one another."""
    return bool(options["payment"] == "credits")


def result(pad: Pad) -> Outcome | None:
    """games.md, solo-whist 4: it goes on until the players stop."""
    return None


def upcoming(pad: Pad) -> Mapping[str, int]:
    """The next dealer; the same again after an abandoned deal, unless the table passes it on."""
    abandoned = pad.last_deal is not None and "passed_out" in pad.last_deal.entry
    again = abandoned and pad.options["all_pass"] == "redeal_same"
    return {"dealer": deal_passes(pad, 0 if again else 1)}


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "solo by Ben", then "solo by Ben, made"."""
    if entry.get("passed_out"):
        return say("the deal was abandoned")
    contract, declarers = entry.get("contract"), entry.get("declarers")
    if not contract or not declarers or None in declarers:
        return None
    names = all_of(*map(Seat, declarers))
    name = say("{contract} by {names}", contract=name_of(contract), names=names)
    return head_of(name, entry, CONTRACTS[contract].needed)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """A contract is kept or lost by all who played it."""
    if "passed_out" not in entry:
        kept = is_made(entry, CONTRACTS[entry["contract"]].needed)
        for seat in entry["declarers"]:
            yield seat, "bid kept" if kept else "bid lost", 1


def tables(options: Options) -> Mapping[str, Table]:
    """The contracts from the lowest up."""
    return {
        "contracts": printed(
            ("Contract", "Worth", "Tricks needed", "Trumps"),
            (
                (name_of(contract), one.value, one.needed or "none", one.trumps)
                for contract, one in CONTRACTS.items()
            ),
        )
    }


# --- the referee --------------------------------------------------------------------------------


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """No trumps in a misère and in a slam, to which the declarer leads; else the dealer's left."""
    contract, declarers = entry.get("contract"), entry.get("declarers")
    no_trump = contract is not None and CONTRACTS[contract].trumps == "none"
    said: Mapping[str, Value] = {"trump": NO_TRUMP} if no_trump else {}
    if contract == "slam" and declarers:
        return {**said, "leader": declarers[0]}
    return {**dealers_left(pad, entry), **said}


PROP: Final = "prop"
COP: Final = "cop"
HIGHER: Final = [contract for contract in CONTRACTS if contract != "prop_cop"]
LADDER: Final = Ladder(
    heights={bid: height for height, bid in enumerate((PROP, *HIGHER))},
    names={PROP: say(PROP), **{bid: name_of(bid) for bid in HIGHER}},
    rule="bidding",
)


CALLS: Final = ({PROP: say(PROP), COP: say(COP), **LADDER.calls}, PASSING)


class Stand(NamedTuple):
    """The highest bid, who made it, and who has joined in it by copping a prop."""

    bid: str | None = None
    bidder: int = -1
    partner: int | None = None

    @property
    def allies(self) -> tuple[int, ...]:
        """Those who would play the bid."""
        return (self.bidder,) if self.partner is None else (self.bidder, self.partner)


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, solo-whist 6: round and round among those who have not passed."""
    waiting = deque(after_dealer(dealer))
    stand = Stand()
    while any(seat not in stand.allies for seat in waiting):
        seat = waiting.popleft()
        call = yield _to_bid(seat, stand)
        if call == COP:
            stand = stand._replace(partner=seat)
        elif call != PASS:
            stand = Stand(call, seat)
        if call != PASS:
            waiting.append(seat)
    if stand.bid == PROP and stand.partner is None:
        stand = yield from _unanswered(stand, dealer, context["eldest_cop"])
    if stand.bid is None:
        return PASSED_OUT
    contract = "prop_cop" if stand.bid == PROP else stand.bid
    return {"contract": contract, "declarers": list(stand.allies)}


def _unanswered(stand: Stand, dealer: int, eldest_cop: str) -> Generator[ToCall, str, Stand]:
    """All others passed over a prop: the first to speak may still cop, then its maker raise."""
    eldest, second = (dealer + 1) % 4, (dealer + 2) % 4
    if stand.bidder == second or (eldest_cop == "any_prop" and stand.bidder != eldest):
        call = yield ToCall(eldest, (PASS, COP), _ON_LATE_COP.get)
        if call == COP:
            return stand._replace(partner=eldest)
    raised = yield _to_bid(stand.bidder, stand)
    return Stand() if raised == PASS else Stand(raised, stand.bidder)


@cache
def _to_bid(seat: int, stand: Stand) -> ToCall:
    no_cop = _no_cop(seat, stand)

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return Ruling(MAY_PASS, "bidding")
        if call == COP:
            return Ruling(no_cop or say("The prop may be copped."), "prop-and-cop")
        return LADDER.judge(call, stand.bid)

    cop = () if no_cop else (COP,)
    return ToCall(seat, (PASS, *cop, *LADDER.above(stand.bid)), judge)


def _no_cop(seat: int, stand: Stand) -> Sentence | None:
    """Why the seat cannot cop; None if it can."""
    if stand.bid != PROP:
        return say("There is no prop to cop.")
    if stand.partner is not None:
        return say("The prop is copped already.")
    return say("Nobody cops his own prop.") if seat == stand.bidder else None


_ON_LATE_COP: Final = {
    PASS: Ruling(MAY_PASS, "prop-and-cop"),
    COP: Ruling(say("Who spoke first may still cop after passing."), "prop-and-cop"),
    **{
        bid: Ruling(say("After a pass nothing but a cop is left."), "prop-and-cop")
        for bid in LADDER.heights
    },
}


GAME: Final = Game(
    slug="solo-whist",
    name="Solo Whist",
    aliases=("Solo",),
    players=range(4, 5),
    about=say("Four players, each for himself; bid alone, or find a partner for the deal."),
    guide=Guide((45, 90), "practice", "52"),
    variants={
        None: {
            "payment": "credits",
            "overtrick_value": 0,
            "all_pass": "redeal_same",
            "eldest_cop": "letter",
        }
    },
    options=OPTIONS,
    sides=each_player,
    form=form,
    score=score,
    result=result,
    upcoming=upcoming,
    headline=headline,
    facts=facts,
    tables=tables,
    odd=odd,
    counters=counters,
    play=Play(ace_high, keys=(TRUMP,)),
    auction=Auction(auction, "bidding", lambda context: CALLS),
    opening=opening,
)
