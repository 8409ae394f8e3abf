"""``spadille serve``: run the server."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from typing import TYPE_CHECKING, Final

import structlog

from spadille.server.accounts.tokens import DamagedSecret
from spadille.server.app import Service
from spadille.server.gateway.serving import WebServer
from spadille.server.settings import BadSetting, Settings, read_settings
from spadille.server.store.address import address_of
from spadille.server.store.lock import DirectoryInUse
from spadille.server.store.migrate import NewerDatabase
from spadille.server.store.opening import UnusableDatabase
from spadille.server.telemetry import start_logs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    SubParsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - its only name

BAD_SETTING: Final = 2
"""The exit code when a setting, or the data directory, cannot be used."""
NOT_SERVED: Final = 1
"""The exit code when the port cannot be listened on, or the other nodes cannot be joined."""
_ANYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - what it means, not what is done
_NEW_VALUES: Final = 10_000
"""How many more values than before there are when the newest are looked through for cycles."""

log = structlog.stdlib.get_logger()


def add_parser(subparsers: SubParsers) -> None:
    """Add the subcommand; its options win over the environment."""
    parser = subparsers.add_parser("serve", help="run the server")
    parser.add_argument("--host", help="the address to listen on (0.0.0.0: every one)")
    parser.add_argument("--port", help="the port to listen on (8000)")
    parser.add_argument("--data", help="the directory to keep everything in (./data)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop; give the exit code."""
    given = {name: getattr(options, name) for name in ("host", "port", "data")}
    try:
        settings = read_settings(
            os.environ, {name: text for name, text in given.items() if text is not None}
        )
        start_logs(settings.log)
        service = Service(settings)
    except (BadSetting, DamagedSecret, DirectoryInUse, NewerDatabase, UnusableDatabase) as error:
        print(error, file=sys.stderr)
        return BAD_SETTING
    except OSError as error:
        print(f"The data directory cannot be used: {error}.", file=sys.stderr)
        return BAD_SETTING
    server = WebServer(service, service.sockets, settings.host, settings.port)
    loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = server.config.get_loop_factory()
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        return runner.run(_serve(server, settings))


async def _serve(server: WebServer, settings: Settings) -> int:
    announcing = asyncio.create_task(_announce(server, settings))
    try:
        await server.serve()
    except SystemExit:
        return NOT_SERVED  # the reason is in the log
    finally:
        announcing.cancel()
    if not server.started:
        return NOT_SERVED  # as above
    log.info("stopped")
    return 0


async def _announce(server: WebServer, settings: Settings) -> None:
    await server.until_ready()
    _settle_memory()
    urls = [f"http://{host}:{server.port}" for host in _hosts(settings.host)]
    kept = str(settings.data) if settings.database is None else address_of(settings.database)
    log.info("open one of these addresses to play", urls=urls, data=kept)


def _settle_memory() -> None:
    """Let the collector of cycles leave alone what is loaded by now, for that stays.

    It would look through all of it again and again, and every table waits meanwhile. Play
    makes next to no cycles, so it may also look at new values less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_VALUES)


def _hosts(host: str) -> list[str]:
    """The names under which a browser finds *host*, the nearest first."""
    if host not in _ANYWHERE:
        return [f"[{host}]" if ":" in host else host]
    lan = _lan_address()
    return ["localhost", lan] if lan else ["localhost"]


def _lan_address() -> str | None:
    """This machine's address in its network, if it has one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
