"""Holds what people were told against the log, when all is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from spadille.core.codec import encoder
from spadille.server.tables.events import from_body, heard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.faults.evidence import Evidence
    from spadille.server.store.ports import StoredEvent
    from spadille.server.tables.events import TableEvent

_encoder = encoder()
WRITERS: Final = """
CREATE TABLE laboratory_writer (
    table_id TEXT NOT NULL, seq BIGINT NOT NULL, writer TEXT NOT NULL, owner TEXT, epoch BIGINT
);
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO laboratory_writer
    SELECT NEW.table_id, NEW.seq, session_user, node.address, ownership.epoch
    FROM (SELECT 1) AS one
    LEFT JOIN ownership ON ownership.table_id = NEW.table_id
    LEFT JOIN node ON node.id = ownership.node;
    RETURN NULL;
END $$;
CREATE TRIGGER note_writer AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION note_writer();
"""
"""Lets the database note which node wrote each event, who owned the table, and since when."""


class Writer(NamedTuple):
    """Who wrote an event, as the database saw it."""

    table: str
    seq: int
    writer: str
    owner: str | None
    epoch: int | None


@dataclass
class Verdict:
    """What was wrong; all zero is good."""

    lost: int = 0
    """Acknowledged orders, and events that someone was told, which are not in the log."""
    broken: int = 0
    """Gaps and doubles in a client's stream, or in the log itself."""
    changed: int = 0
    """Events that read otherwise in the log."""
    two_writers: int = 0
    """Events written by another than the owner, or by two nodes in one epoch."""
    odd: Counter[str] = field(default_factory=Counter)
    """Answers nobody should get to a legal act."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, repeated, changed or written by two."""
        return not (self.lost or self.broken or self.changed or self.two_writers)


def judge(
    evidence: Mapping[str, Sequence[Evidence]],
    logs: Mapping[str, Sequence[StoredEvent]],
    writers: Iterable[Writer] = (),
) -> Verdict:
    """Compare what those at each table say with its log, and with who wrote it."""
    verdict = Verdict(two_writers=count_two_writers(writers))
    for table, four in evidence.items():
        _judge_log(verdict, logs[table])
        bodies = [from_body(event.body) for event in logs[table]]
        for one in four:
            _judge_orders(verdict, one, logs[table])
            _judge_stream(verdict, one, bodies)
    return verdict


def _judge_log(verdict: Verdict, log: Sequence[StoredEvent]) -> None:
    verdict.broken += [event.seq for event in log] != list(range(1, len(log) + 1))
    orders = Counter(event.order for event in log if event.order is not None)
    verdict.broken += sum(times - 1 for times in orders.values())


def _judge_orders(verdict: Verdict, said: Evidence, log: Sequence[StoredEvent]) -> None:
    for key, seq in said.done:
        verdict.lost += seq > len(log) or log[seq - 1].order != key


def _judge_stream(verdict: Verdict, said: Evidence, bodies: list[TableEvent]) -> None:
    verdict.broken += said.gaps + said.doubles
    verdict.odd += said.odd
    for told in said.told:
        for number, event in enumerate(told.events, told.first - 1):
            if number >= len(bodies):
                verdict.lost += 1
            elif _encoder.encode(heard(bodies[number], told.seat)) != event:
                verdict.changed += 1


def count_two_writers(rows: Iterable[Writer]) -> int:
    """How many of *rows*, which come in the order of the log, break the rule of one writer.

    That is: by one who was not the owner, by a second node in an epoch, or in an epoch that
    had passed.
    """
    wrong = 0
    newest: Counter[str] = Counter()
    first: dict[tuple[str, int], str] = {}
    for row in rows:
        table, writer, epoch = row.table, row.writer, row.epoch or 0
        # A table is made before anybody owns it; after that no event is nobody's.
        if row.owner is None and not newest[table]:
            continue
        alone = first.setdefault((table, epoch), writer) == writer
        wrong += writer != row.owner or not alone or epoch < newest[table]
        newest[table] = max(newest[table], epoch)
    return wrong
