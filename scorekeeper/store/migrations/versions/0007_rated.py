"""A result has the place without handicaps, by which ratings go."""

from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

RECORD = sa.table(
    "league_record", sa.column("league_id"), sa.column("kind"), sa.column("payload", sa.JSON)
)
GAME = sa.table(
    "league_game",
    *(sa.column(name) for name in ("id", "league_id", "counts")),
    sa.column("played", sa.JSON),
)
RESULT = sa.table("result", *(sa.column(name) for name in ("game_id", "side", "place", "rated")))
RATED_TO = sa.table("rated_to", sa.column("league_id"))


def upgrade() -> None:
    # a plain new column: the table is large, and is not copied for it
    op.add_column("result", sa.Column("rated", sa.Integer(), nullable=False, server_default="0"))
    op.execute(sa.update(RESULT).values(rated=RESULT.c.place))
    connection = op.get_bind()
    for league in _with_handicaps(connection):
        if _rate_anew(connection, league):
            connection.execute(sa.delete(RATED_TO).where(RATED_TO.c.league_id == league))


def _with_handicaps(connection: sa.Connection) -> list[int]:
    """Return the leagues that have ever had handicaps."""
    seasons = sa.select(RECORD.c.league_id, RECORD.c.payload).where(
        RECORD.c.kind.in_(["season", "amend"])
    )
    rows = connection.execute(seasons).all()
    return sorted({league for league, payload in rows if (payload or {}).get("handicaps")})


def _rate_anew(connection: sa.Connection, league: int) -> bool:
    """Set the places of its games without handicaps; whether any is another one."""
    counting = sa.select(GAME.c.id, GAME.c.played).where(
        GAME.c.league_id == league, GAME.c.counts == "", GAME.c.played.is_not(None)
    )
    changed = 0
    for game, played in connection.execute(counting).all():
        for side, place in enumerate(_places(played)):
            here = (RESULT.c.game_id == game) & (RESULT.c.side == side)
            other = sa.update(RESULT).where(here & (RESULT.c.rated != place))
            changed += connection.execute(other.values(rated=place)).rowcount
    return changed > 0


def _places(played: dict[str, Any]) -> Iterable[int]:
    """Return the place of each side by the game itself: who won is first, the others by points."""
    ranks = [*_ranks(played)]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def _ranks(played: dict[str, Any]) -> Iterator[tuple[bool, int]]:
    for side, points in enumerate(played["points"]):
        won = side in played["winners"]
        yield won, 0 if won else -points if played["low"] else points


def downgrade() -> None:
    with op.batch_alter_table("result") as result:
        result.drop_column("rated")
