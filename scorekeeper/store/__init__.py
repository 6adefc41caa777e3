"""Storage: tables, their records, links and drafts.

Records are only ever added. Everything a table shows follows from them; what else is stored
(summaries, scored entries, a table's columns) is a copy for speed that can be made again.
The store knows no game and reads no rule.
"""
