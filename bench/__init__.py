"""Speeds, measured: `make bench` prints each figure beside its goal and its floor."""
