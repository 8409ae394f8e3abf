"""One line of reason for a bid or a card, for the table to show after the deal."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from spadille.bots.counting import expected_tricks
from spadille.bots.table_sense import TableSense, own_hand, own_view
from spadille.core.cards import Suit
from spadille.core.deal import TRICKS
from spadille.core.seats import SEATS
from spadille.core.value import Value

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.cards import Card
    from spadille.core.seats import Seat
    from spadille.core.view import PlayerView


class Reason(StrEnum):
    """What a bid or a card was for."""

    ONLY_CHOICE = "only_choice"
    KEEPS_NIL = "keeps_nil"
    LOSES_NIL = "loses_nil"
    COVERS = "covers"
    ATTACKS_NIL = "attacks_nil"
    DUCKS_BAG = "ducks_bag"
    LEAVES_TO_PARTNER = "leaves_to_partner"
    RUFFS = "ruffs"
    CASHES = "cashes"
    TAKES = "takes"
    TAKES_LEAD = "takes_lead"
    SETS = "sets"
    LEADS = "leads"
    GIVES_UP = "gives_up"
    COUNTS = "counts"
    SAFE_NIL = "safe_nil"
    WINS_MATCH = "wins_match"
    CAREFUL = "careful"
    BOLD = "bold"
    ROOM = "room"
    BLIND = "blind"


class Why(Value):
    """A reason, and the sentence that tells it."""

    reason: Reason
    text: str


def why_bid(view: PlayerView, bid: Bid) -> Why:
    """What speaks for *bid* in *view*."""
    if bid.blind:
        return Why(Reason.BLIND, "far behind: only a blind nil can turn this match")
    own = own_view(view)
    worth = expected_tricks(own_hand(view))
    if len(own.bids) == 1:
        return Why(Reason.ONLY_CHOICE, "the only bid the rules allow")
    if bid.is_nil:
        return Why(Reason.SAFE_NIL, "low cards that can stay under: nil")
    partner = view.public.bids[own.seat.partner]
    ours = view.public.scores[own.seat.side].points
    together = bid.tricks + (partner.tricks if partner else 0)
    if bid.tricks + 1 < worth and partner and ours + 10 * together >= view.rules.target:
        return Why(Reason.WINS_MATCH, f"{together} tricks win the match: no need to bid more")
    if bid.tricks + 1 < worth:
        return Why(Reason.CAREFUL, f"worth about {worth:.1f} tricks, but a set would cost more")
    if bid.tricks > worth + 1:
        if bid.tricks <= (room := _room(view)):
            return Why(Reason.ROOM, f"worth about {worth:.1f} tricks, and the others leave {room}")
        return Why(Reason.BOLD, f"worth about {worth:.1f} tricks, and the score asks for more")
    return Why(Reason.COUNTS, f"worth about {worth:.1f} tricks")


def _room(view: PlayerView) -> int:
    """The tricks that nobody has bid, once all the others have bid; before, none."""
    others = [bid for bid in view.public.bids if bid is not None]
    return TRICKS - sum(bid.tricks for bid in others) if len(others) == len(SEATS) - 1 else 0


def why_card(view: PlayerView, card: Card) -> Why:
    """What speaks for *card* in *view*."""
    sense = TableSense.of(view)
    if len(sense.plays) == 1:
        return Why(Reason.ONLY_CHOICE, "the only card the rules allow")
    return _about_nils(sense, card) or _about_tricks(sense, card)


def _about_nils(sense: TableSense, card: Card) -> Why | None:
    wins = sense.beats(card)
    partner = sense.seat.partner
    if sense.nil_alive(sense.seat):
        if wins and sense.is_last:
            return Why(Reason.LOSES_NIL, "no card stays under: the nil is lost")
        return Why(Reason.KEEPS_NIL, "keeping the nil: as high as stays under")
    if sense.nil_alive(partner) and wins:
        return Why(Reason.COVERS, f"covering {_name(partner)}'s nil")
    for target in (sense.seat.after(1), sense.seat.after(3)):
        if sense.nil_alive(target) and not wins and sense.winner() is target:
            return Why(
                Reason.ATTACKS_NIL, f"{_name(target)}'s nil is taking this: leaving it there"
            )
        if sense.nil_alive(target) and not sense.trick.cards and sense.higher_out(card):
            return Why(Reason.ATTACKS_NIL, f"low, at {_name(target)}'s nil")
    return None


def _about_tricks(sense: TableSense, card: Card) -> Why:
    trumps = sense.plays.of(Suit.SPADES)
    ours, theirs = (sense.needs(side) for side in (sense.seat.side, sense.seat.side.other))
    wins = sense.beats(card)
    partner = sense.seat.partner
    if not wins and sense.winner() is partner:
        kept = ": the trumps are kept" if card.suit is not Suit.SPADES and trumps else ""
        return Why(Reason.LEAVES_TO_PARTNER, f"{_name(partner)} is taking this one{kept}")
    if sense.is_last and sense.winner() is partner and ours <= 1:
        return Why(Reason.DUCKS_BAG, "ours already: a high card goes that could only take a bag")
    if sense.is_last and sense.winner() is partner:
        return Why(Reason.TAKES_LEAD, f"{_name(partner)} had it: taking it over for the lead")
    if not wins:
        if ours <= 0:
            return Why(Reason.DUCKS_BAG, "we have our contract: ducking the bag")
        return Why(Reason.GIVES_UP, "not ours to win: the card that is missed least")
    if ours <= 0 < theirs:
        return Why(Reason.SETS, f"they still need {theirs}: playing to set them")
    if ours <= 0:
        return Why(Reason.DUCKS_BAG, "we have our contract: spending a high card")
    if sense.trick.cards and card.suit is Suit.SPADES is not sense.trick.led:
        return Why(Reason.RUFFS, f"ruffing: we still need {ours}")
    if not sense.trick.cards:
        if sense.higher_out(card):
            return Why(Reason.LEADS, "the lead that costs least")
        return Why(Reason.CASHES, f"nothing out beats it, and we still need {ours}")
    return Why(Reason.TAKES, f"we still need {ours}: taking it as cheaply as it holds")


def _name(seat: Seat) -> str:
    return seat.name.capitalize()
