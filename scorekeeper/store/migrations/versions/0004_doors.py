"""A league's links stay when they are thrown out, so that they can be brought back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ONE_A_ROLE = "uq_league_link_league_id_role"
ONE_IN_FORCE = "ix_league_link_league_id_role"
COUNTED_ON = {"sqlite_autoincrement": True}  # SQLite forgets it when it copies a table


def upgrade() -> None:
    with op.batch_alter_table("league_link", table_kwargs=COUNTED_ON) as link:
        link.add_column(
            sa.Column("in_force", sa.Boolean(), nullable=False, server_default=sa.true())
        )
        link.drop_constraint(op.f(ONE_A_ROLE), type_="unique")
    with op.batch_alter_table("league_link", table_kwargs=COUNTED_ON) as link:
        link.alter_column("in_force", server_default=None)
    op.create_index(
        op.f(ONE_IN_FORCE),
        "league_link",
        ["league_id", "role"],
        unique=True,
        sqlite_where=sa.text("in_force"),
        postgresql_where=sa.text("in_force"),
    )


def downgrade() -> None:
    op.drop_index(op.f(ONE_IN_FORCE), table_name="league_link")
    thrown_out = "(SELECT id FROM league_link WHERE NOT in_force)"
    op.execute(f"DELETE FROM league_access WHERE link_id IN {thrown_out}")
    op.execute("DELETE FROM league_link WHERE NOT in_force")
    with op.batch_alter_table("league_link", table_kwargs=COUNTED_ON) as link:
        link.drop_column("in_force")
        link.create_unique_constraint(op.f(ONE_A_ROLE), ["league_id", "role"])
