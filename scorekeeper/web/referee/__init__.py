"""The referee's pages: who wins the trick, is the call allowed, what if."""
