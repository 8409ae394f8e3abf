"""One real message of every kind: for the client's types, its tests, and the curious."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.audience import told
from spadille.core.bids import BIDS, BLIND_NIL
from spadille.core.cards import CardSet
from spadille.core.commands import LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.errors import Reason
from spadille.core.events import DealScored, MatchWon, TrickTaken
from spadille.core.match import Match, apply, decide
from spadille.core.rules import CLASSIC
from spadille.core.scoring import Score, score_deal
from spadille.core.seats import Seat, Side
from spadille.core.shuffle import commitment, deal_hands
from spadille.core.value import replace
from spadille.core.view import view
from spadille.protocol.acts import MakeBid
from spadille.protocol.chat import (
    ChatHistory,
    ChatLine,
    ChatMessage,
    ChatReason,
    ChatRefused,
    Notice,
    Said,
    SystemLine,
    Voice,
)
from spadille.protocol.hints import Hint, HintReason, HintRefused
from spadille.protocol.levels import BotLevel
from spadille.protocol.messages import (
    Accepted,
    Clock,
    Declined,
    Fault,
    FaultReason,
    Game,
    Pong,
    Presence,
    Refused,
    Update,
    Welcome,
)
from spadille.protocol.news import (
    Agreed,
    ClockRanOut,
    DeckCommitted,
    DeckRevealed,
    LevelChanged,
    MatchStarted,
    News,
    OwnerReturned,
    Person,
    PersonChanged,
    ProgramCame,
    SeatFilled,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    StandInCame,
    StandInReason,
)
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import SeatInfo, Stage, TableInfo

if TYPE_CHECKING:
    from spadille.core.audience import Told
    from spadille.core.commands import Command
    from spadille.protocol.messages import ServerMessage

_SEED: Final = bytes(range(32))
_RULES: Final = replace(CLASSIC, blind_nil_behind=None)
_YOU: Final = Person("p1", "Ines", "a01")
_FRIEND: Final = Person("p2", "Sam", "a07", "sam_7")
_SCORE: Final = score_deal(
    _RULES, (BIDS[4], BIDS[3], BLIND_NIL, BIDS[5]), (5, 4, 0, 4), (Score(258, 8), Score(51))
)


def server_messages() -> list[ServerMessage]:
    """A message of every kind, and in the update an event of every kind."""
    match, events = _exchange()
    seen = view(match, Seat.SOUTH)
    game, clock = Game(seen.public, seen.own), Clock(21_500, 30_000)
    news = _news()
    return [
        Welcome(12, _YOU, Seat.SOUTH, _table(), game, (_SCORE,), clock),
        Welcome(0, _YOU, None, replace(_table(), stage=Stage.WAITING), None, (), None),
        Update(
            12 + len(events) + len(news),
            (*events, *news),
            Seat.SOUTH,
            game,
            clock,
            _table(),
            (_SCORE,),
        ),
        Update(13, (), None, Game(seen.public, None), None),
        Presence((True, False, True, False), (None, 8_000, None, None), 2, clock),
        Accepted("order-0001", 13),
        Refused("order-0002", Reason.MUST_FOLLOW_SUIT),
        Declined("order-0003", TableReason.SEAT_TAKEN),
        *_chat(),
        Hint("ask-00000001", 13, MakeBid(BIDS[4]), "worth about 4.2 tricks"),
        HintRefused("ask-00000002", HintReason.NOT_YOUR_TURN),
        Pong(13),
        Fault(FaultReason.NOT_UNDERSTOOD, "Expected `str` - at `$.table`"),
    ]


def _chat() -> list[ChatMessage]:
    """A line in every voice, what the system says, and both answers."""
    said = ChatLine(1_700_000_000_000, _FRIEND, Voice.YELL, "<b>well</b> played :)")
    whisper = ChatLine(1_700_000_000_001, _FRIEND, Voice.WHISPER, "psst", _YOU)
    joined = SystemLine(1_700_000_000_002, Notice.JOINED, _FRIEND)
    return [
        said,
        whisper,
        joined,
        ChatHistory((said, whisper, joined)),
        Said("say-00000001", said.at),
        ChatRefused(
            "say-00000002",
            ChatReason.SEVERAL_FIT,
            "'s' could be Sam or Sue. Type more of the name.",
            ("Sam", "Sue"),
        ),
    ]


def _exchange() -> tuple[Match, list[Told]]:
    """South bids blind nil, exchanges cards with North, and one card is played."""
    hands = deal_hands(_SEED)
    give, back = (CardSet.of_cards(list(hands[seat])[:2]) for seat in (Seat.SOUTH, Seat.NORTH))
    lead = next(iter(hands[Seat.WEST]))
    commands: list[Command] = [
        StartDeal(hands),
        LookAtHand(Seat.WEST),
        PlaceBid(Seat.WEST, BIDS[5]),
        LookAtHand(Seat.NORTH),
        PlaceBid(Seat.NORTH, BIDS[4]),
        LookAtHand(Seat.EAST),
        PlaceBid(Seat.EAST, BIDS[3]),
        PlaceBid(Seat.SOUTH, BLIND_NIL),
        PassCards(Seat.SOUTH, give),
        PassCards(Seat.NORTH, back),
        PlayCard(Seat.WEST, lead),
    ]
    match = Match(_RULES, Seat.SOUTH)
    events: list[Told] = []
    for command in commands:
        for event in decide(match, command):
            match = apply(match, event)
            events.append(told(event, Seat.SOUTH))
    return match, [
        *events,
        TrickTaken(Seat.NORTH),
        DealScored(_SCORE),
        MatchWon(Side.NORTH_SOUTH),
    ]


def _news() -> tuple[News, ...]:
    return (
        SeatTaken(Seat.NORTH, _FRIEND),
        PersonChanged(Seat.NORTH, _FRIEND),
        SeatLeft(Seat.NORTH, _FRIEND),
        SeatOpened(Seat.NORTH),
        SeatFilled(Seat.NORTH),
        LevelChanged(Seat.EAST, BotLevel.CASUAL),
        ProgramCame(Seat.NORTH),
        StandInCame(Seat.SOUTH, StandInReason.CONNECTION_LOST),
        OwnerReturned(Seat.SOUTH),
        ClockRanOut(Seat.SOUTH),
        MatchStarted(1, _RULES, Seat.SOUTH),
        DeckCommitted(1, commitment(_SEED)),
        DeckRevealed(1, _SEED.hex()),
        Agreed(Seat.SOUTH),
    )


def _table() -> TableInfo:
    computer = SeatInfo(person=None, open=False, stand_in=None, agreed=False)
    return TableInfo(
        id="kite-seven-lamp",
        rules=_RULES,
        stage=Stage.PLAYING,
        seats=(
            replace(computer, person=_FRIEND, stand_in=StandInReason.CLOCK_RAN_OUT),
            replace(computer, level=BotLevel.EXPERT),
            replace(computer, person=_YOU, agreed=True),
            replace(computer, open=True),
        ),
        match_number=1,
        host=_YOU.id,
        turn_seconds=30.0,
        commitment=commitment(_SEED),
    )
