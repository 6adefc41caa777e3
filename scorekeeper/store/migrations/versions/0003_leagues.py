"""Leagues: what is decided in them, their games, and what follows from both; and which names a
phone takes for one player."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# SQLite adds a column with its constraint in one statement or not at all
LEAGUE_OF_A_TABLE = (
    "ALTER TABLE game_table ADD COLUMN league_id INTEGER"
    " CONSTRAINT fk_game_table_league_id_league REFERENCES league (id)"
)


def upgrade() -> None:
    op.create_table(
        "guess",
        sa.Column("what", sa.String(length=120), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_guess")),
    )
    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("request_key", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("open_watch", sa.Boolean(), nullable=False),
        sa.Column("passphrase", sa.String(length=255), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sa.UniqueConstraint("public_id", name=op.f("uq_league_public_id")),
        sa.UniqueConstraint("request_key", name=op.f("uq_league_request_key")),
    )
    op.create_table(
        "league_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_league_link_league_id_league")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_link")),
        sa.UniqueConstraint("league_id", "role", name=op.f("uq_league_link_league_id_role")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_league_link_secret_hash")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "league_person",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_league_person_league_id_league")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_league_person_person_id_person")
        ),
        sa.PrimaryKeyConstraint("league_id", "person_id", name=op.f("pk_league_person")),
    )
    op.create_table(
        "league_record",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("about", sa.Integer(), nullable=True),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("request_key", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id", "about"],
            ["league_record.league_id", "league_record.seq"],
            name=op.f("fk_league_record_league_id_about_league_record"),
        ),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_league_record_league_id_league")
        ),
        sa.PrimaryKeyConstraint("league_id", "seq", name=op.f("pk_league_record")),
        sa.UniqueConstraint(
            "league_id", "request_key", name=op.f("uq_league_record_league_id_request_key")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pair_sum",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("other", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("together", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_pair_sum_league_id_league")
        ),
        sa.PrimaryKeyConstraint(
            "league_id", "player", "season", "other", "together", "game", name=op.f("pk_pair_sum")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player_sum",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("worth", sa.BigInteger(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("tallied", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_player_sum_league_id_league")
        ),
        sa.PrimaryKeyConstraint(
            "league_id", "season", "player", "game", name=op.f("pk_player_sum")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rated_to",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(length=40), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_rated_to_league_id_league")
        ),
        sa.PrimaryKeyConstraint("league_id", "scope", name=op.f("pk_rated_to")),
    )
    op.create_table(
        "league_access",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_league_access_league_id_league")
        ),
        sa.ForeignKeyConstraint(
            ["link_id"],
            ["league_link.id"],
            name=op.f("fk_league_access_link_id_league_link"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_access")),
        sa.UniqueConstraint(
            "device", "league_id", "link_id", name=op.f("uq_league_access_device_league_id_link_id")
        ),
    )
    op.create_index(op.f("ix_league_access_link_id"), "league_access", ["link_id"])
    op.create_table(
        "league_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("imported", sa.Integer(), nullable=True),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("played", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("counts", sa.String(length=10), nullable=False),
        sa.Column("rulings", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_league_game_league_id_league")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name=op.f("fk_league_game_table_id_game_table")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_game")),
        sa.UniqueConstraint("league_id", "ended", name=op.f("uq_league_game_league_id_ended")),
        sa.UniqueConstraint("table_id", name=op.f("uq_league_game_table_id")),
    )
    op.create_index(
        op.f("ix_league_game_league_id_game"),
        "league_game",
        ["league_id", "game"],
        sqlite_where=sa.text("rulings > 0"),
        postgresql_where=sa.text("rulings > 0"),
    )
    op.create_index(
        op.f("ix_league_game_league_id_evening"),
        "league_game",
        ["league_id", "evening"],
    )
    op.create_index(
        op.f("ix_league_game_league_id_counts_ended"),
        "league_game",
        ["league_id", "counts", "ended"],
    )
    op.create_index(
        op.f("ix_league_game_league_id_game_ended_counts"),
        "league_game",
        ["league_id", "game", "ended", "counts"],
    )
    op.create_index(
        op.f("ix_league_game_league_id_season_game_ended"),
        "league_game",
        ["league_id", "season", "game", "ended"],
    )
    op.create_index(
        op.f("ix_league_game_league_id_season_ended"),
        "league_game",
        ["league_id", "season", "ended"],
    )
    op.create_table(
        "rating",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(length=40), nullable=False),
        sa.Column("ended", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["league_game.id"], name=op.f("fk_rating_game_id_league_game")
        ),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_rating_league_id_league")
        ),
        sa.PrimaryKeyConstraint("league_id", "scope", "ended", "player", name=op.f("pk_rating")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_rating_league_id_scope_player_ended"),
        "rating",
        ["league_id", "scope", "player", "ended"],
    )
    op.create_table(
        "result",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("letter", sa.String(length=1), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("worth", sa.BigInteger(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("tallied", sa.Integer(), nullable=False),
        sa.Column("top", sa.Integer(), nullable=True),
        sa.Column("top_deal", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["league_game.id"], name=op.f("fk_result_game_id_league_game")
        ),
        sa.PrimaryKeyConstraint("game_id", "player", name=op.f("pk_result")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_result_league_id_season_player_ended"),
        "result",
        ["league_id", "season", "player", "ended"],
    )
    for last in ("ended", "worth"):
        op.create_index(
            op.f(f"ix_result_league_id_season_player_game_{last}"),
            "result",
            ["league_id", "season", "player", "game", last],
        )
    op.create_index(
        op.f("ix_result_league_id_season_player_worth"),
        "result",
        ["league_id", "season", "player", "worth"],
    )
    op.create_index(
        op.f("ix_result_league_id_season_top"),
        "result",
        ["league_id", "season", "top"],
    )
    op.create_table(
        "same_player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("taken_back", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["person.id"], name=op.f("fk_same_player_person_person")
        ),
        sa.ForeignKeyConstraint(["other"], ["person.id"], name=op.f("fk_same_player_other_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_same_player")),
    )
    op.create_index(op.f("ix_same_player_device"), "same_player", ["device"])
    op.execute(LEAGUE_OF_A_TABLE)


def downgrade() -> None:
    op.drop_index(op.f("ix_same_player_device"), table_name="same_player")
    op.drop_table("same_player")
    op.drop_column("game_table", "league_id")
    op.drop_index(op.f("ix_result_league_id_season_top"), table_name="result")
    op.drop_index(op.f("ix_result_league_id_season_player_worth"), table_name="result")
    for last in ("ended", "worth"):
        op.drop_index(op.f(f"ix_result_league_id_season_player_game_{last}"), table_name="result")
    op.drop_index(op.f("ix_result_league_id_season_player_ended"), table_name="result")
    op.drop_table("result")
    op.drop_index(op.f("ix_rating_league_id_scope_player_ended"), table_name="rating")
    op.drop_table("rating")
    op.drop_index(op.f("ix_league_game_league_id_game"), table_name="league_game")
    op.drop_index(op.f("ix_league_game_league_id_season_ended"), table_name="league_game")
    op.drop_index(op.f("ix_league_game_league_id_season_game_ended"), table_name="league_game")
    op.drop_index(op.f("ix_league_game_league_id_game_ended_counts"), table_name="league_game")
    op.drop_index(op.f("ix_league_game_league_id_counts_ended"), table_name="league_game")
    op.drop_index(op.f("ix_league_game_league_id_evening"), table_name="league_game")
    op.drop_table("league_game")
    op.drop_index(op.f("ix_league_access_link_id"), table_name="league_access")
    op.drop_table("league_access")
    op.drop_table("rated_to")
    op.drop_table("player_sum")
    op.drop_table("pair_sum")
    op.drop_table("league_record")
    op.drop_table("league_person")
    op.drop_table("league_link")
    op.drop_table("league")
    op.drop_table("guess")
