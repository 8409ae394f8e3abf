"""Passwords cost nothing here."""

from __future__ import annotations

import pytest

from tests.kit.people import cheap_hasher


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)
