"""The pages with figures."""
