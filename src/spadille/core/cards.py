"""Suits, cards and sets of cards."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANKS: Final = "23456789TJQKA"
"""The ranks of a suit from low to high; ``T`` is the ten."""


class Suit(IntEnum):
    """A suit; spades, the trumps, are the highest."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's letter in card texts: ``C``, ``D``, ``H`` or ``S``."""
        return "CDHS"[self]


class Card(Enum):
    """One of the 52 cards, named by suit then rank: ``Card.SA`` is the ace of spades.

    ``index`` is 0 to 51 (13 * suit + rank), ``rank`` 0 (two) to 12 (ace), and
    ``bit`` is the card's bit in a `CardSet` mask.
    """

    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    CT = "CT"
    CJ = "CJ"
    CQ = "CQ"
    CK = "CK"
    CA = "CA"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    DT = "DT"
    DJ = "DJ"
    DQ = "DQ"
    DK = "DK"
    DA = "DA"
    H2 = "H2"
    H3 = "H3"
    H4 = "H4"
    H5 = "H5"
    H6 = "H6"
    H7 = "H7"
    H8 = "H8"
    H9 = "H9"
    HT = "HT"
    HJ = "HJ"
    HQ = "HQ"
    HK = "HK"
    HA = "HA"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S7 = "S7"
    S8 = "S8"
    S9 = "S9"
    ST = "ST"
    SJ = "SJ"
    SQ = "SQ"
    SK = "SK"
    SA = "SA"

    index: int
    suit: Suit
    rank: int
    bit: int

    def __init__(self, text: str) -> None:
        """Work out the numbers once, so that play never parses a text."""
        self.suit = Suit("CDHS".index(text[0]))
        self.rank = RANKS.index(text[1])
        self.index = 13 * self.suit + self.rank
        self.bit = 1 << self.index

    def __repr__(self) -> str:
        return f"Card.{self.value}"

    def __str__(self) -> str:
        return str(self.value)


DECK: Final[tuple[Card, ...]] = tuple(Card)
"""The 52 cards by index: ``DECK[card.index] is card``."""

_SUIT_MASK: Final = (1 << 13) - 1


class CardSet:
    """A set of cards, held as a 52-bit mask. A hand is a `CardSet`.

    >>> hand = CardSet.parse("SAK2 HQ")
    >>> Card.SK in hand, len(hand), str(hand)
    (True, 4, 'SAK2 HQ')
    >>> hand.of(Suit.SPADES) - CardSet.of_cards([Card.SA])
    CardSet.parse('SK2')
    """

    __slots__ = ("mask",)

    def __init__(self, mask: int = 0) -> None:
        """Wrap *mask*, whose bit ``n`` stands for ``DECK[n]``."""
        self.mask: Final = mask

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> CardSet:
        """Gather *cards* into a set."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Read a text such as ``"SAK2 HQ"``: per suit its letter, then its ranks.

        Raises `ValueError` for an unknown letter, a suit alone, or a card named twice.
        """
        mask = 0
        for group in text.split():
            if len(group) == 1:
                raise ValueError(f"{group!r} is a suit without ranks in {text!r}")
            for rank in group[1:]:
                bit = Card(group[0] + rank).bit
                if mask & bit:
                    raise ValueError(f"{group[0]}{rank} is named twice in {text!r}")
                mask |= bit
        return cls(mask)

    def of(self, suit: Suit) -> CardSet:
        """Keep the cards of *suit*."""
        return CardSet(self.mask & (_SUIT_MASK << (13 * suit)))

    def without(self, suit: Suit) -> CardSet:
        """Drop the cards of *suit*."""
        return CardSet(self.mask & ~(_SUIT_MASK << (13 * suit)))

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        """From the two of clubs up to the ace of spades."""
        mask = self.mask
        while mask:
            low = mask & -mask
            yield DECK[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        return self.mask & ~other.mask == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        """Spades first, high to low, as players sort a hand."""
        groups: list[str] = []
        for suit in reversed(Suit):
            ranks = "".join(RANKS[card.rank] for card in self.of(suit))[::-1]
            if ranks:
                groups.append(suit.letter + ranks)
        return " ".join(groups)

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"


FULL_DECK: Final = CardSet((1 << 52) - 1)
