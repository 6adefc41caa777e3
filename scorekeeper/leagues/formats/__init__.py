"""Formats that last longer than an evening."""
