"""Player setup, challenges and profiles; each test bears the feature it shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import House, visit
from tests.e2e.people import EAST, NORTH, SOUTH, befriend, people

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e


def _seat(visitor: Visitor, seat: int) -> str:
    return f"[data-setup-seat='{seat}']"


def test_p1_each_seat_is_a_human_a_computer_or_a_network_player(tmp_path: Path) -> None:
    """An icon tells them apart, before the game and in it; the host has one of their own."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await ines.visit("/new")
        east = ines.page.locator(_seat(ines, EAST))
        await expect(east.get_by_role("radio", name="Computer")).to_be_checked()
        await east.get_by_role("radio", name="Network player").check()
        await expect(east.get_by_role("combobox", name="Username")).to_be_visible()
        await east.get_by_role("radio", name="Human (me)").check()
        south = ines.page.locator(_seat(ines, SOUTH))
        await expect(south.get_by_role("radio", name="Computer")).to_be_checked()
        west = ines.page.locator(_seat(ines, 3))
        await west.get_by_role("radio", name="Network player").check()
        await ines.press("Start", exact=True)
        await ines.see("One seat is free")
        await expect(ines.plate(EAST)).to_contain_text("you, the host")

        await otto.page.goto(ines.page.url)
        await otto.plate(3).get_by_role("button", name="Sit here").click()
        for visitor in (ines, otto):
            await expect(visitor.hand).to_have_count(13)
        await expect(ines.plate(3)).to_contain_text("network player")
        await expect(otto.plate(EAST)).to_contain_text("host")
        await expect(otto.plate(NORTH)).to_contain_text("computer")
        for seat, word in ((EAST, "host"), (NORTH, "computer")):
            await expect(otto.plate(seat).locator(f".kind[title='{word}'] svg")).to_be_visible()

    visit(tmp_path, story)


def test_p2_a_network_seat_challenges_its_username_who_accepts(tmp_path: Path) -> None:
    """Anywhere in the page: who, rules and seat; the sender sees it wait, and the answer."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await befriend(ines, "otto")
        await otto.visit("/buddies")
        await ines.visit("/new")
        north = ines.page.locator(_seat(ines, NORTH))
        await north.get_by_role("radio", name="Network player").check()
        await north.get_by_role("combobox", name="Username").fill("ott")
        await ines.page.get_by_role("listbox").get_by_text("otto").click()
        await ines.page.get_by_role("radio", name=re.compile("Classic")).check()
        await ines.press("Start", exact=True)
        mine = ines.page.get_by_role("status", name="My challenges")
        await expect(mine).to_contain_text("Waiting for Otto")

        asked = otto.page.get_by_role("dialog", name="Ines challenges you")
        await expect(asked).to_contain_text("the seat of their partner")
        await expect(asked).to_contain_text("Classic: to 500")
        await asked.get_by_role("button", name="Accept").click()
        # First what does not stay: good news goes away by itself.
        await expect(mine).to_contain_text("Otto accepts and sits down.")
        await expect(otto.page).to_have_url(ines.page.url)
        await expect(asked).to_have_count(0)
        for visitor in (ines, otto):
            await expect(visitor.hand).to_have_count(13)

    visit(tmp_path, story)


def test_p2_challenges_are_declined_withdrawn_and_refused(tmp_path: Path) -> None:
    """Each with an answer that says what happened; an unknown name with the nearest."""

    async def story(house: House) -> None:
        ines, otto, wanda = await people(house, "ines", "otto", "wanda", otto="phone")
        await wanda.page.goto("about:blank")
        await ines.visit("/new/with/otto")
        await ines.press("Start", exact=True)
        mine = ines.page.get_by_role("status", name="My challenges")
        asked = otto.page.get_by_role("dialog")
        await asked.get_by_role("button", name="Decline").click()
        await expect(mine).to_contain_text("Otto declines.")
        await ines.press("Dismiss")
        for name, answer in (
            ("ottto", "Did you mean otto?"),
            ("ines", "That is you"),
            ("wanda", "wanda is not here now"),
        ):
            await ines.page.get_by_role("combobox", name=re.compile("Challenge somebody")).fill(
                name
            )
            await ines.press("Challenge", exact=True)
            await expect(mine).to_contain_text(answer)
            await ines.press("Dismiss")
        await ines.page.get_by_role("combobox", name=re.compile("Challenge somebody")).fill("otto")
        await ines.press("Challenge", exact=True)
        # Put off, it waits in a corner, and can be brought back.
        await asked.get_by_role("button", name="Close").click()
        await otto.press("Challenge from Ines")
        await expect(asked).to_be_visible()
        await ines.press("Withdraw")
        await expect(asked).to_have_count(0)
        await expect(mine).to_have_text("")

    visit(tmp_path, story)


def test_p2_house_rules_are_judged_as_they_are_made_and_shared_as_a_card(tmp_path: Path) -> None:
    """The server's own words stand at the field; only rules that can be played begin."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await ines.visit("/new")
        await ines.page.get_by_role("radio", name=re.compile("House rules")).check()
        await ines.page.get_by_label("Points to win").fill("20")
        await expect(ines.page.locator("[data-problem=target]")).to_have_text("at least 50")
        await ines.page.get_by_label("Points to win").fill("250")
        await ines.page.get_by_label("Cards that partners exchange").fill("2")
        problem = ines.page.locator("[data-problem=exchange_cards]")
        await expect(problem).to_contain_text("there is no nil to exchange for")
        await expect(ines.page.get_by_role("button", name="Start")).to_have_attribute(
            "aria-disabled", "true"
        )
        await ines.page.get_by_label("blind nil is not offered").uncheck()
        await ines.page.get_by_label("Name of these rules").fill("Sunday")
        await expect(ines.page.locator("[data-problem]")).to_have_count(0)
        link = await ines.page.get_by_role("link", name="The card of these rules").get_attribute(
            "href"
        )
        assert link is not None

        await otto.page.goto(link)
        await expect(otto.page.get_by_role("heading", level=1)).to_contain_text("Sunday")
        await otto.see("The match is played to 250 points.")
        await otto.page.get_by_role("link", name="Play by these rules").click()
        await otto.page.get_by_label("Name of the table").fill("<i>Family</i>")
        await otto.page.get_by_label("Open: listed in the lobby").check()
        await otto.page.get_by_label("Turn clock").select_option("No clock")
        await expect(otto.page.get_by_role("button", name="Start")).to_have_attribute(
            "aria-disabled", "false"
        )
        await otto.press("Start", exact=True)
        await expect(otto.page.get_by_role("heading", level=1)).to_contain_text("Sunday")
        await expect(otto.page.get_by_role("heading", level=1)).to_contain_text("to 250")
        await ines.visit()
        await expect(ines.page.locator("[data-table]")).to_contain_text("<i>Family</i>")

    visit(tmp_path, story)
