"""The messages of the live socket: everything but the table itself.

A client opens ``/live`` on every page, says `LiveHello`, and gets a `LiveWelcome` with
all it may know; from then on it is told what changes. Whatever concerns an account is
told to all its devices.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from spadille.core.rules import RuleSet
from spadille.core.seats import BySeat, Seat
from spadille.core.value import Value
from spadille.protocol.messages import VERSION, Fault
from spadille.protocol.news import Person
from spadille.protocol.people import Buddy, PersonId, Settings, Target, Where
from spadille.protocol.rest import Me
from spadille.protocol.table import SeatInfo, Stage

MessageId = Annotated[str, Meta(min_length=8, max_length=64)]


class LiveHello(Value, tag="live_hello"):
    """Begin; the first message of every live socket."""

    version: int = VERSION


class WatchLobby(Value, tag="watch_lobby"):
    """Be told, or no longer be told, who is here and which tables are open."""

    on: bool


class Seek(Value, tag="seek"):
    """Look for a game, or no longer; it ends with the person's last live socket."""

    on: bool


class SendChallenge(Value, tag="send_challenge"):
    """Ask somebody to take a seat at the sender's table; ``id`` is the client's own."""

    id: MessageId
    to: Target
    table: Annotated[str, Meta(max_length=64)]
    seat: Seat


class AnswerChallenge(Value, tag="answer_challenge"):
    """Accept or decline a challenge."""

    challenge: MessageId
    accept: bool


class WithdrawChallenge(Value, tag="withdraw_challenge"):
    """Take a challenge back."""

    challenge: MessageId


class LivePing(Value, tag="live_ping"):
    """Keep the connection; answered by `LivePong`."""


LiveClientMessage: TypeAlias = (
    LiveHello | WatchLobby | Seek | SendChallenge | AnswerChallenge | WithdrawChallenge | LivePing
)


class LobbyPerson(Value):
    """Somebody who is here."""

    person: Person
    where: Where
    seeking: bool
    """Looks for a game."""


class LobbyTable(Value):
    """A table that anyone may come to."""

    id: str
    title: str
    """Plain text, never to be read as HTML."""
    rules: RuleSet
    stage: Stage
    seats: BySeat[SeatInfo]
    spectators: bool
    computers: bool


class Challenge(Value):
    """Somebody is asked to take a seat."""

    id: str
    sender: Person
    to: Person
    seat: Seat
    title: str
    rules: RuleSet
    seats: BySeat[SeatInfo]
    """Who sits at the table, as of when the challenge was sent."""
    left: int
    """Milliseconds until it times out, when this was sent."""
    table: str | None
    """Told to the sender alone, until the challenge is accepted."""


class LiveWelcome(Value, tag="live_welcome"):
    """All that concerns whoever has just come."""

    me: Me
    settings: Settings
    buddies: tuple[Buddy, ...]
    seeking: bool
    challenges: tuple[Challenge, ...]
    """Those that wait for an answer, received and sent."""


class LobbyState(Value, tag="lobby"):
    """Everyone who is here, and all open tables; answers `WatchLobby`."""

    people: tuple[LobbyPerson, ...]
    tables: tuple[LobbyTable, ...]


class LobbyChanged(Value, tag="lobby_changed"):
    """What changed since: people and tables as they are now, and the ids of the gone."""

    people: tuple[LobbyPerson, ...]
    people_gone: tuple[str, ...]
    tables: tuple[LobbyTable, ...]
    tables_gone: tuple[str, ...]


class BuddiesChanged(Value, tag="buddies_changed"):
    """The buddy list as it is now."""

    buddies: tuple[Buddy, ...]


class BuddyMoved(Value, tag="buddy_moved"):
    """A buddy came, went, or began or ended a match."""

    person: PersonId
    where: Where


class ProfileChanged(Value, tag="profile_changed"):
    """The person's own name, avatar or username is another."""

    me: Me


class SettingsChanged(Value, tag="settings_changed"):
    """The person's own settings are others."""

    settings: Settings


class SeekChanged(Value, tag="seek_changed"):
    """The person looks for a game now, or no longer."""

    seeking: bool


class ChallengeSent(Value, tag="challenge_sent"):
    """A challenge is on its way; ``id`` is the one that the client gave it."""

    id: str
    challenge: Challenge


class ChallengeReceived(Value, tag="challenge_received"):
    """Somebody asks for a game."""

    challenge: Challenge


class ChallengeReason(StrEnum):
    """Why a challenge is not sent, or cannot be answered."""

    UNKNOWN = "unknown"
    """Nobody has this username; ``names`` are the nearest."""
    YOURSELF = "yourself"
    OFFLINE = "offline"
    BUSY = "busy"
    """In a match with other people, or with several challenges to answer."""
    BLOCKED = "blocked"
    """They take no challenges from the sender."""
    YOU_BLOCKED = "you_blocked"
    NOT_SEATED = "not_seated"
    """Only whoever sits at a table invites to it."""
    SEAT_TAKEN = "seat_taken"
    ALREADY_THERE = "already_there"
    """They sit at this table already."""
    ALREADY_SENT = "already_sent"
    TOO_MANY = "too_many"
    GONE = "gone"
    """This challenge is over already."""


class ChallengeRefused(Value, tag="challenge_refused"):
    """A challenge was not sent, or an answer to one came to nothing."""

    id: str
    """The client's id of the challenge it sent, or the id of the one it answered."""
    reason: ChallengeReason
    detail: str
    """Why, and what to do."""
    names: tuple[str, ...] = ()


class Outcome(StrEnum):
    """How a challenge ended."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """Taken back, or its sender has left the table."""
    TIMED_OUT = "timed_out"
    SEAT_GONE = "seat_gone"
    """Somebody else has taken the seat."""


class ChallengeEnded(Value, tag="challenge_ended"):
    """A challenge is over; told to all devices of both."""

    challenge: str
    outcome: Outcome
    table: str | None
    """Where to go, if it was accepted."""


class SignOut(StrEnum):
    """Why a session is over."""

    EVERYWHERE = "everywhere"
    """Its owner has signed out on all devices."""
    NEW_PASSWORD = "new_password"  # noqa: S105 - a reason, no secret
    """Its owner has changed the password on another device."""
    DELETED = "deleted"
    """Its owner has deleted the account."""
    BANNED = "banned"
    """The operator has closed the account."""
    ENDED = "ended"
    """Its cookie counts no more; the operator may have given the account a new password."""


class SignedOut(Value, tag="signed_out"):
    """This session is over; the socket is closed next."""

    reason: SignOut


class LivePong(Value, tag="live_pong"):
    """Answers `LivePing`."""


LiveServerMessage: TypeAlias = (
    LiveWelcome
    | LobbyState
    | LobbyChanged
    | BuddiesChanged
    | BuddyMoved
    | ProfileChanged
    | SettingsChanged
    | SeekChanged
    | ChallengeSent
    | ChallengeReceived
    | ChallengeRefused
    | ChallengeEnded
    | SignedOut
    | LivePong
    | Fault
)
