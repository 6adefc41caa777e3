"""Five Hundred: two partnerships bid for ten tricks; games.md, five-hundred.

Cat bids 7 hearts, worth 200, and takes 8 tricks with Ann: 200 to them, 2 × 10 to the others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from scorekeeper.cards import JOKER, SUIT_SIGNS, SUITS
from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.each import one_of_four, tricks_by_side
from scorekeeper.engine.common.legacy import Game, Options, Table, dealers_left
from scorekeeper.engine.common.odd import far_over, far_short
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import (
    Barred,
    Choice,
    Fault,
    Flag,
    Interview,
    Key,
    Number,
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
    lasting,
    leaders,
    two_partnerships,
    won,
)
from scorekeeper.referee.auction import PASS, PASSED_OUT, PASSING, Auction, Bidding, Calls, ToCall
from scorekeeper.referee.context import NAMED_SUIT, TRUMP, Context, QuestionRefused, Ruling, several
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import NO_TRUMP, Ranking, pack, ranked, with_bowers
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Bid, Seat, Sentence, Side, Suit, say

TRICKS: Final = 10
LEVELS: Final = range(6, 11)
STRAINS: Final = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}  # what six tricks are worth
LEVEL_STEP: Final = 100
ZERO_BIDS: Final = {"nullo": 250, "double_nullo": 500, "bar_nullo": 500, "grand_nullo": 510}
ZERO_NAMES: Final = {bid: bid.replace("_", " ") for bid in ZERO_BIDS}
PLAYED_ALONE: Final = ("nullo", "bar_nullo")
ZERO_BIDS_BY_OPTION: Final[Mapping[str, tuple[str, ...]]] = {
    "none": (),
    "nullo": ("nullo",),
    "double_bar": ("nullo", "double_nullo", "bar_nullo"),
    "grand": ("nullo", "grand_nullo"),
}
SLAM: Final = 250
EACH_TRICK: Final = 10

BIDS: Final = {f"{level}{strain}": Bid(level, strain) for level in LEVELS for strain in STRAINS}
VALUES: Final[Mapping[str, int]] = {
    **{
        name: STRAINS[bid.strain] + LEVEL_STEP * (bid.level - LEVELS[0])
        for name, bid in BIDS.items()
    },
    **ZERO_BIDS,
}

OPTIONS: Final = (
    option.number("target", 100, 2000, "Target", "Points that win the game."),
    option.number("lose_at", -5000, -100, "Losing score", "A side this low has lost.", none="none"),
    option.choice(
        "win_by",
        "Who can win",
        "Whether defenders' tricks may win the game.",
        {
            "reaching": "any side that gets there",
            "contract": "only the declaring side, by a contract it makes",
        },
    ),
    option.choice(
        "win_test",
        "The target itself",
        "Whether exactly the target is enough.",
        {"reach": "is enough", "exceed": "must be exceeded"},
    ),
    option.number(
        "max_deals", 1, 100, "Deals", "The game ends after so many deals.", none="no limit"
    ),
    option.switch("slam_bonus", "All ten tricks", "All ten tricks count at least 250."),
    option.choice(
        "nullo_defenders",
        "Defenders of a zero bid",
        "Which tricks bring them ten points each.",
        {"bidder_tricks": "those the bidder took", "own_tricks": "their own"},
    ),
    option.choice(
        "all_pass",
        "Nobody bids",
        "What happens when all four pass.",
        {"throw_in": "thrown in, the next player deals", "no_contract": "played without trumps"},
    ),
    option.choice(
        "nullos",
        "Zero bids",
        "Which bids to take no trick exist.",
        {
            "none": "none",
            "nullo": "nullo",
            "double_bar": "nullo, double nullo and bar nullo",
            "grand": "nullo and grand nullo",
        },
    ),
    option.choice(
        "nullo_rank",
        "Place of nullo",
        "Where nullo stands among the bids.",
        {"by_value": "between 8 spades and 8 clubs", "below_8": "between 7 no trump and 8 spades"},
    ),
    option.choice(
        "min_bid", "Lowest bid", "The lowest bid open to all.", {"6S": "6 spades", "7S": "7 spades"}
    ),
    option.choice(
        "inkle",
        "Inkles",
        "Bids of six below the lowest bid, to tell the partner of a suit.",
        {
            "off": "not played",
            "signal": "a suit named without value",
            "first_two_players": "for the first two players",
            "first_two_bids": "for the first two bids",
        },
    ),
    option.choice(
        "rounds",
        "Rounds of bidding",
        "How long the bidding lasts.",
        {1: "one", 3: "up to three", None: "until three pass in a row"},
    ),
    option.choice(
        "joker_names",
        "A joker led",
        "Which suit its leader may name where there are no trumps.",
        {"any": "any", "not_shown_void": "none that he has failed to follow"},
    ),
    option.choice(
        "fours",
        "Fours in the pack",
        "Which fours belong to the pack.",
        {"red": "the red ones", "black": "the black ones", "all": "all four"},
    ),
)

_DEFAULTS: Final[Mapping[str, tuple[Value, Value]]] = {  # 43-card, 45-card
    "target": (500, 500),
    "lose_at": (-500, -500),
    "win_by": ("reaching", "contract"),
    "win_test": ("reach", "exceed"),
    "max_deals": (None, None),
    "slam_bonus": (True, False),
    "nullo_defenders": ("bidder_tricks", "bidder_tricks"),
    "all_pass": ("throw_in", "no_contract"),
    "nullos": ("double_bar", "grand"),
    "nullo_rank": ("by_value", "below_8"),
    "min_bid": ("6S", "7S"),
    "inkle": ("off", "first_two_players"),
    "rounds": (1, 3),
    "joker_names": ("any", "not_shown_void"),
    "fours": ("red", "all"),
}
VARIANTS: Final = option.by_variant(("43-card", "45-card"), _DEFAULTS)


def check(variant: str | None, options: Options, players: int) -> Iterable[Fault]:
    """All four fours make a pack of 45 (games.md, five-hundred 5)."""
    if variant == "43-card" and options["fours"] == "all":
        yield Fault(("options", "fours"), say("All four fours belong to the pack of 45 cards."))


_PASSED_OUT: Final = Flag(path=("passed_out",), label=say("Nobody bid"), when="before")
_DECLARER: Final = one_of_four("declarer", "Declarer")
_THROWN_IN: Final = Barred(
    path=("side_tricks",),
    kind=list,
    label=say("Tricks"),
    harmless=([0, 0],),
    missing=say("Nobody bid, so the hand was thrown in: there are no tricks to enter."),
)
_SIDE_TRICKS: Final = tricks_by_side(TRICKS, say("Nobody bid: enter the tricks of both sides."))


def form(pad: Pad) -> Interview:
    """The bid and who made it, then the tricks; or that nobody bid."""
    options = pad.options
    if (yield _PASSED_OUT):
        yield _SIDE_TRICKS if options["all_pass"] == "no_contract" else _THROWN_IN
        return
    barred = options["min_bid"] == "7S" and options["inkle"] in ("off", "signal")
    bid = yield _bids(options["nullos"], barred)
    yield _DECLARER
    yield _tricks(bid)


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """A bid that was missed by far."""
    if "passed_out" in entry:
        return ()
    side, tricks = pad.side_of(entry["declarer"]), entry["tricks"]
    if entry["bid"] in ZERO_BIDS:
        return far_over(("tricks",), side, 0, tricks, TRICKS)
    return far_short(("tricks",), side, BIDS[entry["bid"]].level, tricks)


def bid_name(bid: str) -> Sentence:
    """The bid in words: "7 hearts", "double nullo"."""
    return say("{bid}", bid=BIDS.get(bid) or ZERO_NAMES[bid])


# Nullo ranks just under or just over 8 spades, the others level with 10 hearts or above all.
_ROWS: Final = {"nullo": 75, "double_nullo": 110, "bar_nullo": 110, "grand_nullo": 110}


@cache
def _bids(nullos: str, no_sixes: bool) -> Choice:
    """The value grid; bids that are not played here are refused in words."""
    zeros = ZERO_BIDS_BY_OPTION[nullos]
    named = ", ".join(ZERO_NAMES[bid] for bid in zeros) or "none"
    sixes = [name for name, bid in BIDS.items() if bid.level == LEVELS[0]] if no_sixes else []
    played = [name for name in BIDS if name not in sixes]
    lowest = LEVELS[1] if no_sixes else LEVELS[0]
    refusals = {
        bid: say(
            "{bid} is not played in this variant; zero bids here: {named}.",
            bid=ZERO_NAMES[bid].capitalize(),
            named=named,
        )
        for bid in ZERO_BIDS
        if bid not in zeros
    }
    return Choice(
        path=("bid",),
        label=say("Bid"),
        when="before",
        columns=len(STRAINS),
        keys=(
            *(_key(name, BIDS[name].level * 10) for name in played),
            *(_key(bid, _ROWS[bid]) for bid in zeros),
        ),
        refusals={**refusals, **{bid: say("The lowest bid is 7 spades.") for bid in sixes}},
        wrong=f"Bids run from {lowest} spades to 10 no trump; {{given}} is none.",
        missing=say("Enter the bid, or that nobody bid."),
    )


def _key(bid: str, row: int) -> Key:
    return Key(bid, bid_name(bid), say("{n}", n=VALUES[bid]), row)


@cache
def _tricks(bid: str | None) -> Number:
    """The result; the key that just makes the contract says so."""
    needed = None if bid is None else 0 if bid in ZERO_BIDS else BIDS[bid].level
    made = say("made")
    return Number(
        path=("tricks",),
        label=say("Tricks"),
        hint=say("Of the declarer.") if bid in PLAYED_ALONE else say("Of the declaring side."),
        low=0,
        high=TRICKS,
        keys=tuple(
            Key(n, say("{n}", n=n), made if n == needed else None) for n in range(TRICKS + 1)
        ),
        missing=say("Enter the tricks of the declaring side."),
    )


def is_made(bid: str, tricks: int) -> bool:
    """Whether the declaring side kept its bid."""
    return tricks == 0 if bid in ZERO_BIDS else tricks >= BIDS[bid].level


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, five-hundred 3: side 0 first, whoever declared."""
    if "passed_out" in entry:
        return _score_passed_out(pad, entry)
    bid, declarer, tricks = entry["bid"], entry["declarer"], entry["tricks"]
    if bid in ZERO_BIDS:
        return _zero_bid_lines(bid, declarer, tricks, pad.options["nullo_defenders"])
    return _bid_lines(bid, pad.side_of(declarer), tricks, pad.options["slam_bonus"])


def _score_passed_out(pad: Pad, entry: Entry) -> Iterator[Line]:
    for side in range(2):
        if pad.options["all_pass"] == "throw_in":
            yield Line(side, 0, say("nobody bid: thrown in"), "passed-out")
        else:
            n = entry["side_tricks"][side]
            text = say("no contract: {n} {n:trick|tricks}", n=n)
            yield Line(side, EACH_TRICK * n, text, "no-contract")


@cache
def _bid_lines(bid: str, side: int, tricks: int, slam_bonus: bool) -> tuple[Line, ...]:
    value, said = VALUES[bid], {"bid": BIDS[bid], "n": tricks}
    if not is_made(bid, tricks):
        points, rule, template = -value, "bid-lost", "{bid} lost with {n} {n:trick|tricks}"
    elif tricks == TRICKS and slam_bonus:
        points, rule, template = max(value, SLAM), "slam", "{bid} made with all ten tricks"
        if value < SLAM:
            template += ": {slam} in place of {value}"
            said |= {"slam": SLAM, "value": value}
    else:
        points, rule, template = value, "bid-made", "{bid} made with {n} tricks"
    bidders = Line(side, points, say(template, **said), rule)
    return _in_order(bidders, _defence(1 - side, TRICKS - tricks, "defenders-tricks"))


@cache
def _zero_bid_lines(bid: str, declarer: int, tricks: int, nullo_defenders: str) -> tuple[Line, ...]:
    side = declarer % 2  # seats 0 and 2 against 1 and 3
    value, said = VALUES[bid], {"bid": ZERO_NAMES[bid], "n": tricks}
    if tricks == 0:
        bidders = Line(side, value, say("{bid} made", **said), "nullo-made")
    else:
        text = say("{bid} lost with {n} {n:trick|tricks}", **said)
        bidders = Line(side, -value, text, "nullo-lost")
    if nullo_defenders == "own_tricks":
        return _in_order(bidders, _defence(1 - side, TRICKS - tricks, "nullo-defenders"))
    who = Seat(declarer) if bid in PLAYED_ALONE else Side(side)
    text = say("{n} {n:trick|tricks} taken by {who}", n=tricks, who=who)
    return _in_order(bidders, Line(1 - side, EACH_TRICK * tricks, text, "nullo-defenders"))


def _defence(side: int, tricks: int, rule: str) -> Line:
    return Line(side, EACH_TRICK * tricks, say("{n} {n:trick|tricks} in defence", n=tricks), rule)


def _in_order(bidders: Line, others: Line) -> tuple[Line, ...]:
    return lasting((bidders, others) if bidders.side == 0 else (others, bidders))


def result(pad: Pad) -> Outcome | None:
    """games.md, five-hundred 4: the losing score, then the target, then the number of deals."""
    return _lost(pad) or _reached(pad) or _last_deal(pad)


def _lost(pad: Pad) -> Outcome | None:
    lose_at = pad.options["lose_at"]
    if lose_at is None or min(pad.totals) > lose_at:
        return None
    ahead = leaders(pad)
    return won(pad, ahead, "lose-at") if len(ahead) == 1 else None


def _reached(pad: Pad) -> Outcome | None:
    target = _to_win(pad.options)
    if max(pad.totals) < target or pad.last is None:
        return None
    there = [side for side, total in enumerate(pad.totals) if total >= target]
    entry = pad.last.entry
    bidders = (pad.side_of(entry["declarer"]),) if "declarer" in entry else ()
    if pad.options["win_by"] == "contract":
        wins = bidders and bidders[0] in there and is_made(entry["bid"], entry["tricks"])
        return won(pad, bidders, "target") if wins else None
    if bidders and len(there) == 2:
        return won(pad, bidders, "bidders-first")
    ahead = leaders(pad)
    return won(pad, ahead, "target") if len(ahead) == 1 else None


def _to_win(options: Options) -> int:
    """The least total that wins."""
    target: int = options["target"]
    return target + 1 if options["win_test"] == "exceed" else target


def _last_deal(pad: Pad) -> Outcome | None:
    most, last = pad.options["max_deals"], pad.last
    if most is None or last is None or last.kind != "deal" or pad.deals < most:
        return None
    ahead = leaders(pad)
    return won(pad, ahead, "last-deal") if len(ahead) == 1 else None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "7 hearts by Cat, worth 200", then "7 hearts by Cat, 8 tricks: made"."""
    if entry.get("passed_out"):
        return say("nobody bid")
    bid, declarer, tricks = (entry.get(key) for key in ("bid", "declarer", "tricks"))
    if bid is None:
        return None
    worth = VALUES[bid]
    if declarer is None:
        return say("{bid}, worth {worth}", bid=bid_name(bid), worth=worth)
    template = "{bid} by {seat}, worth {worth}"
    if tricks is not None:
        template = "{bid} by {seat}, {n} {n:trick|tricks}: "
        template += "made" if is_made(entry["bid"], entry["tricks"]) else "lost"
    return say(template, bid=bid_name(bid), seat=Seat(declarer), n=tricks, worth=worth)


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Points to the target; how far from losing."""
    target, lose_at = _to_win(pad.options), pad.options["lose_at"]
    for side, total in enumerate(pad.totals):
        left = target - total
        if left > 0:
            yield side, say("{n} to the target", n=left)
        elif pad.options["win_by"] == "contract":
            yield side, say("any contract made wins")
        if lose_at is not None and lose_at < total < 0:
            yield side, say("{n} more lost would lose the game", n=total - lose_at)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """The bid is kept or lost by its bidder, whoever plays it with him."""
    if "passed_out" not in entry:
        kept = is_made(entry["bid"], entry["tricks"])
        yield entry["declarer"], "bid kept" if kept else "bid lost", 1


def ladder(nullo_rank: str, nullos: str) -> list[list[str]]:
    """The bids from lowest to highest, level ones together (games.md, five-hundred 6)."""
    steps = [[bid] for bid in BIDS]
    below = "8C" if nullo_rank == "by_value" else "8S"
    if nullos != "none":
        steps.insert(steps.index([below]), ["nullo"])
    if nullos == "double_bar":
        steps[steps.index(["10H"])] += ["double_nullo", "bar_nullo"]
    if nullos == "grand":
        steps.append(["grand_nullo"])
    return steps


def tables(options: Options) -> Mapping[str, Table]:
    """The tables of the rules page: what bids are worth, and what outbids what."""
    signs = [SUIT_SIGNS[strain] for strain in STRAINS if strain != "NT"]
    return {
        "bids": printed(
            ("Tricks", *signs, "No trump"),
            ([level, *(VALUES[f"{level}{strain}"] for strain in STRAINS)] for level in LEVELS),
        ),
        "zero_bids": printed(
            ("Bid", "Worth", "Who plays"),
            (
                (ZERO_NAMES[bid], worth, "declarer" if bid in PLAYED_ALONE else "both partners")
                for bid, worth in ZERO_BIDS.items()
            ),
        ),
        "ladder": printed(
            ("Place of nullo", "From the lowest to the highest"),
            (
                (rank, ", ".join(map(_level, ladder(rank, options["nullos"]))))
                for rank in ("by_value", "below_8")
            ),
        ),
    }


def _level(bids: Iterable[str]) -> str:
    """Bids that rank the same: "10♥ = double nullo = bar nullo"."""
    return " = ".join(ZERO_NAMES.get(bid) or _in_signs(BIDS[bid]) for bid in bids)


def _in_signs(bid: Bid) -> str:
    return f"{bid.level}{SUIT_SIGNS[bid.strain]}"


# --- the referee --------------------------------------------------------------------------------

ORDER: Final = "AKQJT987654"
FOURS: Final = {"red": ("4D", "4H"), "black": ("4C", "4S"), "all": pack("4")}
PACKS: Final = {fours: (*pack(ORDER[:-1]), *cards, JOKER) for fours, cards in FOURS.items()}
_BEST_BOWER: Final = (JOKER, ("The {card} is the best bower.", "bowers"))
_ALONE: Final = (JOKER, ("The {card} beats every other card.", "joker"))


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """games.md, five-hundred 6: joker and bowers on top; without trumps the joker by itself."""
    cards = PACKS[context["fours"]]
    trump = context.need("trump") if plays else NO_TRUMP
    if trump != NO_TRUMP:
        return with_bowers(cards, ORDER, trump, _BEST_BOWER)
    if plays and plays[0] == JOKER:
        _check_named(context)
    return ranked(cards, ORDER, JOKER, (_ALONE,))


def _check_named(context: Context) -> None:
    """Who leads the joker names no suit that he has failed to follow, where that is barred."""
    named = context["named_suit"]
    if context["joker_names"] == "not_shown_void" and named in context["shown_void"]:
        template = "{seat} has shown that she has no {suit} and cannot name them."
        text = say(template, seat=Seat(context["leader"]), suit=Suit(named))
        raise QuestionRefused([(("context", "named_suit"), text)])


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The declarer leads, without a partner in two of the zero bids; where nobody bid, the
    dealer's left does, and nothing is trumps."""
    if entry.get("passed_out"):
        return {**dealers_left(pad, entry), "trump": NO_TRUMP}
    bid, declarer = entry.get("bid"), entry.get("declarer")
    said: dict[str, Value] = {"trump": BIDS[bid].strain if bid in BIDS else NO_TRUMP} if bid else {}
    if declarer is None:
        return said
    partner = [(declarer + 2) % 4] if bid in PLAYED_ALONE else []
    return {**said, "leader": declarer, "seats_out": partner}


HINTS: Final = {f"inkle_{strain}": f"6{strain}" for strain in STRAINS if strain != NO_TRUMP}


@cache
def _rungs(nullo_rank: str, nullos: str, hints: bool) -> Ladder:
    steps = ladder(nullo_rank, nullos)
    heights = {bid: height for height, bids in enumerate(steps) for bid in bids}
    names: dict[str, Any] = {bid: bid_name(bid) for bid in heights}
    for hint, bid in HINTS.items() if hints else ():
        heights[hint] = heights[bid]
        names[hint] = say("an inkle in {suit}", suit=Suit(bid[1:]))
    return Ladder(dict(sorted(heights.items(), key=itemgetter(1))), names, "bidding")


def calls(context: Context) -> Sequence[Calls]:
    """Every bid, zero bid and hint, and a pass."""
    rungs = _rungs(context["nullo_rank"], context["nullos"], context["inkle"] == "signal")
    kinds: list[Calls] = [
        {bid: name for bid, name in rungs.calls.items() if bid in kind}
        for kind in (BIDS, ZERO_BIDS, HINTS)
    ]
    return [*filter(None, kinds), PASSING]


class Stand(NamedTuple):
    """What may be bid depends on: the highest call so far, the way of inkling, whether bids of six
    are open and hints are, whether the partner has bid nullo, and whether the side has declared
    ace, no face."""

    highest: str | None
    inkle: str
    sixes: bool
    hints: bool
    after_nullo: bool
    no_face: bool


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, five-hundred 6: upwards from the dealer's left, for so many rounds."""
    rungs = _rungs(context["nullo_rank"], context["nullos"], context["inkle"] == "signal")
    first = dealer + 1
    calls: list[str] = []
    while not _is_over(context, rungs, first, calls):
        turn = len(calls)
        stand = _stand(context, first, calls, turn)
        calls.append((yield _to_bid(rungs, (first + turn) % 4, stand)))
    bids = [(turn, call) for turn, call in enumerate(calls) if call in VALUES]
    if not bids:
        return PASSED_OUT
    turn, bid = bids[-1]
    return {"declarer": (first + turn) % 4, "bid": bid}


def _stand(context: Context, first: int, calls: Sequence[str], turn: int) -> Stand:
    """How it stands after these calls for who has that turn, the next one or a later."""
    inkle = context["inkle"]
    bids = [call for call in calls if call in VALUES]
    return Stand(
        highest=next((call for call in reversed(calls) if call != PASS), None),
        inkle=inkle,
        sixes=context["min_bid"] == "6S"
        or (inkle == "first_two_players" and turn < 2)
        or (inkle == "first_two_bids" and len(bids) < 2),
        hints=not bids,
        after_nullo="nullo" in calls[(turn + 2) % 4 :: 4],
        no_face=(first + turn) % 2 in context["ace_no_face"],
    )


def _is_over(context: Context, rungs: Ladder, first: int, calls: Sequence[str]) -> bool:
    made, rounds = len(calls), context["rounds"]
    has_bid = any(call in VALUES for call in calls)
    if rounds is None:
        return _passed(calls, 3 if has_bid else 4)
    most = 4 * rounds
    if made == most or (made == 4 and _passed(calls, 4)):
        return True
    coming = range(made, min(most, made + 4))
    return has_bid and not any(_open_bids(rungs, _stand(context, first, calls, n)) for n in coming)


def _passed(calls: Sequence[str], times: int) -> bool:
    """Whether the last calls, so many, were passes."""
    return [*calls[-times:]] == [PASS] * times


@lru_cache(maxsize=4096)
def _open_bids(rungs: Ladder, stand: Stand) -> tuple[str, ...]:
    return tuple(bid for bid in rungs.above(stand.highest) if _barred(stand, bid) is None)


_NO_SIXES: Final = {
    "off": say("The lowest bid is 7 spades."),
    "signal": say("The lowest bid is 7 spades."),
    "first_two_players": say("Only the first two players to speak may bid six."),
    "first_two_bids": say("Only the first two bids may be bids of six."),
}
_AFTER_NULLO: Final = ("double_nullo", "grand_nullo")
_NEEDS_A_FACE: Final = ("nullo", "grand_nullo")


def _barred(stand: Stand, bid: str) -> Ruling | None:
    """Why a bid that would stand high enough cannot be made; None if it can."""
    if bid in HINTS and not stand.hints:
        return Ruling(say("A suit is hinted at only before anybody has bid."), "inkle")
    if bid in BIDS and BIDS[bid].level == LEVELS[0] and not stand.sixes:
        return Ruling(_NO_SIXES[stand.inkle], "inkle")
    if bid in _AFTER_NULLO and not stand.after_nullo:
        text = say("{bid} is only for the partner of a nullo bidder.", bid=bid_name(bid))
        return Ruling(text, "zero-bids")
    if bid in _NEEDS_A_FACE and stand.no_face:
        text = say("A side that declared ace, no face cannot bid {bid}.", bid=bid_name(bid))
        return Ruling(text, "ace-no-face")
    return None


@lru_cache(maxsize=4096)
def _to_bid(rungs: Ladder, seat: int, stand: Stand) -> ToCall:
    allowed = _open_bids(rungs, stand)

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return Ruling(MAY_PASS, "auction")
        barred = _barred(stand, call) if call in rungs.heights else None
        return barred or rungs.judge(call, stand.highest, allowed)

    return ToCall(seat, (PASS, *allowed), judge)


GAME: Final = Game(
    slug="five-hundred",
    name="Five Hundred",
    aliases=("500", "Auction 500"),
    players=range(4, 5),
    about=say("Two partnerships bid for tricks of ten, with a joker and bowers; first to 500."),
    guide=Guide((45, 75), "hard", "joker"),
    variants=VARIANTS,
    options=OPTIONS,
    check=check,
    sides=two_partnerships,
    form=form,
    score=score,
    result=result,
    headline=headline,
    needs=needs,
    facts=facts,
    tables=tables,
    play=Play(
        ranking,
        pack=lambda context: frozenset(PACKS[context["fours"]]),
        keys=(TRUMP, NAMED_SUIT, several("shown_void", SUITS, "Suits the leader lacks", Suit)),
    ),
    auction=Auction(
        auction,
        "auction",
        calls,
        keys=(several("ace_no_face", (0, 1), "Ace, no face declared by", Side),),
    ),
    opening=opening,
    odd=odd,
)
