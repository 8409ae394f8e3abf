"""People with accounts, who meet at tables."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from playwright.async_api import expect

if TYPE_CHECKING:
    from playwright.async_api import Locator

    from tests.e2e.browser import House, Visitor

PASSWORD = "a fair few trumps"
NORTH, EAST, SOUTH, WEST = range(4)


async def join(visitor: Visitor, username: str) -> Visitor:
    """Make an account for *visitor*, whose name is as the username, with a capital."""
    await visitor.visit()
    await visitor.page.get_by_role("button", name="Play now").wait_for()
    request, url = visitor.page.request, visitor.url
    answer = await request.post(
        f"{url}/api/sign-up", data={"username": username, "password": PASSWORD}
    )
    assert answer.ok, await answer.text()
    answer = await request.patch(f"{url}/api/me", data={"name": username.capitalize()})
    assert answer.ok, await answer.text()
    await visitor.visit()
    await expect(visitor.page.get_by_role("link", name=username)).to_be_visible()
    return visitor


async def people(house: House, *usernames: str, **screens: str) -> list[Visitor]:
    """One visitor for each username; *screens* names those who have no desktop."""
    visitors = [await house.visitor(screens.get(name, "desktop")) for name in usernames]
    return list(await asyncio.gather(*map(join, visitors, usernames)))


async def befriend(visitor: Visitor, *usernames: str) -> None:
    """Put accounts into the buddy list of *visitor*, as another game would."""
    for username in usernames:
        answer = await visitor.page.request.post(
            f"{visitor.url}/api/my/buddies", data={"username": username}
        )
        assert answer.ok, await answer.text()


async def sit_together(host: Visitor, *friends: Visitor, **wanted: Any) -> None:
    """Seat *friends* at a new table of *host*: across first, then left and right."""
    await host.make_table(**{"preset": "challenge", "turn_seconds": 0, **wanted})
    for friend, seat in zip(friends, (NORTH, WEST, EAST), strict=False):
        friend.table = host.table
        await friend.visit(f"/t/{host.table}")
        await friend.plate(seat).get_by_role("button", name="Sit here").click()
        await expect(friend.plate(seat)).to_contain_text("You")


def entry(visitor: Visitor) -> Locator:
    """Where a message is typed."""
    return visitor.page.get_by_label("Message")


def lines(visitor: Visitor, kind: str) -> Locator:
    """The lines of one kind in the log of the chat."""
    return visitor.page.get_by_role("log", name="Chat").locator(f"[data-line={kind}]")


def bubble(visitor: Visitor, seat: int) -> Locator:
    """What the one on *seat* has just said."""
    return visitor.plate(seat).locator("[data-bubble]")


async def open_chat(visitor: Visitor) -> None:
    """Open the chat by its button."""
    await visitor.page.get_by_role("banner").get_by_role("button", name="Chat").click()
    await expect(entry(visitor)).to_be_focused()


async def say(visitor: Visitor, text: str) -> None:
    """Type *text* into the open chat, and send it."""
    await entry(visitor).fill(text)
    await visitor.page.keyboard.press("Enter")
