from __future__ import annotations

import pytest

from spadille.core.bids import BIDS, BLIND_NIL, NIL, Bid


def test_nil_is_a_bid_of_no_tricks() -> None:
    """Blind or not; and neither is any other bid."""
    assert NIL.is_nil
    assert BLIND_NIL.is_nil
    assert not any(bid.is_nil for bid in BIDS[1:])
    assert NIL != BLIND_NIL


def test_bids_are_shown_as_on_the_score_sheet() -> None:
    """Numbers, 0 for nil, B0 for blind nil."""
    assert [str(bid) for bid in (Bid(13), NIL, BLIND_NIL)] == ["13", "0", "B0"]


@pytest.mark.parametrize("text", ["", "14", "-1", "B1", "b0", "nil", " 4", "²", "٣", "4.0"])
def test_other_texts_are_no_bids(text: str) -> None:
    """The error says what is."""
    with pytest.raises(ValueError, match="0 to 13, or B0"):
        Bid.parse(text)
