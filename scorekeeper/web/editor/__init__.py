"""The editor of own games: five steps, each a form, and the deals that show what they mean."""
