"""What a league's games come to: standings, players, ratings, records, downloads."""
