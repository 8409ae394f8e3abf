"""How hard Hypothesis tries (``HYPOTHESIS_PROFILE=ci``: harder), and what all tests may share."""

from __future__ import annotations

import os
import resource
from typing import TYPE_CHECKING

import pytest
import structlog
from hypothesis import settings

from tests.kit.postgres import Postgres

if TYPE_CHECKING:
    from collections.abc import Iterator

# Time limits would make a slow machine fail; the same examples every run make no flakes.
calm = settings(deadline=None, derandomize=True)
settings.register_profile("dev", calm, max_examples=50)
settings.register_profile("ci", calm, max_examples=250)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

# The usual tracebacks of the log show all values they find, which takes seconds for a table,
# and never ends where two errors are the cause of each other.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)

MOST_MEMORY = 6 << 30
"""Bytes: a test that runs away fails by its name, before the machine ends something else."""
_, _hard = resource.getrlimit(resource.RLIMIT_DATA)
resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, _hard))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that want databases in one, and leave it running."""
    with Postgres() as server:
        yield server
