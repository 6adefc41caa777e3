"""Tables, records and what stands beside them, persons, drafts, links and access."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("request_key", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("drafted", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("open_watch", sa.Boolean(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_table")),
        sa.UniqueConstraint("public_id", name=op.f("uq_game_table_public_id")),
        sa.UniqueConstraint("request_key", name=op.f("uq_game_table_request_key")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_table(
        "draft",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name=op.f("fk_draft_table_id_game_table")
        ),
        sa.PrimaryKeyConstraint("table_id", "deal", "path", name=op.f("pk_draft")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name=op.f("fk_link_table_id_game_table")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_link_secret_hash")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_link_table_id"), "link", ["table_id"])

    op.create_table(
        "record",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("about", sa.Integer(), nullable=True),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("request_key", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "about"],
            ["record.table_id", "record.seq"],
            name=op.f("fk_record_table_id_about_record"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id", "before"],
            ["record.table_id", "record.seq"],
            name=op.f("fk_record_table_id_before_record"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name=op.f("fk_record_table_id_game_table")
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_record")),
        sa.UniqueConstraint("table_id", "request_key", name=op.f("uq_record_table_id_request_key")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "access",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["link_id"], ["link.id"], name=op.f("fk_access_link_id_link"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name=op.f("fk_access_table_id_game_table")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access")),
        sa.UniqueConstraint(
            "device", "table_id", "link_id", name=op.f("uq_access_device_table_id_link_id")
        ),
    )
    op.create_index(op.f("ix_access_link_id"), "access", ["link_id"])

    op.create_table(
        "scored",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "seq"],
            ["record.table_id", "record.seq"],
            name=op.f("fk_scored_table_id_seq_record"),
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_scored")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("scored")
    op.drop_table("access")
    op.drop_table("record")
    op.drop_table("link")
    op.drop_table("draft")
    op.drop_table("person")
    op.drop_table("game_table")
