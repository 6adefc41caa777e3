"""The records of duplicate evenings."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "duplicate_record",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("evening", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("request_key", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "seq", name=op.f("pk_duplicate_record")),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_duplicate_record_league_id_league")
        ),
        sa.UniqueConstraint(
            "league_id", "request_key", name=op.f("uq_duplicate_record_league_id_request_key")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_duplicate_record_league_id_evening_seq"),
        "duplicate_record",
        ["league_id", "evening", "seq"],
    )


def downgrade() -> None:
    op.drop_table("duplicate_record")
