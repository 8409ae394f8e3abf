"""The environment: what is set, what is misspelt, what does not go together."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final

from spadille.server.checkup.finding import fault, ok, warning
from spadille.server.settings import PARSERS, BadSetting, Settings, read_settings, variable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadille.server.checkup.finding import Finding

TOPIC: Final = "settings"
_PREFIX: Final = "SPADILLE_"
_OTHERS: Final = frozenset(
    {
        "SPADILLE_KERNEL_CACHE",
        # Of the tools around the server.
        "SPADILLE_CHROMIUM",
        "SPADILLE_FAULTS",
        "SPADILLE_FUZZ",
        "SPADILLE_KILLS",
        "SPADILLE_SKIP_WEB",
        "SPADILLE_WEB_NODE",
    }
)
"""Variables that are no settings of a server, and are known all the same."""
_TRUSTED: Final = "FORWARDED_ALLOW_IPS"
"""Of the web server: the proxies that are believed when they say how people came."""


def check_settings(
    environment: Mapping[str, str], options: Mapping[str, str]
) -> tuple[Settings | None, list[Finding]]:
    """The settings, if all of them can be used, and what there is to say of them."""
    findings = list(_unknown(environment))
    try:
        settings = read_settings(environment, options)
    except BadSetting as error:
        advice = f"Give it another value, or unset it: what {_help()} says is possible."
        return None, [*findings, fault(TOPIC, str(error).rstrip("."), advice)]
    given = sorted(name for name in PARSERS if variable(name) in environment or name in options)
    said = f"{', '.join(given)} set, the rest as usual" if given else "all as usual"
    return settings, [ok(TOPIC, said), *findings, *_proxy(environment, settings)]


def _help() -> str:
    return "the table of settings in the documentation"


def _unknown(environment: Mapping[str, str]) -> Iterator[Finding]:
    known = {variable(name) for name in PARSERS} | _OTHERS
    # What all of them begin with would make any two alike.
    ends = sorted(name.removeprefix(_PREFIX) for name in known)
    for name in sorted(environment):
        if not name.startswith(_PREFIX) or name in known:
            continue
        near = difflib.get_close_matches(name.removeprefix(_PREFIX), ends, 1)
        advice = (
            f"Is {_PREFIX}{near[0]} meant?" if near else "Unset it; the server does not know it."
        )
        yield warning(TOPIC, f"{name} is no setting, so it changes nothing", advice)


def _proxy(environment: Mapping[str, str], settings: Settings) -> Iterator[Finding]:
    trusted = environment.get(_TRUSTED)
    if trusted is not None and "*" in trusted:
        yield warning(
            TOPIC,
            f"{_TRUSTED} is *, so everybody is believed who claims to be a proxy",
            f"Name the proxy's address or network in {_TRUSTED}, or let nobody else reach the "
            "port.",
        )
    behind = any(origin.startswith("https://") for origin in settings.origins)
    if behind and trusted is None:
        yield warning(
            TOPIC,
            f"{_TRUSTED} is not set, so only a proxy on this machine is believed",
            "If the proxy that ends TLS is on another machine, or in another container, name "
            f"its address in {_TRUSTED}; otherwise cookies are not marked as secure. "
            f"{_TRUSTED}=127.0.0.1 says that it is here.",
        )
