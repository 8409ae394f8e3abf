"""A program that sits at a table and plays, through the same messages as the page.

Make a personal token that may play at tables (first page, Account), then:

    SPADILLE_TOKEN=spadille_... python ws_bot.py http://localhost:8000 TABLE --seat 0

It needs the package ``websockets``. It bids what its high cards are worth and plays its
lowest legal card: put your own player into `choose`.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

RANKS = "23456789TJQKA"
SEATS = ("North", "East", "South", "West")


def choose(game: dict[str, Any]) -> dict[str, Any]:
    """What to do in *game*, where it is our turn: one of the acts that the table takes."""
    own, phase = game["own"], game["public"]["phase"]
    if own["hand"] is None:
        return {"type": "look"}
    if phase == "passing":
        return {"type": "give", "cards": own["hand"][: own["to_pass"]]}
    if phase == "bidding":
        worth = sum(card[1] in "KA" or card[0] == "S" for card in own["hand"])
        return {"type": "bid", "bid": min(own["bids"], key=lambda bid: abs(bid["tricks"] - worth))}
    return {"type": "play", "card": min(own["plays"], key=lambda card: RANKS.index(card[1]))}


class Player:
    """A seat at a table, seen from a socket."""

    def __init__(self, socket: ClientConnection, table: str, seat: int) -> None:
        """Play at *seat* of *table* through *socket*."""
        self.socket = socket
        self.wish = seat
        self.table: dict[str, Any] = {}
        self.last: dict[str, Any] = {}
        self.waits = False
        """Whether an order still has no answer: one at a time keeps it simple."""
        self.tell({"type": "hello", "table": table})

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def hear(self, message: dict[str, Any]) -> bool:
        """Act on *message*; return whether the match is over."""
        kind = message["type"]
        if kind in {"welcome", "update"}:
            self.last, self.table = message, message["table"] or self.table
        elif kind in {"accepted", "declined", "refused"}:
            self.waits = False
        if kind in {"declined", "refused", "fault"}:
            print("the server says no:", message["reason"], message.get("detail", ""))
            if self.last and self.last["seat"] is None:
                sys.exit(1)
        act = None if self.waits or not self.last else self.next_act()
        if act is not None:
            self.waits = True
            # Sent again under the same id, an order would not be done twice.
            self.tell({"type": "order", "id": secrets.token_hex(8), "act": act})
        return bool(self.table) and self.table["stage"] == "over"

    def next_act(self) -> dict[str, Any] | None:
        """What the table waits for, if it waits for us: a player, an agreement, or a move."""
        seat, game = self.last["seat"], self.last["game"]
        if seat is None:
            return {"type": "sit", "seat": self.wish}
        if self.table["stage"] == "between_deals":
            return None if self.table["seats"][seat]["agreed"] else {"type": "agree"}
        if game is not None and game["public"]["turn"] == seat:
            return choose(game)
        return None


def main() -> int:
    """Play one match; return 1 where that was not to be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="such as http://localhost:8000")
    parser.add_argument("table", help="the last part of the table's link")
    parser.add_argument("--seat", type=int, default=0, choices=range(4), help="0: North, clockwise")
    options = parser.parse_args()
    headers = {"Authorization": f"Bearer {os.environ.get('SPADILLE_TOKEN', '')}"}
    address = options.server.rstrip("/").replace("http", "ws", 1) + "/ws"
    try:
        # The server closes a line that is silent for long; its pings are ours to send.
        with connect(address, additional_headers=headers, proxy=None) as socket:
            player = Player(socket, options.table, options.seat)
            while True:
                try:
                    frame = socket.recv(timeout=20)
                except TimeoutError:
                    player.tell({"type": "ping"})
                    continue
                if player.hear(json.loads(frame)):
                    print(f"{SEATS[options.seat]} has played a whole match")
                    return 0
    except InvalidStatus as refusal:
        print("not let in:", (refusal.response.body or b"").decode())
    except ConnectionClosed as closed:
        print("the server closed the line:", closed.rcvd.reason if closed.rcvd else "")
    return 1


if __name__ == "__main__":
    sys.exit(main())
