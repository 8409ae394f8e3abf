"""Chat between people in browsers of their own; each test bears the feature it shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit
from tests.e2e.people import (
    NORTH,
    SOUTH,
    bubble,
    entry,
    lines,
    open_chat,
    people,
    say,
    sit_together,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e


def test_c1_chat_has_system_messages_apart_and_its_history(tmp_path: Path) -> None:
    """Whoever comes, goes and comes back is told of; a reload shows what was said."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await sit_together(ines, otto)
        await open_chat(ines)
        await expect(
            lines(ines, "system").get_by_text("Otto has come to the table.")
        ).to_be_visible()
        await say(ines, "<b>Good</b> evening & <script>alert(1)</script>")
        await open_chat(otto)
        heard = lines(otto, "say").locator(".text")
        await expect(heard).to_have_text("<b>Good</b> evening & <script>alert(1)</script>")
        await expect(otto.page.locator(".log b, .log script")).to_have_count(0)

        await otto.page.goto("about:blank")
        lost = lines(ines, "system").get_by_text("Otto has lost the connection.")
        await expect(lost).to_be_visible()
        await otto.visit(f"/t/{ines.table}")
        await expect(lines(ines, "system").get_by_text("Otto is connected again.")).to_be_visible()
        await open_chat(otto)
        await expect(lines(otto, "say")).to_have_count(1)
        # The chat is no place for the play: what happens there is told under Status.
        await expect(ines.page.get_by_role("log", name="Chat")).not_to_contain_text("bid")

    visit(tmp_path, story)


def test_c1_a_message_has_500_characters_at_most_and_floods_are_slowed(tmp_path: Path) -> None:
    """The entry takes no more; who writes too fast gets a notice, and the words back."""

    async def story(house: House) -> None:
        ines = (await people(house, "ines"))[0]
        await ines.make_table(preset="challenge", turn_seconds=0)
        await open_chat(ines)
        await entry(ines).fill("x" * 480)
        await ines.see("20 characters left")
        assert await entry(ines).get_attribute("maxlength") == "500"
        slowed = ines.page.get_by_text("You write too fast")
        for number in range(60):  # on a slow machine, words come slowly, too
            await say(ines, f"again {number}")
            if await slowed.count():
                break
        await ines.see("You write too fast")
        await expect(entry(ines)).to_have_value(re.compile("again"))

    visit(tmp_path, story)


def test_c2_a_bubble_with_a_count_marks_who_wrote_while_the_chat_is_closed(tmp_path: Path) -> None:
    """A key and a button open and close the chat; opening it reads everything."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await sit_together(ines, otto)
        await open_chat(otto)
        for words in ("one", "two"):
            await say(otto, words)
        unread = ines.plate(NORTH).locator("[data-unread]")
        # First what does not stay.
        await expect(bubble(ines, NORTH)).to_have_text("two")
        await expect(unread).to_have_attribute("data-unread", "2")
        await expect(unread).to_contain_text("2 messages from Otto")

        await ines.page.keyboard.press("/")
        await expect(entry(ines)).to_be_focused()
        await expect(unread).to_have_count(0)
        await expect(lines(ines, "say")).to_have_count(2)
        await ines.page.keyboard.press("Escape")
        await expect(entry(ines)).to_have_count(0)
        await say(otto, "three")
        await unread.click()
        await expect(lines(ines, "say")).to_have_count(3)
        await otto.press("Close the chat")
        await expect(entry(otto)).to_have_count(0)
        await expect(bubble(ines, NORTH)).to_have_count(0)

    visit(tmp_path, story)


def test_c3_emoticons_come_from_a_picker_and_from_text(tmp_path: Path) -> None:
    """Every one of them has a drawing and a name; text forms turn into pictures as typed."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto)
        await open_chat(ines)
        await ines.press("Emoticons")
        choices = ines.page.get_by_role("toolbar", name="Emoticons").get_by_role("button")
        await choices.nth(23).wait_for()
        await expect(choices.locator("svg[role=img]")).to_have_count(await choices.count())
        await expect(choices.first).to_be_focused()
        await ines.page.keyboard.press("ArrowRight")
        await ines.page.keyboard.press("Enter")
        await expect(entry(ines)).to_have_value(";) ")
        await entry(ines).fill("hello :D see http://x.org :)")
        preview = ines.page.locator("[data-preview] svg")
        await expect(preview).to_have_count(2)
        await ines.page.keyboard.press("Enter")
        await expect(bubble(otto, SOUTH).locator("svg")).to_have_count(2)
        await open_chat(otto)
        pictures = lines(otto, "say").get_by_role("img")
        await expect(pictures.first).to_have_accessible_name("grinning")
        await expect(lines(otto, "say")).to_contain_text("http://x.org")

    visit(tmp_path, story)


def test_c4_yelling_thinking_and_whispering_look_each_their_own_way(tmp_path: Path) -> None:
    """In the log, and as bubbles at the seat; both the long and the short words work."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto", otto="phone")
        await sit_together(ines, otto, open_seats=[1, 3])
        await open_chat(ines)
        await open_chat(otto)
        for words, voice in (
            ("<yell> what a hand", "yell"),
            ("<T>who has the ace", "think"),
            ("<whisper OTTO>well done", "whisper"),
        ):
            await say(ines, words)
            await expect(bubble(otto, SOUTH)).to_have_attribute("data-bubble", voice)
            await expect(lines(otto, voice)).to_have_count(1)
        await say(ines, "<y>again")
        await expect(lines(otto, "yell")).to_have_count(2)
        await expect(lines(otto, "yell").first).to_contain_text("Ines yells")
        await expect(lines(otto, "whisper")).to_contain_text("to you alone")
        looks = [
            await lines(otto, voice)
            .first.locator(".text")
            .evaluate(
                "text => { const s = getComputedStyle(text);"
                " return [s.fontStyle, s.textTransform, s.borderStyle].join() }"
            )
            for voice in ("yell", "think", "whisper")
        ]
        assert len(set(looks)) == 3

    visit(tmp_path, story)


async def _whispers(ines: Visitor, words: str, answer: str) -> None:
    await say(ines, words)
    await expect(ines.page.get_by_role("alert").get_by_text(answer)).to_be_visible()
    # The words are given back, to be mended.
    await expect(entry(ines)).to_have_value(words)


def test_c5_a_whisper_reaches_the_one_whose_name_fits(tmp_path: Path) -> None:
    """One who fits alone gets it; none or several are answered with who it could be."""

    async def story(house: House) -> None:
        ines, bobby, bonnie = await people(house, "ines", "bobby", "bonnie")
        await sit_together(ines, bobby, bonnie, open_seats=[0, 1, 3])
        for visitor in (ines, bobby, bonnie):
            await open_chat(visitor)
        await _whispers(ines, "<w bo>psst", "could be bobby or bonnie")
        await _whispers(
            ines, "<w zoe>psst", "Nobody here is called 'zoe'. Here are bobby or bonnie."
        )
        await _whispers(ines, "<w ines>psst", "That is you")
        await say(ines, "<w BOB>only for you")
        await expect(lines(bobby, "whisper")).to_contain_text("only for you")
        await expect(lines(ines, "whisper")).to_contain_text("You whisper to Bobby")
        await say(ines, "for all")
        await expect(lines(bonnie, "say")).to_contain_text("for all")
        await expect(lines(bonnie, "whisper")).to_have_count(0)
        await expect(bonnie.page.get_by_text("only for you")).to_have_count(0)

    visit(tmp_path, story)


def test_c6_whispers_are_refused_while_a_game_is_on(tmp_path: Path) -> None:
    """They work before it and after it; the menu of a player says so, too."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto, rules=SHORT, open_seats=[0, 1])
        await open_chat(ines)
        await open_chat(otto)
        await say(ines, "<w o>before")
        await expect(lines(otto, "whisper")).to_have_count(1)
        await ines.press("Start now with a computer player")
        await expect(ines.hand).to_have_count(13)
        await _whispers(ines, "<w o>during", "Whispers are off while a game is on")
        await ines.plate(NORTH).get_by_role("button", name="About Otto").click()
        whisper = ines.page.get_by_role("button", name=re.compile("^Whisper"))
        await expect(whisper).to_have_attribute("aria-disabled", "true")
        await ines.page.keyboard.press("Escape")
        await entry(ines).fill("")

        await otto.start_playing()
        await ines.finish_deal()
        await ines.page.keyboard.press("Escape")
        await say(ines, "<w o>after")
        await expect(lines(otto, "whisper")).to_have_count(2)
        await expect(otto.page.get_by_text("during")).to_have_count(0)

    visit(tmp_path, story)


def test_c7_font_size_and_timestamps_follow_the_account_to_every_device(tmp_path: Path) -> None:
    """Changed in one window, they are so in the other, at once."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto)
        await open_chat(ines)
        await say(ines, "hello")
        text = lines(ines, "say").locator(".text")
        await expect(text).to_have_css("font-size", "16px")
        await expect(lines(ines, "say").locator("time")).to_have_count(0)

        other = await ines.page.context.new_page()
        await other.goto(f"{ines.url}/account")
        await other.get_by_role("radio", name="Huge").check()
        await other.get_by_label("Show the time of each message").check()
        await expect(text).to_have_css("font-size", "22px")
        await expect(lines(ines, "say").locator("time")).to_have_text(re.compile(r"\d\d:\d\d"))
        await ines.press("Settings")
        await expect(ines.page.get_by_role("radio", name="Huge")).to_be_checked()

    visit(tmp_path, story)


def test_mute_and_report_from_the_menu_of_a_player(tmp_path: Path) -> None:
    """Nothing of a muted player is shown; a report is kept for the operator."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto)
        await open_chat(ines)
        await open_chat(otto)
        await say(otto, "first")
        await expect(lines(ines, "say")).to_have_count(1)
        await ines.plate(NORTH).get_by_role("button", name="About Otto").click()
        await ines.press("Mute", exact=True)
        await ines.see("You will see none of their messages.")
        await ines.press("Report", exact=True)
        await ines.page.get_by_label("What is wrong?").fill("rude")
        await ines.press("Send the report")
        await ines.see("Thank you.")
        await ines.page.keyboard.press("Escape")
        await expect(lines(ines, "say")).to_have_count(0)
        await say(otto, "second")
        await expect(lines(otto, "say")).to_have_count(2)
        await expect(ines.plate(NORTH).locator("[data-bubble]")).to_have_count(0)
        await expect(lines(ines, "say")).to_have_count(0)

    visit(tmp_path, story)
