"""What a server is deployed with names files, commands, settings and services that are there.

Nothing is started here: that takes systemd, or a machine with containers.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from spadille.__main__ import COMMANDS
from spadille.cli.serve import BAD_SETTING
from spadille.server.checkup.configuration import check_settings
from spadille.server.checkup.finding import worst
from spadille.server.gateway.http import health, ready
from spadille.server.gateway.serving import _STOP_SECONDS
from spadille.server.gateway.sockets import _FAREWELL

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
SCRIPTS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]


def instructions() -> list[tuple[str, str]]:
    """The lines of the container file, each with its first word apart."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in lines]


def composed() -> dict[str, Any]:
    """The services, as compose reads them, with values for what is to be given."""
    text = (DEPLOY / "compose.yaml").read_text()
    given = {"DOMAIN": "cards.example", "POSTGRES_PASSWORD": "one", "NATS_PASSWORD": "two"}
    for name, value in given.items():
        text = text.replace(f"${{{name}:?}}", value)
    assert "${" not in text
    read: dict[str, Any] = msgspec.yaml.decode(text)
    return read


def nodes() -> dict[str, Any]:
    """The servers among them."""
    return {name: s for name, s in composed()["services"].items() if s["image"] == "spadille"}


def unit() -> dict[str, list[str]]:
    """The unit's settings."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(
        r"^(\w+)=(.*)$", (DEPLOY / "spadille.service").read_text(), re.MULTILINE
    ):
        found.setdefault(key, []).append(value)
    return found


def is_command(program: str, *words: str) -> bool:
    """Whether *program* and *words* run a command of this package."""
    return Path(program).name in SCRIPTS and words[0] in COMMANDS


def test_the_unit_runs_a_command_that_there_is_and_stops_it_in_peace() -> None:
    (start,) = unit()["ExecStart"]
    assert is_command(*shlex.split(start))
    assert unit()["RestartPreventExitStatus"] == [str(BAD_SETTING)]
    # What a stop may take at most: farewells, requests in hand, and what is left to write.
    assert int(unit()["TimeoutStopSec"][0]) > _FAREWELL + _STOP_SECONDS
    assert unit()["DynamicUser"] == ["yes"]


def test_the_units_settings_are_settings() -> None:
    environment = dict(line.split("=", 1) for line in unit()["Environment"])
    settings, findings = check_settings(environment, {})
    assert settings is not None
    assert worst(findings) == "ok"
    assert str(settings.data) == f"%S/{unit()['StateDirectory'][0]}"
    cache = f"%C/{unit()['CacheDirectory'][0]}"
    assert environment["SPADILLE_KERNEL_CACHE"] == cache


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not here")
    (program, *_) = shlex.split(unit()["ExecStart"][0])
    here = tmp_path / "spadille.service"
    # It looks for the program, too.
    here.write_text((DEPLOY / "spadille.service").read_text().replace(program, sys.executable))
    done = subprocess.run([tool, "verify", here], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_everything_that_the_container_copies_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    copied = []
    for word, rest in instructions():
        if word == "COPY":
            *sources, _ = rest.split()
            copied += sources
    assert copied
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert set(copied) & set(ignored) == set()


def test_everything_that_the_package_is_built_of_is_copied() -> None:
    copied = " ".join(rest for word, rest in instructions() if word == "COPY").split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        project["readme"],
        *project["license-files"],
        "hatch_build.py",
        "scripts",
        "src",
        "web",
    ]
    assert [name for name in wanted if name not in copied] == []


def test_the_container_runs_a_command_that_there_is_as_nobody_of_note() -> None:
    told = dict(instructions())
    (program,) = msgspec.json.decode(told["ENTRYPOINT"], type=list[str])
    assert is_command(program, *msgspec.json.decode(told["CMD"], type=list[str]))
    assert told["USER"] not in {"root", "0"}
    settings, findings = check_settings(dict(re.findall(r"(\w+)=(\S+)", told["ENV"])), {})
    assert settings is not None
    assert worst(findings) == "ok"
    assert str(settings.data) in msgspec.json.decode(told["VOLUME"], type=list[str])
    assert told["EXPOSE"] == str(settings.port)
    probe = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", told["HEALTHCHECK"])
    assert probe is not None
    assert probe.groups() == (str(settings.port), *health.paths)
    lasting = [rest for word, rest in instructions() if word == "RUN" and "pip" in rest]
    assert all("requirements.lock" in rest or "--no-deps" in rest for rest in lasting)


def test_the_containers_probe_is_a_program() -> None:
    told = dict(instructions())["HEALTHCHECK"]
    _, _, code = msgspec.json.decode(told[told.index("[") :], type=list[str])
    compile(code, "probe", "exec")


def test_three_nodes_share_what_they_have_to() -> None:
    assert len(nodes()) == 3
    seen = set()
    for service in nodes().values():
        settings, findings = check_settings(service["environment"], {})
        assert settings is not None
        assert worst(findings) == "ok"
        assert settings.origins == ("https://cards.example",)
        seen.add((settings.database, settings.nats))
        assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
        assert (ROOT / service["build"]["dockerfile"]).exists()
    ((database, nats),) = seen
    services = composed()["services"]
    assert database is not None
    assert f":{services['postgres']['environment']['POSTGRES_PASSWORD']}@postgres/" in database
    user, password = services["nats"]["command"][1], services["nats"]["command"][3]
    assert nats == f"nats://{user}:{password}@nats:4222"
    assert len({s["environment"]["SPADILLE_NODE_ADDRESS"] for s in nodes().values()}) == 3


def test_every_volume_network_and_dependency_is_declared() -> None:
    told = composed()
    for service in told["services"].values():
        assert set(service["networks"]) <= set(told["networks"])
        assert set(service.get("depends_on", ())) <= set(told["services"])
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in told["volumes"] or (DEPLOY / source).exists()
    (subnet,) = told["networks"]["inside"]["ipam"]["config"]
    trusted = {node["environment"]["FORWARDED_ALLOW_IPS"] for node in nodes().values()}
    assert trusted == {subnet["subnet"]}


def test_the_proxy_passes_on_to_every_node_that_is_ready() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    (upstreams,) = re.findall(r"reverse_proxy (.*) \{", text)
    assert sorted(upstreams.split()) == [f"{name}:8000" for name in sorted(nodes())]
    (probe,) = re.findall(r"health_uri (\S+)", text)
    assert {probe} == ready.paths
    assert "/metrics" in text
    assert text.count("{") == text.count("}")


def test_nothing_is_named_that_belongs_to_somebody() -> None:
    """No registries and no hosts of the world, but those that are given or reserved."""
    for file in DEPLOY.iterdir():
        names = re.findall(r"\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev)\b", file.read_text())
        assert names == []
