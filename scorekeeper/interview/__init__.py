"""What can be asked, of a deal, of the referee or of a scoring: questions and their kinds, and the
interview that puts them. Games find all of it in `scorekeeper.engine`."""
