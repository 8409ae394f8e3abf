"""Cookies that only this server can make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadille.server.accounts.tokens import DamagedSecret, Tokens, load_secret

if TYPE_CHECKING:
    from pathlib import Path

TOKENS = Tokens(b"s" * 32)


def test_what_was_signed_is_read_back() -> None:
    token = TOKENS.token("guest-1")
    assert TOKENS.person(token) == "guest-1"
    assert TOKENS.person_of(f"theme=dark; spadille={token}; x=y") == "guest-1"


@pytest.mark.parametrize(
    "other",
    ['prefs={"dark": true}', "a[b]=1", 'x="open', "flag", "two words=1", "caf\xe9=1", "spadille=x"],
)
def test_cookies_of_others_on_the_same_host_do_no_harm(other: str) -> None:
    token = TOKENS.token("guest-1")
    assert TOKENS.person_of(f"{other}; spadille={token}") == "guest-1"
    assert TOKENS.person_of(f"spadille={token}; {other}") == "guest-1"


@pytest.mark.parametrize(
    "cookies", ["", "theme=dark", "spadille", "spadille=", "spadille=a.b.c", ";;="]
)
def test_anything_else_speaks_for_nobody(cookies: str) -> None:
    assert TOKENS.person_of(cookies) is None


def test_a_token_of_another_secret_is_nothing() -> None:
    assert Tokens(b"t" * 32).person(TOKENS.token("guest-1")) is None


def test_an_old_token_is_nothing() -> None:
    assert Tokens(b"s" * 32, max_age=-1).person(TOKENS.token("guest-1")) is None


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    secret = load_secret(tmp_path)
    assert len(secret) == 32
    assert load_secret(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_a_damaged_secret_is_said(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    with pytest.raises(DamagedSecret):
        load_secret(tmp_path)
