"""The exchange of a table's records between a server and a phone with the pocket edition.

`documents` says what travels, `checking` what may be among it, `receiving` appends it. The protocol
is told in docs/pocket.md.
"""
