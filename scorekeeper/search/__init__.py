"""The search over the rules pages: paragraphs that answer a question in players' own words.

A question and the pages go through the same sieve: words lose their endings (`words.py`), and what
has several names (`synonyms.py`) gets one of them besides; German words are translated
(`german.py`). `index.py` has every passage by its terms, `samples.py` what players ask it by, and
`fit.py` learns from these samples. `query.py` says what a question asks, `ranking.py` answers it.
"""
