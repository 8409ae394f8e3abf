"""The lobby, and people who come and go; each test bears the feature it shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import SHORT, House, visit
from tests.e2e.people import EAST, NORTH, WEST, people, sit_together

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e

OPEN = {"private": False, "title": "", "spectators": True, "computers": True}


def test_p4_the_lobby_shows_who_is_here_and_which_tables_are_open(tmp_path: Path) -> None:
    """Live, without a reload; a table is watched or joined from there."""

    async def story(house: House) -> None:
        ines, otto, wanda = await people(house, "ines", "otto", "wanda", otto="phone")
        here = otto.page.get_by_role("region", name="Who is here").get_by_role("listitem")
        await expect(here).to_have_count(2)
        await wanda.page.get_by_label("I am looking for a game").check()
        await expect(here.filter(has_text="Wanda")).to_contain_text("wants a game")
        tables = otto.page.get_by_role("region", name="Open tables").get_by_role("listitem")
        await expect(tables).to_have_count(0)

        await ines.press("Play now")
        await ines.page.get_by_role("heading", name="Your bid").wait_for()
        await expect(tables).to_have_count(1)
        await expect(tables).to_contain_text("Ines")
        await expect(tables).to_contain_text("Challenge, to 500")
        await wanda.page.get_by_role("link", name="Watch").click()
        await wanda.see("Take a seat")
        await otto.press("Join")
        await expect(otto.page).to_have_url(ines.page.url)
        await expect(ines.page.get_by_role("button", name="About Otto")).to_be_visible()
        await expect(otto.hand).to_have_count(13)

    visit(tmp_path, story)


def test_p4_play_now_seats_people_with_people(tmp_path: Path) -> None:
    """With computers while nobody is there; who comes next takes a computer's seat."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await ines.press("Play now")
        await ines.page.get_by_role("heading", name="Your bid").wait_for()
        await otto.press("Play now")
        await expect(otto.page).to_have_url(ines.page.url)
        await expect(ines.page.get_by_role("button", name="About Otto")).to_be_visible()
        await otto.start_playing()
        await ines.play_until("card")

    visit(tmp_path, story)


def test_p5_people_join_and_leave_in_mid_deal_and_nobody_is_disturbed(tmp_path: Path) -> None:
    """Whoever leaves is replaced at once; whoever comes takes over a computer's cards."""

    async def story(house: House) -> None:
        ines, otto, wanda = await people(house, "ines", "otto", "wanda")
        await sit_together(ines, otto, options=OPEN)
        await otto.start_playing()
        await ines.play_until("card")
        await ines.legal.first.wait_for()
        held = await ines.hand.count()
        await wanda.visit()
        await wanda.press("Join")
        await expect(wanda.page).to_have_url(ines.page.url)
        await expect(ines.page.get_by_role("button", name="About Wanda")).to_be_visible()
        await wanda.hand.first.wait_for()
        assert await wanda.hand.count() in {held - 1, held, held + 1}
        await expect(ines.hand).to_have_count(held)

        await otto.press("Menu")
        await otto.press("Exit: give my seat to a computer")
        await expect(ines.plate(NORTH)).to_contain_text("Nora")
        await wanda.start_playing()
        await ines.play_until("card")

    visit(tmp_path, story)


def test_p8_the_same_four_agree_on_a_rematch(tmp_path: Path) -> None:
    """The match ends with a result; each says yes, and the next one begins."""

    async def story(house: House) -> None:
        four = await people(house, "ines", "otto", "wanda", "xaver", otto="phone")
        ines, *others = four
        await sit_together(ines, *others, rules=SHORT)
        for other in others:
            await other.start_playing()
        await ines.finish_deal()
        for player in four:
            await player.page.get_by_role("button", name="Rematch").click()
        for player in four:
            await expect(player.page.locator("dialog[open]")).to_have_count(0)
            await expect(player.hand).to_have_count(13)
        for seat, name in ((NORTH, "Otto"), (WEST, "Wanda"), (EAST, "Xaver")):
            await expect(ines.plate(seat)).to_contain_text(name)

    visit(tmp_path, story)


async def _another_game(house: House, player: Visitor) -> None:
    """What another game does with a token of *player*, who is on the page of the account."""
    await player.page.get_by_label("What it is for").fill("Hearts")
    for words in ("change my profile", "change my buddies", "change my chat settings"):
        await player.page.get_by_label(words).check()
    await player.press("Make a token")
    token = await player.page.locator(".secret").inner_text()
    secret = {"Authorization": f"Bearer {token}"}
    game = (await house.visitor()).page.request
    my = f"{player.url}/api/my"
    for answer in (
        await game.post(f"{my}/buddies", headers=secret, data={"username": "otto"}),
        await game.patch(f"{my}/profile", headers=secret, data={"name": "Aunt Ines"}),
        await game.patch(f"{my}/settings", headers=secret, data={"chat_font": "large"}),
    ):
        assert answer.ok, await answer.text()


def test_c11_profile_buddies_and_settings_belong_to_the_account(tmp_path: Path) -> None:
    """Another device that signs in has them all; another game writes them by the calls."""

    async def story(house: House) -> None:
        ines, _otto = await people(house, "ines", "otto")
        tablet = await house.visitor("tablet")
        await tablet.visit("/account")
        form = tablet.page.get_by_role("form", name="Sign in")
        await form.get_by_label("Username").fill("INES")
        await form.get_by_label("Password").fill("a fair few trumps")
        await form.get_by_role("button", name="Sign in").click()
        await tablet.see("Welcome back, Ines.")
        await tablet.page.goto(f"{tablet.url}/buddies")
        await ines.visit("/account")

        await _another_game(house, ines)
        await expect(tablet.page.get_by_role("checkbox", name="otto")).to_be_visible()
        await expect(ines.page.get_by_role("radio", name="Large")).to_be_checked()
        name = ines.page.get_by_role("button", name="Name and picture")
        await expect(name).to_contain_text("Aunt Ines")

    visit(tmp_path, story)


def test_c12_there_are_twenty_four_avatars(tmp_path: Path) -> None:
    """Each with a name; the chosen one shows on every open device."""

    async def story(house: House) -> None:
        ines = (await people(house, "ines"))[0]
        other = await ines.page.context.new_page()
        await other.goto(ines.url)
        await ines.press("Name and picture")
        choices = ines.page.get_by_role("group", name="Picture").get_by_role("radio")
        await expect(choices).to_have_count(24)
        names = [await choice.locator("xpath=..").inner_text() for choice in await choices.all()]
        assert len({name.strip() for name in names}) == 24
        before = await other.locator(".me .avatar").inner_html()
        unchecked = [choice for choice in await choices.all() if not await choice.is_checked()]
        await unchecked[5].check()
        await ines.press("Save")
        await expect(other.locator(".me .avatar")).not_to_have_js_property("innerHTML", before)

    visit(tmp_path, story)


def test_a_guest_claims_a_username_and_keeps_the_seat(tmp_path: Path) -> None:
    """With a reason where it cannot be had; then out, in again, and gone for good."""

    async def story(house: House) -> None:
        ines = await house.visitor()
        await ines.make_table(preset="challenge", turn_seconds=0)
        await ines.visit("/account")
        form = ines.page.get_by_role("form", name="Claim this username")
        for username, password, words in (
            ("admin", "a fair few trumps", "official"),
            ("ines", "short", "password"),
        ):
            await form.get_by_label("Username").fill(username)
            await form.get_by_label("Password").fill(password)
            await form.get_by_role("button").click()
            await expect(form.get_by_role("alert")).to_contain_text(re.compile(words))
        await form.get_by_label("Password").fill("a fair few trumps")
        await form.get_by_role("button").click()
        await ines.see("You are ines")
        await ines.visit(f"/t/{ines.table}")
        await expect(ines.plate(2)).to_contain_text("You")

        await ines.visit("/account")
        async with ines.page.expect_download() as download:
            await ines.press("Save everything as a file")
        assert (await download.value).suggested_filename == "spadille.json"
        await ines.press("Sign out", exact=True)
        await expect(ines.page.get_by_role("link", name="Sign in or up")).to_be_visible()
        await ines.visit("/account")
        form = ines.page.get_by_role("form", name="Sign in")
        await form.get_by_label("Username").fill("ines")
        await form.get_by_label("Password").fill("a fair few trumps")
        await form.get_by_role("button").click()
        await ines.see("Welcome back")
        await ines.press("Delete my account")
        form = ines.page.get_by_role("form", name="Delete for good")
        await form.get_by_label("Password").fill("a fair few trumps")
        await form.get_by_role("button").click()
        await expect(ines.page.get_by_role("link", name="Sign in or up")).to_be_visible()

    visit(tmp_path, story)


def test_signing_out_everywhere_reaches_the_other_device(tmp_path: Path) -> None:
    """The other page says so at once, and goes on as a new guest's."""

    async def story(house: House) -> None:
        ines = (await people(house, "ines"))[0]
        tablet = await house.visitor("tablet")
        await tablet.visit()
        answer = await tablet.page.request.post(
            f"{tablet.url}/api/sign-in", data={"username": "ines", "password": "a fair few trumps"}
        )
        assert answer.ok
        await tablet.visit()
        await expect(tablet.page.get_by_role("link", name="ines")).to_be_visible()
        await ines.visit("/account")
        await ines.press("Sign out everywhere")
        await tablet.see("This account was signed out on all devices.")
        await tablet.press("Go on as a guest")
        for visitor in (ines, tablet):
            await expect(visitor.page.get_by_role("link", name="Sign in or up")).to_be_visible()

    visit(tmp_path, story)
