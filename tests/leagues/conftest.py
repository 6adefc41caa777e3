"""A database for each test."""

from tests.databases import migrated, postgres, sqlite, store

__all__ = ["migrated", "postgres", "sqlite", "store"]
