"""What a service of one node and one of several are built with."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from spadille.server.nodes.bus import Alone
from spadille.server.tables.directory import Directory

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.server.nodes.bus import Bus
    from spadille.server.settings import Settings
    from spadille.server.store.ownership_ports import Ownership
    from spadille.server.tables.surroundings import Surroundings
    from spadille.server.telemetry import NodeMetrics


def bus_for(settings: Settings, metrics: NodeMetrics) -> Bus:
    """The bus to the other nodes, not opened yet; it counts in *metrics*."""
    if not settings.nats:
        return Alone()
    # Dear to import, and a service of one node has no use for it.
    from spadille.server.nodes.nats_bus import NatsBus  # noqa: PLC0415

    bus = NatsBus(settings.nats, socket.gethostname())
    bus.back = metrics.bus_found.inc
    return bus


def directory_for(
    settings: Settings,
    around: Surroundings,
    ownership: Ownership,
    bus: Bus,
    stand_aside: Callable[[bool], None],
    metrics: NodeMetrics,
) -> Directory:
    """The way to the tables; only where there is a bus may they be another node's.

    *stand_aside* is told whether people had better go to other nodes; *metrics* counts what
    becomes of tables.
    """
    if not settings.nats:
        return Directory(around)
    from spadille.server.nodes.keeper import Keeper  # noqa: PLC0415
    from spadille.server.nodes.shared import SharedDirectory  # noqa: PLC0415

    keeper = Keeper(ownership, bus, settings.node_address or socket.gethostname())
    keeper.stand_aside = stand_aside
    directory = SharedDirectory(around, ownership, bus, keeper)
    directory.on_takeover = metrics.takeovers.inc
    directory.on_fenced = metrics.fenced.inc
    return directory
