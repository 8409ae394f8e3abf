"""Every screen about people, on a desktop and a phone: nothing too small, axe content."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import House, Visitor, visit
from tests.e2e.people import NORTH, befriend, bubble, open_chat, people, say, sit_together
from tests.e2e.test_page_looks import looked_at

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.e2e


async def _pages(ines: Visitor) -> None:
    """The first page with its lobby, buddies, account and player setup."""
    await ines.visit()
    await expect(ines.page.get_by_role("link", name="Challenge otto")).to_be_visible()
    await looked_at(ines, "lobby", axe=True)
    await ines.visit("/buddies")
    field = ines.page.get_by_role("combobox", name="Username")
    await field.fill("nobody.at.all")
    await ines.press("Add buddy", exact=True)
    await ines.see("Nobody here is called")
    await looked_at(ines, "an unknown name", axe=True)
    await field.fill("ott")
    await ines.page.keyboard.press("ArrowDown")
    await expect(ines.page.locator("[role=option]")).to_have_count(1)
    await looked_at(ines, "buddies", axe=True)
    await ines.visit("/account")
    await looked_at(ines, "account", axe=True)
    await ines.visit("/new/with/otto")
    await ines.page.get_by_role("radio", name=re.compile("House rules")).check()
    await ines.page.get_by_label("Points to win").fill("3")
    await ines.see("at least 50")
    await looked_at(ines, "setup", axe=True)
    await ines.page.locator("[data-setup-seat='2']").get_by_role("button", name="Ines").click()
    await ines.see("For this table")
    await looked_at(ines, "a dress for the table", axe=True)


async def _challenge(ines: Visitor, otto: Visitor) -> None:
    """What both see of a challenge."""
    await otto.visit("/account")
    await ines.visit("/new/with/otto")
    await ines.press("Start", exact=True)
    await otto.page.get_by_role("dialog").wait_for()
    await looked_at(otto, "challenge", axe=True)
    await looked_at(ines, "waiting", axe=True)
    await otto.press("Accept")


async def _table(ines: Visitor, otto: Visitor) -> None:
    """The chat, its picker, and the dialogs about people."""
    await sit_together(ines, otto, open_seats=[1, 3])
    await open_chat(otto)
    for words in ("<w ines>psst :)", "<t>hm", "<y>what a hand"):
        await say(otto, words)
    await expect(bubble(ines, NORTH)).to_have_text("what a hand")
    await looked_at(ines, "bubble", axe=True)
    await open_chat(ines)
    await say(ines, "<w nobody>psst")
    await ines.see("Nobody here is called")
    await ines.press("Emoticons")
    await looked_at(ines, "chat", axe=True)
    await ines.page.keyboard.press("Escape")
    await ines.page.keyboard.press("Escape")
    await ines.plate(NORTH).get_by_role("button", name="About Otto").click()
    await ines.press("Report", exact=True)
    await looked_at(ines, "player", axe=True)
    await ines.page.keyboard.press("Escape")
    await ines.press("Menu")
    await ines.press("People at this table")
    await looked_at(ines, "people at the table", axe=True)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_every_screen_about_people_can_be_used_by_everyone(screen: str, tmp_path: Path) -> None:
    """No sideways scroll, no small target, no violation."""

    async def story(house: House) -> None:
        guest = await house.visitor(screen)
        await guest.visit("/account")
        await looked_at(guest, "account of a guest", axe=True)
        ines, otto = await people(house, "ines", "otto", ines=screen, otto=screen)
        await befriend(ines, "otto")
        await _pages(ines)
        await _challenge(ines, otto)
        await _table(ines, otto)

    visit(tmp_path, story)
