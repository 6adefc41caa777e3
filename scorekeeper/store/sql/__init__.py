"""The connection to SQLite or PostgreSQL: taking turns to write, backups, health checks."""
