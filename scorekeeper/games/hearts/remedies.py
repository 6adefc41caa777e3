"""What is done at Hearts once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

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
from scorekeeper.games.hearts.scoring import MOON, House


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if not (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return usual_remedies.taken_back(seat)
    return revoked(case, seat)


def revoked(case: Case[House], seat: Seat) -> Remedy:
    """Return what a revoke costs that is noticed too late: all the points there are."""
    return Remedy(
        say("The deal is void, and {seat} gets {n} points.", seat=seat, n=MOON),
        "revoke",
        (say("Nobody else scores, and the same player deals again."),),
        points={case.side_of(seat): MOON},
        again=True,
    )


# --- cards --------------------------------------------------------------------------------------

_PLAYED: Final[dict[str, tuple[Message, Message]]] = {
    "lead": ("A lead", "nobody else had played"),
    "card": ("A card", "to a trick led"),
    "heart": ("A heart led", "before hearts were broken"),
    "points": ("A heart or the queen", "played to the first trick"),
}


def out_of_turn(case: Case[House]) -> Inquiry:
    """Ask about a card out of turn, or one that was not to be played yet; rules.md#breaking."""
    left_out = {
        "heart": case.house.breaking == "none",
        "points": case.house.first_points,
    }
    choices = {key: words for key, words in _PLAYED.items() if not left_out.get(key)}
    led = yield remedies.choose("led", "What was played?", choices)
    seat = Seat((yield remedies.who(case, "Who played it?")))
    match led:
        case "lead":
            return (yield from usual_remedies.led_too_early(case, seat, "next"))
        case "card":
            return (yield from usual_remedies.played_too_early(seat))
    if (yield remedies.yes_no("late", "Has the trick been gathered?", no="Not yet")):
        return Remedy(say("The trick stands as it was played."), "played-too-soon")
    then = say("Those who have played after {seat} may change their cards.", seat=seat)
    if led == "heart":
        ruling = say("{seat} takes the heart back and leads another suit.", seat=seat)
    else:
        ruling = say("{seat} takes the card back and plays another one.", seat=seat)
    return Remedy(ruling, "played-too-soon", (then,))


_PASSED: Final[tuple[Message, Message]] = ("Passed wrongly", "to the wrong player, or too few")


def cards(case: Case[House]) -> Inquiry:
    """Ask about the cards, the deal and the passing; rules.md#misdeal."""
    wrong = dict(usual_remedies.WRONG)
    if case.house.passing != "none":
        wrong["passed"] = _PASSED
    what = yield remedies.choose("what", "What was wrong?", wrong)
    if what == "passed":
        return (yield from passed_wrongly())
    return (yield from usual_remedies.dealt(case, what))


def passed_wrongly() -> Inquiry:
    """Ask about cards that were passed to the wrong player, or of which there were too few or too
    many; rules.md#wrong-pass."""
    rule = "wrong-pass"
    if not (yield remedies.yes_no("late", "Has the first card been led?", no="Not yet")):
        return Remedy(say("The cards go back, and the pass is made again."), rule)
    if (yield remedies.yes_no("uneven", "Has a hand too many or too few cards?")):
        return usual_remedies.redeal(rule=rule)
    return Remedy(say("The pass stands as it was made."), rule)


_OVER: Final[Message] = "Have all the hearts and the queen been taken?"


def claim(case: Case[House]) -> Inquiry:
    """Ask about a claim or a concession; rules.md#claim."""
    if not case.house.jack and (yield remedies.yes_no("over", _OVER, no="Not yet")):
        return Remedy(say("The deal is over: the rest is not played."), "claim")
    return (yield from usual_remedies.claimed(say("Enter the deal as it was claimed.")))


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": out_of_turn,
    "exposed": usual_remedies.exposed("player"),
    "cards": cards,
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
