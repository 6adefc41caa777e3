"""How the players of a league are reached."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "contact",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("phone", sa.String(40), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_contact_league_id_league")
        ),
        sa.PrimaryKeyConstraint("league_id", "player", name=op.f("pk_contact")),
    )


def downgrade() -> None:
    op.drop_table("contact")
