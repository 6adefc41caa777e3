"""Who sits with whom tonight: rounds for a list of players, as evenly spread as can be.

Players are numbers, any numbers, and nothing else is known of them. A game is how many of them a
table takes and whether partners sit across; nothing else is known of it either. What has been
played tonight is handed in again, so a plan is made anew whenever somebody comes late or leaves.
Nothing is left to chance: from the same list comes the same plan.
"""

from scorekeeper.schedules.individual import full_length, individual
from scorekeeper.schedules.rounds import Evenness, Plan, Round, Seating, Spread, evenness
from scorekeeper.schedules.sizes import table_sizes
from scorekeeper.schedules.swiss import swiss
from scorekeeper.schedules.units import Unit, pairs, teams

__all__ = [
    "Evenness",
    "Plan",
    "Round",
    "Seating",
    "Spread",
    "Unit",
    "evenness",
    "full_length",
    "individual",
    "pairs",
    "swiss",
    "table_sizes",
    "teams",
]
