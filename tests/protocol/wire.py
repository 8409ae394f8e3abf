"""The wire fixtures in tests/data/wire, which the client's tests read too.

``python tests/protocol/wire.py`` writes them anew; review what changed.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spadille.core.audience import told
from spadille.core.bids import BIDS, BLIND_NIL
from spadille.core.cards import Card, CardSet
from spadille.core.codec import encoder
from spadille.core.commands import LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.deal import Phase
from spadille.core.events import CardsDealt, DealScored
from spadille.core.match import Match, apply, decide
from spadille.core.record import DealRecord, MatchRecord
from spadille.core.rules import CLASSIC
from spadille.core.seats import Seat
from spadille.core.shuffle import commitment, deal_hands
from spadille.core.value import replace
from spadille.core.view import private_view, public_view, view
from spadille.protocol.acts import (
    Agree,
    FillSeat,
    Give,
    Leave,
    Look,
    MakeBid,
    OpenSeat,
    Play,
    Return,
    SetLevel,
    Sit,
    Uncover,
)
from spadille.protocol.chat import Say
from spadille.protocol.hints import AskHint
from spadille.protocol.levels import BotLevel
from spadille.protocol.messages import Game, Hello, Order, Ping, Update
from spadille.protocol.rest import MeChange, NewTable
from spadille.protocol.samples import server_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.bots.bot import Move
    from spadille.core.events import Event
    from spadille.core.scoring import DealScore
    from spadille.core.seats import BySeat
    from spadille.core.view import PlayerView
    from spadille.protocol.acts import Act
    from spadille.protocol.messages import ClientMessage

FOLDER = Path(__file__).parent.parent / "data" / "wire"
RULES = replace(CLASSIC, name="short", target=60, blind_nil_behind=None)


def fixtures() -> dict[str, bytes]:
    """Every fixture by its file's name."""
    steps = list(_match())
    values: dict[str, list[Any]] = {
        "server.json": list(server_messages()),
        "client.json": _client_messages(),
        "bodies.json": [NewTable(), MeChange(name="Ines")],
        "deal.json": [_update(seq, *step) for seq, step in enumerate(steps[:64], 1)],
        "record.json": [_record(event for _, events in steps for event in events)],
    }
    return {name: _lines(rows) for name, rows in values.items()}


def _lines(rows: list[Any]) -> bytes:
    """A JSON list with a line for each row, so that changes can be read."""
    return b"[\n" + b",\n".join(encoder().encode(row) for row in rows) + b"\n]\n"


def _client_messages() -> list[ClientMessage]:
    acts: tuple[Act, ...] = (
        Look(),
        MakeBid(BIDS[4]),
        MakeBid(BLIND_NIL),
        Give((Card.SA, Card.H2)),
        Play(Card.SA),
        Sit(Seat.EAST),
        Leave(),
        Return(),
        Agree(),
        OpenSeat(Seat.WEST),
        FillSeat(Seat.WEST),
        Uncover(Seat.EAST),
        SetLevel(Seat.EAST, BotLevel.EXPERT),
    )
    orders = [Order(f"order-{number:04}", act) for number, act in enumerate(acts)]
    orders.append(Order("order-companion", Play(Card.SA), Seat.EAST))
    spoken = (Say("say-00000001", "<w sam>psst"), AskHint("ask-00000001"), Ping())
    return [Hello("kite-seven-lamp", 12), *orders, *spoken]


def _match() -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """A whole match, a step at a time, by players of little thought."""
    match = Match(RULES, Seat.SOUTH)
    while match.winner is None:
        if match.deal is None:
            command: Any = StartDeal(deal_hands(_seed(len(match.sheet))))
        else:
            turn = match.deal.turn(match.rules)
            assert turn is not None
            command = _move(view(match, turn))
        events = decide(match, command)
        for event in events:
            match = apply(match, event)
        yield match, events


def _seed(deal: int) -> bytes:
    return sha256(f"wire {deal}".encode()).digest()


def _move(seen: PlayerView) -> Move:
    """South bids blind nil in the first deal; everyone plays the lowest card."""
    own, public = seen.own, seen.public
    assert own is not None
    if public.phase is Phase.PLAYING:
        return PlayCard(own.seat, next(iter(own.plays)))
    if public.phase is Phase.PASSING:
        assert own.hand is not None
        return PassCards(own.seat, _highest(own.hand, own.to_pass))
    if own.hand is not None:
        return PlaceBid(own.seat, BIDS[3] if BIDS[3] in own.bids else own.bids[-1])
    if own.seat is Seat.SOUTH and public.deal_number == 1:
        return PlaceBid(own.seat, BLIND_NIL)
    return LookAtHand(own.seat)


def _highest(hand: CardSet, count: int) -> CardSet:
    cards = sorted(hand, key=lambda card: card.rank)
    return CardSet.of_cards(cards[-count:])


def _update(seq: int, match: Match, events: tuple[Event, ...]) -> Update:
    game = Game(public_view(match), private_view(match, Seat.SOUTH))
    heard = tuple(told(event, Seat.SOUTH) for event in events)
    return Update(seq, heard, Seat.SOUTH, game, None, None, match.sheet)


def _record(events: Iterator[Event]) -> MatchRecord:
    match, records = Match(RULES, Seat.SOUTH), list[DealRecord]()
    hands = deal_hands(_seed(0))
    for event in events:
        if isinstance(event, CardsDealt):
            hands = event.hands
        if isinstance(event, DealScored):
            records.append(_deal_record(match, hands, event.score))
        match = apply(match, event)
    return MatchRecord(RULES, ("Sam", "computer", "Ines", "computer"), tuple(records), match.winner)


def _deal_record(match: Match, hands: BySeat[CardSet], score: DealScore) -> DealRecord:
    seed, deal = _seed(len(match.sheet)), match.deal
    assert deal is not None
    return DealRecord(
        deal.dealer,
        hands,
        score.bids,
        deal.passes,
        deal.tricks,
        score,
        commitment(seed),
        seed.hex(),
    )


def main() -> int:
    """Write every fixture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, body in fixtures().items():
        (FOLDER / name).write_bytes(body)
    return 0


if __name__ == "__main__":
    sys.exit(main())
