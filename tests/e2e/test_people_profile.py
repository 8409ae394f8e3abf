"""The profile, and what is worn at one table in place of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.e2e.browser import House, visit
from tests.e2e.people import EAST, NORTH, SOUTH, WEST, lines, open_chat, people, say

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Locator

    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e


def _seat(visitor: Visitor, seat: int) -> Locator:
    """A seat in the player setup."""
    return visitor.page.locator(f"[data-setup-seat='{seat}']")


def _name(visitor: Visitor) -> Locator:
    """The name in the open dialog."""
    return visitor.page.get_by_label("Name", exact=True)


async def _is_called(plate: Locator, name: str) -> None:
    """Wait until *plate* has *name*, which it also has where it says "you"."""
    await expect(plate.locator(".who")).to_have_attribute("title", name)


async def _face(shown: Locator) -> str:
    """The picture in *shown*, as it is drawn."""
    return await shown.locator("svg.avatar").first.inner_html()


async def _dress(visitor: Visitor, name: str, avatar: str) -> str:
    """Choose a name and avatar in the open dialog; give the picture."""
    choice = visitor.page.get_by_label(avatar, exact=True)
    await choice.check()
    await _name(visitor).fill(name)
    return await _face(visitor.page.locator("fieldset label").filter(has=choice))


async def _profile(visitor: Visitor) -> dict[str, Any]:
    """The profile, as the server knows it."""
    answer = await visitor.page.request.get(f"{visitor.url}/api/me")
    person: dict[str, Any] = (await answer.json())["person"]
    return person


def test_c10_a_challenged_player_plays_with_the_profile(tmp_path: Path) -> None:
    """Its name and its avatar, whatever was worn at a table before."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await otto.visit("/new")
        await _seat(otto, SOUTH).get_by_role("button", name="Otto").click()
        pig = await _dress(otto, "Granny", "pig")
        await otto.press("Done")
        await otto.press("Start", exact=True)
        await _is_called(otto.plate(SOUTH), "Granny")
        assert await _face(otto.plate(SOUTH)) == pig

        await otto.visit("/account")
        await otto.press("Name and picture")
        await expect(otto.page.get_by_role("button", name="Load profile")).to_have_count(0)
        owl = await _dress(otto, "Uncle Otto", "owl")
        assert owl != pig
        await otto.press("Save")
        await expect(otto.page.get_by_role("button", name="Uncle Otto")).to_be_visible()
        await ines.visit("/new/with/otto")
        await ines.press("Start", exact=True)
        await otto.page.get_by_role("dialog").get_by_role("button", name="Accept").click()
        await expect(ines.plate(NORTH)).to_contain_text("Uncle Otto")
        assert await _face(ines.plate(NORTH)) == owl

    visit(tmp_path, story)


def test_c10_what_one_wears_at_a_table_leaves_the_profile_as_it_is(tmp_path: Path) -> None:
    """Everyone there sees it, at the seat and in the chat; everywhere else one is oneself."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        before = await _profile(ines)
        await ines.visit("/new")
        await _seat(ines, NORTH).get_by_role("radio", name="Network player").check()
        await _seat(ines, SOUTH).get_by_role("button", name="Ines").click()
        pig = await _dress(ines, "Granny", "pig")
        await ines.press("Done")
        await ines.press("Start", exact=True)
        await expect(ines.plate(SOUTH)).to_contain_text("you, the host")
        await otto.page.goto(ines.page.url)
        await otto.plate(NORTH).get_by_role("button", name="Sit here").click()
        await expect(otto.plate(SOUTH)).to_contain_text("Granny")
        assert await _face(otto.plate(SOUTH)) == pig
        assert await _profile(ines) == before

        # A later change of the profile is for elsewhere, too.
        answer = await ines.page.request.patch(f"{ines.url}/api/me", data={"name": "Aunt Ines"})
        assert answer.ok
        await open_chat(otto)
        await open_chat(ines)
        await say(ines, "Hello, my dears")
        await expect(lines(otto, "say")).to_contain_text("Granny")
        await expect(otto.plate(SOUTH)).to_contain_text("Granny")
        await ines.visit("/account")
        await expect(ines.page.get_by_role("button", name="Aunt Ines")).to_be_visible()

    visit(tmp_path, story)


def test_c10_load_profile_is_for_human_seats_in_player_setup(tmp_path: Path) -> None:
    """One's own, which begins with what was worn last, and whoever's on the same device."""

    async def story(house: House) -> None:
        (ines,) = await people(house, "ines")
        own = await _face(ines.page.get_by_role("button", name="Name and picture"))
        load = ines.page.get_by_role("button", name="Load profile")
        await ines.visit("/new")
        await expect(load).to_have_count(0)
        await _seat(ines, SOUTH).get_by_role("button", name="Ines").click()
        worn = await _dress(ines, "Granny", "pig")
        if worn == own:  # new guests get any picture
            worn = await _dress(ines, "Granny", "owl")
        assert worn != own
        await ines.press("Done")
        await ines.press("Start", exact=True)
        await _is_called(ines.plate(SOUTH), "Granny")

        await ines.visit("/new")
        for seat in (EAST, WEST):
            await _seat(ines, seat).get_by_role("radio", name="Human on this device").check()
        await _seat(ines, EAST).get_by_role("button", name="Friend 2").click()
        await load.click()
        await expect(_name(ines)).to_have_value("Ines")
        await ines.press("Done")
        await _seat(ines, SOUTH).get_by_role("button", name="Granny").click()
        await ines.see("The profile stays as it is")
        await load.click()
        await expect(_name(ines)).to_have_value("Ines")
        await ines.press("Done")
        await ines.press("Start", exact=True)
        for seat in (SOUTH, EAST):
            await _is_called(ines.plate(seat), "Ines")
            assert await _face(ines.plate(seat)) == own
        await _is_called(ines.plate(WEST), "Friend 3")
        # What is loaded is the profile itself, so the next table begins with it.
        await ines.visit("/new")
        await expect(_seat(ines, SOUTH).get_by_role("button", name="Ines")).to_be_visible()

    visit(tmp_path, story)
