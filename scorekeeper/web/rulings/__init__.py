"""Pages for rulings: record one, read it, pin it as a house rule."""
