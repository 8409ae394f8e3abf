"""The built client, and what is shown where it is not built."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING, Any

import pytest

from spadille.server.gateway.pages import Pages

if TYPE_CHECKING:
    from pathlib import Path

HTML = [(b"accept", b"text/html,*/*;q=0.8")]


def ask(
    pages: Pages, path: str, headers: list[tuple[bytes, bytes]] | None = None, method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    """What *pages* answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("pages read no body")

    scope = {"type": "http", "method": method, "path": path, "headers": headers or []}
    asyncio.run(pages(scope, receive, send))
    start, body = sent
    named = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], named, body["body"]


@pytest.fixture
def built(tmp_path: Path) -> Pages:
    """A client of three files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "assets" / "index-1a2b.js").write_text("let x")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / ".stamp").write_text("not for the public")
    return Pages(tmp_path)


@pytest.mark.parametrize("path", ["/", "/t/abc", "/t/abc/rules", "/t/abc/record/1", "/anything"])
def test_every_place_of_the_client_is_the_page(built: Pages, path: str) -> None:
    status, headers, body = ask(built, path, HTML)
    assert (status, body) == (200, b"<!doctype html>the page")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"] == "text/html; charset=utf-8"


def test_assets_are_kept_for_ever_and_the_rest_is_asked_for_again(built: Pages) -> None:
    status, headers, body = ask(built, "/assets/index-1a2b.js")
    assert (status, body) == (200, b"let x")
    assert "immutable" in headers["cache-control"]
    assert "javascript" in headers["content-type"]
    assert ask(built, "/icon.svg")[1]["cache-control"] == "no-cache"


def test_what_has_not_changed_is_not_sent_again(built: Pages) -> None:
    _, headers, _ = ask(built, "/", HTML)
    status, _, body = ask(built, "/", [*HTML, (b"if-none-match", headers["etag"].encode())])
    assert (status, body) == (304, b"")


def test_texts_are_packed_for_who_can_unpack_them(tmp_path: Path) -> None:
    (tmp_path / "long.js").write_text("let x\n" * 100)
    (tmp_path / "picture.png").write_bytes(b"x" * 600)
    pages, gzipped = Pages(tmp_path), [(b"accept-encoding", b"gzip, br")]
    _, headers, body = ask(pages, "/long.js", gzipped)
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == b"let x\n" * 100
    _, headers, body = ask(pages, "/long.js")
    assert "content-encoding" not in headers
    assert body == b"let x\n" * 100
    assert "content-encoding" not in ask(pages, "/picture.png", gzipped)[1]


def test_a_head_has_the_headers_and_no_body(built: Pages) -> None:
    status, headers, body = ask(built, "/", HTML, method="HEAD")
    assert (status, body) == (200, b"")
    assert headers["content-length"] == "23"


@pytest.mark.parametrize("path", ["/.stamp", "/assets/../.stamp", "/../secret", "/none.png"])
def test_nothing_else_is_given_away(built: Pages, path: str) -> None:
    assert ask(built, path)[0] == 404
    assert ask(built, path, method="POST")[0] == 405


def test_without_a_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    status, _, body = ask(Pages(tmp_path / "absent"), "/t/abc", HTML)
    assert status == 200
    assert b"make web" in body
