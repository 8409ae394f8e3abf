"""What of a database's address may be shown."""

from __future__ import annotations


def address_of(url: str) -> str:
    """Where the database of *url* is, without who asks and with what password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].split('?')[0]}"
