"""Computer players in the page: how strong they are, why they played so, and a hint."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit
from tests.e2e.people import join
from tests.e2e.test_page_looks import looked_at

if TYPE_CHECKING:
    from playwright.async_api import Locator

    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e

NORTH, EAST, _, WEST = range(4)
EXAMPLE = Path(__file__).parents[2] / "examples" / "ws_bot.py"
LONG = {**SHORT, "target": 500, "deal_limit": 8}


def _choice(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("combobox", name=f"Plays as ({name})")


async def _set_up(ines: Visitor) -> None:
    """Make a table where Emil is a beginner and the others are as usual."""
    await ines.visit("/new")
    choice = _choice(ines, "Emil")
    await expect(choice).to_have_value("rules")
    names = await choice.locator("option").all_inner_texts()
    assert names == ["Thumb rules", "Beginner", "Casual"]
    await choice.select_option("Beginner")
    await ines.see("slips often")
    await looked_at(ines, "setup", axe=True)
    await ines.press("Start", exact=True)
    await expect(ines.plate(EAST)).to_contain_text("Beginner")
    await expect(ines.plate(NORTH)).to_contain_text("Thumb rules")


async def _open_levels(visitor: Visitor) -> None:
    await visitor.press("Menu")
    await visitor.press("Computer players")


def test_the_maker_chooses_the_levels_and_the_host_changes_them(tmp_path: Path) -> None:
    """In the setup, at the seat, and between two deals; everyone at the table sees it."""

    async def story(house: House) -> None:
        ines, otto = await house.visitor(), await house.visitor("phone")
        await _set_up(ines)
        await otto.visit()
        await otto.page.goto(ines.page.url)
        await expect(otto.plate(EAST)).to_contain_text("Beginner")
        await _open_levels(ines)
        await ines.see("between two deals")
        await looked_at(ines, "levels in a deal", axe=True)
        await expect(_choice(ines, "Emil")).to_have_count(0)
        await ines.press("Close")
        await expect(ines.page.get_by_role("dialog")).to_have_count(0)

        await ines.finish_deal()
        await ines.press("Close")
        await _open_levels(ines)
        await _choice(ines, "Walt").select_option("Casual")
        await looked_at(ines, "levels between deals", axe=True)
        await expect(otto.plate(WEST)).to_contain_text("Casual")
        await otto.press("Close")
        await _open_levels(otto)
        await otto.see("The host can change")
        await expect(_choice(otto, "Walt")).to_have_count(0)
        await looked_at(otto, "levels on a phone", axe=True)

    visit(tmp_path, story, bot_most="casual")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_reasons_are_shown_after_the_deal_and_not_before(screen: str, tmp_path: Path) -> None:
    """In the summary of the deal, at its last trick, and in the record."""

    async def story(house: House) -> None:
        ines = await house.visitor(screen)
        asked: list[str] = []
        ines.page.on("request", lambda request: asked.append(request.url))
        await ines.make_table(rules=LONG, turn_seconds=0)
        await ines.play_until("card")
        await ines.legal.first.wait_for()
        await ines.press("Last trick")
        await expect(ines.page.locator(".why")).to_have_count(0)
        await ines.press("Last trick")
        await expect(ines.page.locator("[data-reasons]")).to_have_count(0)
        await ines.finish_deal()
        assert not [url for url in asked if "reasons" in url]

        dialog = ines.page.get_by_role("dialog")
        await dialog.get_by_text("Why the computers played so").click()
        await expect(dialog.get_by_role("heading", name="Trick 13")).to_be_visible()
        lines = dialog.locator("[data-reasons] li")
        await expect(lines).to_have_count(3 * 14)
        await expect(lines.first).to_contain_text(re.compile(r"(Nora|Emil|Walt) bid .+ – \w+"))
        await looked_at(ines, "reasons in the summary", axe=True)
        await ines.page.keyboard.press("Escape")
        await ines.press("Last trick")
        await expect(ines.page.locator(".why")).to_have_count(3)
        await looked_at(ines, "reasons at the last trick", axe=True)
        await ines.visit(f"/t/{ines.table}/record/1")
        await ines.page.get_by_text("Why the computers played so").click()
        await expect(ines.page.locator("[data-reasons] li")).to_have_count(3 * 14)
        await looked_at(ines, "reasons in the record", axe=True)

    visit(tmp_path, story)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_hint_names_a_move_and_its_reason(screen: str, tmp_path: Path) -> None:
    """By button and by key; it is marked, said, and gone once the move is made."""

    async def story(house: House) -> None:
        ines = await house.visitor(screen)
        await ines.make_table(rules=LONG, turn_seconds=0)
        panel = ines.page.locator("[data-panel]")
        await panel.get_by_role("button", name="Hint").click()
        hint = ines.page.locator("[data-hint]")
        await expect(hint).to_contain_text(re.compile(r"Bid .+ – .+"))
        suggested = panel.get_by_role("button", name=re.compile("suggested"))
        await expect(suggested).to_have_count(1)
        await expect(ines.page.locator("[aria-live=polite]").first).to_contain_text("Hint: Bid")
        await looked_at(ines, "a hint for a bid", axe=True)
        await suggested.click()
        await expect(panel).to_have_count(0)
        await ines.legal.first.wait_for()
        await expect(hint).to_have_count(0)
        await ines.page.keyboard.press("i")
        await expect(hint).to_contain_text(re.compile(r"Play .+ – .+"))
        card = ines.page.locator(".hand .hinted")
        await expect(card).to_have_count(1)
        await expect(card).to_have_class(re.compile("legal"))
        await expect(card).to_have_attribute("aria-label", re.compile("suggested"))
        await looked_at(ines, "a hint for a card", axe=True)
        await ines.play(card)
        await expect(hint).to_have_count(0)

    visit(tmp_path, story)


def test_open_tables_offer_no_hints(tmp_path: Path) -> None:
    """The button is not there, and the key says why."""

    async def story(house: House) -> None:
        ines = await house.visitor()
        await ines.make_table(rules=LONG, turn_seconds=0, options={"private": False})
        await ines.page.locator("[data-panel]").wait_for()
        await expect(ines.page.get_by_role("button", name="Hint")).to_have_count(0)
        await ines.page.keyboard.press("i")
        await expect(ines.page.locator("[aria-live=polite]").first).to_contain_text(
            "No hints are given"
        )

    visit(tmp_path, story)


def test_a_program_at_the_table_is_shown_as_one(tmp_path: Path) -> None:
    """A token is made in the page, the example plays with it, and its seat says so."""

    async def story(house: House) -> None:
        ines, otto = await house.visitor(), await join(await house.visitor(), "otto")
        await otto.visit("/account")
        await otto.page.get_by_label("What it is for").fill("my player")
        await otto.page.get_by_label("sit at tables and play").check()
        await otto.press("Make a token")
        secret = await otto.page.locator(".secret").inner_text()
        await ines.make_table(rules=LONG, turn_seconds=0, open_seats=[NORTH])
        program = await asyncio.create_subprocess_exec(
            sys.executable,
            str(EXAMPLE),
            ines.url,
            ines.table,
            env={**os.environ, "SPADILLE_TOKEN": secret},
        )
        try:
            await expect(ines.plate(NORTH).locator(".kind[title='program'] svg")).to_be_visible()
            await expect(ines.plate(NORTH)).to_contain_text("Otto")
            await ines.play_until("card")
            await looked_at(ines, "a program at the table", axe=True)
        finally:
            program.kill()
            await program.wait()

    visit(tmp_path, story)
