"""The calls under ``/api``."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Annotated, Any, Final

from litestar import MediaType, Request, Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import JSONBody, PathParameter

from spadille.core.notation import write
from spadille.core.record import MatchRecord
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.validation import InvalidRules
from spadille.core.value import replace
from spadille.protocol.live import ProfileChanged
from spadille.protocol.news import Person
from spadille.protocol.rest import Me, MeChange, NewTable, RulesVerdict, TableSummary
from spadille.protocol.table import Stage
from spadille.server.accounts.identity import Guests, NoSuchAvatar
from spadille.server.accounts.names import BadName
from spadille.server.accounts.tokens import COOKIE, MAX_AGE
from spadille.server.chat.parsing import cleaned
from spadille.server.gateway.companions import introduced
from spadille.server.gateway.company import Company
from spadille.server.gateway.dresses import fitting_dress
from spadille.server.gateway.house_rules import all_problems
from spadille.server.gateway.limiter import Purses
from spadille.server.gateway.problems import Unacceptable
from spadille.server.gateway.scopes import BY_COOKIE
from spadille.server.gateway.sockets import Sockets
from spadille.server.store.ports import EventStore
from spadille.server.tables.directory import Directory, Wanted
from spadille.server.tables.interface import AnyTable as Table
from spadille.server.tables.offer import Offer

_MOST_TABLES: Final = 20
"""Tables that a list shows, ..."""
_MOST_LOOKED_AT: Final = 100
"""... and of which one has to be woken to see whether its match goes on."""

TableId = Annotated[str, PathParameter(max_length=64, description="The table's id.")]
MatchNumber = Annotated[int, PathParameter(ge=1, le=10**6, description="1 for the first match.")]


async def asker(request: Request[Any, Any, Any], guests: NamedDependency[Guests]) -> Person | None:
    """Whom the request's cookie speaks for."""
    return await guests.recognise(request.headers.get("cookie", ""))


async def guest(asker: NamedDependency[Person | None]) -> Person:
    """Whom the request's cookie speaks for; without one there is no call."""
    if asker is None:
        raise NotAuthorizedException
    return asker


@get("/me", summary="Who I am")
async def me(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Person | None],
    guests: NamedDependency[Guests],
) -> Response[Me]:
    """Say whom the cookie speaks for; whoever has none becomes a new guest."""
    person = asker or await guests.greet(address(request))
    return await signed_in(request, guests, person)


@patch("/me", security=BY_COOKIE, summary="Change my name or avatar")
async def change_me(
    data: JSONBody[MeChange],
    guest: NamedDependency[Person],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Me:
    """Change the guest's name or avatar, for all tables joined from now on."""
    return await change_profile(guest, data, company, sockets)


@post("/tables", security=BY_COOKIE, summary="Make a table")
async def make_table(
    data: JSONBody[NewTable],
    guest: NamedDependency[Person],
    guests: NamedDependency[Guests],
    directory: NamedDependency[Directory],
    table_purses: NamedDependency[Purses],
) -> TableSummary:
    """Make a table with the guest seated; open seats wait, computers take the others."""
    companions = await introduced(guests, guest, data.companions)
    dress = None if data.dress is None else await fitting_dress(guests, guest, data.dress)
    wanted = replace(_wanted(data, directory.offer), companions=companions, dress=dress)
    if not table_purses.spend(guest.id):
        raise Unacceptable("too_many_tables", "So many new tables; wait a minute.", 429)
    table = await directory.create(guest, wanted)
    return table.summary(guest.id)


@get("/tables/{table_id:str}", summary="A table")
async def table_summary(
    table_id: TableId,
    asker: NamedDependency[Person | None],
    directory: NamedDependency[Directory],
) -> TableSummary:
    """Show a table as a list would."""
    table = await found_table(directory, table_id)
    return table.summary("" if asker is None else asker.id)


@get("/my/tables", security=BY_COOKIE, summary="The tables where I sit")
async def my_tables(
    guest: NamedDependency[Person],
    directory: NamedDependency[Directory],
    store: NamedDependency[EventStore],
) -> list[TableSummary]:
    """List the tables where the guest holds a seat in a match that goes on, newest first."""
    shown: list[TableSummary] = []
    for table_id in (await store.seated_tables(guest.id))[:_MOST_LOOKED_AT]:
        table = await directory.find(table_id)
        summary = None if table is None else table.summary(guest.id)
        # The index of seats may lag behind the table.
        if summary and summary.seat is not None and summary.table.stage is not Stage.OVER:
            shown.append(summary)
        if len(shown) == _MOST_TABLES:
            break
    return shown


@get("/tables/{table_id:str}/records/{match:int}", summary="The record of a match")
async def match_record(
    table_id: TableId, match: MatchNumber, directory: NamedDependency[Directory]
) -> MatchRecord:
    """Show the finished deals of a match, card by card, with the seeds that dealt them."""
    return await _record(directory, table_id, match)


@get(
    "/tables/{table_id:str}/records/{match:int}/text",
    media_type=MediaType.TEXT,
    summary="The record of a match as text",
)
async def match_text(
    table_id: TableId, match: MatchNumber, directory: NamedDependency[Directory]
) -> str:
    """Show the finished deals of a match in the notation that `spadille verify` reads."""
    return write(await _record(directory, table_id, match))


@get("/presets", summary="The rule sets to choose from")
async def presets() -> list[RuleSet]:
    """List the rule sets that have names."""
    return list(PRESETS.values())


@post("/rules/check", status_code=200, summary="Judge a rule set")
async def check_rules(data: JSONBody[RuleSet]) -> RulesVerdict:
    """List every contradiction in a rule set; none means that it can be played."""
    return RulesVerdict(all_problems(data))


CALLS: Final = (
    me,
    change_me,
    make_table,
    table_summary,
    my_tables,
    match_record,
    match_text,
    presets,
    check_rules,
)


def address(request: Request[Any, Any, Any]) -> str:
    """Where *request* comes from."""
    return request.client.host if request.client is not None else ""


def me_as(person: Person) -> Me:
    """What *person* is told of who they are."""
    return Me(person, guest=person.username is None)


async def signed_in(
    request: Request[Any, Any, Any], guests: Guests, person: Person
) -> Response[Me]:
    """An answer with a cookie that speaks for *person* from now on."""
    cookie = Cookie(
        key=COOKIE,
        value=await guests.token(person),
        max_age=MAX_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Response(me_as(person), cookies=[cookie])


async def change_profile(
    person: Person, change: MeChange, company: Company, sockets: Sockets
) -> Me:
    """Give *person* another name or avatar, and tell all their devices."""
    try:
        changed = await company.guests.change(person, change)
    except BadName as error:
        raise Unacceptable("bad_name", str(error)) from error
    except NoSuchAvatar as error:
        raise Unacceptable("no_such_avatar", str(error)) from error
    sockets.renamed(changed)
    company.presence.renamed(changed)
    company.hub.tell(changed.id, ProfileChanged(me_as(changed)))
    return me_as(changed)


def chosen_rules(preset: str, rules: RuleSet | None) -> RuleSet:
    """The *rules* given, if they can be played, else those of the *preset*."""
    if rules is None:
        if preset not in PRESETS:
            known = ", ".join(PRESETS)
            detail = f"preset: there is no {preset!r}; there are {known}."
            raise Unacceptable("unknown_preset", detail)
        rules = PRESETS[preset]
    if found := all_problems(rules):
        raise Unacceptable("invalid_rules", f"rules: {InvalidRules(found)}")
    return rules


def _wanted(new: NewTable, offer: Offer) -> Wanted:
    rules = chosen_rules(new.preset, new.rules)
    given = (new.seat, *new.open_seats, *(companion.seat for companion in new.companions))
    if len(set(given)) < len(given):
        detail = "seat, open_seats, companions: each seat once."
        raise Unacceptable("invalid_seats", detail)
    for level in new.levels:
        if level is not None and not offer.has(level):
            detail = f"levels: the strongest here is {offer.most.value!r}; ask for that or less."
            raise Unacceptable("level_not_offered", detail)
    return Wanted(
        rules=rules,
        seat=new.seat,
        open_seats=new.open_seats,
        turn_seconds=new.turn_seconds,
        options=replace(new.options, title=cleaned(new.options.title)),
        levels=new.levels,
    )


async def found_table(directory: Directory, table_id: str) -> Table:
    """The table with this id; there is no call about any other."""
    table = await directory.find(table_id)
    if table is None:
        raise Unacceptable("no_such_table", "There is no such table.", 404)
    return table


async def _record(directory: Directory, table_id: str, match: int) -> MatchRecord:
    table = await found_table(directory, table_id)
    record = await table.record(match)
    if record is None:
        raise NotFoundException
    return record
