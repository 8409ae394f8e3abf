"""What somebody likes: kept as JSON, so that a new setting needs no new column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spadille.core.value import replace
from spadille.protocol.people import Settings

if TYPE_CHECKING:
    from spadille.protocol.people import SettingsChange
    from spadille.server.store.people import SettingsStore

_decoder = msgspec.json.Decoder(Settings)


class Preferences:
    """The settings of everyone."""

    def __init__(self, store: SettingsStore) -> None:
        """Keep them in *store*."""
        self._store = store

    async def of(self, person: str) -> Settings:
        """The settings of *person*, else the usual ones."""
        body = await self._store.settings(person)
        if body is None:
            return Settings()
        try:
            return _decoder.decode(body)
        except msgspec.ValidationError:
            # Written by a version that knows other settings.
            return Settings()

    async def change(self, person: str, change: SettingsChange) -> Settings:
        """Change some settings of *person*; all of them after it."""
        given = {
            name: value
            for name, value in msgspec.structs.asdict(change).items()
            if value is not None
        }
        settings = replace(await self.of(person), **given)
        await self._store.put_settings(person, msgspec.json.encode(settings))
        return settings
