"""What a contract pays or costs a declarer; rules.md#contract-made."""

from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies, say
from scorekeeper.games.solo_whist.scoring import (
    CONTRACTS,
    TRICKS,
    House,
    contract_asked,
    price_of,
)

MADE: Final = remedies.yes_no("made", "Was it made?", "made", "missed")


def contract(case: Case[House]) -> Estimate:
    """Ask for a contract and how it ended: with how many tricks, where those over and under
    count."""
    worths = tuple(price_of(one, case.house)[0] for one in CONTRACTS)
    called = yield contract_asked(worths).changed(label=say("Which contract?"))
    deal: dict[str, Any] = {
        "contract": called,
        "declarers": [0, 1] if called == "prop_cop" else [0],
    }
    if any(price_of(called, case.house)[1:]):
        needed = CONTRACTS[called].needed
        deal["tricks"] = yield remedies.count(
            "tricks", "How many tricks, where {n} are needed?", 0, TRICKS, n=needed
        )
        return Reckoning(
            "{points} to each declarer for {contract} with {tricks} {tricks:trick|tricks}.", deal
        )
    deal["made"] = yield MADE
    return Reckoning("{points} to each declarer for {contract} {made}.", deal)


WORTH: Final[Worths] = dict.fromkeys(
    ("scoring", "contract-made", "contract-lost", "tricks-over-and-under"), contract
)
