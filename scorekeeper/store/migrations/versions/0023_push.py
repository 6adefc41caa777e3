"""Phones are told what happens, from the queue of the webhooks."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

COPIED = ("league_id", "game_id", "queued", "due", "claimed", "tries", "fault")


def _columns() -> list[sa.Column[object]]:
    return [
        sa.Column("queued", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("claimed", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(20), nullable=False),
    ]


def _foreign_keys() -> list[sa.ForeignKeyConstraint]:
    league, game = "fk_webhook_post_league_id_league", "fk_webhook_post_game_id_league_game"
    return [
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f(league)),
        sa.ForeignKeyConstraint(["game_id"], ["league_game.id"], name=op.f(game)),
    ]


def _taken_out() -> list[dict[str, object]]:
    """Return the rows of the queue, which is dropped: it is short, and its key is another now."""
    connection = op.get_bind()
    post = sa.table("webhook_post", *map(sa.column, COPIED))
    rows = connection.execute(sa.select(post).where(post.c.game_id.is_not(None)))
    kept = [dict(row) for row in rows.mappings()]
    op.drop_table("webhook_post")
    return kept


def _put_back(rows: list[dict[str, object]]) -> None:
    op.create_index(op.f("ix_webhook_post_due"), "webhook_post", ["due"])
    if rows:
        post = sa.table("webhook_post", *map(sa.column, COPIED))
        op.get_bind().execute(sa.insert(post), rows)


def upgrade() -> None:
    op.create_table(
        "push_phone",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("off", sa.JSON(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("device", name=op.f("pk_push_phone")),
        sa.UniqueConstraint("address", name=op.f("uq_push_phone_address")),
    )
    rows = _taken_out()
    op.create_table(
        "webhook_post",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("device", sa.String(64), nullable=True),
        sa.Column("news", sa.JSON(), nullable=True),
        *_columns(),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_post")),
        sa.UniqueConstraint("league_id", "game_id", name=op.f("uq_webhook_post_league_id_game_id")),
        *_foreign_keys(),
        sa.ForeignKeyConstraint(
            ["device"],
            ["push_phone.device"],
            name=op.f("fk_webhook_post_device_push_phone"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_webhook_post_device"), "webhook_post", ["device"])
    _put_back(rows)


def downgrade() -> None:
    rows = _taken_out()
    op.create_table(
        "webhook_post",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        *_columns(),
        sa.PrimaryKeyConstraint("league_id", "game_id", name=op.f("pk_webhook_post")),
        *_foreign_keys(),
        sqlite_with_rowid=False,
    )
    _put_back(rows)
    op.drop_table("push_phone")
