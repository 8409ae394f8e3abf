"""A table as text, for people who watch their players learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.seats import SEATS, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.core.match import Match


def picture(match: Match) -> str:
    """One line a seat, one for the trick, one for the score."""
    return "\n".join([*_lines(match), ""])


def _lines(match: Match) -> Iterator[str]:
    deal = match.deal
    if deal is not None:
        turn, won = deal.turn(match.rules), deal.tricks_won
        for seat in SEATS:
            mark = ">" if seat is turn else " "
            bid = "-" if deal.bids[seat] is None else deal.bids[seat]
            yield f"{mark} {seat.letter}  bid {bid!s:>2}  took {won[seat]:>2}  {deal.hands[seat]}"
        cards = " ".join(str(card) for card in deal.trick.cards)
        yield f"trick {len(deal.tricks) + 1}, led by {deal.trick.leader.letter}: {cards or '-'}"
    ours, theirs = match.scores
    yield (
        f"deal {len(match.sheet) + (deal is not None)}, "
        f"NS {ours.points} with {ours.bags} bags, EW {theirs.points} with {theirs.bags} bags"
    )
    if match.winner is not None:
        yield f"{'north and south' if match.winner is Side.NORTH_SOUTH else 'east and west'} win"
