"""``people``: the operator's side of accounts; works beside a running server."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from spadille.cli.keeping import add_data, attempt, settings_of
from spadille.server.people.accounts import name_of
from spadille.server.people.nearest import nearest
from spadille.server.people.passwords import Passwords
from spadille.server.people.refusal import Refusal, unknown_username
from spadille.server.people.usernames import checked_username, folded, taken
from spadille.server.store.beside import people_of
from spadille.server.store.people import UsernameTaken

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable

    from spadille.server.store.people import Account, Report
    from spadille.server.store.sql_people import SqlPeople

    SubParsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - its only name
    Task = Callable[[SqlPeople, argparse.Namespace], Awaitable[None]]

_PASSWORD_BYTES: Final = 12


def add_parser(subparsers: SubParsers) -> None:
    """Offer ``people`` and its tasks."""
    parser = subparsers.add_parser("people", help="list, rename, ban accounts; read reports")
    add_data(parser)
    tasks = parser.add_subparsers(metavar="TASK", required=True)
    _add(tasks, "list", "list accounts", _list).add_argument(
        "prefix", nargs="?", default="", help="only usernames that begin so"
    )
    renaming = _named(tasks, "rename", "give an account another username", _rename)
    renaming.add_argument("new", metavar="NEW", help="the new username")
    banning = _named(tasks, "ban", "keep an account out", _ban)
    banning.add_argument("--reason", default="", help="shown to its owner, who tries to sign in")
    _named(tasks, "unban", "let an account in again", _unban)
    _named(tasks, "reset-password", "print a new password, and sign out everywhere", _reset)
    reading = _add(tasks, "reports", "read what players reported", _reports)
    reading.add_argument("--handled", action="store_true", help="those that are dealt with")
    reading.add_argument("--done", type=int, metavar="ID", help="mark a report as dealt with")


def run(options: argparse.Namespace) -> int:
    """Do the task; give the exit code."""
    return attempt(lambda: asyncio.run(_do(options)))


async def _do(options: argparse.Namespace) -> None:
    async with people_of(settings_of(options)) as people:
        await options.task(people, options)


def _add(tasks: Any, name: str, tells: str, task: Task) -> argparse.ArgumentParser:  # noqa: ANN401 - argparse names no type for it
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=tells, description=tells)
    parser.set_defaults(run=run, task=task)
    return parser


def _named(tasks: Any, name: str, tells: str, task: Task) -> argparse.ArgumentParser:  # noqa: ANN401 - as above
    parser = _add(tasks, name, tells, task)
    parser.add_argument("username", metavar="USERNAME")
    return parser


async def _list(people: SqlPeople, options: argparse.Namespace) -> None:
    for username in await people.usernames(folded(options.prefix)):
        account = await _account(people, username)
        banned = (
            "" if account.banned is None else f"  banned: {account.banned or 'no reason given'}"
        )
        print(f"{username:20}  {_date(account.made_at)}  {account.person.id}{banned}")


async def _rename(people: SqlPeople, options: argparse.Namespace) -> None:
    account = await _account(people, options.username)
    new = checked_username(options.new)
    try:
        await people.rename(account.person.id, name_of(new))
    except UsernameTaken as error:
        raise taken(new, error.by) from error
    print(f"{account.username} is now {new}.")


async def _ban(people: SqlPeople, options: argparse.Namespace) -> None:
    account = await _account(people, options.username)
    await people.ban(account.person.id, options.reason)
    await people.end_sessions(account.person.id)
    print(f"{account.username} is banned.")


async def _unban(people: SqlPeople, options: argparse.Namespace) -> None:
    account = await _account(people, options.username)
    await people.ban(account.person.id, None)
    print(f"{account.username} may sign in again.")


async def _reset(people: SqlPeople, options: argparse.Namespace) -> None:
    account = await _account(people, options.username)
    password = secrets.token_urlsafe(_PASSWORD_BYTES)
    passwords = Passwords()
    await people.set_password(account.person.id, await passwords.hash(password))
    passwords.close()
    await people.end_sessions(account.person.id)
    print(f"The new password of {account.username}: {password}")


async def _reports(people: SqlPeople, options: argparse.Namespace) -> None:
    if options.done is not None:
        if not await people.handle_report(options.done):
            raise Refusal("no_such_report", f"There is no report {options.done}.")
        print(f"Report {options.done} is dealt with.")
        return
    for report in await people.reports(handled=options.handled):
        await _show(people, report)


async def _show(people: SqlPeople, report: Report) -> None:
    about, by = await _called(people, report.person), await _called(people, report.reporter)
    print(f"Report {report.id} of {_date(report.at)}: {about}, reported by {by}")
    print(f"  at table {report.table}: {report.reason or 'no reason given'}")
    for line in msgspec.json.decode(report.lines):
        if line["type"] == "chat":
            print(
                f"  {_date(line['at'])} {line['sender']['name']} ({line['voice']}): {line['text']}"
            )


async def _account(people: SqlPeople, username: str) -> Account:
    account = await people.account_named(folded(username))
    if account is None:
        raise unknown_username(username, nearest(username, await people.usernames()))
    return account


async def _called(people: SqlPeople, person: str) -> str:
    known = await people.get(person)
    if known is None:
        return person
    return known.username or f"the guest {known.name} ({person})"


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
