"""Several people on one device; each test bears the feature it shows."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import House, Visitor, visit
from tests.e2e.people import EAST, NORTH, SOUTH, WEST, people
from tests.e2e.test_page_looks import looked_at

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Locator, WebSocket

pytestmark = pytest.mark.e2e


def _setup(visitor: Visitor, seat: int) -> Locator:
    return visitor.page.locator(f"[data-setup-seat='{seat}']")


def _cover(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-cover]")


async def _bring(visitor: Visitor, seat: int, name: str, avatar: str) -> None:
    """Put somebody who plays on this device on *seat* of the player setup."""
    await _setup(visitor, seat).get_by_role("radio", name="Human on this device").check()
    await _setup(visitor, seat).get_by_role("button", name="Name and avatar").click()
    await visitor.page.get_by_label("Name", exact=True).fill(name)
    await visitor.page.get_by_label(avatar, exact=True).check()
    await visitor.press("Done")
    await expect(_setup(visitor, seat)).to_contain_text(name)


async def _uncover(visitor: Visitor) -> str:
    """Be the one whose turn it is; the name. A press just after a move is made again."""
    ready = _cover(visitor).get_by_role("button", name="show my cards")
    words = await ready.inner_text()
    await visitor.press_away(ready)
    return words.strip().removeprefix("I am ").partition(":")[0]


async def _uncover_by_key(visitor: Visitor) -> None:
    """Be the one whose turn it is, by the button that has the focus."""
    await visitor.until_it_hears()
    await visitor.page.keyboard.press("Enter")
    await expect(_cover(visitor)).to_have_count(0)


async def _bid(visitor: Visitor) -> None:
    await visitor.page.locator("[data-panel] .bid[aria-disabled=false]").nth(3).click()


def _hear(visitor: Visitor) -> list[str]:
    """All that the page is sent from now on by the table's socket."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        if socket.url.endswith("/ws"):
            socket.on("framereceived", lambda frame: heard.append(str(frame)))

    visitor.page.on("websocket", listen)
    return heard


def _hands(frames: list[str]) -> set[int]:
    """The seats whose cards *frames* show."""
    owns = [(json.loads(frame).get("game") or {}).get("own") for frame in frames]
    return {own["seat"] for own in owns if own and own["hand"]}


def test_p3_two_people_share_a_device_and_pass_it_on_face_down(tmp_path: Path) -> None:
    """The setup names them; the cards of each show once they say that they are ready."""

    async def story(house: House) -> None:
        (ines,) = await people(house, "ines")
        heard = _hear(ines)
        await ines.visit("/new")
        await _bring(ines, NORTH, "Anna", "owl")
        await ines.press("Start", exact=True)
        await expect(_cover(ines)).to_contain_text(re.compile("Pass the device to (Anna|Ines)"))
        await expect(ines.hand).to_have_count(0)
        assert _hands(heard) == set()
        ready = _cover(ines).get_by_role("button", name="show my cards")
        await expect(ready).to_be_focused()
        await expect(ines.plate(NORTH)).to_contain_text("Anna")
        await expect(ines.plate(SOUTH)).to_contain_text("Ines")
        first = await _uncover(ines)
        seats = {"Anna": NORTH, "Ines": SOUTH}
        await expect(ines.hand).to_have_count(13)
        await expect(ines.plate(seats[first])).to_have_class(re.compile("place-0"))
        assert _hands(heard) == {seats[first]}

        await ines.page.reload()
        await expect(_cover(ines)).to_contain_text(f"Pass the device to {first}")
        await expect(ines.hand).to_have_count(0)
        assert await _uncover(ines) == first
        await _bid(ines)
        await expect(ines.hand).to_have_count(0)
        (second,) = seats.keys() - {first}
        await expect(_cover(ines)).to_contain_text(f"Pass the device to {second}")
        await expect(ines.page.locator("[aria-live=polite]")).to_contain_text(
            f"Pass the device to {second}"
        )
        # By keyboard: the button has the focus, and the move gets it next.
        await expect(ready).to_be_focused()
        await _uncover_by_key(ines)
        await expect(ines.hand).to_have_count(13)
        await expect(ines.page.locator("[data-panel] .bid:focus")).to_have_count(1)
        await expect(ines.plate(seats[second])).to_have_class(re.compile("place-0"))

    visit(tmp_path, story)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_p3_four_people_share_one_device(screen: str, tmp_path: Path) -> None:
    """A whole deal on a phone; one press goes on for all, and the next deal begins covered."""

    async def story(house: House) -> None:
        (ines,) = await people(house, "ines", ines=screen)
        await ines.visit("/new")
        for seat, name, avatar in (
            (WEST, "Bob", "fox"),
            (NORTH, "Anna", "owl"),
            (EAST, "Carl", "cat"),
        ):
            await _bring(ines, seat, name, avatar)
        await looked_at(ines, "setup", axe=True)
        await ines.press("Start", exact=True)
        await expect(_cover(ines)).to_be_visible()
        await looked_at(ines, "covered", axe=True)
        names = []
        for _ in range(4):
            names.append(await _uncover(ines))
            await expect(ines.hand).to_have_count(13)
            await _bid(ines)
            await expect(_cover(ines)).to_be_visible()
        assert sorted(names) == ["Anna", "Bob", "Carl", "Ines"]
        assert await _uncover(ines) == names[0]
        await ines.legal.first.wait_for()
        await looked_at(ines, "uncovered", axe=True)
        if screen == "desktop":
            return
        await ines.start_playing()
        await ines.page.locator("dialog[open]").wait_for(timeout=200_000)
        await ines.press("Continue", exact=True)
        await expect(_cover(ines)).to_be_visible()
        await expect(ines.hand).to_have_count(0)

    visit(tmp_path, story)


def test_p3_a_shared_device_plays_with_somebody_on_another(tmp_path: Path) -> None:
    """Who knows them by name, sees no cover and none of their cards."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", ines="phone")
        heard = _hear(otto)
        await ines.visit("/new")
        await _bring(ines, NORTH, "Anna", "owl")
        await _setup(ines, EAST).get_by_role("radio", name="Network player").check()
        await ines.press("Start", exact=True)
        await ines.see("One seat is free")
        await otto.page.goto(ines.page.url)
        await otto.plate(EAST).get_by_role("button", name="Sit here").click()
        await expect(otto.hand).to_have_count(13)
        await expect(otto.plate(NORTH)).to_contain_text("Anna")
        await expect(otto.plate(NORTH)).to_contain_text("network player")
        await expect(_cover(otto)).to_have_count(0)
        for visitor in (ines, otto):
            await visitor.start_playing()
        for visitor in (ines, otto):
            await visitor.page.locator("dialog[open]").wait_for(timeout=200_000)
        assert _hands(heard) == {EAST}

        for visitor in (otto, ines):
            await visitor.press("Continue", exact=True)
        await expect(_cover(ines)).to_be_visible()

    visit(tmp_path, story)


def test_p3_after_a_kill_the_device_is_covered_and_a_companion_may_leave(tmp_path: Path) -> None:
    """The same people with the same cards; alone, the owner has nothing to cover."""

    async def story(house: House) -> None:
        (ines,) = await people(house, "ines", ines="phone")
        anna = {"seat": NORTH, "name": "Anna", "avatar": "a03"}
        await ines.make_table(companions=[anna], turn_seconds=0)
        first = await _uncover(ines)
        await expect(ines.hand).to_have_count(13)
        cards = await ines.hand.evaluate_all("cards => cards.map((card) => card.dataset.card)")
        banner = ines.page.locator("[data-banner=reconnect]")
        await house.restart(banner.wait_for)
        await expect(banner).to_have_count(0, timeout=20_000)
        await expect(_cover(ines)).to_contain_text(f"Pass the device to {first}")
        await expect(ines.hand).to_have_count(0)
        assert await _uncover(ines) == first
        await expect(ines.hand).to_have_count(13)
        again = await ines.hand.evaluate_all("cards => cards.map((card) => card.dataset.card)")
        assert again == cards

        await ines.press("Menu")
        await ines.press("Anna leaves")
        await expect(ines.plate(NORTH)).not_to_contain_text("Anna")
        await expect(ines.plate(SOUTH)).to_contain_text("You")
        await ines.page.keyboard.press("Escape")
        await expect(ines.hand).to_have_count(13)
        await expect(_cover(ines)).to_have_count(0)

    visit(tmp_path, story)


def test_p3_the_host_brings_somebody_to_the_device_before_the_match(tmp_path: Path) -> None:
    """From the menu, onto a free seat; nobody else is offered that."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await ines.make_table(open_seats=[NORTH, EAST])
        await otto.visit(f"/t/{ines.table}")
        await otto.plate(EAST).get_by_role("button", name="Sit here").click()
        await otto.press("Menu")
        await expect(otto.page.get_by_role("button", name="People at this table")).to_be_visible()
        await expect(otto.page.get_by_role("button", name="Somebody here")).to_have_count(0)
        await ines.press("Menu")
        await ines.press("Somebody here plays, too")
        await ines.press("Done")
        await ines.see("What is the name?")
        await looked_at(ines, "bring", axe=True)
        load = ines.page.get_by_role("button", name="Load profile")
        await expect(load).to_have_count(0)
        await ines.page.get_by_label("Name", exact=True).fill("Administrator")
        await ines.press("Done")
        await ines.see("could be taken for an official one")
        await ines.page.get_by_label("Name", exact=True).fill("Anna")
        await ines.press("Done")
        await expect(ines.plate(NORTH)).to_contain_text("Anna")
        await expect(_cover(ines)).to_be_visible()
        await expect(otto.plate(NORTH)).to_contain_text("Anna")

    visit(tmp_path, story)
