"""Call every call of a running server at random, and find answers that should not be.

``python scripts/fuzz_api.py --calls 1000`` starts a server on a free port with a folder of
its own, signs somebody up, and lets Schemathesis read the description at /api/openapi.json.
It fails on any server error.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from spadille.server.app import Service
from spadille.server.gateway.serving import WebServer
from spadille.server.settings import Settings

_SPARED = "/api/(sign-out-everywhere|my/password|my/deletion)"
"""Calls that would end the session by which the others are made."""


def main() -> int:
    """Serve, fuzz, and give the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--calls", type=int, default=20, help="examples of each call")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_fuzz(Path(folder), options.calls, options.seed))


async def _fuzz(folder: Path, calls: int, seed: int) -> int:
    settings = Settings(data=folder, host="127.0.0.1", port=0)
    service = Service(settings)
    server = WebServer(service, service.sockets, settings.host, settings.port)
    serving = asyncio.create_task(server.serve())
    await server.until_ready()
    url = f"http://127.0.0.1:{server.port}"
    try:
        cookie = await _signed_up(url)
        return await asyncio.to_thread(_run, url, cookie, calls, seed)
    finally:
        server.should_exit = True
        await serving


async def _signed_up(url: str) -> str:
    async with httpx.AsyncClient(base_url=url) as http:
        body = {"username": "fuzzer", "password": "correct horse"}
        (await http.post("/api/sign-up", json=body)).raise_for_status()
        return "; ".join(f"{name}={value}" for name, value in http.cookies.items())


def _run(url: str, cookie: str, calls: int, seed: int) -> int:
    """Let Schemathesis make the calls."""
    program = Path(sys.executable).with_name("schemathesis")
    command = [
        str(program),
        "run",
        f"{url}/api/openapi.json",
        "--header",
        f"Cookie: {cookie}",
        "--header",
        "Content-Type: application/json",
        "--checks",
        "not_a_server_error",
        "--max-examples",
        str(calls),
        "--seed",
        str(seed),
        "--exclude-path-regex",
        _SPARED,
        "--phases",
        "examples,coverage,fuzzing",
        "--continue-on-failure",
        "--generation-database",
        "none",
        "--no-color",
    ]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
