"""Two nodes never both write one table, whatever is late, lost or frozen; seen by trying all."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.kit.ownership_model import TTL, Guards, State, Step, after, harm, loses, start, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Harm = Callable[[State], object]

Trail = tuple[tuple[Step, int], ...]
FOR_EVER = 10**6

OWNED: Trail = tuple(
    (step, 0) for step in (Step.ASK, Step.GRANT, Step.HEAR_GRANT, Step.CLAIM, Step.READ)
)
"""How node 0 comes by the table; every walk begins with it."""


LATER: Trail = (*OWNED, *((Step.TICK, 0),) * (TTL - 2))
"""The same when its lease is almost over: from here the ways to harm are short."""


def walk(
    guards: Guards, depth: int, first: Trail = OWNED, harmful: Harm = harm
) -> tuple[Trail | None, int]:
    """A shortest way to harm, if *depth* steps lead to one, and how many states were seen."""
    state = reached(first, guards)
    seen = {state}
    waiting: deque[tuple[State, Trail]] = deque([(state, first)])
    while waiting:
        state, trail = waiting.popleft()
        if len(trail) == depth:
            continue
        for step, place, following in successors(state, guards):
            if following in seen:
                continue
            longer = (*trail, (step, place))
            if harmful(following):
                return longer, len(seen)
            seen.add(following)
            waiting.append((following, longer))
    return None, len(seen)


def reached(trail: Trail, guards: Guards) -> State:
    """Where *trail* leads two nodes that have just begun."""
    state = start(2)
    for step, place in trail:
        state = after(state, step, place, guards)
    return state


def successors(state: State, guards: Guards) -> Iterator[tuple[Step, int, State]]:
    """Every state that can come next; time passes up to the end of one lease."""
    for step, place in steps(state, guards, most_writes=2, most_ticks=TTL):
        yield step, place, after(state, step, place, guards)


def test_with_every_guard_nothing_goes_wrong() -> None:
    """All ways of so many steps, leases renewed late or never among them."""
    trail, seen = walk(Guards(), depth=17)
    assert trail is None
    assert seen > 10_000


def test_the_log_alone_keeps_writers_apart() -> None:
    """A node that never looks at its clock does no harm: the self-fence only saves time."""
    trail, seen = walk(Guards(self_fence=False), depth=16)
    assert trail is None
    assert seen > 10_000


@pytest.mark.parametrize(
    ("guards", "harmful"),
    [
        pytest.param(Guards(head=False, epoch=False), loses, id="no guard: an event is lost"),
        pytest.param(Guards(epoch=False), harm, id="a former owner writes the next number"),
        pytest.param(Guards(atomic=False), harm, id="the epoch passes before the write"),
        pytest.param(
            Guards(head=False, claim_first=False), loses, id="the log was read before the claim"
        ),
    ],
)
def test_a_missing_guard_is_found_out(guards: Guards, harmful: Harm) -> None:
    """The check would notice: it shows how two nodes write at once."""
    trail, _seen = walk(guards, depth=24, first=LATER, harmful=harmful)
    assert trail is not None
    assert trail[-1][0] in {Step.STORE, Step.HEAR_STORED}
    claims = [place for step, place in trail if step is Step.CLAIM]
    assert claims == [0, 1], "there was one owner only"


def test_a_look_at_the_clock_alone_does_not_keep_writers_apart() -> None:
    """A node frozen between its look and its write is why the log must check."""
    trail, _seen = walk(Guards(epoch=False), depth=24, first=LATER)
    assert trail is not None
    look = trail.index((Step.LOOK, 0))
    write = trail.index((Step.STORE, 0), look)
    assert (Step.CLAIM, 1) in trail[look:write]


UNDISTURBED = (
    *(Step.GRANT, Step.HEAR_GRANT, Step.STORE, Step.HEAR_STORED),
    *(Step.ASK, Step.GRANT, Step.HEAR_GRANT, Step.CLAIM, Step.READ),
    *(Step.LOOK, Step.WRITE, Step.STORE, Step.HEAR_STORED),
)
"""What nodes do in one tick, if nothing is lost or late."""


class Cluster(RuleBasedStateMachine):
    """Three nodes, longer histories, drawn at random."""

    def __init__(self) -> None:
        super().__init__()
        self.state = start(3)

    @rule(seed=st.integers(0, FOR_EVER), many=st.integers(1, 60))
    def goes_on(self, seed: int, many: int) -> None:
        """Anything that can happen next happens."""
        chance = Random(seed)
        for _ in range(many):
            choices = list(steps(self.state, Guards(), FOR_EVER, FOR_EVER))
            self.state = after(self.state, *chance.choice(choices), Guards())
            assert harm(self.state) is None

    @rule()
    def comes_to_rest(self) -> None:
        """Once nothing is late or lost any more, somebody owns the table and writes."""
        calm = at_rest(self.state, Guards())
        assert calm.owner is not None
        assert len(calm.log) > len(self.state.log)
        assert harm(calm) is None


TestCluster = Cluster.TestCase
TestCluster.settings = settings(stateful_step_count=10)


def at_rest(state: State, guards: Guards) -> State:
    """*state* some leases later, where every answer arrives and nobody dawdles."""
    for _ in range(2 * TTL):
        for step in UNDISTURBED:
            for place in range(len(state.nodes)):
                if (step, place) in steps(state, guards, FOR_EVER, FOR_EVER):
                    state = after(state, step, place, guards)
        state = after(state, Step.TICK, 0, guards)
    return state
