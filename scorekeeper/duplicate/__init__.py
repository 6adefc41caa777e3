"""Duplicate: sessions whose results are compared across tables, and movements for them.

Knows nothing of the web or a database: documents in, documents out.
"""
