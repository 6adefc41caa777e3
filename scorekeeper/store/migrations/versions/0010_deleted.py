"""When a table or a league was deleted; a day later its rows are removed."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

INDEX = "ix_game_table_deleted"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("deleted", sa.BigInteger(), nullable=True))
    op.add_column("league", sa.Column("deleted", sa.BigInteger(), nullable=True))
    op.create_index(
        op.f(INDEX),
        "game_table",
        ["deleted"],
        sqlite_where=sa.text("deleted IS NOT NULL"),
        postgresql_where=sa.text("deleted IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index(op.f(INDEX), table_name="game_table")
    with op.batch_alter_table("league") as league:
        league.drop_column("deleted")
    with op.batch_alter_table("game_table") as table:
        table.drop_column("deleted")
