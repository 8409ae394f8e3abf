"""How often somebody may try: by address, by name, or by person."""

from __future__ import annotations

import ipaddress
import math
from typing import TYPE_CHECKING, Final

from spadille.core.value import replace
from spadille.server.gateway.limiter import Credits

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_KEYS: Final = 10_000
"""Keys that are remembered before some are forgotten: first those with full credits."""
_HOME_NETWORK: Final = 64
"""Bits of an IPv6 address that tell one customer of a provider from another."""


class Limit:
    """Credits for each key; short bursts are fine, a steady stream of tries is not."""

    def __init__(self, most: float, per_second: float, clock: Callable[[], float]) -> None:
        """Allow *most* tries at once and *per_second* in the long run, by *clock*."""
        self._most = most
        self._per_second = per_second
        self._clock = clock
        self._credits: dict[str, Credits] = {}

    def take(self, key: str) -> int:
        """Spend one try of *key*; the whole seconds to wait if there is none, else 0."""
        now = self._clock()
        credits_ = self._credits.pop(key, None) or Credits.full(self._most, self._per_second, now)
        after, enough = credits_.spend(now)
        self._credits[key] = after
        if len(self._credits) > _MOST_KEYS:
            self._forget_some(now)
        return 0 if enough else max(1, math.ceil((1 - after.left) / self._per_second))

    def give_back(self, key: str) -> None:
        """Undo one `take` of *key*, which turned out to be in good faith."""
        known = self._credits.get(key)
        if known is not None:
            self._credits[key] = replace(known, left=min(known.most, known.left + 1))

    def _forget_some(self, now: float) -> None:
        """Forget the full, and half of the rest if they are still too many.

        Whoever has many addresses must not make each look at them all take longer.
        """
        kept = [
            (key, credits_)
            for key, credits_ in self._credits.items()
            if credits_.spend(now, 0)[0].left < credits_.most
        ]
        # They are in the order in which they were seen last.
        self._credits = dict(kept[-_MOST_KEYS // 2 :] if len(kept) > _MOST_KEYS // 2 else kept)


def network(address: str) -> str:
    """The part of *address* that one household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, _HOME_NETWORK), strict=False))
    return str(parsed)
