"""What owners do with their accounts, and what happens to them, in browsers."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.browser import House, visit
from tests.e2e.people import NORTH, PASSWORD, join, people, sit_together

if TYPE_CHECKING:
    from tests.e2e.browser import Visitor

pytestmark = pytest.mark.e2e

FRESH = "a fresh pack of cards"


async def _sign_in(visitor: Visitor, username: str, password: str) -> None:
    form = visitor.page.get_by_role("form", name="Sign in")
    await form.get_by_label("Username").fill(username)
    await form.get_by_label("Password").fill(password)
    await form.get_by_role("button", name="Sign in").click()


async def _on_another_device(house: House, username: str) -> Visitor:
    """Somebody's second device, signed in."""
    tablet = await house.visitor("tablet")
    await tablet.visit("/account")
    await _sign_in(tablet, username, PASSWORD)
    await tablet.see("Welcome back")
    return tablet


def test_a_password_is_changed_and_the_other_device_has_to_sign_in_again(tmp_path: Path) -> None:
    """Only by whoever knows the present one; the reason stands on the other device."""

    async def story(house: House) -> None:
        ines = (await people(house, "ines"))[0]
        tablet = await _on_another_device(house, "ines")
        await ines.visit("/account")
        form = ines.page.get_by_role("form", name="Change the password")
        for present, new, words in (
            ("not this one", FRESH, "That is not your password."),
            (PASSWORD, "short", "A password has at least 8 characters."),
            (PASSWORD, FRESH, ""),
        ):
            await form.get_by_label("Present password").fill(present)
            await form.get_by_label("New password").fill(new)
            await form.get_by_role("button").click()
            await expect(form.get_by_role("alert")).to_have_text(words)
        await ines.see("The password is changed. All other devices are signed out.")
        await expect(ines.page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()

        await tablet.see("The password of this account was changed on another device.")
        await tablet.press("Sign in")
        await tablet.page.get_by_role("form", name="Sign in").wait_for()
        await _sign_in(tablet, "ines", PASSWORD)
        await tablet.see("There is no such username and password.")
        await _sign_in(tablet, "ines", FRESH)
        await tablet.see("Welcome back, Ines.")

    visit(tmp_path, story)


def test_a_new_password_from_the_operator_ends_the_session_at_the_table(tmp_path: Path) -> None:
    """Within seconds, with a reason; the one printed lets its owner in again."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto)
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "spadille", "people"),
            *("--data", str(tmp_path), "reset-password", "otto"),
            stdout=asyncio.subprocess.PIPE,
        )
        printed = (await program.communicate())[0].decode()
        await otto.see("The operator of this server may have given the account a new password")
        await expect(otto.hand).to_have_count(0)
        await expect(ines.hand).to_have_count(13)
        await otto.press("Sign in")
        await otto.page.get_by_role("form", name="Sign in").wait_for()
        await _sign_in(otto, "otto", printed.split(": ")[1].strip())
        await otto.see("Welcome back, Otto.")
        await otto.visit(f"/t/{ines.table}")
        await expect(otto.hand).to_have_count(13)

    visit(tmp_path, story)


def test_an_owner_takes_everything_along_and_deletes_the_account(tmp_path: Path) -> None:
    """The file has it all; afterwards nobody signs in, and a computer has the seat."""

    async def story(house: House) -> None:
        ines, otto = await people(house, "ines", "otto")
        await sit_together(ines, otto)
        await otto.visit("/account")
        async with otto.page.expect_download() as download:
            await otto.press("Save everything as a file")
        file = await (await download.value).path()
        kept = json.loads(await asyncio.to_thread(Path(file).read_text, encoding="utf-8"))
        assert kept["profile"]["username"] == "otto"
        assert kept["tables"] == [ines.table]

        await otto.press("Delete my account")
        form = otto.page.get_by_role("form", name="Delete for good")
        await form.get_by_label("Password").fill("not this one")
        await form.get_by_role("button").click()
        await expect(form.get_by_role("alert")).to_have_text("That is not your password.")
        await form.get_by_label("Password").fill(PASSWORD)
        await form.get_by_role("button").click()
        await expect(otto.page.get_by_role("link", name="Sign in or up")).to_be_visible()
        await expect(ines.plate(NORTH)).to_contain_text("computer")
        await otto.visit("/account")
        await _sign_in(otto, "otto", PASSWORD)
        await otto.see("There is no such username and password.")

    visit(tmp_path, story)


def test_where_too_many_guests_have_come_an_account_still_opens_the_door(tmp_path: Path) -> None:
    """The page says when to come again."""

    async def story(house: House) -> None:
        await join(await house.visitor(), "ines")
        other = await house.visitor("phone")
        await other.page.goto(other.url)
        await other.see("The house is crowded")
        await other.see("try again in")
        await _sign_in(other, "ines", PASSWORD)
        await expect(other.page.get_by_role("link", name="ines")).to_be_visible()

    visit(tmp_path, story, guests_per_address="1")
