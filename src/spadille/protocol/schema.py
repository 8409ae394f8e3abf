"""The wire as TypeScript: ``python -m spadille.protocol.schema`` writes the client's types.

``--check`` writes nothing, and fails when the committed file is stale.

What the server sends is always whole, so there every field is required. What only the
client sends may leave out the fields that have defaults.
"""

from __future__ import annotations

import sys
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from msgspec import inspect

from spadille.core.audience import Told
from spadille.core.cards import Card, CardSet, Suit
from spadille.core.codec import encoder
from spadille.core.record import MatchRecord
from spadille.core.seats import Seat, Side
from spadille.protocol.acts import Act
from spadille.protocol.chat import ChatMessage
from spadille.protocol.live import LiveClientMessage, LiveServerMessage
from spadille.protocol.messages import VERSION, ClientMessage, ServerMessage
from spadille.protocol.news import News
from spadille.protocol.people import (
    Confirmation,
    Credentials,
    Done,
    Emoticon,
    Export,
    Naming,
    NewPassword,
    NewReport,
    NewToken,
    Pick,
    Profile,
    ProfileChange,
    SettingsChange,
    Target,
    TokenMade,
)
from spadille.protocol.rest import (
    DealReasons,
    LevelInfo,
    Me,
    MeChange,
    NewCompanion,
    NewTable,
    PlayNow,
    Problem,
    RulesVerdict,
    SeatWish,
    TableSummary,
)
from spadille.protocol.samples import server_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET: Final = Path(__file__).parents[3] / "web" / "src" / "protocol.gen.ts"

UNIONS: Final[dict[str, Any]] = {
    "Told": Told,
    "News": News,
    "Act": Act,
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "ChatMessage": ChatMessage,
    "LiveClientMessage": LiveClientMessage,
    "LiveServerMessage": LiveServerMessage,
}
"""The unions that the client calls by name."""

FROM_SERVER: Final[tuple[Any, ...]] = (
    ServerMessage,
    Told,
    News,
    MatchRecord,
    Me,
    Problem,
    RulesVerdict,
    TableSummary,
    LevelInfo,
    DealReasons,
    LiveServerMessage,
    Profile,
    TokenMade,
    Emoticon,
    Export,
    Done,
)
FROM_CLIENT: Final[tuple[Any, ...]] = (
    ClientMessage,
    MeChange,
    NewCompanion,
    NewTable,
    LiveClientMessage,
    Credentials,
    NewPassword,
    Confirmation,
    ProfileChange,
    SettingsChange,
    Naming,
    Pick,
    Target,
    NewReport,
    NewToken,
    PlayNow,
    SeatWish,
)

_HEAD: Final = """\
// Written by `python -m spadille.protocol.schema`; change the Python types instead.
"""

_PRIMITIVES: Final[dict[type[inspect.Type], str]] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def typescript() -> str:
    """The whole of ``protocol.gen.ts``."""
    sent = _structs(FROM_SERVER)
    asked = {name: kind for name, kind in _structs(FROM_CLIENT).items() if name not in sent}
    enums = _enums([*sent.values(), *asked.values()])
    parts = [_HEAD, f"export const VERSION = {VERSION};\n"]
    parts += [_constants(kind) for kind in (Suit, Seat, Side)]
    parts += [_enum(kind) for kind in enums]
    parts += [_struct(kind, partial=False) for kind in sent.values()]
    parts += [_struct(kind, partial=True) for kind in asked.values()]
    parts += [f"export type {name} = {_type(kind)};\n" for name, kind in _named_unions()]
    parts.append(_samples())
    return "\n".join(parts)


def _named_unions() -> Iterator[tuple[str, inspect.Type]]:
    for name, union in UNIONS.items():
        yield name, inspect.type_info(union)


def _samples() -> str:
    """One real message of each kind, which the type checker compares with the types."""
    lines = [f"  {encoder().encode(message).decode()}," for message in server_messages()]
    body = "\n".join(lines)
    return f"export const SAMPLES = [\n{body}\n] satisfies ServerMessage[];\n"


def _structs(roots: tuple[Any, ...]) -> dict[str, inspect.StructType]:
    """Every struct that *roots* lead to, by name, as first met."""
    found: dict[str, inspect.StructType] = {}
    for root in roots:
        for kind in _walk(inspect.type_info(root), set()):
            if isinstance(kind, inspect.StructType):
                known = found.setdefault(kind.cls.__name__, kind)
                if known.cls is not kind.cls:
                    raise TypeError(f"two types of the wire are called {kind.cls.__name__}")
    return found


def _enums(kinds: list[inspect.StructType]) -> list[type[Enum]]:
    found: dict[str, type[Enum]] = {}
    for kind in kinds:
        for inner in _walk(kind, set()):
            if isinstance(inner, inspect.EnumType):
                found.setdefault(inner.cls.__name__, inner.cls)
    return [enum for enum in found.values() if not issubclass(enum, IntEnum)]


def _walk(kind: inspect.Type, seen: set[type]) -> Iterator[inspect.Type]:
    """*kind* and every type inside it."""
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
    yield kind
    for inner in _inside(kind):
        yield from _walk(inner, seen)


def _inside(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.Metadata():
            return (kind.type,)
        case inspect.StructType():
            return tuple(field.type for field in kind.fields)
        case inspect.UnionType():
            return kind.types
        case inspect.TupleType():
            return kind.item_types
        case inspect.VarTupleType():
            return (kind.item_type,)
        case inspect.CustomType() if kind.cls is CardSet:
            return (inspect.EnumType(cls=Card),)
        case _:
            return ()


def _constants(kind: type[IntEnum]) -> str:
    """A number enum: its names as constants, and their type."""
    members = ", ".join(f"{member.name}: {member.value}" for member in kind)
    name = kind.__name__
    return (
        f"{_comment(kind)}export const {name} = {{ {members} }} as const;\n"
        f"export type {name} = (typeof {name})[keyof typeof {name}];\n"
    )


def _enum(kind: type[Enum]) -> str:
    if not issubclass(kind, StrEnum) and kind is not Card:
        raise TypeError(f"no TypeScript for the enum {kind.__name__}")
    values = " | ".join(f'"{member.value}"' for member in kind)
    return f"{_comment(kind)}export type {kind.__name__} = {values};\n"


def _struct(kind: inspect.StructType, *, partial: bool) -> str:
    lines = [f"{_comment(kind.cls)}export interface {kind.cls.__name__} {{"]
    if kind.tag is not None:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    for field in kind.fields:
        optional = "?" if partial and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    return "\n".join([*lines, "}\n"])


def _comment(kind: type) -> str:
    first = (kind.__doc__ or "").strip().split("\n\n")[0]
    return f"/** {' '.join(first.split())} */\n"


def _type(kind: inspect.Type) -> str:
    """*kind* in TypeScript; anything the wire has never used is an error."""
    if (primitive := _PRIMITIVES.get(type(kind))) is not None:
        return primitive
    match kind:
        case inspect.Metadata():
            return _type(kind.type)
        case inspect.EnumType() | inspect.StructType():
            return cast("type", kind.cls).__name__
        case inspect.UnionType():
            return " | ".join(_type(inner) for inner in kind.types)
        case inspect.TupleType():
            return f"[{', '.join(_type(inner) for inner in kind.item_types)}]"
        case inspect.VarTupleType():
            inner = _type(kind.item_type)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case inspect.CustomType() if kind.cls is CardSet:
            return "Card[]"
        case _:
            raise TypeError(f"no TypeScript for {msgspec.structs.asdict(kind)}")


def main(arguments: list[str]) -> int:
    """Write the client's types, or compare them with the file."""
    text = typescript()
    if arguments != ["--check"]:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        sys.stderr.write(f"{TARGET.name} is stale: run `python -m spadille.protocol.schema`\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
