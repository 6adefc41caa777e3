"""Trex: four kingdoms of five deals, in each of which the owner picks every game once;
rules.md#choosing.

Ann owns the first kingdom and picks the king of hearts. Ben had doubled it and also takes it in
a trick that Cat led: −150 to Ben, +75 to Cat. After Ann's five games the kingdom passes to Dan.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import (
    Captures,
    Card,
    Choice,
    DerivedSeat,
    FinishOrder,
    Grid,
    Interview,
    Line,
    Listing,
    Many,
    Message,
    Number,
    Outcome,
    Pad,
    Phrase,
    Printed,
    Question,
    Seat,
    SeatOf,
    Sentence,
    Sides,
    Table,
    all_of,
    ask,
    cached_lines,
    each_player,
    entered,
    known,
    leaders,
    phrase,
    printed,
    say,
    signed,
    two_partnerships,
    won,
)
from scorekeeper.games.trex.deal import (
    ALSO_CALLED,
    COMPLEX,
    GAMES,
    SEATS,
    AnyGame,
    Capture,
    Complex,
    Diamonds,
    Eltoosh,
    Girls,
    House,
    King,
    Trex,
)

EACH: Final = 13  # diamonds in the pack, tricks in a deal
NAMES: Final = {
    "diamonds": phrase("diamonds"),
    "eltoosh": phrase("eltoosh"),
    "girls": phrase("girls"),
    "king": phrase("king"),
    "trex": phrase("trex"),
    "complex": phrase("complex"),
}
"""What the games are called."""
CARDS: Final = {
    "girls": ("QC", "QD", "QH", "QS"),
    "king": ("KH",),
    "complex": ("QC", "QD", "QH", "QS", "KH"),
}
KING: Final = "KH"

TRICK: Final = -15
SINGLE: Final = {"girls": -25, "king": -75}
TAKER, HOLDER = 0, 1
DOUBLED: Final = Grid(
    ("A doubled card", "Its taker", "Its holder, if another took it, or the leader"),
    {"girls": ("girls", -50, 25), "king": ("king", -150, 75)},
    shown=signed,
)
OUT: Final = Grid(
    ("Going out", "Points"),
    {
        "first": ("first", 200),
        "second": ("second", 150),
        "third": ("third", 100),
        "last": ("last", 50),
    },
    shown=signed,
)


# --- the kingdoms -------------------------------------------------------------------------------


def sides(house: House, players: int) -> Sides:
    """Return a side for each player, or two pairs where the table plays with partners."""
    return (two_partnerships if house.partnership else each_player)(house, players)


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """Return the owner of the kingdom, who deals, and the games left to pick; after the last
    of them the kingdom passes to the right."""
    # the source doesn't say who deals the hand in which the seven of hearts finds the first owner:
    # here it is the owner
    owner = (pad.first_dealer - pad.deals // len(pad.options.kingdom)) % len(SEATS)
    return {"dealer": owner, "owner": owner, "contracts_left": games_left(pad)}


def games_left(pad: Pad[House]) -> tuple[str, ...]:
    """Return the games that the owner has still to pick, in their printed order."""
    last = pad.last_deal
    if last is None or pad.deals % len(pad.options.kingdom) == 0:
        return pad.options.kingdom
    picked = last.deal.game
    return tuple([game for game in last.upcoming["contracts_left"] if game != picked])


def result(pad: Pad[House]) -> Outcome | None:
    """End the game after the last deal of the fourth kingdom: the highest total wins;
    rules.md#twenty-deals."""
    # equal totals are not in the source: they share the win
    if pad.deals < len(SEATS) * len(pad.options.kingdom):
        return None
    return won(pad, leaders(pad), "eight-deals" if pad.options.complex else "twenty-deals")


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask which game the owner picks, then what it brought each player."""
    owner, left, house = pad.upcoming["owner"], pad.upcoming["contracts_left"], pad.options
    yield ask_owner(owner, len(left) == len(house.kingdom), house.complex)
    game = yield ask_game(owner, left, house.diamond_points, house.complex)
    if game == "complex":
        yield ask_diamonds("diamonds")
        yield ask_counts("Tricks", "tricks")
    if game in CARDS:
        yield ask_cards(game, house.doubling, house.self_capture == "leader_bonus")
    elif game:
        yield ASKED[game]


@ask.question
def ask_owner(owner: int, is_new: bool, complex: bool) -> DerivedSeat:
    """Ask for the owner, who is settled: a sheet may name them, no page asks. `is_new`: the kingdom
    has just passed."""
    template = (
        "{owner} owns this kingdom, not {given}: it passes to the right."
        if is_new
        else "The kingdom is {owner}'s until both games have been played."
        if complex
        else "The kingdom is {owner}'s until she has played all five games."
    )
    others = [seat for seat in SEATS if seat != owner]
    return DerivedSeat(
        path=("owner",),
        label=say("Owner of the kingdom"),
        seats=SEATS,
        players=len(SEATS),
        derived=owner,
        refusals={seat: say(template, owner=Seat(owner), given=Seat(seat)) for seat in others},
    )


@ask.question
def ask_game(owner: int, left: tuple[str, ...], diamond: int, complex: bool) -> Choice:
    """Ask which game is picked; keys of games picked before are off."""
    values = {"owner": Seat(owner), "left": Listing(left)}
    each, picked = (
        "{points} each",
        "{owner} has already chosen {game} in this kingdom; left: {left}.",
    )
    badges = {
        "complex": say("four in one deal"),
        "diamonds": say(each, points=signed(diamond)),
        "eltoosh": say(each, points=signed(TRICK)),
        "girls": say(each, points=signed(SINGLE["girls"])),
        "king": signed(SINGLE["king"]),
        "trex": say("{most} to {least}", most=signed(OUT["first"][0]), least=OUT["last"][0]),
    }
    kingdom = COMPLEX if complex else GAMES
    refusals = {game: say(picked, game=game, **values) for game in kingdom if game not in left}
    if complex:
        refusals.update((game, TWO_GAMES) for game in GAMES if game not in kingdom)
    return Choice(
        path=("contract",),
        label=say("{owner}'s game", **values),
        turn=say("{owner} picks a game", **values),
        hint=say("{owner} owns the kingdom; {n} {n:game|games} left", n=len(left), **values),
        when="before",
        keys=tuple(ask.key(game, game, badges[game], used_up=game not in left) for game in kingdom),
        refusals=refusals,
        wrong="The games left are {choices}; {given} was entered.",
        also_called=ALSO_CALLED,
        missing=say("Say which game {owner} has chosen.", **values),
    )


TWO_GAMES: Final = say("This kingdom has two games, complex and trex.")


@ask.question
def ask_cards(game: str, doubling: bool, leads: bool) -> Captures:
    """Ask who took which card; with `leads`, who led the trick in which a player took a card they
    had doubled."""
    return Captures(
        path=("cards",),
        label=say("Taken by"),
        cards=CARDS[game],
        seats=SEATS,
        doubling=doubling,
        leads=leads,
        missing=say("Say who took which card."),
    )


@ask.question
def ask_counts(label: Message, field: str = "counts") -> Many:
    """Ask how many each player took, 13 together."""
    return Many(
        path=(field,),
        label=say(label),
        noun="counts",
        items=tuple(
            Number(path=(field, seat), label=say(label), low=0, high=EACH) for seat in SEATS
        ),
        total=EACH,
        progress=lambda given: say("{n} of {total} so far", n=entered(given), total=EACH),
    )


@ask.question
def ask_diamonds(field: str = "counts") -> Many:
    """Ask for the diamonds of each player."""
    return ask_counts("Diamonds", field).changed(
        tally=phrase("The diamonds add up to {given}; there are {total}."),
        lacking=phrase("{n} {n:diamond is|diamonds are} missing."),
        beyond=phrase("{n} {n:diamond|diamonds} too many."),
    )


def ask_place(at: int, place: str) -> SeatOf:
    """Ask who went out at that place, 0 first."""
    to_say = say("Say who went out {place}.", place=Phrase(place))  # pages ask one by one
    return SeatOf(
        path=("order", at),
        label=say("out {place}", place=Phrase(place)),
        turn=say("who went out {place}", place=Phrase(place)),
        seats=SEATS,
        players=len(SEATS),
        missing=to_say,
    )


ASKED: Final[Mapping[str, Question]] = {
    "diamonds": ask_diamonds(),
    "eltoosh": ask_counts("Tricks"),
    "trex": FinishOrder(
        path=("order",),
        label=say("Going out"),
        hint=say("Tap players in the order they went out. Tap again to undo."),
        items=tuple(ask_place(at, place) for at, place in enumerate(OUT) if place != "last"),
        lacking="All four players go out; {missing} {n:is|are} missing.",
        missing=say("Say in which order the players went out."),
    ),
}


# --- what it brings -----------------------------------------------------------------------------

COUNTED: Final = {
    "diamonds": "took {n} {n:diamond|diamonds}",
    "eltoosh": "took {n} {n:trick|tricks}",
}
NOTHING: Final = {
    "diamonds": "took no diamond",
    "eltoosh": "took no trick",
    "girls": "took no queen",
    "king": "did not take the king",
    "complex": "took no trick",
}


def score(table: Table[None, House], deal: AnyGame) -> Iterable[Line]:
    """Yield each player's points for their side, and a line of 0 points for a side that got none;
    rules.md#trex."""
    lines = points_lines(deal, table.house)
    sides_scored = frozenset([line.side for line in lines])
    return (*lines, *nothing(deal.game, sides_scored, len(table.sides)))


def points_lines(deal: AnyGame, house: House) -> Sequence[Line]:
    """Return the points of each player who got any."""
    match deal:
        case Diamonds():
            return counted(deal.counts, "diamonds", house.diamond_points, house.partnership)
        case Eltoosh():
            return counted(deal.counts, "eltoosh", TRICK, house.partnership)
        case Girls() | King():
            return capture_lines(deal.cards, deal.game, house)
        case Complex():
            return (
                *counted(deal.diamonds, "diamonds", house.diamond_points, house.partnership),
                *counted(deal.tricks, "eltoosh", TRICK, house.partnership),
                *capture_lines([one for one in deal.cards if one.card != KING], "girls", house),
                *capture_lines([one for one in deal.cards if one.card == KING], "king", house),
            )
    return finish_lines(deal.order, house.partnership)


def capture_lines(cards: Sequence[Capture], game: str, house: House) -> list[Line]:
    """Return the points for cards that nobody had doubled, a line a player; then for each doubled
    one."""
    lines: list[Line] = []
    taken: dict[int, tuple[str, ...]] = {}
    for one in cards:
        if one.doubled_by is None:
            taken[one.taken_by] = (*taken.get(one.taken_by, ()), one.card)
    for seat in sorted(taken):
        lines += single(seat, taken[seat], game, house.partnership)
    for one in cards:
        if one.doubled_by is not None:
            lines += doubled(one, one.doubled_by, game, house)
    return lines


def line_of(seat: int, points: int, text: Sentence, rule: str, partners: bool) -> Line:
    """Return a player's points; at a table of partners the line names the player."""
    if partners:
        return Line(seat % 2, points, say("{seat} {text}", seat=Seat(seat), text=text), rule)
    return Line(seat, points, text, rule)


@cached_lines
def nothing(game: str, scored: frozenset[int], sides: int) -> Iterator[Line]:
    """Return a line of 0 for each side that got nothing."""
    for side in range(sides):
        if side not in scored:
            yield Line(side, 0, say(NOTHING[game]), game)


@cached_lines
def counted(counts: tuple[int, ...], game: str, each: int, partners: bool) -> Iterator[Line]:
    """Yield the points for diamonds or tricks, `each` of them worth so much."""
    for seat, n in enumerate(counts):
        if n:
            yield line_of(seat, each * n, say(COUNTED[game], n=n), game, partners)


@cached_lines
def finish_lines(order: tuple[int, ...], partners: bool) -> Iterator[Line]:
    """Return what each place in the order brings."""
    for seat, place in zip(order, OUT, strict=True):
        text = say("went out {place}", place=Phrase(place))
        yield line_of(seat, OUT[place][0], text, "trex", partners)


@cached_lines
def single(seat: int, cards: tuple[str, ...], game: str, partners: bool) -> Iterator[Line]:
    """Yield the points of one player for cards that nobody had doubled."""
    text = say("took the {cards}", cards=all_of(*map(Card, cards)))
    yield line_of(seat, SINGLE[game] * len(cards), text, game, partners)


@cached_lines
def doubled(capture: Capture, holder: int, game: str, house: House) -> Iterator[Line]:
    """Yield the points for a doubled card: its taker loses, its holder gains; if the holder took
    it, whoever led that trick gains."""
    taker, card, partners = capture.taken_by, Card(capture.card), house.partnership
    loss, gain = DOUBLED[game][TAKER], DOUBLED[game][HOLDER]
    if taker != holder:
        text = say("took the {card}, doubled by {holder}", card=card, holder=Seat(holder))
        yield line_of(taker, loss, text, "doubled", partners)
        text = say("doubled the {card}, which {taker} took", card=card, taker=Seat(taker))
        yield line_of(holder, gain, text, "doubled", partners)
    elif house.self_capture == "single":
        text = say("doubled and took the {card}: counts single", card=card)
        yield line_of(holder, SINGLE[game], text, "own-double", partners)
    else:
        text = say("doubled and took the {card}", card=card)
        yield line_of(holder, loss, text, "own-double", partners)
        leader = known(capture.led_by)
        if leader != holder:
            template = "led the trick in which {holder} took the doubled {card}"
            text = say(template, card=card, holder=Seat(holder))
            yield line_of(leader, gain, text, "own-double", partners)
        elif house.self_lead_bonus == "applies":
            yield line_of(leader, gain, say("led that trick too"), "own-double", partners)


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: AnyGame) -> Iterator[Sentence]:
    """ "Ann's king", then "Ann's king, taken by Cat"; "Dan's trex, Ben out first"."""
    values = {"owner": Seat(pad.upcoming["owner"]), "game": Phrase(NAMES[deal.game])}
    yield say("{owner}'s {game}", **values)
    for one in deal.cards if isinstance(deal, Complex) else ():
        if one.card == KING:
            template = "{owner}'s {game}, the king taken by {seat}"
            yield say(template, seat=Seat(one.taken_by), **values)
    if isinstance(deal, King) and deal.cards:
        yield say("{owner}'s {game}, taken by {seat}", seat=Seat(deal.cards[0].taken_by), **values)
    if isinstance(deal, Trex) and deal.order:
        yield say("{owner}'s {game}, {seat} out first", seat=Seat(deal.order[0]), **values)


def games_table(house: House) -> Printed:
    """Return what the games bring."""
    places = Listing(tuple(signed(OUT[place][0]) for place in OUT))
    in_one = (("complex", say("the first four in one deal")),) if house.complex else ()
    return printed(
        ("Game", "Points"),
        (
            ("diamonds", say("{n} per diamond", n=signed(house.diamond_points))),
            ("eltoosh", say("{n} per trick", n=signed(TRICK))),
            ("girls", say("{n} per queen", n=signed(SINGLE["girls"]))),
            ("king", say("{n} for the king of hearts", n=signed(SINGLE["king"]))),
            *in_one,
            ("trex", say("{points}", points=places)),
        ),
    )
