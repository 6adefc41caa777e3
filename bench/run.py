"""`make bench`: every speed that has a goal, the goal, and whether it is met.

Machines differ, and are busy; what a thing costs at the least stands beside its figure, measured
in the same run.
"""

import logging
import sys

from bench import duplicate, engine, evening, leagues, network, pages, pocket, referee


def main() -> None:
    """Print a row for each figure, and how many goals were met."""
    # waitress would log warnings between the rows whenever all its threads are busy
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    met = []
    for part in (engine, duplicate, referee, pages, leagues, network, evening, pocket):
        for row in part.rows():
            print(row)
            sys.stdout.flush()
            met.append(row.met)
    print(f"{sum(met)} of {len(met)} goals met")


if __name__ == "__main__":
    main()
