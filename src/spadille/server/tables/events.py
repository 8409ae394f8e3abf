"""What a table writes in its log, and how each may hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from spadille.core.audience import Told, told
from spadille.core.codec import decoder, encoder
from spadille.core.events import (
    BidPlaced,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    DealScored,
    Event,
    HandSeen,
    MatchWon,
    TrickTaken,
)
from spadille.core.rules import RuleSet
from spadille.core.shuffle import commitment
from spadille.core.value import Value
from spadille.protocol.levels import USUAL, Levels
from spadille.protocol.news import (
    Agreed,
    ClockRanOut,
    DeckCommitted,
    DeckRevealed,
    LevelChanged,
    MatchStarted,
    News,
    OwnerReturned,
    PersonChanged,
    ProgramCame,
    SeatFilled,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    StandInCame,
)
from spadille.protocol.rest import Dress
from spadille.protocol.table import TableOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec

    from spadille.core.seats import Seat


class TableMade(Value, tag="table_made"):
    """The first event of every table. Nobody is told: nobody is there yet."""

    host: str
    rules: RuleSet
    turn_seconds: float
    clock_always: bool
    """Whether the turn clock also runs while nobody else waits."""
    options: TableOptions = TableOptions()
    levels: Levels = USUAL
    dress: Dress | None = None
    """What the maker has chosen to wear here."""


class DeckSealed(Value, tag="deck_sealed"):
    """The next deck is fixed. The seed stays in the log until the deal is over."""

    deal_number: int
    seed: str
    """In hexadecimal digits."""

    @property
    def commitment(self) -> str:
        """What everyone is shown instead of the seed."""
        return commitment(bytes.fromhex(self.seed))


TableEvent: TypeAlias = (
    TableMade
    | DeckSealed
    | SeatTaken
    | PersonChanged
    | SeatLeft
    | SeatOpened
    | SeatFilled
    | LevelChanged
    | ProgramCame
    | StandInCame
    | OwnerReturned
    | ClockRanOut
    | MatchStarted
    | DeckRevealed
    | Agreed
    | Event
)

SECRET: Final = (CardsDealt, CardsPassed)
"""The events that not everyone hears alike."""

_PLAY: Final = (CardPlayed, TrickTaken, BidPlaced)
"""What a deal consists of, and so nearly all there is; everyone hears it as it is."""

GAME: Final = (
    CardsDealt,
    HandSeen,
    BidPlaced,
    CardsPassed,
    CardPlayed,
    TrickTaken,
    DealScored,
    MatchWon,
)

_encoder = encoder()
_decoder: msgspec.json.Decoder[TableEvent] = decoder(TableEvent)


def to_body(event: TableEvent) -> bytes:
    """*event* as the log holds it."""
    return _encoder.encode(event)


def from_body(body: bytes) -> TableEvent:
    """The event that *body* holds."""
    return _decoder.decode(body)


def is_play(events: Sequence[TableEvent]) -> bool:
    """Whether *events* are cards and bids alone, of which nothing follows beside the deal."""
    return bool(events) and all(isinstance(event, _PLAY) for event in events)


def heard(event: TableEvent, seat: Seat | None) -> Told | News:
    """*event* as somebody at *seat* may hear it; ``None`` is a spectator."""
    if isinstance(event, _PLAY):
        return event
    match event:
        case DeckSealed(deal_number):
            return DeckCommitted(deal_number, event.commitment)
        case TableMade():
            msg = "a table is made before anyone can hear of it"
            raise AssertionError(msg)
        case (
            SeatTaken()
            | PersonChanged()
            | SeatLeft()
            | SeatOpened()
            | SeatFilled()
            | LevelChanged()
            | ProgramCame()
            | StandInCame()
            | OwnerReturned()
            | ClockRanOut()
            | MatchStarted()
            | DeckRevealed()
            | Agreed()
        ):
            return event
        case _:
            return told(event, seat)
