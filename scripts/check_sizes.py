"""Keep files and functions small enough to be read in one go."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "scripts", "benchmarks", "web/src", "web/tests")
SUFFIXES = frozenset({".py", ".ts", ".svelte"})
MOST_LINES_IN_FILE = 400
MOST_LINES_IN_FUNCTION = 40


def files() -> Iterator[Path]:
    """List the files that people write."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            generated = path.name.endswith(".gen.ts") or "web_dist" in path.parts
            if path.suffix in SUFFIXES and not generated:
                yield path


def function_length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count a function's lines, without its docstring."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function, clean=False) is not None:
        first = function.body[0]
        length -= (first.end_lineno or first.lineno) - first.lineno + 1
    return length


def complaints(path: Path) -> Iterator[str]:
    """Tell what is too long in one file."""
    name = path.relative_to(ROOT)
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    if lines > MOST_LINES_IN_FILE:
        yield f"{name}: {lines} lines, at most {MOST_LINES_IN_FILE}"
    if path.suffix != ".py":
        return
    for node in ast.walk(ast.parse(text, filename=str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = function_length(node)
            if length > MOST_LINES_IN_FUNCTION:
                where = f"{name}:{node.lineno}: {node.name}"
                yield f"{where} has {length} lines, at most {MOST_LINES_IN_FUNCTION}"


def main() -> int:
    """Print every complaint."""
    found = [complaint for path in files() for complaint in complaints(path)]
    for complaint in found:
        print(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
