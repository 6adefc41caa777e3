"""What is known of each phone: its owner's name, its kind, when it was last here; and which
player of a table a phone says it belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "phone",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("device", name=op.f("pk_phone")),
    )
    op.execute(
        "INSERT INTO phone (device, name, kind, seen) SELECT device, '', '', MAX(made) FROM"
        " (SELECT device, made FROM access UNION ALL SELECT device, made FROM league_access)"
        " AS came GROUP BY device"
    )
    with op.batch_alter_table("access") as access:
        access.add_column(sa.Column("person", sa.Integer(), nullable=True))
        access.add_column(
            sa.Column("agreed", sa.Boolean(), nullable=False, server_default=sa.true())
        )
    with op.batch_alter_table("access") as access:
        access.alter_column("agreed", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("access") as access:
        access.drop_column("agreed")
        access.drop_column("person")
    op.drop_table("phone")
