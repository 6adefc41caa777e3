"""A single phone can be thrown out of a league, and be brought back."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("league_access") as access:
        access.add_column(
            sa.Column("thrown_out", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("league_access") as access:
        access.alter_column("thrown_out", server_default=None)


def downgrade() -> None:
    op.execute("DELETE FROM league_access WHERE thrown_out")
    with op.batch_alter_table("league_access") as access:
        access.drop_column("thrown_out")
