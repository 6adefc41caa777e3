"""How long the property tests look: a little by default, less in `make quick`, long in
`make test-hard`."""

import gc
import os

from hypothesis import HealthCheck, settings

from tests.requirements import rounds

gc.set_threshold(5_000, 20, 50)  # little of what tests make goes in circles

# tests begin more games in an hour than any club
os.environ["SCOREKEEPER_BUDGET"] = "0"

pytest_plugins = ["tests.databases"]  # once for all rooms, not once for each

# Machines differ too much for a deadline, and a whole game is a large thing to draw.
settings.register_profile(
    "ours",
    max_examples=rounds(20, quick=4, hard=300),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("ours")


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives to the end: thousands of tests and their vectors."""
    gc.collect()
    gc.freeze()
