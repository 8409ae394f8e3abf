"""The web client: its built files, and one page for every address that is a place in it."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from typing import TYPE_CHECKING, Final

from spadille.core.value import Value
from spadille.server.gateway.asgi import answer, answer_problem, header

if TYPE_CHECKING:
    from pathlib import Path

    from spadille.server.gateway.asgi import Receive, Scope, Send

_HASHED: Final = "/assets/"
"""Files whose names change with their content."""
_FOREVER: Final = b"public, max-age=31536000, immutable"
_TEXTS: Final = frozenset({"application/javascript", "application/json", "image/svg+xml"})
_ASK_FIRST: Final = b"no-cache"
_NOT_BUILT: Final = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Spadille</title></head>
<body>
<h1>Spadille is running</h1>
<p>Its web client is not built yet. In the folder of the sources run <code>make web</code>,
then start the server again.</p>
</body>
</html>
"""


class _File(Value):
    """A file as it is sent."""

    body: bytes
    kind: bytes
    tag: bytes
    cache: bytes
    packed: bytes | None
    """The body in gzip, where that is worth it."""


class Pages:
    """An ASGI application for the files of one folder, read once when it starts."""

    def __init__(self, folder: Path) -> None:
        """Serve the built client in *folder*, or a page that says how to build it."""
        self._files = {
            f"/{path.relative_to(folder).as_posix()}": _file(
                path.read_bytes(), path.name, f"/{path.relative_to(folder).as_posix()}"
            )
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }
        self._page = self._files.get("/index.html") or _file(_NOT_BUILT.encode(), "x.html", "/")

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer with a file, or the page for whoever wants to see one."""
        if scope["method"] not in {"GET", "HEAD"}:
            await answer_problem(scope, send, 405, "method_not_allowed", "Pages are only read.")
            return
        file = self._files.get(scope["path"])
        if file is None and _wants_page(scope):
            file = self._page
        if file is None:
            detail = "There is nothing at this address."
            await answer_problem(scope, send, 404, "not_found", detail)
            return
        await _answer_with(file, scope, send)


async def _answer_with(file: _File, scope: Scope, send: Send) -> None:
    headers = [
        (b"content-type", file.kind),
        (b"etag", file.tag),
        (b"cache-control", file.cache),
        (b"vary", b"accept-encoding"),
    ]
    if header(scope, b"if-none-match") == file.tag.decode():
        await answer(scope, send, 304, b"", headers)
    elif file.packed is not None and "gzip" in (header(scope, b"accept-encoding") or ""):
        headers.append((b"content-encoding", b"gzip"))
        await answer(scope, send, 200, file.packed, headers)
    else:
        await answer(scope, send, 200, file.body, headers)


def _wants_page(scope: Scope) -> bool:
    """Whether a browser is to show what it gets; a missing picture is no page."""
    return scope["path"] == "/" or "text/html" in (header(scope, b"accept") or "")


def _file(body: bytes, name: str, path: str) -> _File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in _TEXTS:
        kind += "; charset=utf-8"
    tag = b'"%s"' % hashlib.sha256(body).hexdigest()[:32].encode()
    cache = _FOREVER if path.startswith(_HASHED) else _ASK_FIRST
    packed = gzip.compress(body, mtime=0) if "charset" in kind else body
    return _File(body, kind.encode(), tag, cache, packed if len(packed) < len(body) else None)
