"""The documents of games that players made themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "own_game",
        sa.Column("slug", sa.String(40), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_own_game")),
    )


def downgrade() -> None:
    op.drop_table("own_game")
