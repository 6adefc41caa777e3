"""Pages for operators: the server's health, metrics, log."""
