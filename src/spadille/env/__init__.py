"""Spades as an environment for learning players: ``pip install spadille[env]``.

>>> from spadille.env import env  # doctest: +SKIP
>>> spades = env("challenge", deals=1)  # doctest: +SKIP
"""

from __future__ import annotations

try:
    from spadille.env.spades import SpadesEnv as SpadesEnv
    from spadille.env.spades import env as env
except ModuleNotFoundError as missing:
    message = "spadille.env needs PettingZoo: run 'pip install spadille[env]'"
    raise ModuleNotFoundError(message, name=missing.name) from missing
