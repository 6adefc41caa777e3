"""The connection to SQLite or PostgreSQL: who writes next, copies, and whether all is well."""
