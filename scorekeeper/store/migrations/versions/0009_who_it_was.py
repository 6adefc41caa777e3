"""A phone may say whose it is when it is let into a league."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("league_access") as access:
        access.add_column(sa.Column("name", sa.String(40), nullable=False, server_default=""))
    with op.batch_alter_table("league_access") as access:
        access.alter_column("name", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("league_access") as access:
        access.drop_column("name")
