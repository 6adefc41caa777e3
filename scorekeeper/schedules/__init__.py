"""Schedules of an evening: rounds for a list of players, as evenly spread as can be.

Players are numbers, any numbers, and nothing else is known of them. A game is how many of them a
table takes and whether partners sit across; nothing else is known of it either. What has been
played tonight is handed in again, so a plan is made anew whenever somebody comes late or leaves.
Nothing is left to chance: from the same list comes the same plan.
"""

from scorekeeper.schedules.groups import group_rounds, knockout_seeds, seeded_groups
from scorekeeper.schedules.individual import full_tournament_rounds, individual_rounds
from scorekeeper.schedules.knockout import (
    Match,
    Sides,
    Source,
    Standing,
    champion,
    knockout_matches,
    knockout_standing,
)
from scorekeeper.schedules.rounds import Evenness, Plan, Round, Seating, Spread, evenness
from scorekeeper.schedules.search import mixed
from scorekeeper.schedules.sizes import table_sizes
from scorekeeper.schedules.swiss import swiss_round
from scorekeeper.schedules.units import Unit, as_players, pair_rounds, team_rounds

__all__ = [
    "Evenness",
    "Match",
    "Plan",
    "Round",
    "Seating",
    "Sides",
    "Source",
    "Spread",
    "Standing",
    "Unit",
    "as_players",
    "champion",
    "evenness",
    "full_tournament_rounds",
    "group_rounds",
    "individual_rounds",
    "knockout_matches",
    "knockout_seeds",
    "knockout_standing",
    "mixed",
    "pair_rounds",
    "seeded_groups",
    "swiss_round",
    "table_sizes",
    "team_rounds",
]
