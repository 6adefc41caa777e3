"""Trex: four kingdoms of five deals, in each of which the owner picks every game once; games.md,
trex.

Ann owns the first kingdom and picks the king of hearts. Ben had doubled it and takes it himself in
a trick that Cat led: −150 to Ben, +75 to Cat. After Ann's five games the kingdom passes to Dan.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from scorekeeper.cards import RANKS, SUITS
from scorekeeper.engine import old_options as option
from scorekeeper.engine.cards_taken import Captures, FinishOrder, Settled
from scorekeeper.engine.common.declared import called, declaring
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.race import behind_the_first
from scorekeeper.engine.common.tables import printed, signed
from scorekeeper.engine.fields import Choice, Interview, Key, Many, Number, Question, SeatOf, Value
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Line,
    Outcome,
    Pad,
    Rows,
    each_player,
    lasting,
    leaders,
    two_partnerships,
    won,
)
from scorekeeper.engine.lists import entered
from scorekeeper.referee.auction import Auction, Bidding, Calls
from scorekeeper.referee.context import Context, OnCards, QuestionRefused, Ruling, choice, several
from scorekeeper.referee.context import ContextKey as ContextKey
from scorekeeper.referee.ranking import STANDARD, ranked
from scorekeeper.referee.ranking import Ranking as TrickRanking
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, TrickVerdict, unless_nothing_else
from scorekeeper.sentences import Card, Listing, Seat, Sentence, Sides, all_of, say, worded

SEATS: Final = (0, 1, 2, 3)
GAMES: Final = ("diamonds", "eltoosh", "girls", "king", "trex")
DEALS: Final = len(SEATS) * len(GAMES)
EACH: Final = 13  # diamonds in the pack, tricks in a deal


class Price(NamedTuple):
    """What a card is worth: to its taker, to its taker once doubled, then to its holder too."""

    single: int
    doubled: int
    holder: int


TRICK: Final = -15
CARDS: Final = {"girls": ("QC", "QD", "QH", "QS"), "king": ("KH",)}
PRICES: Final = {"girls": Price(-25, -50, 25), "king": Price(-75, -150, 75)}
OUT: Final = (200, 150, 100, 50)
PLACES: Final = ("first", "second", "third", "last")
COUNTED: Final = {"diamonds": "{n} {n:diamond|diamonds}", "eltoosh": "{n} {n:trick|tricks}"}
NOTHING: Final = {
    "diamonds": "no diamond",
    "eltoosh": "no trick",
    "girls": "no queen",
    "king": "not the king",
}

OPTIONS: Final = (
    option.choice(
        "diamond_points",
        "A diamond",
        "What each diamond taken is worth.",
        {10: "ten points for its taker", -10: "ten points against its taker"},
    ),
    option.choice(
        "self_capture",
        "A doubled card taken by its holder",
        "What it costs him, and whether the leader of that trick gains by it.",
        {
            "leader_bonus": "counts double, and the leader of the trick gains",
            "single": "counts single, and nobody gains",
        },
    ),
    option.choice(
        "self_lead_bonus",
        "The holder led that trick himself",
        "Whether the leader's gain is then his own.",
        {"applies": "he gains it himself", "none": "nobody gains"},
    ),
    option.switch("doubling", "Doubling", "Queens and the king of hearts may be doubled."),
    option.switch("partnership", "Partners", "Players who face each other add up their points."),
    option.choice(
        "play_direction",
        "Way round",
        "Who plays after whom; the kingdom passes to the right either way.",
        {"left": "to the left", "right": "to the right"},
    ),
    option.switch(
        "heart_lead_ban",
        "No heart led for the king",
        "In the king of hearts no heart may be led by a player who holds anything else.",
    ),
)


def sides(options: Options, players: int) -> Sides:
    """Each player for himself, unless the table plays with partners."""
    return (two_partnerships if options["partnership"] else each_player)(options, players)


def owner_of(pad: Pad) -> int:
    """Who owns the kingdom of the next deal; it passes to the right."""
    return (pad.first_dealer - pad.deals // len(GAMES)) % len(SEATS)


def games_left(pad: Pad) -> tuple[str, ...]:
    """The games that the owner has still to pick, in the order of the table."""
    return _left(pad.rows, pad.deals % len(GAMES))


# asked by the form, and again when the deal is written
@lru_cache(maxsize=1)
def _left(rows: Rows, played: int) -> tuple[str, ...]:
    if not played:
        return GAMES
    picked: list[str] = []
    for row in reversed(rows):
        if len(picked) == played:
            break
        if row.kind == "deal":
            picked.append(row.entry["contract"])
    return _without(frozenset(picked))


@cache
def _without(picked: frozenset[str]) -> tuple[str, ...]:
    return tuple(game for game in GAMES if game not in picked)


def upcoming(pad: Pad) -> Mapping[str, Value]:
    """The owner, who deals, and what is left to him."""
    owner = owner_of(pad)
    return {"dealer": owner, "owner": owner, "contracts_left": games_left(pad)}


def form(pad: Pad) -> Interview:
    """The game that the owner picks, then what it brought each player."""
    owner, left = owner_of(pad), games_left(pad)
    yield _owner(owner, len(left) == len(GAMES))
    game = yield _game(owner, left, pad.options["diamond_points"])
    if game:
        yield _ASKED[game](game, pad.options)


@cache
def _owner(owner: int, is_new: bool) -> Settled:
    template = (
        "{owner} owns this kingdom, not {given}: it passes to the right."
        if is_new
        else "The kingdom is {owner}'s until she has played all five games."
    )
    return Settled(
        path=("owner",),
        label=say("Owner of the kingdom"),
        seats=SEATS,
        players=len(SEATS),
        settled=owner,
        refusals={
            seat: say(template, owner=Seat(owner), given=Seat(seat))
            for seat in SEATS
            if seat != owner
        },
    )


@cache
def _game(owner: int, left: tuple[str, ...], diamond: int) -> Choice:
    said = {"owner": Seat(owner), "left": Listing(left)}
    picked = "{owner} has already chosen {game} in this kingdom; left: {left}."
    return Choice(
        path=("contract",),
        label=say("{owner}'s game", **said),
        hint=say("{owner} owns the kingdom; {n} {n:game|games} left", n=len(left), **said),
        when="before",
        keys=tuple(
            Key(game, say(game), badge, off=game not in left)
            for game, badge in _badges(diamond).items()
        ),
        refusals={game: say(picked, game=game, **said) for game in GAMES if game not in left},
        wrong="The games left are {choices}; {given} was entered.",
        missing=say("Say which game {owner} has chosen.", **said),
    )


def _badges(diamond: int) -> Mapping[str, Sentence]:
    """What each game is about, in a few figures."""
    return {
        "diamonds": say("{points} each", points=signed(diamond)),
        "eltoosh": say("{points} each", points=signed(TRICK)),
        "girls": say("{points} each", points=signed(PRICES["girls"].single)),
        "king": signed(PRICES["king"].single),
        "trex": say("{most} to {least}", most=signed(OUT[0]), least=OUT[-1]),
    }


@cache
def _counts(game: str) -> Many:
    label, tally = {
        "diamonds": ("Diamonds", "The diamonds add up to {given}; there are {total}."),
        "eltoosh": ("Tricks", "The tricks add up to {given}; this deal has {total}."),
    }[game]
    return Many(
        path=("counts",),
        label=say(label),
        noun="counts",
        items=tuple(
            Number(path=("counts", seat), label=say(label), low=0, high=EACH) for seat in SEATS
        ),
        total=EACH,
        tally=tally,
        told=lambda given: say("{n} of {total} so far", n=entered(given), total=EACH),
    )


@cache
def _cards(game: str, doubling: bool, leads: bool) -> Captures:
    return Captures(
        path=("cards",),
        label=say("Taken by"),
        cards=CARDS[game],
        seats=SEATS,
        doubling=doubling,
        leads=leads,
        missing=say("Say who took which card."),
    )


_ORDER: Final = FinishOrder(
    path=("order",),
    label=say("Going out"),
    hint=say("Tap the names as they went out; another tap takes one back."),
    items=tuple(
        SeatOf(
            path=("order", place),
            label=say(f"out {word}"),
            seats=SEATS,
            players=len(SEATS),
            missing=say(f"Say who went out {word}."),
        )
        for place, word in enumerate(PLACES[:-1])
    ),
    lacking="All four players go out; {missing} {n:is|are} missing.",
    missing=say("Say in which order the players went out."),
)


def _ask_counts(game: str, options: Options) -> Question:
    return _counts(game)


def _ask_cards(game: str, options: Options) -> Question:
    return _cards(game, options["doubling"], options["self_capture"] == "leader_bonus")


def _ask_order(game: str, options: Options) -> Question:
    return _ORDER


_ASKED: Final[Mapping[str, Callable[[str, Options], Question]]] = {
    "diamonds": _ask_counts,
    "eltoosh": _ask_counts,
    "girls": _ask_cards,
    "king": _ask_cards,
    "trex": _ask_order,
}


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, trex 3: each player's points go to his side; a side without any is told so."""
    game, sides = entry["contract"], len(pad.sides)
    lines = _SCORED[game](pad.options, sides, entry)
    return (*lines, *_untold(game, sides, frozenset([line.side for line in lines])))


@cache
def _untold(game: str, sides: int, told: frozenset[int]) -> tuple[Line, ...]:
    empty_handed = [side for side in range(sides) if side not in told]
    return lasting(Line(side, 0, say(NOTHING[game]), game) for side in empty_handed)


def _line(sides: int, seat: int, points: int, text: Sentence, rule: str) -> Line:
    """Partners face each other; a line of theirs says whose points they are."""
    if sides < len(SEATS):
        text = say("{seat}: {text}", seat=Seat(seat), text=text)
    return Line(seat % sides, points, worded(text), rule)


def _score_counts(options: Options, sides: int, entry: Entry) -> list[Line]:
    game = entry["contract"]
    each = options["diamond_points"] if game == "diamonds" else TRICK
    return [_counted(sides, seat, game, each, n) for seat, n in enumerate(entry["counts"]) if n]


@cache
def _counted(sides: int, seat: int, game: str, each: int, n: int) -> Line:
    return _line(sides, seat, each * n, say(COUNTED[game], n=n), game)


def _score_cards(options: Options, sides: int, entry: Entry) -> list[Line]:
    game, lines = entry["contract"], list[Line]()
    plain: dict[int, tuple[str, ...]] = {}
    for card in entry["cards"]:
        taker, doubler = card["taken_by"], card.get("doubled_by")
        if doubler is None:
            plain[taker] = (*plain.get(taker, ()), card["card"])
        elif doubler != taker:
            lines += _doubled(sides, game, card["card"], taker, doubler)
        elif options["self_capture"] == "single":
            lines.append(_own_single(sides, game, card["card"], taker))
        else:
            bonus = options["self_lead_bonus"] == "applies"
            lines += _own_doubled(sides, game, card["card"], taker, card["led_by"], bonus)
    return [_taken(sides, seat, game, plain[seat]) for seat in sorted(plain)] + lines


@cache
def _taken(sides: int, seat: int, game: str, cards: tuple[str, ...]) -> Line:
    text = say("{cards}", cards=all_of(*map(Card, cards)))
    return _line(sides, seat, PRICES[game].single * len(cards), text, game)


@cache
def _doubled(sides: int, game: str, card: str, taker: int, holder: int) -> tuple[Line, Line]:
    price, name = PRICES[game], Card(card)
    text = say("{card}, doubled by {holder}", card=name, holder=Seat(holder))
    gain = say("doubled the {card}, which {taker} took", card=name, taker=Seat(taker))
    return (
        _line(sides, taker, price.doubled, text, "doubled"),
        _line(sides, holder, price.holder, gain, "doubled"),
    )


@cache
def _own_single(sides: int, game: str, card: str, holder: int) -> Line:
    text = say("{card}, doubled and taken: counts single", card=Card(card))
    return _line(sides, holder, PRICES[game].single, text, "own-double")


@cache
def _own_doubled(
    sides: int, game: str, card: str, holder: int, leader: int, bonus: bool
) -> tuple[Line, ...]:
    """`bonus`: the holder gains by a trick that he led himself."""
    price, said = PRICES[game], {"card": Card(card), "holder": Seat(holder)}
    text = say("{card}, doubled and taken", **said)
    loss = _line(sides, holder, price.doubled, text, "own-double")
    if leader == holder and not bonus:
        return (loss,)
    template = "led the trick in which {holder} took the doubled {card}"
    text = say("led that trick too" if leader == holder else template, **said)
    return loss, _line(sides, leader, price.holder, text, "own-double")


def _score_order(options: Options, sides: int, entry: Entry) -> list[Line]:
    return [_out(sides, seat, place) for place, seat in enumerate(entry["order"])]


@cache
def _out(sides: int, seat: int, place: int) -> Line:
    return _line(sides, seat, OUT[place], say(f"out {PLACES[place]}"), "trex")


_SCORED: Final[Mapping[str, Callable[[Options, int, Entry], list[Line]]]] = {
    "diamonds": _score_counts,
    "eltoosh": _score_counts,
    "girls": _score_cards,
    "king": _score_cards,
    "trex": _score_order,
}


def result(pad: Pad) -> Outcome | None:
    """games.md, trex 4: after the last deal of the fourth kingdom the highest total wins."""
    return won(pad, leaders(pad), "twenty-deals") if pad.deals >= DEALS else None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "Ann's king", then "Ann's king to Cat"; "Dan's trex, Ben first"."""
    game = entry.get("contract")
    if game is None:
        return None
    said = {"owner": Seat(owner_of(pad)), "game": game}
    taker = _taker(entry) if game == "king" else None
    first = next(iter(entry.get("order") or ()), None)
    if taker is not None:
        return say("{owner}'s {game} to {seat}", seat=Seat(taker), **said)
    if first is not None:
        return say("{owner}'s {game}, {seat} first", seat=Seat(first), **said)
    return say("{owner}'s {game}", **said)


def _taker(entry: Entry) -> int | None:
    """Who took the one card that a game is about, if that is known yet."""
    card = next(iter(entry.get("cards") or ()), None) or {}
    taker: int | None = card.get("taken_by")
    return taker


def tables(options: Options) -> Mapping[str, Table]:
    """What the games bring, what doubling changes, and the order of the kingdoms."""
    return {
        "games": printed(
            ("Game", "Points"),
            (
                ("diamonds", say("{n} a diamond", n=signed(options["diamond_points"]))),
                ("eltoosh", say("{n} a trick", n=signed(TRICK))),
                ("girls", say("{n} a queen", n=signed(PRICES["girls"].single))),
                ("king", say("{n} for the king of hearts", n=signed(PRICES["king"].single))),
                ("trex", say("{points}", points=Listing(tuple(map(signed, OUT))))),
            ),
        ),
        "doubled": printed(
            ("A doubled card", "Its taker", "Its holder, if another took it, or the leader"),
            ((name, signed(p.doubled), signed(p.holder)) for name, p in PRICES.items()),
        ),
        "order": printed(
            ("Going out", "Points"),
            ((place, signed(points)) for place, points in zip(PLACES, OUT, strict=True)),
        ),
    }


DOCUMENT: Final[Mapping[str, Value]] = {
    "diamond_points": 10,
    "self_capture": "leader_bonus",
    "self_lead_bonus": "applies",
    "doubling": True,
    "partnership": False,
    "play_direction": "left",
    "heart_lead_ban": True,
}

# --- the referee --------------------------------------------------------------------------------


def ranking(context: Context, plays: Sequence[str]) -> TrickRanking:
    """Never trumps."""
    return ranked(STANDARD)


def may_play(turn: ToPlay) -> Allowed | None:
    """games.md, trex 6: in the king no heart is led from a hand that holds anything else."""
    context = turn.context
    if turn.led is not None or context["contract"] != "king" or not context["heart_lead_ban"]:
        return None
    return unless_nothing_else(turn, turn.of("H"), _NO_HEART, _ONLY_HEARTS)


_NO_HEART: Final = Ruling(say("No heart may be led."), "heart-lead")
_ONLY_HEARTS: Final = Ruling(say("The hand is nothing but hearts: one may be led."), "heart-lead")

START: Final = "J"
Built = Mapping[str, Sequence[str]]
"""The lowest and the highest rank on the table, by suit."""


def building(
    context: Context, plays: Sequence[str], hand: Sequence[str] | None
) -> TrickVerdict | None:
    """games.md, trex 6: in the game of trex cards are built on the jacks, not played to tricks."""
    if context["contract"] != "trex":
        return None
    built: Built = context["built"] or {}
    for number, card in enumerate(plays):
        if card not in _fitting(built):
            text = say("The {card} does not fit on the table.", card=Card(card))
            raise QuestionRefused([(("plays", number), text)])
        built = _laid(built, card)
    fitting = _fitting(built)
    legal = None if hand is None else [card for card in hand if card in fitting]
    return TrickVerdict(None, _NOTHING_FITS if legal == [] else _FITS, legal)


def _fitting(built: Built) -> set[str]:
    """The cards that can be laid next."""
    return {card for suit in SUITS for card in _next(suit, built.get(suit))}


def _next(suit: str, span: Sequence[str] | None) -> Iterable[str]:
    if span is None:
        return [START + suit]
    low, high = map(RANKS.index, span)
    return [RANKS[place] + suit for place in (low - 1, high + 1) if 0 <= place < len(RANKS)]


def _laid(built: Built, card: str) -> Built:
    """What lies there with one card more, which fits."""
    rank, suit = card[0], card[1]
    low, high = built.get(suit, (rank, rank))
    ranks = (rank, low, high)
    return {**built, suit: (min(ranks, key=RANKS.index), max(ranks, key=RANKS.index))}


def _is_built(value: Any, players: int) -> bool:
    return type(value) is dict and all(
        suit in SUITS and _is_span(span) for suit, span in value.items()
    )


def _is_span(span: Any) -> bool:
    """Two ranks, the lower first, with the jack between them or one of them."""
    if type(span) is not list or len(span) != 2:
        return False
    if not all(type(rank) is str and len(rank) == 1 and rank in RANKS for rank in span):
        return False
    low, high = map(RANKS.index, span)
    return low <= RANKS.index(START) <= high


_FITS: Final = Ruling(
    say("A jack opens its suit; another card goes next to those of its suit on the table."),
    "building",
)
_NOTHING_FITS: Final = Ruling(say("No card of the hand fits: the player passes."), "building")


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The game that was picked; the owner of the kingdom leads."""
    game = entry.get("contract")
    return {"leader": owner_of(pad), **({"contract": game} if game else {})}


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, trex 6: the owner, who deals, picks one of the games that are left."""
    left = tuple(game for game in GAMES if game in context["contracts_left"])
    question = _game(dealer, left, context["diamond_points"])
    why = say("It has not been chosen in this kingdom.")
    picked = yield declaring(dealer, question, "choosing", why)
    return {"contract": picked, "owner": dealer}


def lying(built: Built | None) -> tuple[str, ...]:
    """The cards on the table."""
    ends = ((suit, map(RANKS.index, span)) for suit, span in (built or {}).items())
    return tuple(RANKS[at] + suit for suit, (low, high) in ends for at in range(low, high + 1))


def spans(cards: Sequence[str]) -> Built | None:
    """What is built where these cards are on the table: from the jack to each of them."""
    built: dict[str, list[str]] = {}
    for card in cards:
        rank, suit = card[0], card[1]
        ranks = {START, rank, *built.get(suit, ())}
        built[suit] = [min(ranks, key=RANKS.index), max(ranks, key=RANKS.index)]
    return built or None


def calls(context: Context) -> Sequence[Calls]:
    """The games of a kingdom."""
    return (called(_game(SEATS[0], GAMES, context["diamond_points"])),)


_LEFT: Final = several("contracts_left", GAMES, "Games left", all_of_them=True)
BUILT: Final = ContextKey(
    "built",
    _is_built,
    "`built` gives the lowest and the highest rank on the table by suit, with the jack in between.",
    say("On the table"),
    cards=OnCards(lying, spans),
)


GAME: Final = Game(
    slug="trex",
    name="Trex",
    aliases=("Trix",),
    players=range(4, 5),
    about=say("Four kingdoms; the owner of each picks five games, each of them once."),
    guide=Guide((60, 90), "practice", "52"),
    variants={"document": DOCUMENT, "classic": {**DOCUMENT, "diamond_points": -10}},
    options=OPTIONS,
    sides=sides,
    form=form,
    score=score,
    result=result,
    upcoming=upcoming,
    recorded=("owner",),
    headline=headline,
    needs=behind_the_first,
    tables=tables,
    play=Play(
        ranking,
        keys=(choice("contract", GAMES, "Game"), BUILT),
        step=option.way_of_play,
        exception=may_play,
        apart=building,
    ),
    auction=Auction(auction, "choosing", calls, keys=(_LEFT,), offer=say("What may he pick?")),
    opening=opening,
)
