"""People who come, go, lose their connection and come back, in browsers of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.e2e

NORTH, EAST, SOUTH = 0, 1, 2


def test_a_friend_takes_a_computers_seat_in_mid_deal_and_leaves_again(tmp_path: Path) -> None:
    """With its cards and its bid; on the way out a computer plays on at once."""

    async def story(house: House) -> None:
        me, friend = await house.visitor(), await house.visitor("phone")
        await me.make_table(preset="challenge", turn_seconds=0)
        await me.play_until("card")
        await me.legal.first.wait_for()
        held = await me.hand.count()

        await friend.visit(f"/t/{me.table}")
        await friend.see("Take a seat")
        await friend.plate(EAST).get_by_role("button", name="Sit here").click()
        await expect(friend.hand.first).to_be_visible()
        assert await friend.hand.count() in {held - 1, held, held + 1}
        await expect(friend.plate(EAST)).to_contain_text("You")
        await expect(me.plate(EAST)).to_contain_text("network player")
        await expect(me.plate(EAST)).not_to_contain_text("Emil")

        await friend.press("Menu")
        await friend.press("Exit: give my seat to a computer")
        await expect(friend.page).to_have_url(re.compile("/$"))
        await expect(me.plate(EAST)).to_contain_text("Emil")
        await me.play_until("card")

    visit(tmp_path, story)


def test_a_table_waits_for_the_friends_it_keeps_seats_for(tmp_path: Path) -> None:
    """The host sees the link and may use computers; the match begins when nobody is missing."""

    async def story(house: House) -> None:
        me, friend = await house.visitor(), await house.visitor()
        await me.visit()
        await me.page.get_by_label("The player at my left").check()
        await me.press("Make a table and invite")
        await me.see("2 seats are free")
        link = await me.page.get_by_label("Whoever opens this link").input_value()
        assert link == me.page.url

        await friend.page.goto(link)
        await friend.plate(NORTH).get_by_role("button", name="Sit here").click()
        await me.see("One seat is free")
        await me.press("Start now with a computer player")
        for player in (me, friend):
            await expect(player.hand).to_have_count(13)

    visit(tmp_path, story)


def test_both_say_when_they_are_ready_for_the_next_deal(tmp_path: Path) -> None:
    """The first sees for whom the table waits; the second lets it go on."""

    async def story(house: House) -> None:
        me, friend = await house.visitor(), await house.visitor()
        await me.make_table(rules={**SHORT, "deal_limit": 9, "target": 2000}, turn_seconds=0)
        await friend.visit(f"/t/{me.table}")
        await friend.plate(NORTH).get_by_role("button", name="Sit here").click()
        await expect(friend.plate(NORTH)).to_contain_text("You")
        await friend.start_playing()
        await me.finish_deal()
        await me.press("Continue")
        await me.see("Waiting for")
        await friend.press("Continue")
        for player in (me, friend):
            await expect(player.page.locator("dialog[open]")).to_have_count(0)
            await expect(player.hand).to_have_count(13)

    visit(tmp_path, story)


def test_a_reload_keeps_the_seat_and_the_cards(tmp_path: Path) -> None:
    """A page loaded anew shows the same hand."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.make_table(preset="challenge", turn_seconds=0)
        await me.play_until("card")
        await me.legal.first.wait_for()
        cards = await me.hand.evaluate_all("cards => cards.map(card => card.dataset.card)")
        await me.page.reload()
        await expect(me.hand).to_have_count(len(cards))
        again = await me.hand.evaluate_all("cards => cards.map(card => card.dataset.card)")
        assert cards == again
        await expect(me.page.get_by_role("button", name="Last trick")).to_be_visible()
        await me.play_until("card")

    visit(tmp_path, story)


def test_a_killed_server_comes_back_and_the_page_goes_on(tmp_path: Path) -> None:
    """The table stays in sight, a banner says why nothing moves, and no card is lost."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.make_table(preset="challenge", turn_seconds=0)
        await me.play_until("card")
        await me.legal.first.wait_for()
        held = await me.hand.count()
        await house.restart(while_down=me.page.locator("[data-banner=reconnect]").wait_for)
        await expect(me.page.locator("[data-banner]")).to_have_count(0, timeout=20_000)
        await expect(me.hand).to_have_count(held)
        await me.play_until("card")
        await expect(me.hand).to_have_count(held - 1)

    visit(tmp_path, story)


def test_a_lost_player_is_stood_in_for_and_takes_over_again(tmp_path: Path) -> None:
    """The others see a computer stand in; whoever comes back plays again."""

    async def story(house: House) -> None:
        me, friend = await house.visitor(), await house.visitor()
        await me.make_table(preset="challenge", turn_seconds=0)
        await friend.visit(f"/t/{me.table}")
        await friend.plate(NORTH).get_by_role("button", name="Sit here").click()
        await expect(friend.hand.first).to_be_visible()
        await friend.page.goto("about:blank")
        await expect(me.plate(NORTH)).to_contain_text("computer stands in")
        await friend.visit(f"/t/{me.table}")
        await expect(me.plate(NORTH)).not_to_contain_text("computer stands in")
        await expect(friend.plate(NORTH)).to_contain_text("You")

    visit(tmp_path, story, grace_seconds="0.3")


def test_whoever_let_the_clock_run_out_says_i_am_back(tmp_path: Path) -> None:
    """A banner says that a computer plays, and its button takes over again."""

    async def story(house: House) -> None:
        me, friend = await house.visitor(), await house.visitor()
        await me.make_table(preset="challenge", turn_seconds=1)
        await friend.visit(f"/t/{me.table}")
        await friend.plate(NORTH).get_by_role("button", name="Sit here").click()
        banner = me.page.locator("[data-banner=stand-in]")
        await banner.wait_for(timeout=30_000)
        await me.press("I’m back")
        # Waited for frame by frame, for at the next turn the clock may run out again.
        await banner.wait_for(state="detached")

    # At their usual pace here, computers would have played the deal before the button is found.
    visit(tmp_path, story, bot_seconds="0.5")


def test_a_name_and_a_picture_are_kept(tmp_path: Path) -> None:
    """The new name stands on the first page, and at the next table."""

    async def story(house: House) -> None:
        me, friend = await house.visitor(), await house.visitor()
        await me.visit()
        await me.press("Name and picture")
        await me.page.get_by_label("Name", exact=True).fill("Ines")
        await me.page.get_by_label("owl", exact=True).check()
        await me.press("Save")
        await expect(me.page.get_by_role("button", name="Name and picture")).to_contain_text("Ines")
        await me.press("Play now")
        await me.page.get_by_role("heading", name="Your bid").wait_for()
        await friend.page.goto(me.page.url)
        await expect(friend.plate(SOUTH)).to_contain_text("Ines")

    visit(tmp_path, story)


def test_an_address_without_a_table_says_so(tmp_path: Path) -> None:
    """A slip in a link is answered with words and a way out."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.page.goto(f"{me.url}/t/nowhere")
        await me.see("There is no such table here")
        await me.page.goto(f"{me.url}/cellar")
        await me.see("Nobody plays here")

    visit(tmp_path, story)
