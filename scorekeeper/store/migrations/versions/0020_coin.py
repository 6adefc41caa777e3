"""The colour and the initial that somebody chose for their coin."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("colour", sa.Integer(), nullable=True))
    initial = sa.Column("initial", sa.String(20), nullable=False, server_default=sa.text("''"))
    op.add_column("person", initial)


def downgrade() -> None:
    op.drop_column("person", "initial")
    op.drop_column("person", "colour")
