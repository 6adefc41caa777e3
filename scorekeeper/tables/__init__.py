"""The use cases of a table: start, load, write, share, download; and a phone's saved rules.

Pages call these functions; whether the caller may, they ask ``visit_table`` first. A device is
given as ``hash_secret`` makes it from the text in its cookie.
"""
