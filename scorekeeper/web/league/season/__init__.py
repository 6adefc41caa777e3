"""Pages about one season of a league."""
