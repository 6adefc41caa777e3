"""What is done at solo whist once something went wrong, by usual practice; rules.md#disputes."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import (
    Case,
    Inquiry,
    Message,
    Question,
    Remedies,
    Remedy,
    Seat,
    Sentence,
    Value,
    remedies,
    say,
    usual_remedies,
)
from scorekeeper.games.solo_whist.scoring import (
    CONTRACTS,
    COUNTED,
    TRICKS,
    House,
    counters,
    lines,
    price_of,
)

MISERES: Final = ("misere", "misere_ouverte")


# --- who plays what -----------------------------------------------------------------------------


def contract_of(case: Case[House]) -> Generator[Any, Any, str]:
    """Return the contract that is entered, or ask for it."""
    entered = case.entry.get("contract")
    if entered in CONTRACTS:
        return str(entered)
    names: dict[str, Message] = {contract: worth.name for contract, worth in CONTRACTS.items()}
    return str((yield remedies.choose("contract", "What is the contract?", names)))


def declarers_of(case: Case[House], contract: str) -> Generator[Any, Any, tuple[int, ...]]:
    """Return who plays the contract, as it is entered, or ask for it."""
    entered = case.entry.get("declarers")
    if entered and None not in entered:
        return tuple(entered)
    if contract != "prop_cop":
        return ((yield remedies.who(case, "Who is the declarer?", "declarer")),)
    first = yield remedies.who(case, "Who proposed?", "declarer")
    return (first, (yield other_than(case, first, "Who accepted?", "partner")))


def other_than(case: Case[House], seat: int, label: Message, name: str) -> Question:
    """Ask for a player other than `seat`."""
    others = tuple(one for one in case.filled if one != seat)
    return remedies.who(case, label, name).changed(seats=others)


def role_of(case: Case[House], seat: Seat) -> Generator[Any, Any, str]:
    """Return what a player is, as it is entered, or ask for it: "lone", "partner", "defender", or
    the misère that a defender defends against."""
    contract, declarers = case.entry.get("contract"), case.entry.get("declarers")
    if contract in CONTRACTS and declarers and None not in declarers:
        if seat in declarers:
            return "partner" if contract == "prop_cop" else "lone"
        return str(contract) if contract in MISERES else "defender"
    question = say("What is {seat} in this deal?", seat=seat)
    return str((yield remedies.choose("role", question, _ROLES)))


_ROLES: Final[dict[str, tuple[Message, Message] | Message]] = {
    "lone": "A lone declarer",
    "partner": ("A partner", "in prop and cop"),
    "defender": "A defender",
    "misere": ("A defender", "against a misère"),
    "misere_ouverte": ("A defender", "against a misère ouverte"),
}


# --- the contract settled -----------------------------------------------------------------------


def settled(case: Case[House], made: bool, rule: str, contract: str = "") -> Inquiry:
    """Count the contract as made or missed. Tricks over and under, where they are paid for, are
    those taken, but at least the one that it takes; rules.md#revoke."""
    changes: dict[str, Value] = {"made": made, "tricks": None}
    if any(any(price_of(one, case.house)[1:]) for one in COUNTED):
        contract = contract or (yield from contract_of(case))
        if any(price_of(contract, case.house)[1:]):
            tricks, needed = (yield from tricks_of(case)), CONTRACTS[contract].needed
            tricks = max(tricks, needed) if made else min(tricks, needed - 1)
            changes = {"made": None, "tricks": tricks}
    return Remedy(_COUNTS_AS[made], rule, changes=changes)


_COUNTS_AS: Final[dict[bool, Sentence]] = {
    True: say("The contract counts as made."),
    False: say("The contract counts as missed."),
}


def tricks_of(case: Case[House]) -> Generator[Any, Any, int]:
    """Return the tricks that are entered for the declarers, or ask for them."""
    entered = case.entry.get("tricks")
    if isinstance(entered, int):
        return entered
    return int((yield remedies.count("tricks", "How many did the declarers take?", 0, TRICKS)))


def pays(
    case: Case[House], seat: Seat, rule: str, contract: str, declarers: tuple[int, ...]
) -> Inquiry:
    """Count the contract as made, at the cost of one defender; rules.md#revoke."""
    made = yield from settled(case, True, rule, contract)
    if not counters(case.house):
        return made
    value, over, _ = price_of(contract, case.house)
    scored = lines(contract, value, declarers, True, made.changes["tricks"], over, True)
    return Remedy(
        say("The contract counts as made, and {seat} pays for all defenders.", seat=seat),
        rule,
        changes=made.changes,
        points=usual_remedies.pays_for_all(scored, seat),
    )


# --- the mishaps --------------------------------------------------------------------------------


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    late: Message = "Is the trick turned over, or has {seat} played to the next one?"
    if not (yield remedies.yes_no("late", late, no="Not yet", seat=seat)):
        return usual_remedies.taken_back(seat)
    contract = yield from contract_of(case)
    declarers = yield from declarers_of(case, contract)
    if seat in declarers:
        return (yield from settled(case, False, "revoke", contract))
    return (yield from pays(case, seat, "revoke", contract, declarers))


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a lead or a card out of turn; rules.md#lead-out-of-turn."""
    led = yield remedies.choose(
        "led",
        "What was done out of turn?",
        {"lead": ("A lead", "nobody else had played"), "card": ("A card", "to a trick led")},
    )
    seat, rule = Seat((yield remedies.who(case, "Who played out of turn?"))), "lead-out-of-turn"
    if led == "card":
        return (yield from usual_remedies.played_too_early(seat))
    if (yield remedies.yes_no("late", "Have all four played to it?", no="Not yet")):
        return Remedy(say("The lead stands."), rule)
    back = say("{seat} takes the lead back.", seat=seat)
    leads = say("The player whose turn it is leads.")
    role = yield from role_of(case, seat)
    if role in ("lone", "partner"):
        return Remedy(back, rule, (say("It costs nothing."), leads))
    choices: dict[str, tuple[Message, Message] | Message] = {
        "shown": ("The card is shown", "and may be called for"),
        "suit": ("To name a suit", "that must be led instead"),
    }
    chosen = yield from chosen_by_declarer(role, choices)
    if chosen == "made":
        return (yield from misere_claimed(case, role, seat, rule))
    if chosen == "shown":
        return Remedy(back, rule, (_STAYS_UP, _CALLED_FOR, leads))
    return Remedy(back, rule, (say("The declarer names the suit to be led."), leads))


def chosen_by_declarer(
    role: str, choices: dict[str, tuple[Message, Message] | Message]
) -> Generator[Any, Any, str]:
    """Ask what the declarer chooses; in a misère also that it counts as made."""
    if role in MISERES:
        choices = {**choices, **_MISERE_MADE}
    return str((yield remedies.choose("chosen", "What does the declarer choose?", choices)))


_MISERE_MADE: Final[dict[str, tuple[Message, Message]]] = {
    "made": ("The misère is made", "and play stops")
}


def misere_claimed(case: Case[House], contract: str, seat: Seat, rule: str) -> Inquiry:
    """Count a misère as made because a defender showed a card; rules.md#exposed-card."""
    declarers = tuple(case.entry.get("declarers") or ())
    if not declarers or None in declarers:
        declarers = ((yield other_than(case, seat, "Who is the declarer?", "declarer")),)
    return (yield from pays(case, seat, rule, contract, declarers))


_CALLED_FOR: Final = say(
    "The declarer may call for the card in any trick that it can be played to."
)
_STAYS_UP: Final = say("The card stays face up.")


def exposed(case: Case[House]) -> Inquiry:
    """Ask about a card exposed, or two played at once; rules.md#exposed-card."""
    what = yield remedies.choose("what", "What happened?", usual_remedies.EXPOSED)
    if what == "two":
        return (yield from two_cards(case))
    seat = Seat((yield remedies.who(case, "Whose card was it?")))
    role, rule = (yield from role_of(case, seat)), "exposed-card"
    if role == "lone":
        return Remedy(say("{seat} takes the card back into the hand.", seat=seat), rule)
    shown = say("{seat}’s card stays face up.", seat=seat)
    if role == "partner":
        return Remedy(shown, rule, (say("The defenders may call for it in any trick."),))
    if role in MISERES:
        choices: dict[str, tuple[Message, Message] | Message] = {
            "shown": ("The card stays up", "and may be called for")
        }
        if (yield from chosen_by_declarer(role, choices)) == "made":
            return (yield from misere_claimed(case, role, seat, rule))
    return Remedy(shown, rule, (_CALLED_FOR,))


def two_cards(case: Case[House]) -> Inquiry:
    """Ask about two cards played at once; rules.md#two-cards."""
    seat = Seat((yield remedies.who(case, "Whose cards were they?")))
    seen = yield remedies.choose("seen", "Which of the two could be seen?", usual_remedies.SEEN)
    counts = "The card that lay on top counts."
    if seen == "both":
        counts = "The opponents say which of the two cards counts."
    if (yield from role_of(case, seat)) == "lone":
        other = say("{seat} takes the other card back.", seat=seat)
    else:
        other = say("The other one counts as shown and stays face up.")
    return Remedy(say(counts), "two-cards", (other,))


def late_number(case: Case[House]) -> Inquiry:
    """Ask about a wrong hand found after the first trick; rules.md#wrong-number-of-cards."""
    hands = yield remedies.choose(
        "hands",
        "Whose hand is wrong?",
        {
            "declarer": ("A declarer’s", "or both partners’"),
            "defender": ("A defender’s", "or several"),
            "both": ("Both sides’", "a declarer’s and a defender’s"),
        },
    )
    if hands == "both":
        return usual_remedies.redeal(rule="wrong-number-of-cards")
    return (yield from settled(case, hands == "defender", "wrong-number-of-cards"))


_CALLS: Final[dict[str, tuple[Message, Message]]] = {
    "pass": ("A pass", "out of turn"),
    "bid": ("A bid", "out of turn"),
    "low": ("Too low", "a bid that is not high enough"),
    "changed": ("Changed", "somebody wants to change a call"),
    "over": ("Passed over", "somebody was not asked"),
    "prop": ("No cop", "nobody answers the prop"),
    "forgotten": ("Forgotten", "nobody knows the contract"),
}


def bid(case: Case[House]) -> Inquiry:
    """Ask about the bidding; rules.md#call-out-of-turn."""
    what = yield remedies.choose("what", "What was wrong with the bidding?", _CALLS)
    if what == "forgotten":
        return (yield from usual_remedies.bid_forgotten())
    seat = Seat((yield remedies.who(case, "Whose call is it?")))
    match what:
        case "pass":
            return Remedy(say("{seat} has passed.", seat=seat), "call-out-of-turn")
        case "low":
            return (yield from usual_remedies.too_low(seat))
        case "changed":
            return (yield from usual_remedies.changed_call(seat))
        case "over":
            return (yield from usual_remedies.passed_over(seat))
        case "prop":
            return (yield from no_cop(seat))
    return Remedy(
        say("{seat}’s bid is void, and the turn goes back.", seat=seat),
        "call-out-of-turn",
        (say("{seat} may bid when the turn comes, but not cop in this deal.", seat=seat),),
    )


def no_cop(seat: Seat) -> Inquiry:
    """Ask what a proposer does whom nobody answers; rules.md#forgotten-bid."""
    chosen = yield remedies.choose(
        "chosen",
        say("What does {seat} choose?", seat=seat),
        {"raise": "To bid higher", "abandon": "To abandon the deal"},
    )
    if chosen == "raise":
        return Remedy(say("{seat} bids higher than the prop.", seat=seat), "forgotten-bid")
    return Remedy(
        say("The deal is abandoned."),
        "forgotten-bid",
        (say("Enter it with “All passed, or no cop”."),),
    )


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    what = yield remedies.choose(
        "what",
        "What happened?",
        {
            "claim": ("A claim", "of the tricks that are left"),
            "declarer": ("A declarer concedes", "the contract"),
            "defender": ("A defender concedes", "the contract"),
        },
    )
    if what == "defender":
        return Remedy(say("Play on: one defender cannot concede for the others."), "claim")
    contract = case.entry.get("contract")
    asked = (contract,) if contract in CONTRACTS else COUNTED
    if any(any(price_of(one, case.house)[1:]) for one in asked):
        played_out = "Play on: at this table tricks over and under the contract are paid for."
        return Remedy(say(played_out), "claim")
    if what == "declarer":
        return (yield from settled(case, False, "claim"))
    return (yield from usual_remedies.claimed(say("Enter the contract as it was claimed.")))


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": exposed,
    "cards": usual_remedies.cards(late_number, poor=True),
    "bid": bid,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
