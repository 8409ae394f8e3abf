"""Spadille: a home for Spades."""
