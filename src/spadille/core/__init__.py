"""The rules of Spades, and nothing else: pure values and pure functions.

Nothing here does input or output, reads a clock, or draws a random number.
"""
