"""What those see who run the server: its health, its figures, its log."""
