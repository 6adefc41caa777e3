"""What is done at trex once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Remedies,
    Remedy,
    Seat,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.trex.deal import House
from scorekeeper.games.trex.scoring import CARDS, DOUBLED, EACH, OUT, SINGLE, TAKER, TRICK

_GAMES: Final[dict[str, Message]] = {
    "diamonds": "Diamonds",
    "eltoosh": "Eltoosh",
    "girls": "Girls",
    "king": "King of hearts",
    "trex": "Trex",
    "complex": "Complex",
}


def game_of(case: Case[House]) -> Generator[Any, Any, str]:
    """Return the game that is entered, or ask for it."""
    entered = case.entry.get("contract")
    if entered in _GAMES:
        return str(entered)
    names = {game: _GAMES[game] for game in case.house.kingdom}
    return str((yield remedies.choose("contract", "Which game is it?", names)))


def is_trex(case: Case[House]) -> Generator[Any, Any, bool]:
    """Return whether the game of trex is played, as it is entered, or ask."""
    entered = case.entry.get("contract")
    if entered in _GAMES:
        return bool(entered == "trex")
    return bool((yield remedies.yes_no("trex", "Is it the game of trex?")))


# --- the revoke ---------------------------------------------------------------------------------


def dearest(game: str, house: House) -> int:
    """Return the most that a game can cost a player, or bring where it costs nobody anything;
    rules.md#revoke."""
    match game:
        case "diamonds":
            return EACH * abs(house.diamond_points)
        case "eltoosh":
            return EACH * -TRICK
        case "trex":
            return OUT["first"][0]
        case "complex":
            games = ("eltoosh", "girls", "king", *(("diamonds",) * (house.diamond_points < 0)))
            return sum(dearest(one, house) for one in games)
    each = DOUBLED[game][TAKER] if house.doubling else SINGLE[game]
    return len(CARDS[game]) * -each


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who could have followed suit, or laid a card?")))
    game = yield from game_of(case)
    if game == "trex":
        if not (yield remedies.yes_no("late", "Has the next player played?", no="Not yet")):
            return Remedy(say("{seat} lays a card now.", seat=seat), "revoke")
    elif not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return revoked(case, seat, game)


def revoked(case: Case[House], seat: Seat, game: str) -> Remedy:
    """Return what a revoke costs that is noticed too late."""
    cost = dearest(game, case.house)
    return Remedy(
        say("The deal is void, and {seat} loses {n} points.", seat=seat, n=cost),
        "revoke",
        (_SAME_GAME,),
        points={case.side_of(seat): -cost},
        again=True,
    )


_SAME_GAME: Final = say("The same owner deals again and picks the same game.")


# --- cards --------------------------------------------------------------------------------------


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    banned = case.house.heart_lead_ban and not case.house.complex
    choices = {key: words for key, words in _PLAYED.items() if banned or key != "heart"}
    led = yield remedies.choose("led", "What was played?", choices)
    seat = Seat((yield remedies.who(case, "Who played it?")))
    match led:
        case "card":
            return (yield from usual_remedies.played_too_early(seat))
        case "laid":
            return (yield from laid(seat))
        case "heart":
            if (yield remedies.yes_no("late", "Has the trick been gathered?", no="Not yet")):
                return revoked(case, seat, "king")
        case _:
            if (yield remedies.yes_no("late", "Has the next player played?", no="Not yet")):
                return Remedy(say("The lead stands."), "lead-out-of-turn")
    shown = say("{seat}’s card stays face up and counts as shown.", seat=seat)
    leads = say("The player whose turn it is leads.")
    if led == "heart":
        leads = say("{seat} leads another suit.", seat=seat)
    return Remedy(say("{seat} takes the lead back.", seat=seat), "lead-out-of-turn", (shown, leads))


_PLAYED: Final[dict[str, tuple[Message, Message]]] = {
    "lead": ("A lead", "out of turn"),
    "card": ("A card", "to a trick led"),
    "laid": ("A card in trex", "out of turn, or one that does not fit"),
    "heart": ("A heart led", "in the king of hearts, when not allowed"),
}


def laid(seat: Seat) -> Inquiry:
    """Ask about a card laid wrongly in trex; rules.md#laid-out-of-turn."""
    what = yield remedies.choose(
        "wrong",
        "What is wrong with the card?",
        {"turn": ("Out of turn", "it fits"), "fit": ("It does not fit", "no card for its row")},
    )
    rule = "laid-out-of-turn"
    back = say("The card goes back into {seat}’s hand.", seat=seat)
    if what == "fit":
        then = say("{seat} lays another card, or passes if none fits.", seat=seat)
        return Remedy(back, rule, (then,))
    if (yield remedies.yes_no("late", "Has the next player played?", no="Not yet")):
        passed = say("Whoever was passed over lays a card now.")
        return Remedy(say("The card stays where it is."), rule, (passed,))
    return Remedy(back, rule, (say("The player whose turn it is goes on."),))


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    what = yield remedies.choose("what", "What happened?", usual_remedies.EXPOSED)
    building = yield from is_trex(case)
    if what == "shown":
        if building:
            return Remedy(say("The card goes back into {seat}’s hand.", seat=seat), "exposed-card")
        shown: Message = "{seat}’s card stays face up and is played at the first legal opportunity."
        then = (say("A queen or king shown by accident is not doubled."),)
        return Remedy(say(shown, seat=seat), "exposed-card", then if case.house.doubling else ())
    if building:
        return Remedy(
            say("One card is laid, and the second goes back into {seat}’s hand.", seat=seat),
            "two-cards",
        )
    seen = yield remedies.choose("seen", "Which of the two could be seen?", usual_remedies.SEEN)
    counts: Message = "The card that lay on top counts."
    if seen == "both":
        counts = "{seat} says which of the two cards counts."
    other = say("The other one counts as shown and stays face up.")
    return Remedy(say(counts, seat=seat), "two-cards", (other,))


_ABANDONED: Final[tuple[Message, Message]] = ("Four twos", "or three twos and a three, in trex")


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards and the deal; rules.md#misdeal."""
    wrong = {**usual_remedies.WRONG, "twos": _ABANDONED}
    what = yield remedies.choose("what", "What was wrong?", wrong)
    if what == "number":
        void = say("The deal is void.")
        return Remedy(void, "wrong-number-of-cards", (_SAME_GAME,), again=True)
    if what == "twos":
        then = say("The same owner deals again and picks any game that is left.")
        return Remedy(say("The deal is abandoned."), "misdeal", (then,), again=True)
    if what != "dealer":
        return (yield from usual_remedies.dealt(case, what))
    if (yield remedies.yes_no("late", "Has the last card been dealt?", no="Not yet")):
        return Remedy(
            say("The deal stands."), "misdeal", (say("The owner picks the game and leads."),)
        )
    return usual_remedies.redeal(say("The deal is stopped, and the owner deals."))


# --- the game picked ----------------------------------------------------------------------------


_CALLS: Final[dict[str, tuple[Message, Message]]] = {
    "other": ("Not by the owner", "somebody else named a game"),
    "twice": ("Picked before", "in this kingdom"),
    "changed": ("Changed", "the owner wants another game"),
    "unnamed": ("Not named", "the first card is led"),
    "entered": ("Entered wrongly", "another game is on the pad"),
    "double": ("Doubling forgotten", "somebody still wants to double"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the game that is picked; rules.md#call-out-of-turn."""
    doubling = case.house.doubling
    choices = {key: words for key, words in _CALLS.items() if doubling or key != "double"}
    what = yield remedies.choose("what", "What was wrong?", choices)
    if what == "changed":
        return (yield from game_changed(case))
    if what == "double":
        return (yield from doubled_late())
    ruling, rule = _RULINGS[what]
    return Remedy(say(ruling), rule)


_RULINGS: Final[dict[str, tuple[Message, str]]] = {
    "other": ("It does not count: the owner names a game.", "call-out-of-turn"),
    "twice": ("The owner names another game.", "call-out-of-turn"),
    "unnamed": ("The card is taken back, and the owner names a game.", "forgotten-bid"),
    "entered": ("Correct the deal with “edit”.", "forgotten-bid"),
}


_TOO_LATE: Final[dict[bool, Message]] = {
    True: "Has anybody led, or doubled a card?",
    False: "Has anybody led?",
}


def game_changed(case: Case[House]) -> Inquiry:
    """Ask about a game that the owner wants to change; rules.md#changed-bid."""
    if (yield remedies.yes_no("late", _TOO_LATE[case.house.doubling], no="Not yet")):
        return Remedy(say("The game that was named is played."), "changed-bid")
    return Remedy(say("The owner names another game."), "changed-bid")


def doubled_late() -> Inquiry:
    """Ask about a card that somebody forgot to double; rules.md#forgotten-bid."""
    if (yield remedies.yes_no("late", "Has the first card been led?", no="Not yet")):
        return Remedy(say("It is too late to double."), "forgotten-bid")
    return Remedy(say("The card is laid face up: it is doubled."), "call-out-of-turn")


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    game = yield from game_of(case)
    if game == "trex":
        return Remedy(say("Play on until everybody is out."), "claim")
    if game in _OVER and (yield remedies.yes_no("over", _OVER[game], no="Not yet")):
        return Remedy(say("The game is over: the rest is not played."), "claim")
    return (yield from usual_remedies.claimed(say("Enter the deal as it was claimed.")))


_OVER: Final[dict[str, Message]] = {
    "diamonds": "Have all the diamonds been taken?",
    "girls": "Have all four queens been taken?",
    "king": "Has the king been taken?",
}

REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": cards,
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
