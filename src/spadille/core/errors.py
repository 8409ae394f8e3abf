"""Why a command is refused."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Every reason for which the rules refuse a command; the values are wire codes."""

    NO_DEAL = "no_deal"
    """Nothing is being bid or played: the cards are not dealt."""
    DEAL_UNDER_WAY = "deal_under_way"
    """The cards are dealt already."""
    MATCH_OVER = "match_over"
    """The match has a winner."""
    BAD_DEAL = "bad_deal"
    """The four hands are not 13 different cards each."""
    NOT_YOUR_TURN = "not_your_turn"
    NOT_BIDDING = "not_bidding"
    """The bidding is over."""
    NOT_PASSING = "not_passing"
    """No cards are to be exchanged now."""
    NOT_PLAYING = "not_playing"
    """Cards cannot be played yet."""
    LOOK_FIRST = "look_first"
    """Only blind nil may be bid before the cards are seen."""
    ALREADY_SEEN = "already_seen"
    """The cards have been seen, so blind nil is too late."""
    BLIND_NIL_NOT_OFFERED = "blind_nil_not_offered"
    """The rules, the score, or the partner's blind nil leave no blind nil."""
    NOT_A_BID = "not_a_bid"
    """No number from 0 to 13, or blind with a number."""
    NIL_NOT_OFFERED = "nil_not_offered"
    BID_TOO_LOW = "bid_too_low"
    """Below the least bid of a player."""
    NO_BID_OF_ONE = "no_bid_of_one"
    SIDE_BID_TOO_HIGH = "side_bid_too_high"
    """The partnership would bid more than it may."""
    SIDE_BID_TOO_LOW = "side_bid_too_low"
    """The partnership would bid less than it must."""
    BOTH_NIL = "both_nil"
    """The partner has bid nil already."""
    TOTAL_OF_THIRTEEN = "total_of_thirteen"
    """The four bids may not add up to 13."""
    MUST_BID_SPADES = "must_bid_spades"
    """The bid is set by the number of spades held."""
    MUST_BID_NIL = "must_bid_nil"
    """One of the partners must bid nil."""
    NOT_YOUR_CARD = "not_your_card"
    """The card is not in the hand."""
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    """The exchange takes another number of cards."""
    MUST_FOLLOW_SUIT = "must_follow_suit"
    SPADES_NOT_BROKEN = "spades_not_broken"
    NO_SPADES_ON_FIRST_TRICK = "no_spades_on_first_trick"


class IllegalCommand(Exception):  # noqa: N818 - it names what was refused
    """The rules refuse a command; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        """Carry *reason* to whoever answers the player."""
        super().__init__(reason.value)
        self.reason = reason
