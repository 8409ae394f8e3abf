"""What a table logs says of which table and order it speaks, and of no card."""

from __future__ import annotations

import asyncio
import re

import structlog
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from spadille.core.cards import DECK
from spadille.protocol.messages import Accepted, Order
from tests.kit.house import Guest, Inn
from tests.kit.virtual_time import run
from tests.server.tables.test_orders import FailingStore

log = structlog.stdlib.get_logger()
CARD = re.compile(rf"\b({'|'.join(card.value for card in DECK)})\b")


class TalkativeStore(FailingStore):
    """One that logs each failure, and knows nothing of orders itself."""

    async def read(self, table, after=0):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """Read, and say when that is not possible."""
        if self.fail_reading:
            log.warning("the disk is gone")
        return await super().read(table, after)


def test_every_line_about_an_order_names_it_and_its_table() -> None:
    """Those of the store below, too; and a trail of failures gives no card away."""

    async def story() -> tuple[str, list[str]]:
        store, ruth = TalkativeStore(), Guest("Ruth")
        table = await Inn(store).table(ruth)
        sent: list[str] = []
        for number in range(8):
            await ruth.until(lambda: ruth.my_turn)
            act = ruth.any_act()
            store.fail_before = True
            store.fail_reading = number % 2 == 1
            sent.append(f"order-{number}-lost")
            table.submit(ruth, Order(sent[-1], act))
            await asyncio.sleep(5)
            store.fail_before = store.fail_reading = False
            await asyncio.sleep(5)
            assert isinstance(await ruth.order(act), Accepted)
        return table.id, sent

    with capture_logs(processors=[merge_contextvars]) as lines:
        table, sent = run(story())
    about = [line for line in lines if line.get("order")]
    assert {line["order"] for line in about} == {f"ruth:{order}" for order in sent}
    assert {line["event"] for line in about} == {
        "order not stored",
        "the disk is gone",
        "table step failed",
    }
    assert all(line["table"] == table for line in lines)
    assert CARD.search("order SA") is not None
    assert [line for line in lines if CARD.search(str(line))] == []
