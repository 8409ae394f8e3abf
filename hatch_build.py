"""Build the web client while the package is built, so that its users need no Node."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Hatchling loads this file by its path: the folder beside it is not importable yet.
sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))

import build_web


class WebClientHook(BuildHookInterface[Any]):
    """Run the web build when the built client is stale."""

    def dependencies(self) -> list[str]:
        """Ask for a Node only when one is needed and none is there."""
        if self._is_done() or build_web.system_node() is not None:
            return []
        return [build_web.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before the package's files are gathered."""
        del version, build_data
        if not self._is_done():
            build_web.build()

    @staticmethod
    def _is_done() -> bool:
        return os.environ.get("SPADILLE_SKIP_WEB") == "1" or build_web.is_fresh()
