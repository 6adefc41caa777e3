"""What the operator of a server may do with any game or league: count, suspend and delete them, and
give a league's organiser a link. Every action is in the audit log."""
