"""Real programs and browsers take their time where many tests run at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.browser import STORY_SECONDS

_HERE = Path(__file__).parent
GUARD_SECONDS = STORY_SECONDS + 20
"""More than a story in browsers may take; less than until all tests are given up."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Guard the tests of this directory against hangs later than all others."""
    for item in items:
        if item.path.parent == _HERE and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(GUARD_SECONDS))
