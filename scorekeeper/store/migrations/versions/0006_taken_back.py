"""It is remembered which phone took back an answer about the deal being played."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("draft") as draft:
        draft.add_column(
            sa.Column("taken_back", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("draft") as draft:
        draft.alter_column("taken_back", server_default=None)


def downgrade() -> None:
    op.execute("DELETE FROM draft WHERE taken_back")
    with op.batch_alter_table("draft") as draft:
        draft.drop_column("taken_back")
