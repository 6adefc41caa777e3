"""The referee's pages: who takes the trick, may he call that, what if."""
