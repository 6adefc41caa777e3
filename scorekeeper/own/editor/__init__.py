"""The editor of own games: forms whose answers are written into a document, and read from one.

A document is the whole state. Each form reads its answers from it, and writes only those that were
changed; so what no form can express stays as it is, letter by letter.
"""
