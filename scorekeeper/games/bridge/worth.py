"""What a contract is worth, made or down; rules.md#trick-score."""

from collections.abc import Generator, Sequence
from typing import Any, Final

from scorekeeper.engine import Case, Choice, Estimate, Reckoning, Worths, ask, remedies, say
from scorekeeper.games.bridge.deal import BOOK
from scorekeeper.games.bridge.scoring import CONTRACT, NAMES, TRICKS
from scorekeeper.games.bridge.tables import SLAM

Deals = tuple[dict[str, Any], ...]
"""Deals that come first."""
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


def worths(at_risk: Deals, passages: Sequence[str], apart: tuple[str, ...] = ()) -> Worths:
    """Return the estimates of a game of bridge: `at_risk` are the deals after which side 0 is
    vulnerable, `passages` those about contracts, `apart` the rules that give points for more than
    the deal."""

    def undertricks(case: Case) -> Estimate:
        down = yield remedies.count("down", "How many tricks short?", 1, TRICKS)
        doubled, vulnerable = yield from circumstances()
        return Reckoning(
            "{points} to the defenders for {down} down, {doubled}, {vulnerable}.",
            {"contract": "7NT", "declarer": 0, "doubled": doubled, "tricks": TRICKS - down},
            side=1,
            before=at_risk if vulnerable else (),
        )

    def contract(case: Case) -> Estimate:
        return (yield from made(WHICH))

    def slam(case: Case) -> Estimate:
        return (yield from made(SLAMS))

    def made(which: Choice) -> Estimate:
        bid = yield which
        most = TRICKS - BOOK - int(bid[0])
        over = (yield remedies.count("over", "How many overtricks?", 0, most)) if most else 0
        doubled, vulnerable = yield from circumstances()
        template = (
            "{points} for {contract} with {over} {over:overtrick|overtricks}, {doubled}, "
            "{vulnerable}."
            if over
            else "{points} for {contract} made, {doubled}, {vulnerable}."
        )
        deal = {"contract": bid, "declarer": 0, "doubled": doubled, "tricks": TRICKS - most + over}
        return Reckoning(template, deal, before=at_risk if vulnerable else (), apart=apart)

    return {"undertricks": undertricks, "slam": slam, **dict.fromkeys(passages, contract)}


def circumstances() -> Generator[Any, Any, tuple[int, bool]]:
    """Ask whether it was doubled, and whether its side was vulnerable."""
    doubled = yield DOUBLED
    vulnerable = yield VULNERABLE
    return doubled, vulnerable


GAME_WON: Final = {"contract": "3NT", "declarer": 0, "tricks": 9}
"""The deal that makes the declarer's side vulnerable."""
WORTH: Final[Worths] = worths(
    (GAME_WON,), ("scoring", "trick-score", "overtricks", "insult"), apart=("rubber",)
)
