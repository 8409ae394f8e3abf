"""The calls that bring people to tables."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from spadille.protocol.acts import Sit
from spadille.protocol.live import LobbyState
from spadille.protocol.messages import Accepted
from spadille.protocol.news import Person
from spadille.protocol.people import Scope
from spadille.protocol.refusals import TableReason
from spadille.protocol.rest import NewCompanion, PlayNow, SeatWish, TableSummary
from spadille.server.gateway.calls import TableId, chosen_rules, found_table
from spadille.server.gateway.companions import free_number, introduced
from spadille.server.gateway.company import Company
from spadille.server.gateway.limiter import Purses
from spadille.server.gateway.scopes import BY_COOKIE, BY_EITHER, scoped
from spadille.server.lobby.clerk import ask
from spadille.server.lobby.placement import free_seats
from spadille.server.people.refusal import Refusal
from spadille.server.tables.directory import Directory

_NO_COMPANION: Final[dict[str, str]] = {
    TableReason.NOT_SEATED: "Take a seat at the table before you bring others to it.",
    TableReason.NOT_HOST: "Only the host brings others who play on the same device.",
    TableReason.SAW_ANOTHER_HAND: "A deal is under way; bring them when it is over.",
}


@get("/lobby", summary="Who is here, and which tables are open")
async def lobby(company: NamedDependency[Company]) -> LobbyState:
    """Show the lobby as it is now; the live socket tells what changes."""
    return company.hub.lobby()


@post("/play-now", status_code=200, security=BY_COOKIE, summary="Play at once")
async def play_now(
    data: JSONBody[PlayNow],
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    table_purses: NamedDependency[Purses],
) -> TableSummary:
    """Take a seat with people where there are any, else with computers.

    Nobody is seated with somebody whom they have blocked, or who has blocked them.
    """
    rules = chosen_rules(data.preset, data.rules)
    if not table_purses.spend(guest.id):
        raise Refusal("too_many_tables", "So many tables at once; wait a minute.", 429)
    table = await company.placement.play_now(guest, rules)
    return table.summary(guest.id)


@post(
    "/tables/{table_id:str}/seat",
    status_code=200,
    dependencies=scoped(Scope.TABLE_PLAY),
    security=BY_EITHER,
    summary="Take a seat at a table",
)
async def take_seat(
    table_id: TableId,
    data: JSONBody[SeatWish],
    person: NamedDependency[Person],
    company: NamedDependency[Company],
    directory: NamedDependency[Directory],
) -> TableSummary:
    """Take a seat before the socket is opened, as where nobody may watch."""
    table = await found_table(directory, table_id)
    if table.state.seat_of(person.id) is None:
        seats = free_seats(table) if data.seat is None else [data.seat]
        answer = await company.placement.sit(person, table, seats)
        if not isinstance(answer, Accepted):
            code = "no_free_seat" if answer is None else answer.reason.value
            raise Refusal(code, "That seat cannot be taken; look for another.", 409)
    return table.summary(person.id)


@post(
    "/tables/{table_id:str}/companions",
    status_code=200,
    security=BY_COOKIE,
    summary="Bring somebody who plays on my device",
)
async def bring_companion(
    table_id: TableId,
    data: JSONBody[NewCompanion],
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    directory: NamedDependency[Directory],
) -> TableSummary:
    """Seat a companion of the host, between deals or matches."""
    table = await found_table(directory, table_id)
    number = free_number(table.state, guest)
    ((seat, companion),) = await introduced(company.guests, guest, (data,), number)
    answer = await ask(table, companion, Sit(seat))
    if not isinstance(answer, Accepted):
        detail = _NO_COMPANION.get(answer.reason, "That seat cannot be taken; look for another.")
        raise Refusal(answer.reason.value, detail, 409)
    return table.summary(guest.id)


LOBBY_CALLS: Final = (lobby, play_now, take_seat, bring_companion)
