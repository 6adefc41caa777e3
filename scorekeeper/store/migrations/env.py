"""Runs the migrations; alembic calls this file."""

from contextlib import closing

from alembic import context
from sqlalchemy import text

from scorekeeper.store.sql.database import begin, db, is_sqlite, write_turn
from scorekeeper.store.sql.sqlite_file import Deadline

MOST_SECONDS = 600  # another server that starts may be at the same migration

with write_turn(db.engine, Deadline(MOST_SECONDS)), db.engine.connect() as connection:
    if is_sqlite(connection):
        # to change a table SQLite copies and drops it; with foreign keys on, rows elsewhere that
        # point at it would go too
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute("PRAGMA foreign_keys=OFF")
    with connection.begin():
        begin(connection, "BEGIN IMMEDIATE")
        if not is_sqlite(connection):  # two servers may start at once
            connection.execute(text("SELECT pg_advisory_xact_lock(7365)"))
        context.configure(connection=connection, target_metadata=db.metadata, render_as_batch=True)
        context.run_migrations()
    connection.invalidate()  # the next user gets one with foreign keys on
