"""Questions and their kinds, and the interview that asks them: about deals, by the referee, for
a scoring. Games import all of it from `scorekeeper.engine`."""
