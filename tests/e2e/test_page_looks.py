"""Every screen on every size of window: nothing beside it, nothing too small, axe content."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

import spadille
from tests.e2e.browser import SHORT, VIEWPORTS, House, Visitor, visit

pytestmark = pytest.mark.e2e

_AXE = Axe()
_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
_MEASURE = """() => {
  const width = innerWidth, problems = [];
  const over = document.scrollingElement.scrollWidth - width;
  if (over > 0) problems.push(`the page is ${over} px too wide`);
  const shown = document.querySelector("dialog[open]") ?? document;
  for (const element of shown.querySelectorAll("button, .button, input:not([type=radio])")) {
    const box = element.getBoundingClientRect();
    const label = element.closest("label");
    const target = label ? label.getBoundingClientRect() : box;
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30);
    if (box.width === 0 || element.closest(".hidden-visually")) continue;
    if (box.left < -0.5 || box.right > width + 0.5) problems.push(`${name}: beside the screen`);
    const least = element.closest(".hand") ? [43, 43] : [44, 44];
    if (Math.round(target.width) < least[0] || Math.round(target.height) < least[1]) {
      problems.push(`${name}: ${Math.round(target.width)} by ${Math.round(target.height)} px`);
    }
  }
  const cards = [...document.querySelectorAll(".hand button")].map((card) => [
    card.offsetTop + parseFloat(card.style.translate.split(" ")[1] ?? "0"),
    parseFloat(card.style.translate),
  ]);
  cards.forEach(([y, x], i) => {
    const next = cards[i + 1];
    const sameRow = next && next[1] > x;
    if (sameRow && next[1] - x < 43) problems.push(`a strip of ${next[1] - x} px`);
  });
  return problems;
}"""
"""What is wrong with the geometry of the page as it stands."""


async def looked_at(visitor: Visitor, name: str, *, axe: bool) -> None:
    """Judge the screen as it stands."""
    assert await visitor.page.evaluate(_MEASURE) == [], name
    if not axe:
        return
    result = await _AXE.run(visitor.page, options=_RULES)
    found = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in result.response["violations"]
        for node in violation["nodes"]
    ]
    assert found == [], name


async def first_page(me: Visitor, *, axe: bool) -> None:
    """The first page and its dialog."""
    await me.visit()
    await me.page.get_by_role("radio", name="Classic").wait_for(state="attached")
    await looked_at(me, "home", axe=axe)
    await me.press("Name and picture")
    await looked_at(me, "profile", axe=axe)
    await me.page.keyboard.press("Escape")


async def play(me: Visitor, *, axe: bool) -> None:
    """Bidding, playing, and what can be opened meanwhile."""
    await me.make_table(preset="challenge", turn_seconds=0)
    await me.page.get_by_role("heading", name="Your bid").wait_for()
    await looked_at(me, "bidding", axe=axe)
    await me.play_until("card")
    await me.legal.first.wait_for()
    await looked_at(me, "playing", axe=axe)
    await me.press("Last trick")
    await looked_at(me, "last trick", axe=axe)
    await me.press("Last trick")
    for button in ("Menu", "Settings"):
        await me.press(button, exact=True)
        await looked_at(me, button, axe=axe)
        await me.page.keyboard.press("Escape")
    await me.page.keyboard.press("?")
    await looked_at(me, "keys", axe=axe)
    await me.page.keyboard.press("Escape")
    await me.page.keyboard.press("g")
    await me.page.locator("dialog").get_by_role("tab", name="Status").click()
    await looked_at(me, "score and status", axe=axe)
    await me.page.keyboard.press("Escape")
    await me.finish_deal()
    await looked_at(me, "deal", axe=axe)
    await me.page.keyboard.press("Escape")
    await me.page.keyboard.press("g")
    await me.page.locator("dialog").get_by_role("button", name=re.compile("Deal 1")).click()
    await looked_at(me, "score sheet", axe=axe)
    await me.visit(f"/t/{me.table}/rules")
    await me.see("Bags and sets")
    await looked_at(me, "rules", axe=axe)
    await me.visit(f"/t/{me.table}/record/1")
    await me.see("Verified")
    await me.page.get_by_text("The tricks").click()
    await looked_at(me, "record", axe=axe)


async def blind(me: Visitor, *, axe: bool) -> None:
    """Blind nil, the exchange, and the result."""
    rules = {**SHORT, "blind_nil_points": 100, "blind_nil_behind": None, "exchange_cards": 2}
    await me.make_table(rules=rules, turn_seconds=0)
    await me.page.get_by_role("button", name="Bid blind nil").wait_for()
    await looked_at(me, "blind nil", axe=axe)
    await me.press("Bid blind nil")
    await me.page.locator("#give-title").wait_for()
    await looked_at(me, "exchange", axe=axe)
    await me.give()
    await me.finish_deal()
    await looked_at(me, "result", axe=axe)


async def joining(me: Visitor, friend: Visitor, *, axe: bool) -> None:
    """A table that waits, and one to join."""
    await me.make_table(preset="classic", open_seats=[0, 1])
    await me.see("2 seats are free")
    await looked_at(me, "waiting", axe=axe)
    await friend.visit(f"/t/{me.table}")
    await friend.plate(0).get_by_role("button", name="Sit here").wait_for()
    await looked_at(friend, "invited", axe=axe)
    await me.press("Start now with computer players")
    await friend.see("Take a seat")
    await expect(me.hand).to_have_count(13)
    await looked_at(friend, "joining", axe=axe)


@pytest.mark.parametrize("screen", VIEWPORTS)
def test_every_screen_fits_and_can_be_used_by_everyone(screen: str, tmp_path: Path) -> None:
    """No sideways scroll, no small target; no violation on a desktop and on a phone."""
    axe = screen in {"desktop", "phone"}

    async def story(house: House) -> None:
        me = await house.visitor(screen)
        await first_page(me, axe=axe)
        await play(me, axe=axe)
        await blind(me, axe=axe)
        await joining(me, await house.visitor(screen), axe=axe)

    visit(tmp_path, story)


def test_the_page_is_light() -> None:
    """All the script there is fits in 120 kB as it is sent."""
    assets = Path(spadille.__file__).parent / "web_dist" / "assets"
    scripts = [gzip.compress(script.read_bytes()) for script in assets.glob("*.js")]
    assert scripts, "the client is not built: run scripts/build_web.py"
    assert sum(map(len, scripts)) < 120_000
