"""Euchre: one side makes trumps and needs three of five tricks; games.md, euchre.

Ann makes hearts trumps and plays alone; she takes all five tricks, a march: 4 points to her side.
With her partner it would be 2. Had she taken two, she would be euchred: 2 to Ben and Dan.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.cards import SUITS
from scorekeeper.engine import options as option
from scorekeeper.engine.common.each import one_of_four
from scorekeeper.engine.common.odd import far_short
from scorekeeper.engine.common.race import first_to_target, target, to_the_target
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import (
    SUIT_KEYS,
    Barred,
    Choice,
    Flag,
    Interview,
    Key,
    Number,
    Value,
    Warn,
    YesNo,
)
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Game,
    Line,
    Options,
    Pad,
    Table,
    dealers_left,
    lasting,
    two_partnerships,
)
from scorekeeper.referee.auction import (
    PASS,
    PASSED_OUT,
    PASSING,
    Auction,
    Bidding,
    ToCall,
    after_dealer,
)
from scorekeeper.referee.context import SUIT_OF_TRUMPS, Context, Ruling
from scorekeeper.referee.context import choice as one_of_these
from scorekeeper.referee.ladder import MAY_PASS
from scorekeeper.referee.ranking import NO_TRUMP, Ranking, pack, with_bowers
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Seat, Sentence, Suit, say

TRICKS: Final = 5
NEEDED: Final = 3
ODD_TRICK: Final = 1
MARCH: Final = {False: 2, True: 4}  # with the partner, alone
EUCHRED: Final = 2
NAMES: Final = {"march": "march", "odd-trick": "odd trick", "euchred": "euchred"}

OPTIONS: Final = (
    option.number("target", 3, 50, "Target", "Points that win the game; 7, 10, 11 are usual too."),
    option.choice(
        "lone_euchred",
        "A lone hand euchred",
        "What the opponents of a player score who went alone and was euchred.",
        {2: "2, as for any maker", 4: "4"},
    ),
    option.choice(
        "deck", "Pack", "The cards played with.", {32: "32 cards, 7 to ace", 24: "24, 9 to ace"}
    ),
    option.switch(
        "stick_the_dealer",
        "Stick the dealer",
        "If nobody else makes trumps in the second round, the dealer must.",
    ),
)

_PASSED_OUT: Final = Flag(path=("passed_out",), label=say("Nobody made trumps"), when="before")
_STUCK: Final = Barred(
    path=("passed_out",),
    kind=bool,
    label=say("Nobody made trumps"),
    missing=say("The dealer must name trumps; a deal cannot be passed out at this table."),
)
_MAKER: Final = one_of_four("maker", "Maker of trumps")
_ALONE: Final = YesNo(
    path=("alone",),
    label=say("Alone"),
    when="before",
    optional=True,
    suggest=False,
    yes=say("alone"),
    no=say("with partner"),
)
_TRUMP: Final = Choice(
    path=("trump",), label=say("Trumps"), when="before", optional=True, keys=SUIT_KEYS
)


def form(pad: Pad) -> Interview:
    """Who made trumps, and whether he plays alone; then the makers' tricks."""
    if (yield _STUCK if pad.options["stick_the_dealer"] else _PASSED_OUT):
        return
    yield _MAKER
    alone = yield _ALONE
    yield _TRUMP
    yield _TRICKS[bool(alone)]


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """Makers without a trick."""
    if "passed_out" in entry:
        return ()
    return far_short(("tricks",), pad.side_of(entry["maker"]), NEEDED, entry["tricks"])


def made(tricks: int, alone: bool) -> tuple[str, int]:
    """What the makers' tricks are, by its anchor, and what it brings them; 0 if euchred."""
    if tricks == TRICKS:
        return "march", MARCH[alone]
    return ("odd-trick", ODD_TRICK) if tricks >= NEEDED else ("euchred", 0)


def _tricks(alone: bool) -> Number:
    """The result: a row of those that are euchred, and one of what the others bring the makers."""
    return Number(
        path=("tricks",),
        label=say("Tricks"),
        hint=say("Of the maker, who is alone.") if alone else say("Of the makers."),
        low=0,
        high=TRICKS,
        keys=tuple(_key(n, *made(n, alone)) for n in range(TRICKS + 1)),
        too_high="There are five tricks; {given} were entered.",
    )


def _key(tricks: int, rule: str, points: int) -> Key:
    badge = say("+{n}", n=points) if points else say(NAMES[rule])
    return Key(tricks, say("{n}", n=tricks), badge, row=1 if points else 0)


_TRICKS: Final = {alone: _tricks(alone) for alone in MARCH}


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, euchre 3: the makers' side first, then the others."""
    if "passed_out" in entry:
        return _NOBODY
    alone = entry.get("alone", False)
    euchred = pad.options["lone_euchred"] if alone else EUCHRED
    return _lines(entry["maker"], entry.get("trump"), alone, entry["tricks"], euchred)


_NOBODY: Final = lasting(Line(side, 0, say("nobody made trumps"), "passed-out") for side in (0, 1))


@cache
def _lines(
    maker: int, trump: str | None, alone: bool, tricks: int, euchred: int
) -> tuple[Line, ...]:
    """What the tricks bring the makers, and what the others get."""
    side = maker % 2  # seats 0 and 2 against 1 and 3
    rule, points = made(tricks, alone)
    others, text = 0, say("{n} {n:trick|tricks} in defence", n=TRICKS - tricks)
    if rule == "euchred":
        others, text = euchred, say("a lone hand euchred" if alone else "the makers euchred")
    told = _told(maker, trump, alone, tricks)
    return lasting((Line(side, points, told, rule), Line(1 - side, others, text, rule)))


def _told(maker: int, trump: str | None, alone: bool, tricks: int | None) -> Sentence:
    """ "hearts by Ann alone, 5 tricks: march", as far as it is known after the maker."""
    template = "{suit} by {seat}" if trump else "trumps by {seat}"
    said: dict[str, Any] = {"suit": trump and Suit(trump), "seat": Seat(maker)}
    if alone:
        template += " alone"
    if tricks is not None:
        template += ", {n} {n:trick|tricks}: {name}"
        said |= {"n": tricks, "name": NAMES[made(tricks, alone)[0]]}
    return say(template, **said)


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "hearts by Ann alone", then "hearts by Ann alone, 5 tricks: march"."""
    if entry.get("passed_out"):
        return say("nobody made trumps")
    maker = entry.get("maker")
    if maker is None:
        return None
    return _told(maker, entry.get("trump"), entry.get("alone", False), entry.get("tricks"))


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """Trumps are kept or lost by the maker, whose partner has said nothing."""
    if "passed_out" not in entry:
        yield entry["maker"], "bid kept" if entry["tricks"] >= NEEDED else "bid lost", 1


def tables(options: Options) -> dict[str, Table]:
    """What the makers' tricks bring, and to whom."""
    lost = [say("opponents {n}", n=points) for points in (EUCHRED, options["lone_euchred"])]
    return {
        "points": printed(
            ("Makers' tricks", "With the partner", "Alone"),
            [
                (TRICKS, MARCH[False], MARCH[True]),
                (say("{a} or {b}", a=NEEDED, b=TRICKS - 1), ODD_TRICK, ODD_TRICK),
                (say("0 to {n}", n=NEEDED - 1), *lost),
            ],
        )
    }


# --- the referee --------------------------------------------------------------------------------


TURNED: Final = one_of_these("turned", SUITS, "Turned up", "Say which suit was turned up.", Suit)
SHORT: Final = "AKQJT987"
PACKS: Final = {32: frozenset(pack(SHORT)), 24: frozenset(pack(SHORT[:6]))}


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """games.md, euchre 6: the two bowers are the highest trumps."""
    trump = context.need("trump") if plays else NO_TRUMP
    return with_bowers(pack(SHORT), SHORT, trump)


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The dealer's left leads, or who sits next if the maker plays without this partner."""
    maker, trump = entry.get("maker"), entry.get("trump")
    said: dict[str, Value] = {"trump": trump} if trump else {}
    leader = dealers_left(pad, entry)["leader"]
    if maker is not None and entry.get("alone"):
        partner = (maker + 2) % 4
        said["seats_out"] = [partner]
        leader = (leader + 1) % 4 if leader == partner else leader
    return {**said, "leader": leader}


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, euchre 6: the turned suit goes round once, then the others; then alone or not."""
    seats = after_dealer(dealer)
    maker = yield from _first(seats, lambda seat: ToCall(seat, _FIRST, _ON_ORDER.get))
    if maker:
        trump = context.need("turned")
    else:
        stuck = dealer if context["stick_the_dealer"] else None
        turned = context.need("turned")
        maker = yield from _first(seats, lambda seat: _second_round(turned, seat, seat == stuck))
        if not maker:
            return PASSED_OUT
        trump = maker[1]
    alone = yield ToCall(maker[0], tuple(_ALONE_OR_NOT), _ON_ALONE.get)
    return {"maker": maker[0], "alone": _ALONE_OR_NOT[alone], "trump": trump}


def _first(
    seats: Sequence[int], turn: Callable[[int], ToCall]
) -> Generator[ToCall, str, tuple[int, str] | None]:
    """The first who does not pass, and his call; None if all of them do."""
    for seat in seats:
        call = yield turn(seat)
        if call != PASS:
            return seat, call
    return None


_NOT_YET: Final = say(
    "A suit is named only once all have passed; to take the one turned up, order it."
)
_FIRST: Final = (PASS, "order")
_ON_ORDER: Final = {
    PASS: Ruling(MAY_PASS, "order"),
    "order": Ruling(say("The suit turned up may be made trumps."), "order"),
    **dict.fromkeys(SUITS, Ruling(_NOT_YET, "name-trumps")),
}
_ALONE_OR_NOT: Final = {"alone": True, "with_partner": False}
_ON_ALONE: Final = {
    call: Ruling(say("The maker plays alone or with the partner."), "alone")
    for call in _ALONE_OR_NOT
}


CALLS: Final = (
    {**PASSING, "order": say("order up")},
    {suit: say("{suit}", suit=Suit(suit)) for suit in SUITS},
    {"alone": say("alone"), "with_partner": say("with the partner")},
)


@cache
def _second_round(turned: str, seat: int, stuck: bool) -> ToCall:
    """One of the other suits, or a pass unless the dealer is stuck."""
    suits = tuple(suit for suit in SUITS if suit != turned)
    said = {suit: say("Any suit but the one turned down may be named.") for suit in suits}
    said[turned] = say("{suit} were turned down and cannot be named.", suit=Suit(turned))
    said["order"] = say("The suit was turned down; only another can be made trumps.")
    rulings = {call: Ruling(text, "name-trumps") for call, text in said.items()}
    must = say("{seat} as dealer must name trumps.", seat=Seat(seat))
    rulings[PASS] = Ruling(must if stuck else MAY_PASS, "passed-out")
    return ToCall(seat, suits if stuck else (PASS, *suits), rulings.get)


GAME: Final = Game(
    slug="euchre",
    name="Euchre",
    aliases=("Partnership euchre",),
    players=range(4, 5),
    about=say("Two partnerships, five cards each; the makers of trumps need three tricks."),
    guide=Guide((15, 30), "practice", "32"),
    variants={
        None: {"target": 5, "lone_euchred": 2, "deck": 32, "stick_the_dealer": False},
    },
    options=OPTIONS,
    sides=two_partnerships,
    form=form,
    score=score,
    result=first_to_target,
    headline=headline,
    needs=to_the_target,
    pips=target,
    facts=facts,
    tables=tables,
    play=Play(ranking, pack=lambda context: PACKS[context["deck"]], keys=(SUIT_OF_TRUMPS,)),
    auction=Auction(auction, "order", lambda context: CALLS, keys=(TURNED,)),
    opening=opening,
    odd=odd,
)
