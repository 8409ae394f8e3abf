"""A device that several people share, over a real socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadille.core.seats import Seat
from spadille.protocol.acts import Agree, Uncover
from spadille.protocol.messages import Accepted, Update, Welcome
from tests.kit.client import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.acts import Act


def companion(seat: Seat, name: str, avatar: str = "a03") -> dict[str, Any]:
    """Somebody to bring along, as a body has it."""
    return {"seat": int(seat), "name": name, "avatar": avatar}


class Device(Player):
    """People who pass one device around, and uncover only when it is their turn."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats played here."""
        assert self.info is not None
        owners = {f"{self.id}/{number}" for number in (2, 3, 4)} | {self.id}
        held = zip(Seat, self.info.seats, strict=True)
        return tuple(seat for seat, info in held if info.person and info.person.id in owners)

    def _seat(self) -> Seat:
        assert self.last is not None
        assert self.last.seat is not None
        return self.last.seat

    def is_covered(self) -> bool:
        """Whether no hand is to be seen."""
        assert self.last is not None
        assert self.last.game is not None
        return self.last.game.own is None

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is at the table."""
        game = None if self.last is None else self.last.game
        return None if game is None else game.public.turn

    async def uncover(self, seat: Seat) -> None:
        """Show the cards of *seat*."""
        assert isinstance(await self.order(Uncover(seat)), Accepted)

    async def play(self, done: Callable[[], bool]) -> None:
        """Play for all who sit here, until *done*."""
        while not done():
            turn = self.turn
            if self.is_covered() and turn is not None and turn in self.seats:
                await self.uncover(turn)
                await self.until(lambda: not self.is_covered())
                continue
            act = self.next_act()
            if act is None:
                await self.until(lambda seen=self.seq: self.seq != seen or done())  # type: ignore[misc]
            else:
                await self.act(act)

    async def act(self, act: Act) -> None:
        """Do *act* for whoever has the device."""
        answer = await self.order(act, seat=None if isinstance(act, Agree) else self._seat())
        assert isinstance(answer, Accepted), answer

    def views(self) -> list[Welcome | Update]:
        """Everything that showed the table, oldest first."""
        return [m for m in self.messages if isinstance(m, Welcome | Update)]
