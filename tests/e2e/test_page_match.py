"""Whole matches played in a browser: by mouse, by touch, and by keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.e2e


def test_one_press_on_play_now_seats_a_newcomer(tmp_path: Path) -> None:
    """From the first page to one's own cards it is one press."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.visit()
        await me.press("Play now")
        await expect(me.hand).to_have_count(13)
        await expect(me.page.get_by_role("heading", name="Your bid")).to_be_visible()
        await expect(me.page).to_have_title(re.compile("^Your turn – Challenge"))

    visit(tmp_path, story)


def test_a_match_goes_to_its_result_and_a_rematch(tmp_path: Path) -> None:
    """Deal after deal to the result, a look at the record, and the next match."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.make_table(rules={**SHORT, "deal_limit": 2, "target": 2000}, turn_seconds=0)
        await me.finish_deal()
        await expect(me.page.get_by_role("heading", name="Deal 1")).to_be_visible()
        await expect(
            me.page.locator("dialog").get_by_role("rowheader", name="Contract")
        ).to_be_visible()
        await me.press("Continue")
        await expect(me.page.locator("dialog[open]")).to_have_count(0)
        deals = 1 + await me.finish_match()
        await me.page.get_by_role("button", name="Rematch").wait_for()
        await expect(me.page.get_by_text("Winners")).to_be_visible()
        rows = me.page.locator("dialog").get_by_role("button", name=re.compile("Deal .: how the"))
        await expect(rows).to_have_count(deals)
        await me.press("Rematch")
        await expect(me.page.locator("dialog[open]")).to_have_count(0)
        await expect(me.hand).to_have_count(13)
        await me.visit(f"/t/{me.table}/record/1")
        await expect(me.page.get_by_text("Verified: fixed before the deal")).to_have_count(deals)

    visit(tmp_path, story)


def test_a_deal_can_be_played_by_keys_alone(tmp_path: Path) -> None:
    """Bid, play, read the last trick and the help without a pointer; focus is never lost."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.make_table(preset="challenge", turn_seconds=0)
        keys, focused = me.page.keyboard, me.page.locator(":focus")
        await me.page.get_by_role("heading", name="Your bid").wait_for()
        await keys.press("b")
        await expect(focused).to_have_accessible_name("Bid 1")
        await keys.press("ArrowRight")
        await expect(focused).to_have_accessible_name("Bid 2")
        await keys.press("Enter")
        await expect(me.page.locator(".hand :focus")).to_have_count(1)
        for left in range(13, 9, -1):
            await me.legal.first.wait_for()
            await keys.press("b")
            await keys.press("Home")
            while "cannot be played" in (await focused.get_attribute("aria-label") or ""):
                await keys.press("ArrowRight")
            await me.until_it_hears()
            await keys.press("Enter")
            await expect(me.hand).to_have_count(left - 1)
            await expect(me.page.locator(".hand :focus")).to_have_count(1)
        await keys.press("l")
        await expect(me.page.get_by_text("took it")).to_be_visible()
        await keys.press("?")
        await expect(me.page.get_by_role("heading", name="Keys")).to_be_visible()
        await keys.press("Escape")
        await expect(me.page.locator(".hand :focus")).to_have_count(1)

    visit(tmp_path, story)


def test_a_card_that_cannot_be_played_says_why(tmp_path: Path) -> None:
    """On a press, in sight and to screen readers; the card stays in the hand."""

    async def story(house: House) -> None:
        me = await house.visitor()
        await me.make_table(preset="challenge", turn_seconds=0)
        await me.play_until("bid")
        await me.legal.first.wait_for()
        before = await me.hand.count()
        while not await me.page.locator(".hand [aria-disabled=true]").count():
            assert await me.move() == "card", "thirteen tricks in which every card was legal"
            before -= 1
            # Only then do the legal cards belong to the next turn.
            await expect(me.hand).to_have_count(before)
            await me.page.locator(".hand .legal, dialog[open]").first.wait_for()
        # The aria-disabled card still takes presses: that is the point.
        await me.page.locator(".hand [aria-disabled=true]").first.click(force=True)
        reason = re.compile("You must follow|not broken|No spades on the first")
        await expect(me.page.locator(".line.reason")).to_have_text(reason)
        await expect(me.page.locator("[aria-live=assertive]")).to_have_text(reason)
        await expect(me.hand).to_have_count(before)

    visit(tmp_path, story)


def test_on_a_phone_the_first_tap_chooses_and_the_second_plays(tmp_path: Path) -> None:
    """A slip of the finger plays nothing."""

    async def story(house: House) -> None:
        me = await house.visitor("phone")
        await me.make_table(preset="challenge", turn_seconds=0)
        await me.play_until("bid")
        await me.legal.first.wait_for()
        name = await me.legal.first.get_attribute("data-card")
        card = me.page.locator(f".hand [data-card='{name}']")
        await card.tap(position={"x": 14, "y": 24})
        await expect(card).to_have_attribute("aria-pressed", "true")
        await card.tap(position={"x": 14, "y": 24})
        await expect(card).to_have_count(0)

    visit(tmp_path, story)


def test_blind_nil_is_bid_before_the_cards_are_seen(tmp_path: Path) -> None:
    """No card is in the page until then; two are given, and two come back."""

    async def story(house: House) -> None:
        me = await house.visitor()
        rules = {
            **SHORT,
            "blind_nil_points": 100,
            "blind_nil_behind": None,
            "exchange_cards": 2,
        }
        await me.make_table(rules=rules, turn_seconds=0)
        await me.page.get_by_role("button", name="Bid blind nil").wait_for()
        await expect(me.hand).to_have_count(0)
        await me.choose(me.page.get_by_role("button", name="Bid blind nil"))
        await me.play_until("give")
        await expect(me.hand).to_have_count(13)
        await expect(me.plate(2)).to_contain_text("BLIND NIL")
        await me.finish_deal()
        await expect(me.page.locator("dialog").get_by_text("B0/").first).to_be_visible()

    visit(tmp_path, story)
