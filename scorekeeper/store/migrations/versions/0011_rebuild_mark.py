"""How far a rebuild has come, so that it can be interrupted."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rebuild_mark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rebuild_mark")),
    )


def downgrade() -> None:
    op.drop_table("rebuild_mark")
