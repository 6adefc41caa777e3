"""The rules of games a second time, written apart from the code that scores them."""
