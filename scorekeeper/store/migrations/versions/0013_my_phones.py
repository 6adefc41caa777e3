"""Phones of one person know of each other; a code adds another one."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("phone") as phone:
        phone.add_column(sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.execute("UPDATE phone SET owner = device")
    with op.batch_alter_table("phone") as phone:
        phone.alter_column("owner", server_default=None)
    op.create_index(op.f("ix_phone_owner"), "phone", ["owner"])
    op.create_table(
        "phone_code",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_phone_code")),
    )


def downgrade() -> None:
    op.drop_table("phone_code")
    op.drop_index(op.f("ix_phone_owner"), table_name="phone")
    with op.batch_alter_table("phone") as phone:
        phone.drop_column("owner")
