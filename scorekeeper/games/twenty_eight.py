"""Twenty-Eight: two partnerships bid for card points, 28 in the pack; games.md, twenty-eight.

Cat bids 20 and takes 21 card points with Ann: 2 points to them. With 19 they would lose 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from scorekeeper.cards import RANK_NAMES
from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.each import one_of_four
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.odd import far_short
from scorekeeper.engine.common.race import first_to_target, target
from scorekeeper.engine.common.tables import printed, signed
from scorekeeper.engine.fields import (
    SUIT_KEYS,
    Branch,
    Choice,
    Interview,
    Key,
    Number,
    OneOf,
    Value,
    Warn,
    YesNo,
    in_any_case,
)
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Pad,
    beside,
    deal_passes,
    lasting,
    two_partnerships,
)
from scorekeeper.referee.auction import (
    PASS,
    PASSING,
    Auction,
    AuctionState,
    Bidding,
    ToCall,
    after_dealer,
    outbidding,
)
from scorekeeper.referee.context import DECLARER, SUIT_OF_TRUMPS, Context, Ruling, flag, number
from scorekeeper.referee.context import card as named_card
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import HIGHEST, Ranking, pack, ranked
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, unless_nothing_else
from scorekeeper.sentences import Seat, Sentence, Suit, say

LEAST: Final = 14
CARD_POINTS: Final = {"J": 3, "9": 2, "A": 1, "T": 1}
IN_PACK: Final = 4 * sum(CARD_POINTS.values())
RANKED: Final = {"below_queen": "J9AKQT87", "above_king": "J9ATKQ87"}
TIERS: Final[Mapping[str, Mapping[range, tuple[int, int]]]] = {
    "tiered": {range(14, 20): (1, -2), range(20, 25): (2, -3), range(25, 29): (3, -4)},
    "flat": {range(14, 29): (1, -1)},
}
"""For each way of scoring: the bids of a tier, and what one of them is worth made and lost."""

_WAYS: Final = {"right": "to the right", "left": "to the left"}
OPTIONS: Final = (
    option.number("target", 1, 50, "Target", "Points that win the game; 6 and 12 are usual too."),
    option.choice(
        "scoring",
        "Worth of a bid",
        "Whether a high bid is worth more than a low one.",
        {"tiered": "more from 20 and from 25 on", "flat": "one point, whatever was bid"},
    ),
    option.choice("rotation", "The deal", "Which way the deal passes.", _WAYS),
    option.choice("play_direction", "Bidding and play", "Which way they go.", _WAYS),
    option.choice(
        "ten_rank",
        "The ten",
        "Where it stands among the cards of a suit.",
        {"below_queen": "below the queen", "above_king": "between ace and king"},
    ),
    option.switch(
        "pass_is_final", "A pass is final", "Who has passed takes no further part in the bidding."
    ),
    option.number(
        "partner_overcall_min",
        LEAST,
        IN_PACK,
        "Over the partner",
        "The least bid over one's own partner's.",
        none="any higher bid",
    ),
    option.switch(
        "must_call",
        "Calling for the trump",
        "Who cannot follow must have the trump suit shown, and trump.",
    ),
)
DEFAULTS: Final[Mapping[str, Value]] = {
    "target": 10,
    "scoring": "tiered",
    "rotation": "right",
    "play_direction": "right",
    "ten_rank": "below_queen",
    "pass_is_final": False,
    "partner_overcall_min": 20,
    "must_call": True,
}

_DECLARER: Final = one_of_four("declarer", "Declarer")
_COUNT: Final = OneOf(
    branches=(
        Branch("made", ("made",), say("made or lost")),
        Branch("points", ("points",), say("card points")),
    ),
    fault=say("Enter the card points, or whether the contract was made – one of them."),
)
_MADE: Final = YesNo(path=("made",), label=say("Contract"), yes=say("made"), no=say("lost"))
# Secret until it is called for, so that it is not asked before the play.
_TRUMP: Final = Choice(
    path=("trump",), label=say("Trumps"), keys=SUIT_KEYS, columns=4, optional=True
)


def upcoming(pad: Pad) -> Mapping[str, Value]:
    """The next dealer, to the right unless the table plays otherwise."""
    return {"dealer": deal_passes(pad, -1 if pad.options["rotation"] == "right" else 1)}


def form(pad: Pad) -> Interview:
    """Who bid how many, then whether they were taken, or how many were."""
    yield _DECLARER
    bid = yield _bids(pad.options["scoring"])
    count = yield _COUNT
    if count == "made":
        yield _MADE
    elif count == "points":
        yield _points(bid)
    else:
        yield from in_any_case(_MADE, _points(bid))
    yield _TRUMP


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """A bid that was missed by far."""
    if "points" not in entry:
        return ()
    side = pad.side_of(entry["declarer"])
    return far_short(("points",), side, entry["bid"], entry["points"])


@cache
def _bids(scoring: str) -> Number:
    """The bids, a row for each tier, each key with what it is worth."""
    return Number(
        path=("bid",),
        label=say("Bid"),
        when="before",
        low=LEAST,
        high=IN_PACK,
        keys=tuple(
            Key(bid, say("{n}", n=bid), signed(gain), row)
            for row, (bids, (gain, _)) in enumerate(TIERS[scoring].items())
            for bid in bids
        ),
        wrong="Bids run from {low} to {high}; {given} was entered.",
    )


@cache
def _points(bid: int | None) -> Number:
    """The card points; the key that just makes the contract says so."""
    made = say("made")
    return Number(
        path=("points",),
        label=say("Card points"),
        hint=say("Of the declarer's side."),
        low=0,
        high=IN_PACK,
        keys=tuple(Key(n, say("{n}", n=n), made if n == bid else None) for n in range(IN_PACK + 1)),
        too_high="There are {high} card points in the pack; {given} were entered.",
    )


def is_made(entry: Entry) -> bool:
    """Whether the declarer's side took as many card points as were bid."""
    return bool(entry["made"] if "made" in entry else entry["points"] >= entry["bid"])


def worth(scoring: str, bid: int) -> tuple[int, int]:
    """What the bid brings when it is made, and when it is lost."""
    return next(points for bids, points in TIERS[scoring].items() if bid in bids)


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, twenty-eight 3: only the declaring side scores."""
    made, points = is_made(entry), entry.get("points")
    return _lines(entry["declarer"], entry["bid"], made, points, pad.options["scoring"])


@cache
def _lines(
    declarer: int, bid: int, made: bool, points: int | None, scoring: str
) -> tuple[Line, ...]:
    side = declarer % 2  # seats 0 and 2 against 1 and 3
    gain, loss = worth(scoring, bid)
    rule = "bid-made" if made else "bid-lost"
    template = "{seat} bid {bid}: made" if made else "{seat} bid {bid}: lost"
    if points is not None:
        template += ", {n} card {n:point|points}"
    text = say(template, seat=Seat(declarer), bid=bid, n=points)
    line = Line(side, gain if made else loss, text, rule)
    other = Line(1 - side, 0, say("defended: only the bidders score"), rule)
    return lasting((line, other) if side == 0 else (other, line))


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "20 by Cat, worth 2", then "20 in hearts by Cat, 21 card points: made"."""
    bid, declarer, points = (entry.get(key) for key in ("bid", "declarer", "points"))
    if bid is None:
        return None
    trump = entry.get("trump")
    template = "{bid}" if trump is None else "{bid} in {suit}"
    if declarer is not None:
        template += " by {seat}"
    if points is not None:
        template += ", {n} card {n:point|points}"
    done = points is not None or entry.get("made") is not None
    made = done and (points >= bid if points is not None else entry["made"])
    template += (": made" if made else ": lost") if done else ", worth {worth}"
    gain, _ = worth(pad.options["scoring"], bid)
    said = {"bid": bid, "suit": Suit(trump or ""), "seat": Seat(declarer or 0), "n": points}
    return say(template, worth=gain, **said)


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Points to the target."""
    for side, total in enumerate(pad.totals):
        if total < pad.options["target"]:
            yield side, say("{n} to the target", n=pad.options["target"] - total)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """The bid is the declarer's: kept or lost, by how many card points."""
    declarer = entry["declarer"]
    yield declarer, "bid kept" if is_made(entry) else "bid lost", 1
    over = entry.get("points", entry["bid"]) - entry["bid"]
    if over:
        yield declarer, "over" if over > 0 else "short", abs(over)


def tables(options: Options) -> Mapping[str, Table]:
    """What the cards and the bids are worth as this table plays it."""
    return {
        "cards": printed(
            ("From the highest", "Card points"),
            (
                (RANK_NAMES.get(rank, rank), CARD_POINTS.get(rank, 0))
                for rank in RANKED[options["ten_rank"]]
            ),
        ),
        "bids": printed(
            ("Bid", "Made", "Lost"),
            (
                (f"{bids[0]} to {bids[-1]}", signed(made), signed(lost))
                for bids, (made, lost) in TIERS[options["scoring"]].items()
            ),
        ),
    }


# --- the referee --------------------------------------------------------------------------------

CARDS: Final = pack(RANKED["below_queen"])
FACE_DOWN: Final = named_card("face_down", CARDS, "The card face down")
CALLED: Final = number(
    "called",
    0,
    4,
    "The trump was called in this trick",
    word=lambda count: say("after {n} {n:card|cards}", n=count),
    passing=True,
    # nobody can fail to follow before a card is led or after the last
    offered=(1, 2, 3),
)
_HIDDEN: Final = (
    "The {card} is the highest card of the suit led; a hidden trump takes nothing.",
    "hidden-trump",
)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """games.md, twenty-eight 6: trumps count once shown; in the trick in which they were called,
    those that came after."""
    order, trump, called = RANKED[context["ten_rank"]], context["trump"], _called(context, plays)
    if context["revealed"]:
        return ranked(CARDS, order, trump)
    early = plays[:called] if plays and plays[0][1] != trump else ()
    highest = _HIDDEN if trump in [card[1] for card in early] else HIGHEST
    if called is None:
        return ranked(CARDS, order, highest=highest)
    return ranked(CARDS, order, trump, highest=highest, counts_from=called)


def _called(context: Context, plays: Sequence[str]) -> int | None:
    """How many cards lay there when the trump was shown: called for, or played as the last card."""
    called: int | None = context["called"]
    last = context["face_down"]
    return plays.index(last) if called is None and last in plays else called


def _shown(context: Context, plays: Sequence[str]) -> bool:
    return context["revealed"] or _called(context, plays) is not None


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Value]:
    """Once shown the trump stays open."""
    return {"revealed": True} if _shown(context, plays) else {}


def after_turn(turn: ToPlay) -> Mapping[str, Value]:
    """games.md, twenty-eight 6: who cannot follow calls before he plays, where that is a duty."""
    context = turn.context
    if turn.led is None or not context["must_call"] or _shown(context, turn.plays):
        return {}
    following = [card for card in turn.of(turn.led) if card != context["face_down"]]
    return {} if following else {"called": len(turn.plays)}


def may_play(turn: ToPlay) -> Allowed | None:
    """games.md, twenty-eight 6: who cannot follow calls and trumps; hidden trumps are kept."""
    context = turn.context
    shown = _shown(context, turn.plays)
    if turn.led is None:
        return None if shown else _hidden_lead(turn)
    if not shown and context["face_down"] in turn.hand:
        return _beside_face_down(turn, turn.led)
    return _must_trump(turn, turn.led, _SHOWN if shown else _CALLS)


_CALLS: Final = "Who cannot follow calls for the trump, and must play {suit}."
_SHOWN: Final = "Who cannot follow must play {suit}, the trumps."


def _must_trump(turn: ToPlay, led: str, template: str) -> Allowed | None:
    if turn.of(led) or not turn.context["must_call"]:
        return None
    trump = turn.context.need("trump")
    trumps = turn.of(trump)
    ruling = Ruling(say(template, suit=Suit(trump)), "must-trump")
    return Allowed(trumps, ruling) if trumps else None


def _beside_face_down(turn: ToPlay, led: str) -> Allowed | None:
    down = turn.context["face_down"]
    following = [card for card in turn.of(led) if card != down]
    if following:
        return Allowed(following, _NOT_FACE_DOWN)
    if not turn.context["must_call"]:
        return unless_nothing_else(turn, [down], _NOT_FACE_DOWN, _LAST_CARD)
    return Allowed([down], _TAKEN_UP) if turn.of(led) else _must_trump(turn, led, _CALLS)


def _hidden_lead(turn: ToPlay) -> Allowed | None:
    context, down = turn.context, turn.context["face_down"]
    if context["declarer"] not in (None, turn.seat):
        return None
    trumps = turn.of(context.need("trump"))
    if trumps and down not in turn.hand:
        context.need("declarer")
    if len(trumps) < len(turn.hand):
        return unless_nothing_else(turn, trumps, _KEPT_BACK, _KEPT_BACK)
    return unless_nothing_else(turn, [down], _NOTHING_ELSE, _LAST_CARD)


_KEPT_BACK: Final = Ruling(say("While the trump is hidden, the declarer does not lead it."), "lead")
_NOTHING_ELSE: Final = Ruling(
    say("The declarer holds nothing but trumps and may lead one, save the one face down."), "lead"
)
_NOT_FACE_DOWN: Final = Ruling(
    say("The card that lies face down cannot be played before it is taken up."), "face-down"
)
_TAKEN_UP: Final = Ruling(
    say("The declarer holds nothing else of the suit led, takes the card up and follows with it."),
    "face-down",
)
_LAST_CARD: Final = Ruling(
    say("The card that lies face down is the last one: it is shown and played."), "face-down"
)


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The declarer and his trump; who sits beside the dealer leads."""
    known = {key: entry[key] for key in ("declarer", "trump") if entry.get(key) is not None}
    way = option.way_of_play(pad.options)
    return {**known, "leader": beside(pad, upcoming(pad)["dealer"], way)}


LADDER: Final = Ladder(
    heights={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    names={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    rule="bidding",
)


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, twenty-eight 6: upwards from the player beside the dealer, who must bid."""
    seats = after_dealer(dealer, step=option.way_of_play(context))

    def turn(stand: AuctionState) -> ToCall:
        over_partner = stand.bidder is not None and (stand.seat - stand.bidder) % 4 == 2
        least = context["partner_overcall_min"] if over_partner else None
        return _to_bid(stand.seat, stand.bid, least or LEAST)

    final = context["pass_is_final"]
    declarer, bid = yield from outbidding(seats, str(IN_PACK), turn, final)
    return {"declarer": declarer, "bid": int(bid)}


@cache
def _to_bid(seat: int, standing: str | None, least: int) -> ToCall:
    bids = tuple(bid for bid in LADDER.above(standing) if int(bid) >= least)
    must = say("The first player must bid {least} at least.", least=LEAST)
    on_pass = Ruling(MAY_PASS if standing else must, "bidding")
    too_low = Ruling(
        say("Over the partner's bid it takes {least} at least.", least=least), "bidding"
    )

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return on_pass
        ruling = LADDER.judge(call, standing)
        return too_low if ruling and int(call) < least else ruling

    return ToCall(seat, (PASS, *bids) if standing else bids, judge)


GAME: Final = Game(
    slug="twenty-eight",
    name="Twenty-Eight",
    aliases=("28",),
    players=range(4, 5),
    about=say("Two partnerships bid for card points, jacks and nines most; trumps are secret."),
    guide=Guide((30, 60), "practice", "32"),
    variants={None: DEFAULTS},
    options=OPTIONS,
    sides=two_partnerships,
    form=form,
    score=score,
    result=first_to_target,
    upcoming=upcoming,
    headline=headline,
    needs=needs,
    pips=target,
    facts=facts,
    tables=tables,
    play=Play(
        ranking,
        pack=lambda context: frozenset(CARDS),
        keys=(
            SUIT_OF_TRUMPS,
            flag("revealed", "The trump was open before"),
            CALLED,
            DECLARER,
            FACE_DOWN,
        ),
        step=option.way_of_play,
        exception=may_play,
        after_trick=after_trick,
        after_turn=after_turn,
    ),
    auction=Auction(auction, "bidding", lambda context: (LADDER.calls, PASSING)),
    opening=opening,
    odd=odd,
)
