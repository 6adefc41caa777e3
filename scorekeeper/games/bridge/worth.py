"""What a contract is worth, made or down; rules.md#trick-score."""

from collections.abc import Generator
from typing import Any, Final

from scorekeeper.engine import Case, Choice, Estimate, Reckoning, Worths, ask, remedies, say
from scorekeeper.games.bridge.deal import BOOK, House
from scorekeeper.games.bridge.scoring import CONTRACT, NAMES, TRICKS
from scorekeeper.games.bridge.tables import SLAM

GAME_WON: Final = {"contract": "3NT", "declarer": 0, "tricks": 9}
"""The deal that makes the declarer's side vulnerable."""
WHICH: Final = CONTRACT.changed(label=say("Which contract?"))
SLAMS: Final = ask.one_of(
    "contract", "Which slam?", {bid: name for bid, name in NAMES.items() if int(bid[0]) in SLAM}
)
DOUBLED: Final = ask.one_of(
    "doubled", "Was it doubled?", {0: "undoubled", 1: "doubled", 2: "redoubled"}
)
VULNERABLE: Final = remedies.yes_no(
    "vulnerable", "Was the declarer’s side vulnerable?", "vulnerable", "not vulnerable"
)


def undertricks(case: Case[House]) -> Estimate:
    """Ask how many tricks the contract was short of."""
    down = yield remedies.count("down", "How many tricks short?", 1, TRICKS)
    doubled, vulnerable = yield from circumstances()
    return Reckoning(
        "{points} to the defenders for {down} down, {doubled}, {vulnerable}.",
        {"contract": "7NT", "declarer": 0, "doubled": doubled, "tricks": TRICKS - down},
        side=1,
        before=vulnerable,
    )


def contract(case: Case[House]) -> Estimate:
    """Ask which contract was made, and with how many overtricks."""
    return (yield from made(WHICH))


def slam(case: Case[House]) -> Estimate:
    """Ask which slam was made."""
    return (yield from made(SLAMS))


def made(which: Choice) -> Estimate:
    """Ask for a contract that was made; what it adds by ending the rubber is left out."""
    bid = yield which
    most = TRICKS - BOOK - int(bid[0])
    over = (yield remedies.count("over", "How many overtricks?", 0, most)) if most else 0
    doubled, vulnerable = yield from circumstances()
    return Reckoning(
        "{points} for {contract} with {over} {over:overtrick|overtricks}, {doubled}, {vulnerable}."
        if over
        else "{points} for {contract} made, {doubled}, {vulnerable}.",
        {"contract": bid, "declarer": 0, "doubled": doubled, "tricks": TRICKS - most + over},
        before=vulnerable,
        apart=("rubber",),
    )


def circumstances() -> Generator[Any, Any, tuple[int, tuple[dict[str, Any], ...]]]:
    """Ask whether it was doubled, and whether its side was vulnerable: what was played before."""
    doubled = yield DOUBLED
    vulnerable = yield VULNERABLE
    return doubled, (GAME_WON,) if vulnerable else ()


WORTH: Final[Worths] = {
    "undertricks": undertricks,
    "slam": slam,
    **dict.fromkeys(("scoring", "trick-score", "overtricks", "insult"), contract),
}
