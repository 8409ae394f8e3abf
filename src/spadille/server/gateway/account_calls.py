"""The calls about accounts: signing up, in and out, tokens, export and deletion."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from spadille.protocol.live import ProfileChanged, SignOut
from spadille.protocol.news import Person
from spadille.protocol.people import (
    Confirmation,
    Credentials,
    Done,
    Export,
    NewPassword,
    NewToken,
    TokenInfo,
    TokenMade,
)
from spadille.protocol.rest import Me
from spadille.server.accounts.tokens import COOKIE
from spadille.server.gateway.calls import address, me_as, signed_in
from spadille.server.gateway.company import Company
from spadille.server.gateway.scopes import BY_COOKIE
from spadille.server.gateway.sockets import Sockets
from spadille.server.people.export import exported
from spadille.server.store.ports import EventStore

AnyRequest = Request[Any, Any, Any]
TokenId = Annotated[str, PathParameter(max_length=64, description="The token's id.")]


@post("/sign-up", status_code=200, summary="Make an account of the guest I am")
async def sign_up(
    request: AnyRequest,
    data: JSONBody[Credentials],
    asker: NamedDependency[Person | None],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Response[Me]:
    """Claim a username and a password; seats, buddies and history stay."""
    guest = asker or await company.guests.greet(address(request))
    epoch = await company.guests.epoch(guest)
    # Whoever plays on while signing up gets a new cookie, and keeps the sockets.
    sockets.renewed(guest.id, epoch + 1)
    try:
        person = await company.accounts.sign_up(guest, data, address(request))
    except BaseException:
        sockets.renewed(guest.id, epoch)
        raise
    sockets.renamed(person)
    company.presence.renamed(person)
    company.hub.tell(person.id, ProfileChanged(me_as(person)))
    return await signed_in(request, company.guests, person)


@post("/sign-in", status_code=200, summary="Sign in")
async def sign_in(
    request: AnyRequest, data: JSONBody[Credentials], company: NamedDependency[Company]
) -> Response[Me]:
    """Let the cookie speak for an account from now on."""
    person = await company.accounts.sign_in(data, address(request))
    return await signed_in(request, company.guests, person)


@post("/sign-out", status_code=200, summary="Sign out on this device")
async def sign_out() -> Response[Done]:
    """Take the cookie away; the next GET /api/me makes a new guest."""
    return _signed_out()


@post(
    "/sign-out-everywhere",
    status_code=200,
    security=BY_COOKIE,
    summary="Sign out on all devices",
)
async def sign_out_everywhere(
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Response[Done]:
    """Let no cookie made until now speak for me, and close all my sockets."""
    await company.accounts.sign_out_everywhere(guest)
    sockets.signed_out(guest.id, SignOut.EVERYWHERE)
    return _signed_out()


@post("/my/password", status_code=200, security=BY_COOKIE, summary="Change my password")
async def change_password(
    request: AnyRequest,
    data: JSONBody[NewPassword],
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Response[Me]:
    """Change the password, and sign out all other devices."""
    await company.accounts.change_password(guest, data, address(request))
    sockets.signed_out(guest.id, SignOut.NEW_PASSWORD)
    return await signed_in(request, company.guests, guest)


@get("/my/tokens", security=BY_COOKIE, summary="My personal tokens")
async def tokens(
    guest: NamedDependency[Person], company: NamedDependency[Company]
) -> list[TokenInfo]:
    """List the personal tokens, without their secrets."""
    return await company.tokens.tokens_of(guest.id)


@post("/my/tokens", security=BY_COOKIE, summary="Make a personal token")
async def make_token(
    data: JSONBody[NewToken], guest: NamedDependency[Person], company: NamedDependency[Company]
) -> TokenMade:
    """Make a token for another game or program; its secret is shown this once."""
    return await company.tokens.make(guest, data)


@delete(
    "/my/tokens/{token_id:str}",
    status_code=200,
    security=BY_COOKIE,
    summary="Delete a personal token",
)
async def drop_token(
    token_id: TokenId,
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Done:
    """Let a token open nothing any more, and close what it holds open."""
    await company.tokens.drop(guest.id, token_id)
    sockets.token_dropped(token_id)
    return Done()


@get("/my/export", security=BY_COOKIE, summary="All that is kept about me")
async def export(
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    store: NamedDependency[EventStore],
) -> Export:
    """Show everything that the server keeps about the account."""
    return await exported(guest, company.store, await store.seated_tables(guest.id))


@post("/my/deletion", status_code=200, security=BY_COOKIE, summary="Delete my account")
async def erase(
    request: AnyRequest,
    data: JSONBody[Confirmation],
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Response[Done]:
    """Delete the account and all that belongs to it, for good; computers take its seats."""
    await company.accounts.owned(guest, data.password, address(request))
    await company.placement.leave_everywhere(guest)
    await company.accounts.erase(guest)
    sockets.signed_out(guest.id, SignOut.DELETED)
    return _signed_out()


ACCOUNT_CALLS: Final = (
    sign_up,
    sign_in,
    sign_out,
    sign_out_everywhere,
    change_password,
    tokens,
    make_token,
    drop_token,
    export,
    erase,
)


def _signed_out() -> Response[Done]:
    response = Response(Done())
    response.delete_cookie(COOKIE)
    return response
