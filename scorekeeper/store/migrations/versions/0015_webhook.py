"""A league's webhook is told of games, from a queue."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhook_post",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("queued", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("claimed", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "game_id", name=op.f("pk_webhook_post")),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_webhook_post_league_id_league")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["league_game.id"], name=op.f("fk_webhook_post_game_id_league_game")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_webhook_post_due"), "webhook_post", ["due"])


def downgrade() -> None:
    op.drop_table("webhook_post")
