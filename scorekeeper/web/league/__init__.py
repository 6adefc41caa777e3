"""The pages of a league: standings, games, players, seasons, organising."""
