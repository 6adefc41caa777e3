"""PostgreSQL tells all servers what has changed, for phones that ask whether anything is new."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

CHANNEL = "scorekeeper"
FUNCTIONS = {
    # a game has changed, or who may see it
    "tell_table": "pg_notify('{channel}', OLD.public_id)",
    "tell_access": """pg_notify('{channel}', public_id)
        FROM game_table WHERE game_table.id = OLD.table_id""",
    # rare, and about all tables of a league
    "tell_league": "pg_notify('{channel}', '')",
}
TRIGGERS = {
    "game_table": """AFTER UPDATE ON game_table FOR EACH ROW WHEN (
        (OLD.version, OLD.drafted, OLD.open_watch, OLD.deleted, OLD.league_id)
        IS DISTINCT FROM
        (NEW.version, NEW.drafted, NEW.open_watch, NEW.deleted, NEW.league_id)
    ) EXECUTE FUNCTION tell_table()""",
    # not INSERT: nobody remembers that a phone may not see a game
    "access": "AFTER UPDATE OR DELETE ON access FOR EACH ROW EXECUTE FUNCTION tell_access()",
    **{
        table: f"""AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH STATEMENT
        EXECUTE FUNCTION tell_league()"""
        for table in ("league_access", "league_link")
    },
}


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for name, told in FUNCTIONS.items():
        op.execute(f"""CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM {told.format(channel=CHANNEL)};
            RETURN NULL;
        END $$""")
    for table, when in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER tell_{table} {when}")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in TRIGGERS:
        op.execute(f"DROP TRIGGER tell_{table} ON {table}")
    for name in FUNCTIONS:
        op.execute(f"DROP FUNCTION {name}()")
