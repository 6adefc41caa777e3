"""What a game is made of: its questions, its pad, and the way from one deal to the next."""
