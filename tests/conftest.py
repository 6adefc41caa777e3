"""How long the property tests look: a little by default, long where the long forms are asked."""

from hypothesis import HealthCheck, settings

from tests.requirements import hard

# Machines differ too much for a deadline, and a whole game is a large thing to draw.
settings.register_profile(
    "quick",
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("hard", settings.get_profile("quick"), max_examples=300)
settings.load_profile("hard" if hard() else "quick")
