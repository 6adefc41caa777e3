"""House rules that a device keeps under a name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rule_set",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("called", sa.String(length=120), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rule_set")),
        sa.UniqueConstraint(
            "device", "game", "called", name=op.f("uq_rule_set_device_game_called")
        ),
    )


def downgrade() -> None:
    op.drop_table("rule_set")
