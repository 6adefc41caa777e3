"""Results and their sums tell byes and walkovers from games that were played."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

KEYS = ("league_id", "season", "player", "game")
NUMBERS = ("byes", "walkovers", "averaged")
RESULT = sa.table(
    "result", *(sa.column(name) for name in (*KEYS, "rated", "worth", "walkovers", "given"))
)
SUM = sa.table("player_sum", *(sa.column(name) for name in (*KEYS, "walkovers", "given")))


def upgrade() -> None:
    # plain new columns: the tables are large, and are not copied for them
    for table in ("result", "player_sum"):
        for name in NUMBERS:
            op.add_column(table, sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
        given = sa.Column("given", sa.BigInteger(), nullable=False, server_default="0")
        op.add_column(table, given)
    # the walkovers so far count as before; only they had no place that is rated
    walkovers = RESULT.c.rated == 0
    marked = sa.update(RESULT).where(walkovers)
    op.execute(marked.values(walkovers=1, given=RESULT.c.worth))
    connection = op.get_bind()
    keys = [RESULT.c[name] for name in KEYS]
    sums = sa.select(*keys, sa.func.count(), sa.func.sum(RESULT.c.worth)).where(walkovers)
    for *key, count, worth in connection.execute(sums.group_by(*keys)).all():
        here = [SUM.c[name] == value for name, value in zip(KEYS, key, strict=True)]
        connection.execute(sa.update(SUM).where(*here).values(walkovers=count, given=int(worth)))


def downgrade() -> None:
    for table in ("result", "player_sum"):
        with op.batch_alter_table(table) as changed:
            for name in (*NUMBERS, "given"):
                changed.drop_column(name)
