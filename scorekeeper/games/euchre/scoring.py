"""Euchre: one side makes trumps and needs three of five tricks; rules.md#odd-trick.

Ann makes hearts trumps and plays alone; five tricks are a march: 4 points to Ann and Cat. With both
playing it would be 2. With two tricks Ann would be euchred: 2 to Ben and Dan.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal

from scorekeeper.engine import (
    Deal,
    Fact,
    Grid,
    Interview,
    Key,
    Line,
    Message,
    Number,
    Option,
    Options,
    Outcome,
    Pad,
    Phrase,
    Question,
    Seat,
    SeatOf,
    Sentence,
    Suit,
    Table,
    Warn,
    ask,
    cached_lines,
    far_short,
    first_to_target,
    leaders,
    options,
    phrase,
    say,
    won,
)

TRICKS: Final = 5
NEEDED: Final = 3
DEFENDED_ALONE: Final = 4
"""What a lone defender's side scores at least for euchring the makers."""


class House(Options):
    """The house rules."""

    # five points, 32 cards and two for a lone hand euchred are the source's, the rest others play
    target = options.number_or_none(
        "Target",
        "Points to win. 7, 10 and 11 are common too.",
        3,
        50,
        none="none",
        default=5,
        said_as="played to {value}",
        said_off="no target",
    )
    # a match of eight hands is a club's
    max_deals = options.number_or_none(
        "Deals",
        "The game ends after this many deals.",
        1,
        100,
        none="no limit",
        said_as="at most {n} {n:deal|deals}",
        said_off="no limit on deals",
    )
    lone_euchred: Option[Literal[2, 3, 4]] = options.choice(
        "A lone hand euchred",
        "What opponents score for euchring a lone hand.",
        {2: "2, as for any maker", 3: "3", 4: "4"},
        "euchring a lone hand scores {value}",
    )
    # not in the source
    defend_alone: Option[Literal["off", "against_alone", "any"]] = options.choice(
        "Defending alone",
        "An opponent of the makers may play without the partner: euchring them then scores 4.",
        {
            "off": ("not played", "without defending alone"),
            "against_alone": (
                "against a lone hand only",
                "with defending alone against a lone hand",
            ),
            "any": ("always", "with defending alone"),
        },
    )
    no_trump = options.switch(
        "No trump",
        "In the second round no trump may be called like a suit.",
        "with no trump",
        "without no trump",
    )
    deck: Option[Literal[32, 24]] = options.choice(
        "Pack",
        "The cards played with.",
        {
            32: ("32 cards, 7 to ace", "a pack of 32 cards, 7 to ace"),
            24: ("24, 9 to ace", "a pack of 24 cards, 9 to ace"),
        },
    )
    joker = options.switch(
        "Joker",
        "A joker, the Benny, is the highest trump.",
        "with a joker",
        "without a joker",
    )
    stick_the_dealer = options.switch(
        "Stick the dealer",
        "If nobody else makes trumps in the second round, the dealer must.",
        "with stick the dealer",
        "without stick the dealer",
    )
    # a Canadian rule
    canadian_loner = options.switch(
        "Canadian loner",
        "The dealer's partner who orders up must play alone.",
        "with the Canadian loner",
        "without the Canadian loner",
    )


class Euchre(Deal, frozen=True):
    """The maker, whether they played alone, and the tricks of their side (0 to 5); the opponent who
    defended alone, if one did."""

    maker: int
    tricks: int
    alone: bool = False
    trump: str | None = None
    defend_alone: int | None = None

    @property
    def how(self) -> str:
        """The name of the makers' result."""
        if self.tricks == TRICKS:
            return phrase("march")
        return phrase("odd trick") if self.tricks >= NEEDED else phrase("euchred")


@cache
def makers_points(house: House) -> Grid[str]:
    """Return the makers' points; below 0 their opponents have them."""
    return Grid(
        ("Makers' tricks", "With the partner", "Alone"),
        {
            "march": (TRICKS, 2, 4),
            "odd trick": ("3 or 4", 1, 1),
            "euchred": ("0 to 2", -2, -house.lone_euchred),
        },
        shown=lambda points: points if points > 0 else say("opponents {n}", n=-points),
    )


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask who made trumps and whether they play alone, and an opponent too; then for the makers'
    tricks."""
    maker = yield MAKER
    alone = yield ALONE
    yield TRUMP_OR_NONE if pad.options.no_trump else TRUMP
    yield defender_among(pad.options.defend_alone, maker, bool(alone))
    yield TRICKS_ALONE if alone else TRICKS_TOGETHER


def result_key(tricks: int, alone: bool) -> Key:
    """Return the key for so many tricks: the makers' points, or that they are euchred."""
    how = Euchre(maker=0, tricks=tricks, alone=alone).how
    points = makers_points(House())[how][alone]
    return ask.key(tricks, tricks, f"+{points}" if points > 0 else how, row=int(points > 0))


def tricks_of(whom: Message, alone: bool) -> Number:
    """Ask how many of the five tricks the makers took."""
    keys = [result_key(tricks, alone) for tricks in range(TRICKS + 1)]
    return ask.tricks("tricks", TRICKS, whom, keys, "There are five tricks; {given} were entered.")


@ask.question
def defender_among(played: str, maker: int | None, alone: bool) -> Question:
    """Ask which opponent of the makers plays alone, if one does and that is `played` here."""
    if played == "off":
        return NO_DEFENDING_ALONE
    if played == "against_alone" and not alone:
        return ONLY_AGAINST_ALONE
    return SeatOf(
        path=("defend_alone",),
        label=say("Defends alone"),
        when="before",
        optional=True,
        none=say("nobody"),
        seats=tuple(seat for seat in range(4) if maker is None or (seat - maker) % 2),
        players=4,
        wrong="Only an opponent of the makers can defend alone: {choices}.",
    )


def no_defender(why: Message) -> Question:
    """Refuse a lone defender; nobody may be said to have defended alone."""
    return ask.barred("defend_alone", "Defends alone", why, int).changed(harmless=(None,))


NO_DEFENDING_ALONE: Final = no_defender("Defending alone is not played at this table.")
ONLY_AGAINST_ALONE: Final = no_defender("Here one defends alone only against a lone hand.")
MAKER: Final = ask.seat("maker", "Maker of trumps", turn="who made trumps")
ALONE: Final = ask.yes_no("alone", "Alone", "alone", "with partner", default=False)
TRUMP: Final = ask.suit("trump", "Trumps", optional=True)
TRUMP_OR_NONE: Final = ask.strain("trump", "Trumps", optional=True)
TRICKS_TOGETHER: Final = tricks_of("Of the makers.", alone=False)
TRICKS_ALONE: Final = tricks_of("Of the maker, playing alone.", alone=True)

# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: Euchre) -> Iterable[Line]:
    """Yield the points of the makers' side, then those of their opponents; rules.md#march."""
    return lines(deal, table.house)


@cached_lines
def lines(deal: Euchre, house: House) -> Iterator[Line]:
    """Return what the tricks bring the makers, and what their opponents."""
    makers = deal.maker % 2  # seats 0 and 2 against 1 and 3
    points, rule = makers_points(house)[deal.how][deal.alone], deal.how.replace(" ", "-")
    yield Line(makers, max(points, 0), made_trumps(deal), rule)
    if points > 0:
        defended = say("took {n} {n:trick|tricks} in defence", n=TRICKS - deal.tricks)
    elif deal.defend_alone is not None:
        points, rule = min(points, -DEFENDED_ALONE), "defended-alone"
        template: Message = "{seat} alone euchred the makers"
        if deal.alone:
            template = "{seat} alone euchred a lone hand"
        defended = say(template, seat=Seat(deal.defend_alone))
    else:
        defended = say("euchred a lone hand" if deal.alone else "euchred the makers")
    yield Line(1 - makers, max(-points, 0), defended, rule)


def made_trumps(deal: Euchre) -> Sentence:
    """ "Ann made hearts trumps alone, 5 tricks: march"."""
    trumps = say("{suit} trumps", suit=Suit(deal.trump)) if deal.trump else say("trumps")
    if deal.trump == "NT":
        trumps = say("{suit}", suit=Suit(deal.trump))
    template = "{seat} made {trumps}, {n} {n:trick|tricks}: {how}"
    if deal.alone:
        template = "{seat} made {trumps} alone, {n} {n:trick|tricks}: {how}"
    how = Phrase(deal.how)
    return say(template, seat=Seat(deal.maker), trumps=trumps, n=deal.tricks, how=how)


def result(pad: Pad[House]) -> Outcome | None:
    """End the game at the target, or after the last deal; rules.md#last-deal."""
    return first_to_target(pad) or last_deal(pad)


def last_deal(pad: Pad[House]) -> Outcome | None:
    """Return the outcome after the last of a fixed number of deals; equal sides share the win."""
    most, last = pad.options.max_deals, pad.last
    if most is None or last is None or last.kind != "deal" or pad.deals < most:
        return None
    return won(pad, leaders(pad), "last-deal", short=pad.options.target is not None)


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: Euchre) -> Iterator[Sentence]:
    """ "hearts by Ann alone", then "hearts by Ann alone, 5 tricks: march"."""
    trumps = say("{suit}", suit=Suit(deal.trump)) if deal.trump else say("trumps")
    template = "{trumps} by {seat} alone" if deal.alone else "{trumps} by {seat}"
    called = say(template, trumps=trumps, seat=Seat(deal.maker))
    yield called
    template = "{called}, {n} {n:trick|tricks}: {how}"
    yield say(template, called=called, n=deal.tricks, how=Phrase(deal.how))


def unusual(pad: Pad[House], deal: Euchre) -> Iterable[Warn]:
    """Warn of makers who took no trick."""
    return far_short(("tricks",), deal.maker % 2, NEEDED, deal.tricks)


def facts(pad: Pad[House], deal: Euchre) -> Iterator[tuple[int, Fact, int]]:
    """Count the call for the maker alone, whose partner has said nothing: made or missed."""
    yield deal.maker, "bid kept" if deal.tricks >= NEEDED else "bid lost", 1
