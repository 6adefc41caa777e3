"""The exchange of a table's records between a server and a phone with the pocket edition.

`documents` says what travels, `checking` what may be among it, `receiving` appends it, `phone_copy`
has a phone's copy follow the server. The protocol is told in docs/pocket.md.
"""
