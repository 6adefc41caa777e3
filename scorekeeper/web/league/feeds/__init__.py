"""A league for other programs and sites: feeds, tokens, standings in a frame."""
