"""Every compiled function says what it mirrors, and that exists."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from typing import TYPE_CHECKING

from spadille.bots import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator


def public_functions() -> Iterator[tuple[str, str]]:
    """The public compiled functions of the kernel, and their docstrings."""
    for info in pkgutil.iter_modules(kernel.__path__):
        module = importlib.import_module(f"{kernel.__name__}.{info.name}")
        for name, value in vars(module).items():
            function = getattr(value, "py_func", None)
            if function and function.__module__ == module.__name__ and not name.startswith("_"):
                yield f"{module.__name__}.{name}", inspect.getdoc(function) or ""


def resolve(path: str) -> object:
    """The thing that a dotted path names."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise LookupError(path)


def test_every_public_kernel_function_names_what_it_mirrors() -> None:
    """The link between the two implementations is checked, not trusted."""
    found = list(public_functions())
    assert len(found) > 40
    for name, text in found:
        match = re.match(r"Mirror of `([\w.]+)`", text)
        assert match, f"{name} names no mirror"
        assert resolve(match[1]) is not None
