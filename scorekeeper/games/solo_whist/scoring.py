"""Solo Whist: four players, and alliances for a deal at most; rules.md#bidding.

Ann proposes, Cat accepts, and together they take nine tricks where eight are needed: Ben and Dan
each pay both of them 1, +2 −2 +2 −2. Ben plays a misère and takes a trick, so Ben pays 2 to each of
the three, +2 −6 +2 +2.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.engine import (
    Choice,
    Fact,
    Interview,
    InTurn,
    Line,
    MadeOrTaken,
    Many,
    Message,
    Option,
    Options,
    Pad,
    Printed,
    Seat,
    SeatOf,
    Sentence,
    Table,
    Warn,
    all_of,
    ask,
    ask_result,
    cached_lines,
    dealt_by,
    made_or_missed,
    next_dealer,
    options,
    paid,
    printed,
    say,
    tricks_of,
)

TRICKS: Final = 13
SEATS: Final = (0, 1, 2, 3)


class ContractWorth(NamedTuple):
    """The tricks that a contract needs (0: none may be taken), and its trumps."""

    needed: int
    name: Message
    trumps: Message


CONTRACTS: Final = {  # from the lowest up
    "prop_cop": ContractWorth(8, "prop and cop", "the turned suit"),
    "solo": ContractWorth(5, "solo", "the turned suit"),
    "misere": ContractWorth(0, "misère", "none"),
    "abundance": ContractWorth(9, "abundance", "what the declarer names"),
    # worth as much as the one before; in the source the order of the list shows which is higher
    "abundance_trump": ContractWorth(9, "abundance in trump", "the turned suit"),
    "misere_ouverte": ContractWorth(0, "misère ouverte", "none"),
    "slam": ContractWorth(TRICKS, "slam", "none"),
}
_OPEN: Final = ("openmisere", "openmisery", "spread", "spreadmisere")
ALSO_CALLED: Final = {
    **dict.fromkeys(("prop", "cop", "proposal", "propcop"), ("prop_cop",)),
    **dict.fromkeys(("misery", "mis", "miz", "null", "nil"), ("misere",)),
    **dict.fromkeys(("abondance",), ("abundance", "abundance_trump")),
    **dict.fromkeys(("royalabundance", "royalabondance", "royal"), ("abundance_trump",)),
    **dict.fromkeys(_OPEN, ("misere_ouverte",)),
    **dict.fromkeys(("abundancedeclared", "declaredabundance", "grandslam"), ("slam",)),
}
"""What players call contracts besides."""
COUNTED: Final = ("prop_cop", "solo", "abundance", "abundance_trump")
"""The contracts in which tricks over and under are paid for, where they are at all."""


ABUNDANCES: Final = ("abundance", "abundance_trump")


def _stakes(*rows: int | list[int]) -> dict[str, int | list[int]]:
    return dict(zip(CONTRACTS, rows, strict=True))


STAKES: Final[dict[str, tuple[Message, dict[str, int | list[int]]]]] = {
    "document": ("1 to 6, by contract", _stakes(1, 1, 2, 3, 3, 4, 6)),
    "units": (
        "1 to 6, and tricks over and under",
        _stakes([1, 1, 1], [1, 1, 1], 2, [3, 2, 1], [3, 2, 1], 4, 6),
    ),
    "pence": (
        "for pence: 10 to 100, and 1 for each trick over and under",
        _stakes([10, 1, 1], [10, 1, 1], 25, [50, 1, 1], [60, 1, 1], 75, 100),
    ),
}


def _spans(contract: str) -> tuple[tuple[int, int], ...]:
    return ((1, 1000), (0, 100), (0, 100)) if contract in COUNTED else ((1, 1000),)


class House(Options):
    """The house rules."""

    stakes = options.number_table(
        "Stakes",
        "What each contract is worth, or its worth and that of each trick over and under.",
        STAKES,
        {contract: (one.name, _spans(contract)) for contract, one in CONTRACTS.items()},
        "stakes: {value}",
    )
    # for the referee alone
    abundance_leads: Option[Literal["eldest", "declarer"]] = options.choice(
        "Lead in an abundance",
        "Who leads to the first trick.",
        {"eldest": "the dealer's left", "declarer": "the declarer"},
        "in an abundance {value} leads",
    )
    # the source has both, counters first
    payment: Option[Literal["credits", "paper"]] = options.choice(
        "Payment",
        "Who gets what for a deal.",
        {
            "credits": (
                "counters, paid from player to player",
                "players pay one another in counters",
            ),
            "paper": ("points to the winners of the deal", "the winners of a deal score points"),
        },
    )
    # not in the source; many tables pay for them
    overtrick_value = options.number(
        "Overtricks and undertricks",
        "What each adds to the contract.",
        0,
        10,
        default=0,
        said_as="overtricks and undertricks count {value}",
    )
    # the same dealer where all pass, in the source, which does not say who deals after a prop alone
    all_pass: Option[Literal["redeal_same", "next_dealer"]] = options.choice(
        "Abandoned deals",
        "Who deals after all pass, or no cop.",
        {
            "redeal_same": (
                "the same dealer again",
                "after an abandoned deal the same dealer deals again",
            ),
            "next_dealer": ("the next player", "after an abandoned deal the next player deals"),
        },
    )
    # the source makes the exception only for a prop by the second player
    eldest_cop: Option[Literal["letter", "any_prop"]] = options.choice(
        "Cop by the first to pass",
        "Whose prop the first to pass may still accept.",
        {"letter": "the second player's", "any_prop": "anybody's"},
        "the first to pass may accept {value} prop",
    )


class SoloWhistDeal(MadeOrTaken, frozen=True):
    """The contract and who played it, the proposer first; then how it ended."""

    contract: str
    declarers: tuple[int, ...]

    @property
    def needed(self) -> int:
        """The tricks that the contract needs."""
        return CONTRACTS[self.contract].needed


def name_of(contract: str) -> Sentence:
    """The contract in words."""
    return say(CONTRACTS[contract].name)


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """The next dealer; the same again after an abandoned deal, unless the table passes it on."""
    abandoned = pad.last_deal is not None and pad.last_deal.deal is None
    again = abandoned and pad.options.all_pass == "redeal_same"
    return dealt_by(next_dealer(pad, 0 if again else 1))


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """The contract and who plays it; then how it ended."""
    worths = tuple(price_of(one, pad.options)[0] for one in CONTRACTS)
    contract = yield contract_asked(worths)
    if contract:
        yield declarers_of(contract)
    needed = CONTRACTS[contract].needed if contract else None
    if contract and any(price_of(contract, pad.options)[1:]):
        yield TRICKS_COUNT
        yield tricks_of(needed, TRICKS)
    else:
        yield from ask_result(needed, TRICKS)


ONE_PLAYER: Final[Mapping[str, Message]] = {
    "solo": "Solo is played by one player.",
    "misere": "Misère is played by one player.",
    "abundance": "Abundance is played by one player.",
    "abundance_trump": "Abundance in trump is played by one player.",
    "misere_ouverte": "Misère ouverte is played by one player.",
    "slam": "Slam is played by one player.",
}


@ask.question
def declarers_of(contract: str) -> Many:
    """Ask who plays the contract: one player, or two who prop and cop."""
    if contract == "prop_cop":
        return InTurn(
            path=("declarers",),
            label=say("Declarers"),
            when="before",
            noun="players",
            own_labels=True,
            items=(player(0, "Prop", "who props"), player(1, "Cop", "who cops")),
            turns=(0, 1),
            last=lambda answers: other_than(answers[0]),
            miscount="Prop and cop needs {count} players; {given} {given:was|were} entered.",
        )
    return Many(
        path=("declarers",),
        label=say("Declarer"),
        when="before",
        noun="players",
        own_labels=True,
        items=(player(0, "Declarer", "who plays it"),),
        miscount=ONE_PLAYER[contract],
    )


def player(place: int, label: Message, turn: Message, **more: Any) -> SeatOf:
    """Ask for the player at that place of the list of declarers; `turn` is how a page asks for
    one."""
    given = {"seats": SEATS, **more}
    return SeatOf(
        path=("declarers", place),
        label=say(label),
        turn=say(turn),
        when="before",
        players=len(SEATS),
        **given,
    )


@ask.question
def other_than(proposer: int) -> SeatOf:
    """Ask who accepts a prop: anybody but its proposer."""
    others = tuple(seat for seat in SEATS if seat != proposer)
    alike = {proposer: say("The two players must be different.")}
    return player(1, "Cop", "who cops", seats=others, refusals=alike)


@ask.question
def contract_asked(worths: tuple[int, ...]) -> Choice:
    """Ask for the contract, with what each is worth."""
    return ask.one_of(
        "contract",
        "Contract",
        [
            ask.key(contract, one.name, worth)
            for (contract, one), worth in zip(CONTRACTS.items(), worths, strict=True)
        ],
        wrong="Contracts are {choices}; {given} was entered.",
        also_called=ALSO_CALLED,
    )


TRICKS_COUNT: Final = ask.barred(
    "made", "Result", "Overtricks and undertricks count at this table: enter the tricks.", bool
)


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: SoloWhistDeal) -> Iterable[Line]:
    """Yield counters that go from player to player, or points on paper; rules.md#contract-made."""
    made, paying = deal.is_made(deal.needed), counters(table.house)
    value, over, under = price_of(deal.contract, table.house)
    each = over if made else under
    return lines(deal.contract, value, deal.declarers, made, deal.tricks, each, paying)


def price_of(contract: str, house: House) -> tuple[int, int, int]:
    """Return what the contract is worth, and each trick over and under; rules.md#stakes."""
    row = House.stakes.rows(house.stakes)[contract]
    if isinstance(row, list):
        return row[0], row[1], row[2]
    each = house.overtrick_value if contract in COUNTED else 0
    return row, each, each


@cached_lines
def lines(
    contract: str,
    value: int,
    declarers: tuple[int, ...],
    made: bool,
    tricks: int | None,
    each: int,
    paying: bool,
) -> Iterator[Line]:
    """Yield what the contract brings each player. `each` is what every trick over or under adds (0:
    nothing, and the tricks need not be known)."""
    worth = CONTRACTS[contract]
    what = made_or_missed(name_of(contract), made, worth.needed, tricks)
    over = tricks - worth.needed if each and tricks is not None else 0
    if over:
        template = "{what}, {n} {n:overtrick|overtricks} at {each}"
        if over < 0:
            template = "{what}, {n} {n:undertrick|undertricks} at {each}"
        what = say(template, what=what, n=abs(over), each=each)
    price, rule = value + each * abs(over), "contract-made" if made else "contract-lost"
    defenders = [seat for seat in SEATS if seat not in declarers]
    if paying:
        yield from paid(price if made else -price, declarers, defenders, what, rule)
    else:
        defended = say("defended: {who} {told}", who=all_of(*map(Seat, declarers)), told=what)
        for seat in SEATS:
            playing = seat in declarers
            points = price if playing == made else 0
            yield Line(seat, points, what if playing else defended, rule)


def counters(house: House) -> bool:
    """Return whether the players pay one another."""
    return house.payment == "credits"


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: SoloWhistDeal) -> Iterator[Sentence]:
    """ "solo by Ben", then "solo by Ben, made"."""
    names = all_of(*map(Seat, deal.declarers))
    name = say("{contract} by {names}", contract=name_of(deal.contract), names=names)
    yield from deal.in_words(name, deal.needed)


def unusual(pad: Pad[House], deal: SoloWhistDeal) -> Iterable[Warn]:
    """Warn of a contract that was missed by eight tricks or more, or in which no trick was
    taken."""
    return deal.missed_by_far(deal.declarers, deal.needed, TRICKS)


def facts(pad: Pad[House], deal: SoloWhistDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count the contract for everybody who played it: made or missed."""
    kept = deal.is_made(deal.needed)
    for seat in deal.declarers:
        yield seat, "bid kept" if kept else "bid lost", 1


# --- the rules page -----------------------------------------------------------------------------


def contracts_table(house: House) -> Printed:
    """What the contracts are worth and need; what tricks over and under are worth only where they
    are paid for."""
    prices = {contract: price_of(contract, house) for contract in CONTRACTS}
    paid_for = any(any(extras) for _, *extras in prices.values())
    return printed(
        ("Contract", "Worth", *(("Each over", "Each under") if paid_for else ()), *_NEEDS),
        (
            (one.name, *prices[contract][: 3 if paid_for else 1], one.needed or "none", one.trumps)
            for contract, one in CONTRACTS.items()
        ),
    )


_NEEDS: Final[tuple[Message, ...]] = ("Tricks needed", "Trumps")
