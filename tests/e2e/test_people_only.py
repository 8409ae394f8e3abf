"""A table where no computers may have seats, in browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit
from tests.e2e.people import EAST, NORTH, WEST, people, sit_together

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.e2e

PEOPLE_ONLY = {"private": False, "title": "", "spectators": True, "computers": False}


def test_p8_a_rematch_of_people_waits_for_a_person(tmp_path: Path) -> None:
    """Who left is replaced for the match only; the result says that a seat is free."""

    async def story(house: House) -> None:
        four = await people(house, "ines", "otto", "wanda", "xaver", ines="phone")
        ines, *others = four
        seats = [NORTH, EAST, WEST]
        await sit_together(ines, *others, rules=SHORT, options=PEOPLE_ONLY, open_seats=seats)
        otto, wanda, xaver = others
        for player in (otto, wanda, xaver):
            await player.start_playing()
        await ines.play_until("card")
        await xaver.press("Menu")
        await xaver.press("Exit: give my seat to a computer")
        await expect(ines.plate(EAST)).to_contain_text("computer")
        await ines.finish_deal()
        for player in (ines, otto, wanda):
            await player.page.get_by_role("button", name="Rematch").click()
        result = ines.page.get_by_role("dialog")
        await expect(result).to_contain_text("One seat is free")
        await expect(result).to_contain_text("No computers play here.")
        await expect(result.get_by_role("button", name="Start now")).to_have_count(0)

        await xaver.page.goto(otto.page.url)
        await xaver.page.get_by_role("dialog").get_by_role("button", name="Close").click()
        await xaver.plate(EAST).get_by_role("button", name="Sit here").click()
        await expect(result).not_to_contain_text("One seat is free")
        await xaver.press("Show the result")
        await xaver.page.get_by_role("button", name="Rematch").click()
        for player in four:
            await expect(player.hand).to_have_count(13)

    visit(tmp_path, story)
