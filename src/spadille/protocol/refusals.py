"""Why an order is refused, beyond the rules of the game."""

from __future__ import annotations

from enum import StrEnum


class TableReason(StrEnum):
    """Every reason for which a table refuses an order; the values are wire codes."""

    NOT_SEATED = "not_seated"
    """Only somebody seated may do this."""
    ALREADY_SEATED = "already_seated"
    """One seat a person."""
    SEAT_TAKEN = "seat_taken"
    SEAT_NOT_OPEN = "seat_not_open"
    SAW_ANOTHER_HAND = "saw_another_hand"
    """Whoever has seen a hand of this deal may only take that seat until it is over."""
    NOT_YOUR_SEAT = "not_your_seat"
    """The seat named is neither the sender's nor a companion's."""
    ANOTHERS_TURN = "anothers_turn"
    """It is another's turn on this device, so only their cards can be uncovered."""
    NOT_HOST = "not_host"
    MATCH_UNDER_WAY = "match_under_way"
    """Seats are opened before a match starts, or after it."""
    NO_COMPUTERS = "no_computers"
    """The table was made for people alone."""
    NOT_BETWEEN_DEALS = "not_between_deals"
    """Computers change their level between two deals, or before a match."""
    LEVEL_NOT_OFFERED = "level_not_offered"
    """This server has no computer players as strong as that."""
    NOTHING_TO_AGREE = "nothing_to_agree"
    """No deal or rematch waits for agreement."""
    NO_STAND_IN = "no_stand_in"
    """No computer stands in for this seat."""
    TOO_MANY_ORDERS = "too_many_orders"
    """Orders come faster than the table takes them; slow down."""
    NOT_STORED = "not_stored"
    """The server could not write it down, so nothing has happened; try again."""
