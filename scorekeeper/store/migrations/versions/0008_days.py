"""A game of a league may count on another day than the one on which it ended."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

GAME = sa.table("league_game", sa.column("ended"), sa.column("first_ended"))
FIRST_ENDS = "ix_league_game_league_id_first_ended"


def upgrade() -> None:
    op.add_column("league_game", sa.Column("day", sa.String(10), nullable=True))
    op.add_column("league_game", sa.Column("first_ended", sa.BigInteger(), nullable=True))
    op.execute(sa.update(GAME).values(first_ended=GAME.c.ended))
    op.create_index(op.f(FIRST_ENDS), "league_game", ["league_id", "first_ended"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f(FIRST_ENDS), table_name="league_game")
    op.execute(sa.update(GAME).values(ended=GAME.c.first_ended))
    with op.batch_alter_table("league_game") as game:
        game.drop_column("first_ended")
        game.drop_column("day")
