"""An executable model of who owns a table: nodes, a database, and everything in between.

The model is a state and the steps that may come next, in any order: time goes by, a node
asks for its lease, an answer is late or lost, a node freezes between its look at the clock
and its write, a write is in flight while the table changes hands. What a node decides, it
decides by the server's own code (`spadille.server.nodes.ownership`). The database's part is
modelled, and each of its guards can be left out, to show that the check would notice.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from spadille.core.value import Value, replace
from spadille.server.nodes.ownership import Tenure

if TYPE_CHECKING:
    from collections.abc import Iterator

TTL = 5
"""Ticks that a lease lasts in the database."""


class Guards(Value):
    """What stands between a stale owner and the log."""

    self_fence: bool = True
    """A node looks at its own clock before it writes."""
    head: bool = True
    """The log takes an event only with the next number."""
    epoch: bool = True
    """The log takes an event only of the table's present epoch, ..."""
    atomic: bool = True
    """... and looks at the epoch in the same step that writes."""
    claim_first: bool = True
    """A node reads the log after it has claimed the table, not before."""


class Step(Enum):
    """What can happen next."""

    TICK = "tick"
    ASK = "ask"
    GRANT = "grant"
    HEAR_GRANT = "hear grant"
    LOSE_GRANT = "lose grant"
    CLAIM = "claim"
    READ = "read"
    LOOK = "look"
    WRITE = "write"
    CHECK = "check"
    STORE = "store"
    HEAR_STORED = "hear stored"
    LOSE_STORED = "lose stored"


class Entry(Value):
    """An event in the log."""

    epoch: int
    node: int
    number: int
    """Which of the node's writes it was."""


class Write(Value):
    """A write under way to the database, or its answer on the way back."""

    entry: Entry
    seq: int
    """The number it is to have in the log, 1 for the first."""
    checked: bool = False
    """Whether the database has looked at the epoch, where that is a step of its own."""
    stored: bool | None = None
    """The answer."""


class Node(Value):
    """One node as it sees itself."""

    tenure: Tenure | None = None
    asking: tuple[float, bool | None] | None = None
    """When a lease was asked for, and what the database said."""
    epoch: int | None = None
    """Of the table, if it owns it as far as it knows."""
    head: int | None = None
    """How many events it knows of; ``None``: it has not read the log yet."""
    looked: bool = False
    """Whether it has looked at its clock and goes on to write; it may freeze right here."""
    write: Write | None = None
    writes: int = 0


class State(Value):
    """Everything there is."""

    nodes: tuple[Node, ...]
    now: int = 0
    expires: tuple[int | None, ...] = ()
    """When each node's lease ends by the database's clock; ``None``: it has none."""
    names: tuple[int, ...] = ()
    """How often each node has registered: its name in the database."""
    owner: tuple[int, int] | None = None
    """Which node owns the table, and under which name."""
    epoch: int = 0
    log: tuple[Entry, ...] = ()
    told: tuple[tuple[int, Entry], ...] = ()
    """What was acknowledged to somebody, and under which number."""
    late: bool = False
    """Whether an event was stored for an owner that was not the owner any more."""


def start(nodes: int) -> State:
    """Nodes that have just begun, and a table that nobody owns."""
    return State((Node(),) * nodes, expires=(None,) * nodes, names=(0,) * nodes)


def loses(state: State) -> bool:
    """Whether an event that was acknowledged is not in the log."""
    return any(len(state.log) < seq or state.log[seq - 1] != entry for seq, entry in state.told)


def harm(state: State) -> str | None:
    """What must never happen, in words; ``None``: all is well."""
    if loses(state):
        return "an acknowledged event is not in the log"
    return "a former owner has written" if state.late else None


def steps(
    state: State, guards: Guards, most_writes: int, most_ticks: int
) -> Iterator[tuple[Step, int]]:
    """The steps that can come next, and whose they are."""
    if state.now < most_ticks:
        yield Step.TICK, 0
    for place, node in enumerate(state.nodes):
        yield from ((step, place) for step in _lease_steps(state, place))
        yield from ((step, place) for step in _table_steps(state, node, place, guards, most_writes))


def _lease_steps(state: State, place: int) -> Iterator[Step]:
    node = state.nodes[place]
    if node.asking is None:
        if node.tenure is None or node.tenure.asked < state.now:
            yield Step.ASK
    elif node.asking[1] is None:
        yield Step.GRANT
        yield Step.LOSE_GRANT
    else:
        yield Step.HEAR_GRANT
        yield Step.LOSE_GRANT


def _table_steps(
    state: State, node: Node, place: int, guards: Guards, most_writes: int
) -> Iterator[Step]:
    may_claim = node.epoch is None and _may_claim(state, place)
    if may_claim and (guards.claim_first or node.head is not None):
        yield Step.CLAIM
    if node.head is None and (node.epoch is not None or (not guards.claim_first and may_claim)):
        yield Step.READ
    if node.write is not None:
        yield from _write_steps(node.write, guards)
    elif node.epoch is not None and node.head is not None and node.writes < most_writes:
        if node.looked:
            yield Step.WRITE
        elif not guards.self_fence or (
            node.tenure is not None and node.tenure.may_write(state.now)
        ):
            yield Step.LOOK


def _write_steps(write: Write, guards: Guards) -> Iterator[Step]:
    if write.stored is not None:
        yield Step.HEAR_STORED
        yield Step.LOSE_STORED
    elif guards.atomic or write.checked:
        yield Step.STORE
    else:
        yield Step.CHECK


def _may_claim(state: State, place: int) -> bool:
    """Whether the database gives the table to the node at *place*."""
    mine = state.expires[place]
    if mine is None or mine <= state.now or state.nodes[place].tenure is None:
        return False
    if state.owner is None or state.owner == (place, state.names[place]):
        return True
    owner, name = state.owner
    expires = state.expires[owner]
    return state.names[owner] != name or expires is None or expires <= state.now


def after(state: State, step: Step, place: int, guards: Guards) -> State:
    """The state after *step* of the node at *place*."""
    if step is Step.TICK:
        return replace(state, now=state.now + 1)
    node = state.nodes[place]
    match step:
        case Step.ASK:
            return _with(state, place, asking=(float(state.now), None))
        case Step.GRANT:
            return _granted(state, place)
        case Step.HEAR_GRANT:
            return _heard(state, place)
        case Step.LOSE_GRANT:
            return _with(state, place, asking=None)
        case Step.CLAIM:
            owner = (place, state.names[place])
            epoch = state.epoch if state.owner == owner else state.epoch + 1
            claimed = replace(state, owner=owner, epoch=epoch)
            return _with(claimed, place, epoch=claimed.epoch)
        case Step.READ:
            return _with(state, place, head=len(state.log))
        case Step.LOOK:
            return _with(state, place, looked=True)
        case Step.WRITE:
            assert node.epoch is not None
            assert node.head is not None
            entry = Entry(node.epoch, place, node.writes + 1)
            write = Write(entry, node.head + 1)
            return _with(state, place, looked=False, write=write, writes=node.writes + 1)
        case _:
            return _store_step(state, step, place, guards)


def _store_step(state: State, step: Step, place: int, guards: Guards) -> State:
    write = state.nodes[place].write
    assert write is not None
    match step:
        case Step.CHECK:
            if guards.epoch and write.entry.epoch != state.epoch:
                return _with(state, place, write=replace(write, stored=False))
            return _with(state, place, write=replace(write, checked=True))
        case Step.STORE:
            return _stored(state, place, write, guards)
        case Step.HEAR_STORED if write.stored:
            told = replace(state, told=(*state.told, (write.seq, write.entry)))
            return _with(told, place, write=None, head=write.seq)
        case _:
            # Refused, or nobody knows: it gives the table up, and may claim it anew.
            return _with(state, place, write=None, head=None, epoch=None)


def _stored(state: State, place: int, write: Write, guards: Guards) -> State:
    stale = guards.epoch and guards.atomic and write.entry.epoch != state.epoch
    if stale or (guards.head and write.seq != len(state.log) + 1):
        return _with(state, place, write=replace(write, stored=False))
    log = (*state.log[: write.seq - 1], write.entry)
    late = state.late or write.entry.epoch != state.epoch
    stored = replace(state, log=log, late=late)
    return _with(stored, place, write=replace(write, stored=True))


def _granted(state: State, place: int) -> State:
    node, expires, names = state.nodes[place], list(state.expires), list(state.names)
    assert node.asking is not None
    lasts = expires[place]
    # A lease that has lapsed is not renewed: the node must register under a new name.
    granted = node.tenure is None or (lasts is not None and lasts > state.now)
    if granted:
        expires[place] = state.now + TTL
    if node.tenure is None:
        # Under a new name: what the old one owned is not its own any more.
        names[place] += 1
    state = replace(state, expires=tuple(expires), names=tuple(names))
    return _with(state, place, asking=(node.asking[0], granted))


def _heard(state: State, place: int) -> State:
    node = state.nodes[place]
    assert node.asking is not None
    asked, granted = node.asking
    if not granted:
        # Whatever it owned belongs to a name that is gone.
        return _with(state, place, asking=None, tenure=None, epoch=None, head=None)
    tenure = node.tenure
    tenure = Tenure("", TTL, asked, asked) if tenure is None else tenure.renewed(asked)
    return _with(state, place, asking=None, tenure=tenure)


def _with(state: State, place: int, **fields: object) -> State:
    nodes = list(state.nodes)
    nodes[place] = replace(nodes[place], **fields)
    return replace(state, nodes=tuple(nodes))
