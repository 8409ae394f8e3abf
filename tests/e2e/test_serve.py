"""The server as a program: how it starts, refuses to start, and stops."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import httpx
import pytest

from spadille.protocol.messages import Fault, FaultReason
from tests.kit.client import Player
from tests.kit.server import Program

if TYPE_CHECKING:
    from pathlib import Path


def serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, which should be soon."""
    command = [sys.executable, "-m", "spadille", "serve", "--host", "127.0.0.1", *arguments]
    return subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.e2e
def test_a_bad_setting_is_one_sentence(tmp_path: Path) -> None:
    ended = serve("--data", str(tmp_path), SPADILLE_TURN_SECONDS="soon")
    assert ended.returncode == 2
    assert ended.stderr == (
        "SPADILLE_TURN_SECONDS must be a number of seconds, 0 or more; it is 'soon'.\n"
    )


@pytest.mark.e2e
def test_a_data_directory_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ended = serve("--data", str(tmp_path / "file"))
    assert ended.returncode == 2
    assert ended.stderr.startswith("The data directory cannot be used: ")
    assert ended.stderr.count("\n") == 1


@pytest.mark.e2e
def test_a_second_server_on_the_same_data_does_not_start(tmp_path: Path) -> None:
    async def main() -> None:
        async with Program(tmp_path) as program:
            ended = await asyncio.to_thread(serve, "--data", str(tmp_path), "--port", "0")
            assert ended.returncode == 2
            assert "Another Spadille server is using" in ended.stderr
            assert (await program.stop())[0] == 0

    asyncio.run(main())


@pytest.mark.e2e
def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    async def main() -> None:
        async with Program(tmp_path / "a") as program:
            port = program.url.rsplit(":", 1)[1]
            ended = await asyncio.to_thread(serve, "--data", str(tmp_path / "b"), "--port", port)
            assert ended.returncode == 1
            assert "address already in use" in ended.stderr
            await program.stop()

    asyncio.run(main())


@pytest.mark.e2e
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_asked_and_says_goodbye(tmp_path: Path, how: signal.Signals) -> None:
    async def main() -> None:
        async with Program(tmp_path) as program:
            async with Player(program.url) as player:
                await player.make_table(open_seats=[0])
                stopping = asyncio.create_task(program.stop(how))
                assert await player.until_closed() == (1012, "going_down")
                assert player.faults() == [Fault(FaultReason.GOING_DOWN)]
                code, log = await stopping
            assert code == 0
            assert '"event": "stopped"' in log
            assert "Traceback" not in log

    asyncio.run(main())


@pytest.mark.e2e
def test_a_second_interrupt_ends_a_server_that_waits_for_load_balancers(tmp_path: Path) -> None:
    async def main() -> None:
        async with Program(tmp_path, drain_seconds="3600") as program:
            async with httpx.AsyncClient(base_url=program.url) as http:
                program.send_signal(signal.SIGINT)
                while (await http.get("/readyz")).status_code == 200:
                    pass
            assert (await program.stop(signal.SIGINT))[0] == 0

    asyncio.run(main())


@pytest.mark.e2e
def test_the_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with Program(tmp_path) as program:
            assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
            await program.stop()

    asyncio.run(main())
