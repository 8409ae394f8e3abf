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


def bus_for(settings: Settings) -> Bus:
    """The bus to the other nodes, not opened yet."""
    if not settings.nats:
        return Alone()
    # Dear to import, and a service of one node has no use for it.
    from spadille.server.nodes.nats_bus import NatsBus  # noqa: PLC0415

    return NatsBus(settings.nats, socket.gethostname())


def directory_for(
    settings: Settings,
    around: Surroundings,
    ownership: Ownership,
    bus: Bus,
    stand_aside: Callable[[bool], None],
) -> Directory:
    """The way to the tables; only where there is a bus may they be another node's.

    *stand_aside* is told whether people had better go to other nodes.
    """
    if not settings.nats:
        return Directory(around)
    from spadille.server.nodes.keeper import Keeper  # noqa: PLC0415
    from spadille.server.nodes.shared import SharedDirectory  # noqa: PLC0415

    keeper = Keeper(ownership, bus, settings.node_address or socket.gethostname())
    keeper.stand_aside = stand_aside
    return SharedDirectory(around, ownership, bus, keeper)
