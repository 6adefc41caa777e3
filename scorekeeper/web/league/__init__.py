"""The pages of a league: its standings, games, players, seasons, and how it is run."""
