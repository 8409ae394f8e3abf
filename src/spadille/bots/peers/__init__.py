"""Players that others made, for the arena to compare with; ``pip install spadille[peers]``."""
