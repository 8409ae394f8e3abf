"""Logs are lines of JSON with fields, ours and those of the libraries."""

from __future__ import annotations

import json
import subprocess
import sys

SCRIPT = """
import logging
import structlog
from spadille.server.telemetry import start_logs
start_logs({form!r})
structlog.stdlib.get_logger("ours").info("order stored", table="abc", order="o-1")
logging.getLogger("theirs").warning("careful: %d", 7)
logging.getLogger("uvicorn.error").info("not said")
try:
    hand = "ace" + "-of-spades"
    1 / 0
except ZeroDivisionError:
    structlog.stdlib.get_logger("ours").exception("it failed")
"""

AWAY = """
import asyncio
import logging
import structlog
from spadille.server.store.ports import StoreAway
from spadille.server.telemetry import start_logs
start_logs({form!r})

async def call():
    raise StoreAway("The database is away: TimeoutError()")

async def main():
    try:
        await call()
    except StoreAway as error:
        structlog.stdlib.get_logger("ours").exception("step failed", table="abc")
        structlog.stdlib.get_logger("ours").error("call failed", exc_info=error)
        logging.getLogger("theirs").exception("task failed")
    try:
        raise ConnectionResetError("reset")
    except OSError:
        logging.getLogger("asyncpg.pool").warning("pool trouble", exc_info=True)
        logging.getLogger("asyncpg.pool").error("pool broken", exc_info=True)

asyncio.run(main())
"""


def logged(form: str, script: str = SCRIPT) -> str:
    """What a program that logs in *form* writes."""
    ended = subprocess.run(
        [sys.executable, "-c", script.format(form=form)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert ended.stdout == ""
    return ended.stderr


def test_every_line_is_json_with_its_fields() -> None:
    for form in ("json", "auto"):
        ours, theirs, failed = (json.loads(line) for line in logged(form).splitlines())
        assert (ours["event"], ours["table"], ours["order"]) == ("order stored", "abc", "o-1")
        assert ours["level"] == "info"
        assert theirs["event"] == "careful: 7"
        assert "ZeroDivisionError" in failed["exception"]


def test_text_is_for_people() -> None:
    text = logged("text")
    assert "order stored" in text
    assert "table=abc" in text
    assert "careful: 7" in text


def test_no_log_tells_what_the_program_holds() -> None:
    """Whoever keeps the server may play on it, too."""
    for form in ("json", "text"):
        assert "ZeroDivisionError" in logged(form)
        assert "ace-of-spades" not in logged(form)


def test_a_database_that_is_away_is_a_line_and_no_trail() -> None:
    """It is told wherever it is noticed, and by everything at once."""
    *lines, pool, broken = (json.loads(line) for line in logged("json", AWAY).splitlines())
    assert [line["event"] for line in lines] == ["step failed", "call failed", "task failed"]
    for line in lines:
        assert (line["level"], line["error"]) == (
            "warning",
            "StoreAway('The database is away: TimeoutError()')",
        )
        assert "exception" not in line
    assert (pool["level"], pool["error"]) == ("warning", "ConnectionResetError('reset')")
    assert "exception" not in pool
    # What is no warning is no matter of course either.
    assert "ConnectionResetError" in broken["exception"]
    assert logged("text", AWAY).count("Traceback") == 1
