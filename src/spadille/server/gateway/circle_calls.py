"""The calls about profile, settings, buddies, blocks, mutes and reports."""

# Litestar reads annotations at run time, so they are not put off here.

from typing import Annotated, Final

from litestar import get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from spadille.protocol.live import BuddiesChanged, SettingsChanged
from spadille.protocol.news import Person
from spadille.protocol.people import (
    Buddy,
    Done,
    Emoticon,
    Naming,
    NewReport,
    Pick,
    Profile,
    ProfileChange,
    Scope,
    Settings,
    SettingsChange,
    Target,
)
from spadille.protocol.rest import MeChange
from spadille.server.accounts.names import AVATARS
from spadille.server.chat.emoticons import EMOTICONS
from spadille.server.gateway.calls import change_profile
from spadille.server.gateway.company import Company
from spadille.server.gateway.scopes import BY_COOKIE, BY_EITHER, scoped
from spadille.server.gateway.sockets import Sockets
from spadille.server.people.export import profile_of
from spadille.server.store.people import Tie

Prefix = Annotated[str, QueryParameter(max_length=64, description="The beginning of a username.")]


@get("/avatars", summary="The avatars to choose from")
async def avatars() -> list[str]:
    """List the ids of all avatars."""
    return list(AVATARS)


@get("/emoticons", summary="The emoticons of the chat")
async def emoticons() -> list[Emoticon]:
    """List all emoticons: what is typed for them, and what a screen reader says."""
    return list(EMOTICONS)


@get(
    "/my/profile",
    dependencies=scoped(Scope.PROFILE_READ),
    security=BY_EITHER,
    summary="My profile",
)
async def profile(person: NamedDependency[Person]) -> Profile:
    """Show how others see me."""
    return profile_of(person)


@patch(
    "/my/profile",
    dependencies=scoped(Scope.PROFILE_WRITE),
    security=BY_EITHER,
    summary="Change my profile",
)
async def patch_profile(
    data: JSONBody[ProfileChange],
    person: NamedDependency[Person],
    company: NamedDependency[Company],
    sockets: NamedDependency[Sockets],
) -> Profile:
    """Change my display name or my avatar, on all devices and in all games."""
    change = MeChange(name=data.name, avatar=data.avatar)
    me = await change_profile(person, change, company, sockets)
    return profile_of(me.person)


@get(
    "/my/settings",
    dependencies=scoped(Scope.SETTINGS_READ),
    security=BY_EITHER,
    summary="My settings",
)
async def settings(person: NamedDependency[Person], company: NamedDependency[Company]) -> Settings:
    """Show what I like."""
    return await company.preferences.of(person.id)


@patch(
    "/my/settings",
    dependencies=scoped(Scope.SETTINGS_WRITE),
    security=BY_EITHER,
    summary="Change my settings",
)
async def patch_settings(
    data: JSONBody[SettingsChange],
    person: NamedDependency[Person],
    company: NamedDependency[Company],
) -> Settings:
    """Change some settings, on all devices and in all games."""
    changed = await company.preferences.change(person.id, data)
    company.hub.tell(person.id, SettingsChanged(changed))
    return changed


@get(
    "/my/buddies",
    dependencies=scoped(Scope.BUDDIES_READ),
    security=BY_EITHER,
    summary="My buddies",
)
async def buddies(
    person: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Buddy]:
    """List my buddies, and where they are now."""
    return await company.circle.buddies(person.id)


@get(
    "/my/buddies/completions",
    dependencies=scoped(Scope.BUDDIES_READ),
    security=BY_EITHER,
    summary="Complete a buddy's username",
)
async def completions(
    prefix: Prefix, person: NamedDependency[Person], company: NamedDependency[Company]
) -> list[str]:
    """List the usernames of my buddies that begin so, without regard to case."""
    return await company.circle.completions(person.id, prefix)


@post(
    "/my/buddies",
    status_code=200,
    dependencies=scoped(Scope.BUDDIES_WRITE),
    security=BY_EITHER,
    summary="Add a buddy",
)
async def add_buddy(
    data: JSONBody[Naming], person: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Buddy]:
    """Add an account by its username; the nearest names are offered for an unknown one."""
    await company.circle.add_buddy(person, data.username)
    return await _tell_buddies(company, person)


@post(
    "/my/buddies/removal",
    status_code=200,
    dependencies=scoped(Scope.BUDDIES_WRITE),
    security=BY_EITHER,
    summary="Remove buddies",
)
async def remove_buddies(
    data: JSONBody[Pick], person: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Buddy]:
    """Remove several buddies at once, by their ids."""
    await company.circle.remove(person, Tie.BUDDY, data.people)
    return await _tell_buddies(company, person)


@get("/my/blocks", security=BY_COOKIE, summary="Whom I have blocked")
async def blocks(guest: NamedDependency[Person], company: NamedDependency[Company]) -> list[Person]:
    """List those whose challenges, chat and whispers do not reach me."""
    return await company.circle.people(guest.id, Tie.BLOCK)


@post("/my/blocks", status_code=200, security=BY_COOKIE, summary="Block somebody")
async def block(
    data: JSONBody[Target], guest: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Person]:
    """Take no challenge, chat or whisper from somebody, and never be seated with them."""
    await company.circle.declare(guest, Tie.BLOCK, data)
    return await company.circle.people(guest.id, Tie.BLOCK)


@post("/my/blocks/removal", status_code=200, security=BY_COOKIE, summary="Unblock people")
async def unblock(
    data: JSONBody[Pick], guest: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Person]:
    """Take blocks back, by the ids of the people."""
    await company.circle.remove(guest, Tie.BLOCK, data.people)
    return await company.circle.people(guest.id, Tie.BLOCK)


@get("/my/mutes", security=BY_COOKIE, summary="Whom I have muted")
async def mutes(guest: NamedDependency[Person], company: NamedDependency[Company]) -> list[Person]:
    """List those whose chat I do not want to see."""
    return await company.circle.people(guest.id, Tie.MUTE)


@post("/my/mutes", status_code=200, security=BY_COOKIE, summary="Mute somebody")
async def mute(
    data: JSONBody[Target], guest: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Person]:
    """See nothing of what somebody says; they are not told."""
    await company.circle.declare(guest, Tie.MUTE, data)
    return await company.circle.people(guest.id, Tie.MUTE)


@post("/my/mutes/removal", status_code=200, security=BY_COOKIE, summary="Unmute people")
async def unmute(
    data: JSONBody[Pick], guest: NamedDependency[Person], company: NamedDependency[Company]
) -> list[Person]:
    """Take mutes back, by the ids of the people."""
    await company.circle.remove(guest, Tie.MUTE, data.people)
    return await company.circle.people(guest.id, Tie.MUTE)


@post("/reports", status_code=200, security=BY_COOKIE, summary="Report somebody")
async def report(
    data: JSONBody[NewReport], guest: NamedDependency[Person], company: NamedDependency[Company]
) -> Done:
    """Tell the operator of somebody's words; the last messages I could see are attached."""
    await company.complaints.file(guest, data)
    return Done()


CIRCLE_CALLS: Final = (
    avatars,
    emoticons,
    profile,
    patch_profile,
    settings,
    patch_settings,
    buddies,
    completions,
    add_buddy,
    remove_buddies,
    blocks,
    block,
    unblock,
    mutes,
    mute,
    unmute,
    report,
)


async def _tell_buddies(company: Company, person: Person) -> list[Buddy]:
    """Tell all devices of *person* the buddy list as it is now."""
    now = await company.circle.buddies(person.id)
    company.hub.buddies_are(person.id, frozenset(buddy.person.id for buddy in now))
    company.hub.tell(person.id, BuddiesChanged(tuple(now)))
    return now
