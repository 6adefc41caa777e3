"""The number of tables, their sizes, and who sits out."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.schedules.rounds import Round


def table_sizes(players: int, size: range, usual: int | None = None) -> tuple[int, ...]:
    """Return how many players each table takes, the largest first; `size` is what the game allows.

    As few sit out as can be; then the tables are as near to the `usual` size as can be (None:
    four, or what of the game's sizes is nearest to it), and as even: 11 players at a game for 3
    to 7 sit 4 + 4 + 3, at one that is usually for 5 they sit 6 + 5. Too few for one table: none.
    """
    wanted = min(size, key=lambda seats: abs(seats - 4)) if usual is None else usual
    for seated in range(players, size[0] - 1, -1):
        counts = range(-(-seated // size[-1]), seated // size[0] + 1)
        if counts:
            ways = [_split(seated, tables) for tables in counts]
            return min(ways, key=lambda way: sum(abs(seats - wanted) for seats in way))
    return ()


def _split(players: int, tables: int) -> tuple[int, ...]:
    """Return the sizes of so many tables for so many players, none larger than another by more
    than one."""
    least, over = divmod(players, tables)
    return (least + 1,) * over + (least,) * (tables - over)


def sitting_out(players: Sequence[int], idle: int, before: Sequence[Round]) -> tuple[int, ...]:
    """Return who sits out next, in the order of `players`.

    First who has sat out least often, not twice running; then who has played most, so that a
    latecomer plays first; then those who have not sat out together.
    """
    byes = Counter(player for one in before for player in one.byes)
    games = Counter(player for one in before for table in one.tables for player in table)
    just = before[-1].byes if before else ()
    out: list[int] = []

    def turn(player: int) -> tuple[int, bool, int, int]:
        together = sum(len({*out} & {*one.byes}) for one in before if player in one.byes)
        return byes[player], player in just, -games[player], together

    for _ in range(idle):
        out.append(min((player for player in players if player not in out), key=turn))
    return tuple(player for player in players if player in out)
