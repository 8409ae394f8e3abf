"""Where the numbers of a position and of a rule set lie in their arrays."""

from __future__ import annotations

from typing import Final

# A position: one array of integers. Fields for each seat or side take several places.
HANDS: Final = 0
WON: Final = 4
"""Tricks taken by each seat."""
BIDS: Final = 8
"""Tricks bid by each seat; 0 is nil and `BLIND` a blind nil."""
VOIDS: Final = 12
"""The suits that each seat has shown to be out of, suit by bit."""
SPENT: Final = 16
"""The cards that each seat has played."""
LEADER: Final = 20
LAID: Final = 21
"""Cards on the table."""
LED: Final = 22
"""The suit to follow, once a card lies on the table."""
BEST: Final = 23
"""The card that takes the trick as it lies."""
TAKER: Final = 24
"""The seat of that card."""
BROKEN: Final = 25
DONE: Final = 26
"""Full tricks."""
GONE: Final = 27
"""Every card played, those on the table included."""
NEED: Final = 28
"""How many tricks each side still needs for its contract; below 0: bags."""
FORBID: Final = 30
"""Whether the first trick is closed to spades."""
ANY_LEAD: Final = 31
"""Whether spades may be led unbroken."""
HELP: Final = 32
"""Whether the tricks of a failed nil count for the contract."""
SPARE: Final = 33
"""How many bags each side would take for a chance to set the other."""
POSITION: Final = 35
"""The length of a position."""

BLIND: Final = -1
TRICKS: Final = 13

# A rule set, as far as play and scoring need it.
TARGET: Final = 0
"""The least score that wins, whether it is to be reached or exceeded."""
LOSING: Final = 1
"""The score that loses; `NEVER` without one."""
DEAL_LIMIT: Final = 2
"""0 without one."""
BAG_POINTS: Final = 3
BAG_LIMIT: Final = 4
"""0 without one."""
BAG_PENALTY: Final = 5
BAG_RESET: Final = 6
SET_COSTS: Final = 7
"""1 where a set contract loses its bid, 0 where it scores nothing."""
NIL_POINTS: Final = 8
FAILED_NIL: Final = 9
"""What the tricks of a failed nil are: one of the three below."""
BLIND_POINTS: Final = 10
TEN_TWO_HUNDRED: Final = 11
BOSTON: Final = 12
FIRST_FORBIDDEN: Final = 13
LEAD_ANY_TIME: Final = 14
EXCHANGE: Final = 15
"""Cards exchanged for a blind nil."""
EXCHANGE_ANY: Final = 16
"""Whether they are exchanged for any nil."""
PARTNER_FIRST: Final = 17
RULES: Final = 18
"""The length of a rule set."""

NEVER: Final = -1_000_000
NIL_BAGS: Final = 0
NIL_HELPS: Final = 1
NIL_NOTHING: Final = 2
