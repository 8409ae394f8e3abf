"""Everything about people, in one bundle for the gateway."""

# Litestar reads annotations at run time, so they are not put off here.

from dataclasses import dataclass

from spadille.server.accounts.identity import Guests
from spadille.server.chat.complaints import Complaints
from spadille.server.chat.rooms import ChatRooms
from spadille.server.lobby.challenges import Challenges
from spadille.server.lobby.hub import Hub
from spadille.server.lobby.placement import Placement
from spadille.server.lobby.presence import Presence
from spadille.server.people.access import PersonalTokens
from spadille.server.people.accounts import Accounts
from spadille.server.people.circle import Circle
from spadille.server.people.passwords import Passwords
from spadille.server.people.preferences import Preferences
from spadille.server.store.people import SocialStore


@dataclass(frozen=True, slots=True)
class Company:
    """The parts that know who people are, where they are, and what they say."""

    store: SocialStore
    guests: Guests
    passwords: Passwords
    accounts: Accounts
    circle: Circle
    preferences: Preferences
    tokens: PersonalTokens
    presence: Presence
    hub: Hub
    chat: ChatRooms
    complaints: Complaints
    placement: Placement
    challenges: Challenges

    def close(self) -> None:
        """Let go of timers and threads."""
        self.challenges.close()
        self.hub.close()
        self.chat.close()
        self.passwords.close()
