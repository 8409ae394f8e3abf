"""An evening of four people on four devices, and a fifth, in browsers of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit
from tests.e2e.people import (
    EAST,
    NORTH,
    PASSWORD,
    WEST,
    bubble,
    lines,
    open_chat,
    people,
    say,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e

TABLE = {
    "rules": SHORT,
    "open_seats": [NORTH, EAST, WEST],
    "turn_seconds": 0,
    "options": {"private": False, "title": "Four friends", "spectators": True, "computers": True},
}


async def _cards(visitor: Visitor) -> set[str]:
    """The hand of *visitor*."""
    names = await visitor.hand.evaluate_all("cards => cards.map(card => card.dataset.card)")
    return set(names)


async def _meet(ines: Visitor, otto: Visitor, wanda: Visitor) -> None:
    """Otto comes by a challenge, Wanda by the lobby; one seat stays open."""
    await ines.make_table(**TABLE)
    await ines.see("3 seats are free")
    form = ines.page.get_by_role("form", name="Challenge somebody")
    await form.get_by_label("Seat").select_option(label="My partner")
    await form.get_by_role("combobox", name=re.compile("username")).fill("otto")
    await form.get_by_role("button", name="Challenge", exact=True).click()
    asked = otto.page.get_by_role("dialog", name="Ines challenges you")
    await asked.get_by_role("button", name="Accept").click()
    await expect(otto.page).to_have_url(ines.page.url)
    await expect(ines.plate(NORTH)).to_contain_text("Otto")

    await wanda.visit()
    open_table = wanda.page.locator("[data-table]").filter(has_text="Four friends")
    await open_table.get_by_role("button", name="Join").click()
    await expect(wanda.page).to_have_url(ines.page.url)
    await ines.see("One seat is free")


async def _whisper_before_the_game(ines: Visitor, otto: Visitor, wanda: Visitor) -> None:
    """Its addressee alone has it; what is said to all comes to Wanda without it."""
    for visitor in (ines, otto, wanda):
        await open_chat(visitor)
    await say(ines, "<w ot>Xaver is late")
    await expect(lines(otto, "whisper")).to_contain_text("Xaver is late")
    await say(ines, "Xaver, we wait")
    await expect(lines(wanda, "say")).to_contain_text("Xaver, we wait")
    await expect(wanda.page.get_by_text("is late")).to_have_count(0)
    await otto.press("Close the chat")


async def _talk_in_the_game(ines: Visitor, otto: Visitor, wanda: Visitor) -> None:
    """A whisper is refused, with the reason in sight; a yell is drawn as one."""
    await say(ines, "<w ot>I have the ace")
    await ines.see("Whispers are off while a game is on")
    seat = await _seat_of(ines, "Wanda")
    await say(wanda, "<y>good luck")
    await expect(bubble(ines, seat)).to_have_attribute("data-bubble", "yell")
    await expect(lines(ines, "yell")).to_contain_text("good luck")
    await expect(otto.page.get_by_text("I have the ace")).to_have_count(0)


async def _seat_of(visitor: Visitor, name: str) -> int:
    """The seat where *visitor* sees somebody called *name*."""
    plate = visitor.page.locator("[data-seat]").filter(has_text=name).first
    return int(await plate.get_attribute("data-seat") or "")


async def _sign_in(visitor: Visitor, username: str) -> None:
    """Sign in as somebody would who has a new device."""
    await visitor.visit("/account")
    form = visitor.page.get_by_role("form", name="Sign in")
    await form.get_by_label("Username").fill(username)
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button", name="Sign in").click()
    await visitor.see("Welcome back, Wanda.")


async def _part_and_return(ines: Visitor, wanda: Visitor, tablet: Visitor) -> None:
    """Wanda leaves in mid-deal, and is back on another device with what is left of her hand."""
    seat = await _seat_of(ines, "Wanda")
    await ines.legal.first.wait_for()
    await expect(wanda.hand).not_to_have_count(13)
    held = await _cards(wanda)
    assert 0 < len(held) < 13
    await wanda.press("Menu")
    await wanda.press("Exit: give my seat to a computer")
    await expect(wanda.page).to_have_url(re.compile("/$"))
    await expect(ines.plate(seat)).to_contain_text("computer")
    told = lines(ines, "system")
    left = told.get_by_text("Wanda has given up the seat. A computer plays on.")
    await expect(left).to_be_visible()

    await _sign_in(tablet, "wanda")
    await tablet.page.goto(ines.page.url)
    await tablet.plate(seat).get_by_role("button", name="Sit here").click()
    await expect(tablet.plate(seat)).to_contain_text("You")
    await expect(tablet.hand.first).to_be_visible()
    assert await _cards(tablet) <= held
    await expect(ines.plate(seat)).to_contain_text("network player")
    await expect(told.get_by_text("Wanda takes over from a computer.")).to_be_visible()


def test_four_people_on_four_devices_spend_an_evening(tmp_path: Path) -> None:
    """They meet, talk, part, come back, finish the match, and begin another."""

    async def story(house: House) -> None:
        names = ("ines", "otto", "wanda", "xaver")
        ines, otto, wanda, xaver = await people(house, *names, otto="phone", xaver="phone")
        await _meet(ines, otto, wanda)
        await _whisper_before_the_game(ines, otto, wanda)

        await xaver.page.goto(ines.page.url)
        await xaver.press("Sit here")
        for visitor in (ines, otto, wanda, xaver):
            await expect(visitor.hand).to_have_count(13)
        await _talk_in_the_game(ines, otto, wanda)

        for visitor in (otto, wanda, xaver):
            await visitor.start_playing()
        await ines.play_until("card")
        tablet = await house.visitor("tablet")
        await _part_and_return(ines, wanda, tablet)

        await tablet.start_playing()
        await ines.finish_deal()
        four = (ines, otto, tablet, xaver)
        for visitor in four:
            await visitor.page.get_by_role("button", name="Rematch").click()
        for visitor in four:
            await expect(visitor.page.locator("dialog[open]")).to_have_count(0)
            await expect(visitor.hand).to_have_count(13)
        for name in ("Otto", "Wanda", "Xaver"):
            plate = ines.page.locator("[data-seat]").filter(has_text=name)
            await expect(plate).to_contain_text("network player")

    visit(tmp_path, story)
