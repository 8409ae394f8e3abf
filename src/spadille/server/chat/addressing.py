"""Whom a whisper is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.protocol.chat import ChatReason

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from spadille.protocol.news import Person


class Unsaid(Exception):  # noqa: N818 - it names what happened
    """A message is sent to nobody."""

    def __init__(
        self, reason: ChatReason, detail: str, *, names: tuple[str, ...] = (), wait: int = 0
    ) -> None:
        """Refuse it for *reason*; *detail* says what to do."""
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.names = names
        self.wait = wait


def addressee(typed: str, sender: Person, others: Collection[Person]) -> Person:
    """The one of *others* whom *typed* names; raises `Unsaid` if it fits none or several.

    A whole name fits before any longer name that begins with it, or else somebody called
    "bob" could never be whispered to while "bobby" is there. The sender never counts.
    """
    wanted = _plain(typed)
    whole = [person for person in others if wanted in _names(person)]
    if not whole and wanted in _names(sender):
        raise _yourself()
    fitting = whole or [person for person in others if _begins(person, wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = shown_names(fitting)
        raise Unsaid(
            ChatReason.SEVERAL_FIT,
            f"{typed!r} could be {_listed(names)}. Type more of the name.",
            names=names,
        )
    if _begins(sender, wanted):
        raise _yourself()
    names = shown_names(others)
    who = f"Here are {_listed(names)}." if names else "Nobody else is here."
    raise Unsaid(ChatReason.NOBODY_FITS, f"Nobody here is called {typed!r}. {who}", names=names)


def shown_names(people: Collection[Person]) -> tuple[str, ...]:
    """How *people* are called, in order."""
    return tuple(sorted((person.username or person.name for person in people), key=_plain))


def _yourself() -> Unsaid:
    return Unsaid(ChatReason.YOURSELF, "That is you; whisper to somebody else.")


def _begins(person: Person, wanted: str) -> bool:
    return any(name.startswith(wanted) for name in _names(person))


def _names(person: Person) -> Iterator[str]:
    yield _plain(person.name)
    if person.username is not None:
        yield _plain(person.username)


def _plain(name: str) -> str:
    """*name* as compared: without regard to case."""
    return " ".join(name.split()).casefold()


def _listed(names: tuple[str, ...]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
