"""Schedules of an evening: rounds for a list of players, as evenly spread as can be.

Players are numbers, any numbers, and nothing else is known of them. A game is how many of them a
table takes and whether partners sit across; nothing else is known of it either. What has been
played tonight is handed in again, so a plan is made anew whenever somebody comes late or leaves.
Nothing is left to chance: from the same list comes the same plan.
"""
