"""The pages around the tables: the front page, the rules, invitations, settings."""
