"""What a node decides by itself, without a clock or a network."""

from __future__ import annotations

import pytest

from spadille.core.rules import CLASSIC
from spadille.core.seats import Seat
from spadille.protocol.news import SeatTaken
from spadille.server.nodes.ownership import BITE, CUT_SECONDS, Tenure, bite, is_cut
from spadille.server.nodes.replica import news_from
from spadille.server.tables.events import TableMade
from spadille.server.tables.listeners import Audience, Listeners
from spadille.server.tables.state import TableState, fold
from tests.kit.house import Guest, person


def test_a_node_stops_before_its_lease_can_lapse() -> None:
    """It counts from before it asked, and a late answer does not turn its clock back."""
    tenure = Tenure("a", ttl=10.0, since=100.0, asked=100.0)
    assert tenure.may_write(107.9)
    assert not tenure.may_write(108.0)
    renewed = tenure.renewed(105.0)
    assert renewed.may_write(112.9)
    assert not renewed.may_write(113.0)
    assert renewed.renewed(101.0) == renewed


def test_nobody_judges_others_before_a_whole_lease_of_their_own() -> None:
    """After an outage of the database all leases have lapsed."""
    tenure = Tenure("a", ttl=10.0, since=100.0, asked=100.0)
    assert not tenure.may_take_over(101.0)
    assert not tenure.renewed(109.0).may_take_over(109.5)
    assert tenure.renewed(110.0).may_take_over(110.5)
    assert not tenure.renewed(110.0).may_take_over(118.0), "its own lease may have lapsed"


def test_orphans_are_shared_about_evenly() -> None:
    """Whoever takes turns with *bite* ends with about as much as the others."""
    mine, other = 0, 100
    while mine + other < 1000:
        mine += bite(mine, other)
        other += bite(other, mine)
    assert abs(mine - other) <= 2 * BITE
    assert bite(10**6, 0) > 0, "the last node takes all"


def test_a_short_break_of_the_bus_is_no_cut() -> None:
    """A reconnection takes a moment."""
    assert not is_cut(None, 5.0)
    assert not is_cut(5.0, 5.0 + CUT_SECONDS)
    assert is_cut(5.0, 5.1 + CUT_SECONDS)


@pytest.mark.parametrize(
    ("known", "seq", "count", "begin"),
    [
        (7, 8, 1, 0),
        (7, 10, 3, 0),
        (7, 9, 3, 1),
        (7, 7, 2, 2),
        (7, 5, 1, 1),
        (7, 9, 1, None),
        (0, 3, 2, None),
    ],
)
def test_a_gap_in_the_numbers_is_seen(known: int, seq: int, count: int, begin: int | None) -> None:
    assert news_from(known, seq, count) == begin


def _table() -> TableState:
    made = TableMade("ruth", CLASSIC, 30.0, clock_always=False)
    return fold("t", [made, SeatTaken(Seat.SOUTH, person("Ruth"))])


def since(listeners: Listeners) -> list[float]:
    """Since when nobody listens, if nobody does."""
    return [] if listeners.empty_since is None else [listeners.empty_since]


def test_who_listens_elsewhere_is_there() -> None:
    """A seat's owner and a spectator at another server count as if they were here."""
    state, listeners = _table(), Listeners(now=0.0)
    ruth, eve = person("Ruth"), person("Eve")
    assert listeners.attend("two", Audience((ruth, eve)), state, 1.0)
    assert not listeners.attend("two", Audience((ruth, eve)), state, 2.0), "nothing has changed"
    assert listeners.present(state) == {Seat.SOUTH}
    assert not since(listeners)
    assert listeners.presence(state, 2.0, 10.0, None).watching == 1
    listeners.attend("two", Audience(), state, 5.0)
    assert since(listeners) == [5.0]
    assert listeners.absent(state) == {Seat.SOUTH: 5.0}


def test_whoever_listens_here_too_is_not_absent_when_the_other_server_is() -> None:
    """One of two connections is enough."""
    state, listeners = _table(), Listeners(now=0.0)
    guest = Guest("Ruth")
    listeners.add(guest)
    listeners.attend("two", Audience((guest.person,)), state, 1.0)
    listeners.attend("two", Audience(), state, 2.0)
    assert listeners.absent(state) == {}
    listeners.remove(guest, state, 3.0)
    assert listeners.empty_since == 3.0
    assert listeners.absent(state) == {Seat.SOUTH: 3.0}


def test_a_program_at_another_server_is_one_here() -> None:
    """It comes and goes with the server's word, also where nobody else comes or goes."""
    state, listeners = _table(), Listeners(now=0.0)
    ruth = person("Ruth")
    assert listeners.attend("two", Audience((ruth,)), state, 1.0)
    assert listeners.attend("two", Audience((ruth,), (ruth.id,)), state, 1.0)
    listeners.program_came("eve")
    assert listeners.programs == {ruth.id, "eve"}
    assert listeners.attend("two", Audience((ruth,)), state, 2.0)
    listeners.program_went("eve")
    assert not listeners.programs
