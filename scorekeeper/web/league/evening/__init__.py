"""The pages of a league's evening: planning, tonight, printing."""
