"""Calls that a personal token may make as well as a page."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Any, Final

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotAuthorizedException
from litestar.openapi.spec import Components, SecurityScheme

from spadille.protocol.news import Person
from spadille.protocol.people import Scope
from spadille.server.accounts.tokens import COOKIE
from spadille.server.gateway.company import Company
from spadille.server.people.access import bearer_secret

SECURITY: Final = Components(
    security_schemes={
        "cookie": SecurityScheme(
            type="apiKey",
            security_scheme_in="cookie",
            name=COOKIE,
            description="A page's session; GET /api/me begins one.",
        ),
        "token": SecurityScheme(
            type="http",
            scheme="bearer",
            description="A personal token with the scope of the call; see /api/my/tokens.",
        ),
    }
)
BY_COOKIE: Final[list[dict[str, list[str]]]] = [{"cookie": []}]
BY_EITHER: Final[list[dict[str, list[str]]]] = [{"cookie": []}, {"token": []}]


def scoped(scope: Scope) -> dict[str, Provide]:
    """The dependency ``person``: whom a cookie, or a token with *scope*, speaks for."""

    async def person(request: Request[Any, Any, Any], company: NamedDependency[Company]) -> Person:
        authorization = request.headers.get("authorization")
        if authorization is not None:
            return await company.tokens.bearer(bearer_secret(authorization), scope)
        found = await company.guests.recognise(request.headers.get("cookie", ""))
        if found is None:
            raise NotAuthorizedException
        return found

    return {"person": Provide(person)}
