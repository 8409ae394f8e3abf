"""The calls about computer players."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from spadille.protocol.rest import DealReasons, LevelInfo
from spadille.server.gateway.calls import MatchNumber, TableId, found_table
from spadille.server.gateway.problems import Unacceptable
from spadille.server.tables.directory import Directory

DealNumber = Annotated[int, PathParameter(ge=1, le=10**6, description="1 for the first deal.")]


@get("/levels", summary="The levels of computer players")
async def levels(directory: NamedDependency[Directory]) -> list[LevelInfo]:
    """List the levels that a table may ask for, with a line about each."""
    return directory.offer.shown()


@get(
    "/tables/{table_id:str}/records/{match:int}/deals/{deal:int}/reasons",
    summary="Why the computers did what they did",
)
async def deal_reasons(
    table_id: TableId, match: MatchNumber, deal: DealNumber, directory: NamedDependency[Directory]
) -> DealReasons:
    """Show a line of reason for each move of a computer in a deal that is over."""
    table = await found_table(directory, table_id)
    found = await table.reasons(match, deal)
    if found is None:
        detail = "No such deal is over yet; reasons are told once it is."
        raise Unacceptable("deal_not_over", detail, 404)
    return found


COMPUTER_CALLS: Final = (levels, deal_reasons)
