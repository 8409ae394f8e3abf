"""How hard Hypothesis tries (``HYPOTHESIS_PROFILE=ci``: harder), and what all tests may share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.kit.postgres import Postgres

if TYPE_CHECKING:
    from collections.abc import Iterator

# Time limits would make a slow machine fail; the same examples every run make no flakes.
calm = settings(deadline=None, derandomize=True)
settings.register_profile("dev", calm, max_examples=50)
settings.register_profile("ci", calm, max_examples=250)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that want databases in one, and leave it running."""
    with Postgres() as server:
        yield server
