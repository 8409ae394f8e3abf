"""The rules as arithmetic on integers, compiled: for players that look far ahead.

Nothing else in Spadille imports numba; import these modules only where a search begins.
Cards, hands and seats are coded as in the core, so nothing needs translating: a hand is
a `CardSet.mask`, a card a `Card.index`.
"""
