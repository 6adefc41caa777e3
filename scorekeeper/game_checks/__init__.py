"""The checks that every game must pass; `scorekeeper check-game` runs them all."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.game_checks import declared, page, refusals, trials, vectors
from scorekeeper.game_checks.check import Check, Trial

CHECKS: Final[Mapping[str, tuple[Check | Trial[Any], ...]]] = {
    "What it declares": declared.CHECKS,
    "The rules page": page.CHECKS,
    "What it refuses": refusals.CHECKS,
    "The score sheets": vectors.CHECKS,
    "Deals drawn at random": trials.DEALS,
    "The referee": trials.REFEREE,
}
"""Every check, by what it is about."""
