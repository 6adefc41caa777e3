"""The pages of a league's evening: plan it, see it as it is played, print it."""
