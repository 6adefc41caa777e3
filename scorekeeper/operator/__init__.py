"""What those may do who run the server, whoever made a game or a league: see how much there is,
suspend, delete, give a league's organiser a link. All that is done stands in the audit log."""
