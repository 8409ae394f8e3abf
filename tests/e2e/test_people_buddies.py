"""Buddies and whom one does not want to meet; each test bears the feature it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import House, visit
from tests.e2e.people import NORTH, befriend, people, sit_together

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.e2e


def test_c8_buddies_are_added_by_username_and_removed_several_at_once(tmp_path: Path) -> None:
    """An unknown username is answered with the nearest; presence changes without a reload."""

    async def story(house: House) -> None:
        ines, otto, wanda = await people(house, "ines", "otto", "wanda")
        await ines.visit("/buddies")
        field = ines.page.get_by_role("combobox", name="Username")
        await field.fill("wandy")
        await ines.press("Add buddy", exact=True)
        await ines.see("Nobody here is called 'wandy'.")
        await ines.press("wanda")
        await expect(field).to_have_value("wanda")
        await ines.press("Add buddy", exact=True)
        await ines.see("wanda is in your buddy list.")
        await field.fill("OTTO")
        await ines.page.keyboard.press("Enter")
        entries = ines.page.get_by_role("region", name="My buddies").get_by_role("listitem")
        await expect(entries).to_have_count(2)
        await expect(entries.filter(has_text="otto")).to_contain_text("here")

        await otto.page.goto("about:blank")
        await expect(entries.filter(has_text="otto")).to_contain_text("not here")
        for name in ("otto", "wanda"):
            await ines.page.get_by_role("checkbox", name=name).check()
        await ines.press("Remove selected (2)")
        await ines.see("2 buddies removed.")
        await expect(entries).to_have_count(0)
        await wanda.visit("/buddies")
        await wanda.see("Nobody yet.")

    visit(tmp_path, story)


def test_c8_a_buddy_is_added_from_inside_a_game(tmp_path: Path) -> None:
    """The list has just those at the table who are not yet buddies."""

    async def story(house: House) -> None:
        ines, otto, wanda = await people(house, "ines", "otto", "wanda", otto="phone")
        await befriend(ines, "wanda")
        await sit_together(ines, otto, wanda)
        await ines.press("Menu")
        await ines.press("People at this table")
        box = ines.page.get_by_role("group", name="Add to buddy list")
        await expect(box.get_by_role("checkbox")).to_have_count(1)
        await box.get_by_role("checkbox", name="otto").check()
        await ines.press("Add buddy", exact=True)
        await ines.see("otto added to your buddy list.")
        await expect(box).to_have_count(0)
        await ines.page.keyboard.press("Escape")
        await ines.plate(NORTH).get_by_role("button", name="About Otto").click()
        await ines.see("In your buddy list")

    visit(tmp_path, story)


def test_c9_buddies_complete_what_is_typed_and_can_be_inserted(tmp_path: Path) -> None:
    """By keys, with the list as screen readers want it; neither shows without buddies."""

    async def story(house: House) -> None:
        ines, *_ = await people(house, "ines", "bobby", "bonnie")
        await ines.visit("/new/with/bo")
        field = ines.page.get_by_role("combobox", name="Username")
        await expect(field).to_have_value("bo")
        insert = ines.page.get_by_role("combobox", name="Insert from buddy list")
        await expect(insert).to_have_count(0)
        await field.fill("b")
        await expect(ines.page.locator("[role=option]")).to_have_count(0)

        await befriend(ines, "bobby", "bonnie")
        await ines.page.reload()
        await expect(insert).to_be_visible()
        await field.fill("B")
        options = ines.page.locator("[role=option]")
        await expect(options).to_have_count(2)
        await expect(field).to_have_attribute("aria-expanded", "true")
        await ines.page.keyboard.press("ArrowDown")
        await ines.page.keyboard.press("ArrowDown")
        active = await field.get_attribute("aria-activedescendant")
        await expect(ines.page.locator(f"[id='{active}']")).to_have_text("bonnie")
        await ines.page.keyboard.press("Enter")
        await expect(field).to_have_value("bonnie")
        await expect(options).to_have_count(0)
        await insert.select_option("bobby")
        await expect(field).to_have_value("bobby")

    visit(tmp_path, story)


def test_a_blocked_player_cannot_challenge_and_is_told_so(tmp_path: Path) -> None:
    """Until the block is taken back, on the page of the buddies."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto)
        await ines.plate(NORTH).get_by_role("button", name="About Otto").click()
        await ines.press("Block", exact=True)
        await ines.see("Blocked: no challenge")
        await ines.visit("/buddies")
        await otto.visit("/new/with/ines")
        await otto.press("Start", exact=True)
        await otto.see("takes no challenges from you")
        await expect(ines.page.get_by_role("dialog")).to_have_count(0)
        await ines.press("Unblock Otto")
        await expect(ines.page.get_by_role("region", name="Blocked")).to_have_count(0)

    visit(tmp_path, story)
