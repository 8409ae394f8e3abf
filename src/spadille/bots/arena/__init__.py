"""Measures how strong computer players are, so that anyone can measure it again."""
