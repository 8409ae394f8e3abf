"""Every error of a call in one shape: a code for programs, a sentence for people."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Any, Final, cast

import structlog
from litestar import Request, Response
from litestar.exceptions import ClientException, HTTPException, ValidationException

from spadille.protocol.rest import Problem
from spadille.server.people.refusal import Refusal
from spadille.server.store.ports import StoreAway

AnyRequest = Request[Any, Any, Any]

_CODES: Final = {
    400: "bad_request",
    401: "no_session",
    403: "foreign_origin",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json",
}
_DETAILS: Final = {
    401: "Open the page first: GET /api/me sets the cookie that this call needs.",
    404: "There is nothing at this address.",
    405: "This address takes other methods; see /api/openapi.json.",
    413: "The body of this request is too large.",
    500: "Something went wrong here; it is in the server's log.",
}
_SERVER_ERROR: Final = 500
_AWAY: Final = "The database cannot be reached at the moment; try again shortly."
_TOO_DEEP: Final = "The body is nested too deeply."

log = structlog.stdlib.get_logger()


class Unacceptable(ClientException):
    """A call that is understood and cannot be done; ``code`` says why."""

    def __init__(self, code: str, detail: str, status: int = 400) -> None:
        """Answer with *code* and *detail*."""
        super().__init__(detail=detail, status_code=status)
        self.code = code


def to_refusal(_request: AnyRequest, refusal: Refusal) -> Response[Problem]:
    """The answer to a call about people that is refused."""
    return Response(
        Problem(refusal.code, refusal.detail, refusal.names),
        status_code=refusal.status,
        headers={"Retry-After": str(refusal.wait)} if refusal.wait else None,
        media_type="application/json",
    )


def to_problem(request: AnyRequest, error: Exception) -> Response[Problem]:
    """The answer to a call that raised *error*."""
    if isinstance(error, RecursionError):
        # Nothing of ours goes deep; it is the JSON that does.
        error = Unacceptable("bad_request", _TOO_DEEP)
    if isinstance(error, StoreAway):
        log.warning("store away", path=request.url.path, reason=str(error))
        error = Unacceptable("store_away", _AWAY, 503)
    status = error.status_code if isinstance(error, HTTPException) else _SERVER_ERROR
    if isinstance(error, Unacceptable):
        problem = Problem(error.code, error.detail)
    elif status >= _SERVER_ERROR:
        log.error("call failed", method=request.method, path=request.url.path, exc_info=error)
        problem = Problem("internal_error", _DETAILS[_SERVER_ERROR])
    elif isinstance(error, ValidationException):
        problem = Problem("not_understood", _what_is_wrong(error))
    else:
        detail = _DETAILS.get(status) or str(getattr(error, "detail", ""))
        problem = Problem(_CODES.get(status, "bad_request"), detail)
    headers = error.headers if isinstance(error, HTTPException) else None
    return Response(problem, status_code=status, headers=headers, media_type="application/json")


def _what_is_wrong(error: ValidationException) -> str:
    """One sentence of everything that the body or the address has wrong."""
    found = cast("list[dict[str, str]] | None", error.extra) or []
    wrongs = [
        ": ".join(wrong[part] for part in ("key", "message") if wrong.get(part)) for wrong in found
    ]
    return "; ".join(wrongs) or error.detail
