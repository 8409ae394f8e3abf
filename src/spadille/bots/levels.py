"""How strong a computer player is, as data."""

from __future__ import annotations

from typing import Final

from spadille.core.value import Value


class Level(Value):
    """A named strength: how many deals it thinks through, and what it leaves out."""

    name: str
    card_playouts: int
    """Deals played out in the head for a card, over all cards that may be played."""
    bid_playouts: int
    """The same for a bid; 0: bids by counting tricks, as a beginner's book teaches."""
    seconds: float
    """Thinking stops here at the latest, whatever the number of deals."""
    tries: int = 1
    """Deals drawn for each one kept, by how well they explain what was done; 1: no matter how."""
    surprise: float = 1.0
    """How much each card that it would not have played itself speaks against a deal; 1: not."""
    doubt: float = 0.0
    """How likely it takes the other side to hold more than it bids; 0: bids are believed.

    Of the greatest weight of a bid, 1.03. Worth ten points a deal against a player that bids
    low on purpose, but not worth it against others: see
    ``docs/decisions/0012-kernel-and-search.md``.
    """
    noise: int = 2000
    """In how many of 65,536 choices the players in its head play any card."""
    nil_margin: float = 0.0
    """By how much a nil worth 100 must beat the best other bid in the chance to win.

    The players in its head attack a nil less well than good players do: of 1,500 nils
    played by searching players, those ahead by 0.02 to 0.04 were made in 46 of 100, by
    0.06 to 0.08 in 73, and by more than 0.12 in 82.
    """
    learned: bool = False
    """Whether counts of tricks are corrected by what came of them in self-play.

    It foretells better what a bid brings, but chooses no better: see
    ``docs/decisions/0012-kernel-and-search.md``.
    """
    nil_model: bool = True
    """Whether the chance of a nil is learned from nils played; if so, `nil_margin` is not used."""
    nil_care: float = -0.06
    """By how much a nil worth 100 whose chance is learned must beat the best other bid.

    In the chance to win, at the start of a match; elsewhere by as much more as points matter.
    Below 0, for the chance was learned against players that attack as well as this one does,
    and others make more of the same nils: ahead of thumb rules by 35, 40, 42, 46, 46 and 32
    points a deal with 0.036, 0, -0.04, -0.06, -0.08 and -0.12, and level with itself down to
    -0.08: see ``docs/decisions/0012-kernel-and-search.md``.
    """
    gifts: bool = True
    """Whether it tries what to give in an exchange; if not, it gives by thumb rules."""
    plays_score: bool = True
    """Whether it plays for the match; if not, for the points of the deal."""
    trump_margin: float = 0.0
    """By how much trumping a trick that is the partner's for sure must beat keeping the trump.

    In the chance to win. Such a trump at most gets rid of bags, and looks like a mistake.
    """
    habits: bool = True
    """Whether the players in its head have habits; if not, they play any card."""
    exact_cards: int = 0
    """With so many cards left in all hands, deals are solved with all cards seen, not played out.

    Counted when the choice is to be made, the cards on the table left out.
    """


BEGINNER: Final = Level("beginner", 40, 0, 0.2, plays_score=False, noise=20000)
CASUAL: Final = Level("casual", 400, 0, 0.3, plays_score=False, noise=6000)
SKILLED: Final = Level("skilled", 3_000, 6_000, 0.5, tries=2, nil_margin=0.1, trump_margin=0.03)
EXPERT: Final = Level("expert", 50_000, 75_000, 0.5, tries=4, nil_margin=0.1, trump_margin=0.03)
QUICK: Final = Level("quick", 10_000, 15_000, 2.0, tries=4, nil_margin=0.1, trump_margin=0.03)
"""Expert in a fifth of the time, for long runs of the arena."""
LEVELS: Final[dict[str, Level]] = {
    level.name: level for level in (BEGINNER, CASUAL, SKILLED, EXPERT, QUICK)
}
