"""The results of a league's games: standings, players, ratings, records, downloads."""
