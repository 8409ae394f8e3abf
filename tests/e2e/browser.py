"""Visitors of a real server, each with a browser of their own.

Nothing here sleeps: every step waits for what it needs to see.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import defaultdict
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.async_api import Page, async_playwright, expect
from playwright.async_api import TimeoutError as TookTooLong

from tests.kit.server import Program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from playwright.async_api import Browser, ConsoleMessage, Locator, WebSocket

VIEWPORTS: dict[str, tuple[int, int]] = {
    "desktop": (1280, 800),
    "phone": (390, 844),
    "lying phone": (844, 390),
    "tablet": (768, 1024),
    "small phone": (360, 640),
}
SHORT = {"name": "short", "target": 50, "deal_limit": 1}
"""House rules under which a match is over after one deal, unless it is drawn."""
CALM = {"turn_seconds": "0", "between_seconds": "600", "grace_seconds": "600"}
"""A server on which nothing is decided by a clock while a slow machine looks for a button."""
STORY_SECONDS = 230.0
"""Against hangs alone: the longest story takes half a minute, or two on a busy machine."""
PATIENCE = 20_000
"""Milliseconds until what does not come is missed: long, for a slow machine is no mistake."""
DEAF = 500
"""Milliseconds: a page hears no press for so long, or less, after a card and once it is covered."""
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A server that goes away is not the page's mistake.
_FORGIVEN = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "WebSocket connection to",
    # A browser calls every refusal an error, also one that the page shows as it should.
    "the server responded with a status of 4",
)
_WHAT = """() => {
  const kinds = {
    dialog: "dialog[open]",
    give: "#give-title",
    look: "[data-panel-first]",
    bid: "[data-panel] .bid[aria-disabled=false]",
    card: ".hand .legal",
  };
  return Object.keys(kinds).find((kind) => document.querySelector(kinds[kind])) ?? null;
}"""
"""One look at what is to be done: between two, the page may have gone on."""
_PLAY_ON = """() => {
  const player = setInterval(() => {
    const bids = document.querySelectorAll("[data-panel] .bid[aria-disabled=false]");
    const ready = document.querySelector("[data-cover] .ready");
    const look = document.querySelector("[data-panel-first]");
    (ready ?? look ?? bids[3] ?? document.querySelector(".hand .legal"))?.click();
  }, 30);
  const stop = () => document.querySelector("dialog[open]") && clearInterval(player);
  // At once, or whoever closes the dialog quickly would find the next deal being played.
  const changes = { subtree: true, childList: true, attributeFilter: ["open"] };
  new MutationObserver(stop).observe(document, changes);
  stop();
}"""
"""Presses what can be pressed, for whoever has the device, until a dialog opens."""
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser to drive: ``SPADILLE_CHROMIUM``, or the first one found."""
    names = (os.environ.get("SPADILLE_CHROMIUM", ""), *_NAMES)
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        raise AssertionError("No Chromium: run scripts/ensure_chromium.py or set SPADILLE_CHROMIUM")
    return found


class Visitor:
    """Somebody at a browser."""

    def __init__(self, page: Page, url: str) -> None:
        """Look at the server at *url* through *page*."""
        self.page = page
        self.url = url
        self.table = ""
        self.complaints: list[str] = []
        self._greeted: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        page.on("websocket", self._connected)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(
            excuse in message.text for excuse in _FORGIVEN
        ):
            self.complaints.append(message.text)

    def _connected(self, socket: WebSocket) -> None:
        greeted = self._greeted[urlsplit(socket.url).path]
        socket.on("framereceived", lambda _frame: greeted.set())

    async def visit(self, path: str = "/") -> None:
        """Open *path*, and wait until the server has greeted the page, and others see it there."""
        greeted = self._greeted = defaultdict(asyncio.Event)
        await self.page.goto(f"{self.url}{path}")
        is_table = path.startswith("/t/") and path.count("/") == 2
        async with asyncio.timeout(PATIENCE / 1000):
            for socket in ("/live", "/ws") if is_table else ("/live",):
                await greeted[socket].wait()

    async def make_table(self, **wanted: Any) -> None:
        """Make a table as the page would, and go there."""
        await self.visit()
        await self.page.get_by_role("button", name="Play now").wait_for()
        answer = await self.page.request.post(f"{self.url}/api/tables", data=wanted)
        assert answer.ok, await answer.text()
        self.table = (await answer.json())["table"]["id"]
        await self.visit(f"/t/{self.table}")

    @property
    def hand(self) -> Locator:
        """The cards in one's hand."""
        return self.page.locator(".hand button[data-card]")

    @property
    def legal(self) -> Locator:
        """The cards that may be played now."""
        return self.page.locator(".hand .legal")

    def plate(self, seat: int) -> Locator:
        """The plate of a seat."""
        return self.page.locator(f"[data-seat='{seat}']")

    async def see(self, words: str) -> None:
        """Wait until *words* are to be seen."""
        await self.page.get_by_text(words).first.wait_for()

    async def press(self, name: str, *, exact: bool = False) -> None:
        """Press the button called *name*."""
        await self.page.get_by_role("button", name=name, exact=exact).first.click()

    async def move(self) -> str:
        """Wait for something to do, do it, and tell what it was."""
        kind: str = await (await self.page.wait_for_function(_WHAT)).json_value()
        if kind == "give":
            await self.give()
        elif kind == "look":
            await self.choose(self.page.locator("[data-panel-first]"))
        elif kind == "bid":
            await self.choose(self.page.locator("[data-panel] .bid[aria-disabled=false]").nth(3))
        elif kind == "card":
            await self.play(self.legal.first)
        return kind

    @staticmethod
    async def choose(choice: Locator) -> None:
        """Press *choice*, and wait until the page has taken it."""
        await choice.click()
        await expect(choice).to_have_count(0)

    async def play(self, card: Locator) -> None:
        """Play *card*; a press within the guard after the card before is made again."""
        name = await card.get_attribute("data-card")
        gone = self.page.locator(f".hand [data-card='{name}']")
        await self.press_away(gone, position={"x": 14, "y": 24})

    @staticmethod
    async def press_away(what: Locator, **how: Any) -> None:
        """Press *what* until it has gone: the page is deaf just after a card, and once covered.

        It may go between the look at it and a press, which must not wait for it to come back.
        """
        while await what.count():
            with suppress(TookTooLong):
                await what.click(timeout=2_000, **how)
            with suppress(AssertionError):
                await expect(what).to_have_count(0, timeout=400)

    async def until_it_hears(self) -> None:
        """Wait, by the page's own clock, until it is not deaf any more.

        For keys, which are not to be pressed twice: the second would be for what comes next.
        """
        until = await self.page.evaluate("performance.now()") + DEAF
        await self.page.wait_for_function("until => performance.now() > until", arg=until)

    async def give(self) -> None:
        """Give the first cards of the hand to the partner."""
        for index in range(2):
            await self.hand.nth(index).click(position={"x": 14, "y": 24})
        await self.press("Give", exact=True)
        await self.page.locator("#give-title").wait_for(state="detached")

    async def play_until(self, what: str) -> None:
        """Move until *what* was done."""
        while await self.move() != what:
            pass

    async def start_playing(self) -> None:
        """Let the page play on by itself, until a dialog opens."""
        await self.page.evaluate(_PLAY_ON)

    async def finish_deal(self) -> None:
        """Play on until the deal, or the match, has been scored; a page is quicker than we are."""
        await self.start_playing()
        await self.page.locator("dialog[open]").wait_for(timeout=120_000)

    async def finish_match(self) -> int:
        """Play on to the result; the number of deals, of which a draw brings one more."""
        deals, shown = 1, self.page.locator("dialog[open]")
        await self.finish_deal()
        while await shown.get_by_role("button", name="Continue").count():
            await self.press("Continue")
            await expect(shown).to_have_count(0)
            await self.finish_deal()
            deals += 1
        return deals


class House:
    """A server and the browser of its visitors."""

    def __init__(self, data: Path, settings: dict[str, str], browser: Browser) -> None:
        """Let visitors come to a server that keeps its games in *data*."""
        self._data = data
        self._settings = settings
        self.program = Program(data, **settings)
        self._browser = browser
        self._visitors: list[Visitor] = []

    async def visitor(self, screen: str = "desktop", **options: Any) -> Visitor:
        """Somebody new, with a browser profile of their own."""
        width, height = VIEWPORTS[screen]
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            has_touch="phone" in screen,
            **{"reduced_motion": "reduce", **options},
        )
        context.set_default_timeout(PATIENCE)
        visitor = Visitor(await context.new_page(), self.program.url)
        self._visitors.append(visitor)
        return visitor

    async def restart(self, while_down: Callable[[], Awaitable[None]]) -> None:
        """Kill the server, and start it on the same port once *while_down* has been seen."""
        port = self.program.url.rpartition(":")[2]
        await self.program.kill()
        await while_down()
        self.program = Program(self._data, **self._settings, port=port)
        await self.program.start()

    def check(self) -> None:
        """No page may have complained: of errors, or of the content security policy."""
        assert [words for visitor in self._visitors for words in visitor.complaints] == []


@asynccontextmanager
async def open_house(data: Path, **settings: str) -> AsyncIterator[House]:
    """A server and a browser, for as long as the block lasts."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium(), args=_FLAGS.split())
        house = House(data, {**CALM, **settings}, browser)
        await house.program.start()
        try:
            yield house
        finally:
            await browser.close()
            await house.program.kill()


def visit(data: Path, story: Callable[[House], Awaitable[None]], **settings: str) -> None:
    """Run *story* in a house of its own, and let no page complain."""

    async def main() -> None:
        async with open_house(data, **settings) as house:
            await story(house)
            house.check()

    asyncio.run(asyncio.wait_for(main(), STORY_SECONDS))
