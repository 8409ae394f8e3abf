"""A second opinion on the rules of Spades: naive, slow, and written from the rules page alone.

Nothing of the program is imported. Cards are texts of suit and rank ("SA", "HT"), bids are
texts ("4", "0" for nil, "B0" for blind nil), seats are 0 to 3 for N, E, S, W, clockwise, and
rules are a plain dict whose keys are the field names of the rules page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Rules = Mapping[str, Any]
    Hand = frozenset[str]
    Cards = Sequence[str]
    Pair = tuple[int, int]

RANKS = "23456789TJQKA"

CHALLENGE: dict[str, Any] = {
    "target": 500,
    "win_at": "reaches",
    "losing_score": None,
    "deal_limit": None,
    "bag_points": 1,
    "bag_limit": 10,
    "bag_penalty": 100,
    "bag_remainder": "carried",
    "set_contract": "loses_bid",
    "nil_points": 100,
    "failed_nil_tricks": "bags",
    "both_nil": True,
    "blind_nil_points": None,
    "blind_nil_behind": 100,
    "blind_nils_a_side": 1,
    "exchange_cards": 0,
    "exchange_for": "blind_nil",
    "exchange_order": "bidder_first",
    "side_bid_most": None,
    "side_bid_least": 0,
    "bid_least": 0,
    "no_bid_of_one": False,
    "no_total_of_thirteen": False,
    "ten_for_two_hundred": False,
    "boston": False,
    "first_trick_spades": "forbidden",
    "spades_lead": "when_broken",
    "bidding": "free",
}
CLASSIC: dict[str, Any] = CHALLENGE | {
    "win_at": "exceeds",
    "nil_points": 50,
    "blind_nil_points": 100,
    "exchange_cards": 2,
    "side_bid_most": 13,
    "first_trick_spades": "allowed",
}


class SideScore(TypedDict):
    """One side's line of the scoreboard after a deal; the penalty is 0 or less."""

    contract: int
    nils: list[int]
    bags: int
    bag_points: int
    bag_penalty: int
    points_after: int
    bags_after: int


def legal_cards(hand: Hand, trick: Cards, broken: bool, first_trick: bool, rules: Rules) -> Hand:
    """Tell which cards of the hand may be played to the trick so far."""
    plain = frozenset(card for card in hand if card[0] != "S")
    spades_barred = first_trick and rules["first_trick_spades"] == "forbidden"
    if trick:
        following = frozenset(card for card in hand if card[0] == trick[0][0])
        if following:
            return following
    elif rules["spades_lead"] == "when_broken" and not broken:
        spades_barred = True
    return plain if spades_barred and plain else hand


def trick_winner(trick: Cards) -> int:
    """Tell who takes a full trick, counted from the leader."""
    spades = [card for card in trick if card[0] == "S"]
    running = spades or [card for card in trick if card[0] == trick[0][0]]
    return trick.index(max(running, key=lambda card: RANKS.index(card[1])))


def perft(
    hands: list[Hand], leader: int, broken: bool, first_trick: bool, rules: Rules, trick: Cards = ()
) -> int:
    """Count the ways to play all cards out."""
    if len(trick) == 4:
        return perft(hands, (leader + trick_winner(trick)) % 4, broken, False, rules)
    seat = (leader + len(trick)) % 4
    total = 0
    for card in legal_cards(hands[seat], trick, broken, first_trick, rules):
        after = [hand - {card} for hand in hands]
        breaks, played = broken or card[0] == "S", (*trick, card)
        total += perft(after, leader, breaks, first_trick, rules, played)
    return total if hands[seat] else 1


def is_nil(bid: str) -> bool:
    """Tell whether a bid is a nil, blind or not."""
    return bid in {"0", "B0"}


def tricks_bid(bid: str) -> int:
    """Tell how many tricks a bid adds to the contract."""
    return 0 if is_nil(bid) else int(bid)


def _fits_player(number: int, hand: Hand | None, rules: Rules) -> bool:
    """Judge a number by itself; an unknown hand (None) may hold any number of spades."""
    if number == 0 and rules["nil_points"] is None:
        return False
    if number < rules["bid_least"] or (number == 1 and rules["no_bid_of_one"]):
        return False
    if hand is None or rules["bidding"] in {"free", "suicide"}:
        return True
    spades = sum(card[0] == "S" for card in hand)
    return number == spades or (number == 0 and rules["bidding"] == "whiz")


def _fits_partner(bid: str, partner: str, rules: Rules) -> bool:
    """Judge the two bids of a side together."""
    least, most = rules["side_bid_least"], rules["side_bid_most"]
    total = tricks_bid(bid) + tricks_bid(partner)
    if total < least or (most is not None and total > most):
        return False
    if bid == partner == "B0" and rules["blind_nils_a_side"] < 2:
        return False
    if is_nil(bid) and is_nil(partner):
        return bool(rules["both_nil"])
    return rules["bidding"] != "suicide" or is_nil(bid) or is_nil(partner)


def _partner_can_answer(bid: str, rules: Rules) -> bool:
    """Tell whether any number suits beside this bid, whatever the partner holds."""
    return any(
        _fits_player(number, None, rules) and _fits_partner(str(number), bid, rules)
        for number in range(14)
    )


def _fits_side(bid: str, bids_so_far: Sequence[str], rules: Rules) -> bool:
    """Judge a bid beside the partner's, or, if the partner is yet to bid, by what it leaves."""
    if len(bids_so_far) < 2:
        return _partner_can_answer(bid, rules)
    return _fits_partner(bid, bids_so_far[-2], rules)


def legal_bids(bids_so_far: Sequence[str], hand: Hand | None, rules: Rules) -> list[str]:
    """List the bids of a player who has seen the cards (None: whatever they are)."""
    bids = [
        str(number)
        for number in range(14)
        if _fits_player(number, hand, rules) and _fits_side(str(number), bids_so_far, rules)
    ]
    if len(bids_so_far) == 3 and rules["no_total_of_thirteen"]:
        others = sum(map(tricks_bid, bids_so_far))
        return [bid for bid in bids if others + int(bid) != 13] or bids
    return bids


def _blind_nil_offered(points_own: int, points_other: int, rules: Rules) -> bool:
    """Tell whether a side may bid blind nil at all; mirror bids are made of cards seen."""
    if rules["blind_nil_points"] is None or rules["bidding"] == "mirror":
        return False
    behind = rules["blind_nil_behind"]
    return behind is None or bool(points_other - points_own >= behind)


def blind_nil_allowed(
    points_own: int, points_other: int, bids_so_far: Sequence[str], rules: Rules
) -> bool:
    """Tell whether the player to bid, who has not looked, may bid blind nil."""
    offered = _blind_nil_offered(points_own, points_other, rules)
    if not offered or not _fits_side("B0", bids_so_far, rules):
        return False
    makes_thirteen = len(bids_so_far) == 3 and sum(map(tricks_bid, bids_so_far)) == 13
    if makes_thirteen and rules["no_total_of_thirteen"]:
        return legal_bids(bids_so_far, None, rules) in ([], ["0"])
    return True


def blind_nil_to_come(
    points_own: int, points_other: int, place: int, bids_so_far: Sequence[str], rules: Rules
) -> bool:
    """Tell whether the unseen bidder at this place of the order may bid blind nil, now or later."""
    if place == len(bids_so_far):
        return blind_nil_allowed(points_own, points_other, bids_so_far, rules)
    if place < len(bids_so_far) or not _blind_nil_offered(points_own, points_other, rules):
        return False
    if 0 <= place - 2 < len(bids_so_far):
        return _fits_partner("B0", bids_so_far[place - 2], rules)
    return _partner_can_answer("B0", rules)


def exchange_order(dealer: int, bids: Sequence[str], rules: Rules) -> list[int]:
    """List who gives cards, in turn, once all four (in the order N, E, S, W) have bid."""
    givers: list[int] = []
    wanted = {"B0"} if rules["exchange_for"] == "blind_nil" else {"0", "B0"}
    for first in ((dealer + 1) % 4, (dealer + 2) % 4):
        second = (first + 2) % 4
        bidders = [seat for seat in (first, second) if bids[seat] in wanted]
        if not bidders or rules["exchange_cards"] == 0:
            continue
        bidder = max(bidders, key=lambda seat: bids[seat] == "B0")  # of equals the first
        pair = [bidder, (bidder + 2) % 4]
        givers += pair if rules["exchange_order"] == "bidder_first" else pair[::-1]
    return givers


def _contract(bid: int, made: bool, rules: Rules) -> int:
    """Value a side's contract."""
    if rules["ten_for_two_hundred"] and bid >= 10:
        return 200 if made else -200
    if made:
        return 10 * bid
    return 0 if rules["set_contract"] == "scores_nothing" else -10 * bid


def score_side(
    rules: Rules, bids: Sequence[str], tricks: Sequence[int], points: int, bags: int
) -> SideScore:
    """Score one side's deal from its two bids, the tricks each took, and what it had before."""
    nils: list[int] = []
    counting = strayed = 0
    for bid, taken in zip(bids, tricks, strict=True):
        if is_nil(bid):
            worth: int = rules["blind_nil_points" if bid == "B0" else "nil_points"]
            nils.append(-worth if taken else worth)
        if not is_nil(bid) or rules["failed_nil_tricks"] == "help_partner":
            counting += taken
        elif rules["failed_nil_tricks"] == "bags":
            strayed += taken
    bid_together = sum(map(tricks_bid, bids))
    made = counting >= bid_together
    contract = _contract(bid_together, made, rules)
    new_bags = strayed + (counting - bid_together if made else 0)
    bag_points = new_bags * int(rules["bag_points"])
    limit = rules["bag_limit"]
    fines, rest = (0, bags + new_bags) if limit is None else divmod(bags + new_bags, limit)
    penalty = -fines * int(rules["bag_penalty"])
    return {
        "contract": contract,
        "nils": nils,
        "bags": new_bags,
        "bag_points": bag_points,
        "bag_penalty": penalty,
        "points_after": points + contract + sum(nils) + bag_points + penalty,
        "bags_after": 0 if fines and rules["bag_remainder"] == "reset" else rest,
    }


def match_winner(
    rules: Rules, deals_played: int, points: Pair, tricks_of_last_deal: Pair
) -> str | None:
    """Name the side, "NS" or "EW", that has won after a deal; None: the match goes on."""
    if rules["boston"] and 13 in tricks_of_last_deal:
        return "NS" if tricks_of_last_deal[0] == 13 else "EW"
    best, worst = max(points), min(points)
    at_target = best >= rules["target"] if rules["win_at"] == "reaches" else best > rules["target"]
    lost = rules["losing_score"] is not None and worst <= rules["losing_score"]
    out_of_deals = rules["deal_limit"] is not None and deals_played >= rules["deal_limit"]
    if not (at_target or lost or out_of_deals) or best == worst:
        return None
    return "NS" if points[0] > points[1] else "EW"


class NaiveMatch:
    """A match followed card by card, from the points and bags of NS and EW."""

    def __init__(self, rules: Rules, points: Pair = (0, 0), bags: Pair = (0, 0)) -> None:
        self.rules, self.points, self.bags = rules, points, bags
        self.deals_played = 0
        self.winner: str | None = None
        self.scores: list[SideScore] = []  # of the last deal, NS and EW
        self.hands: list[Hand] = [frozenset()] * 4

    def start_deal(self, dealer: int, hands: Sequence[Hand]) -> None:
        """Deal the four hands, in the order N, E, S, W."""
        _require(self.phase == "between", "a deal is under way, or the match is over")
        self.dealer, self.leader, self.hands = dealer, (dealer + 1) % 4, list(hands)
        self.bids: list[str] = []  # in bidding order
        self.looked: set[int] = set()
        self.givers: list[int] = []
        self.trick: list[str] = []
        self.taken, self.broken = [0, 0, 0, 0], False

    @property
    def phase(self) -> str:
        """Tell what comes next: "bidding", "exchange", "play", "between" deals, or "over"."""
        if self.winner is not None:
            return "over"
        if not any(self.hands):
            return "between"
        if len(self.bids) < 4:
            return "bidding"
        return "exchange" if self.givers else "play"

    @property
    def turn(self) -> int | None:
        """Name the seat that must act, if any."""
        if self.phase == "bidding":
            return (self.dealer + 1 + len(self.bids)) % 4
        if self.phase == "exchange":
            return self.givers[0]
        return (self.leader + len(self.trick)) % 4 if self.phase == "play" else None

    def unseen(self, seat: int) -> bool:
        """Tell whether the cards are hidden from everybody, as blind nil may yet be bid."""
        if self.phase != "bidding" or seat in self.looked:
            return False
        own, other = self.points[seat % 2], self.points[1 - seat % 2]
        place = (seat - self.dealer - 1) % 4
        return blind_nil_to_come(own, other, place, self.bids, self.rules)

    def bids_on_offer(self) -> list[str]:
        """List the bids of the seat in turn: blind nil alone until it has looked."""
        if self.phase != "bidding" or self.turn is None:
            return []
        if self.unseen(self.turn):
            return ["B0"]
        return legal_bids(self.bids, self.hands[self.turn], self.rules)

    def cards_on_offer(self) -> Hand:
        """List the cards that the seat in turn may play, or choose from when it is to give."""
        if self.turn is None or self.phase == "bidding":
            return frozenset()
        hand, first_trick = self.hands[self.turn], not any(self.taken)
        if self.phase == "exchange":
            return hand
        return legal_cards(hand, self.trick, self.broken, first_trick, self.rules)

    def look(self, seat: int) -> None:
        """Turn a seat's cards up: too late for blind nil now."""
        _require(self.unseen(seat), "there is nothing to look at")
        self.looked.add(seat)

    def bid(self, seat: int, bid: str) -> None:
        """Make the bid of the seat in turn."""
        _require(seat == self.turn and bid in self.bids_on_offer(), f"no bid: {bid}")
        self.bids.append(bid)
        if len(self.bids) == 4:
            self.givers = exchange_order(self.dealer, self.bids_by_seat(), self.rules)

    def give(self, seat: int, cards: Hand) -> None:
        """Pass the exchange's cards to the partner."""
        _require(self.phase == "exchange" and seat == self.turn, "not this seat's turn to give")
        fit = cards <= self.hands[seat] and len(cards) == self.rules["exchange_cards"]
        _require(fit, "the wrong cards")
        self.hands[seat] -= cards
        self.hands[(seat + 2) % 4] |= cards
        self.givers.pop(0)

    def play(self, seat: int, card: str) -> None:
        """Play a card; the fourth ends the trick and the last of all the deal."""
        _require(self.phase == "play" and seat == self.turn, "not this seat's turn to play")
        _require(card in self.cards_on_offer(), f"no legal card: {card}")
        self.hands[seat] -= {card}
        self.trick.append(card)
        self.broken = self.broken or card[0] == "S"
        if len(self.trick) == 4:
            self.leader = (self.leader + trick_winner(self.trick)) % 4
            self.taken[self.leader] += 1
            self.trick = []
            if not any(self.hands):
                self._score()

    def bids_by_seat(self) -> list[str]:
        """List all four bids in the order N, E, S, W."""
        return [self.bids[(seat - self.dealer - 1) % 4] for seat in range(4)]

    def _score(self) -> None:
        bids = self.bids_by_seat()
        self.scores = [
            score_side(self.rules, bids[side::2], self.taken[side::2], points, bags)
            for side, points, bags in zip((0, 1), self.points, self.bags, strict=True)
        ]
        north_south, east_west = self.scores
        self.points = (north_south["points_after"], east_west["points_after"])
        self.bags = (north_south["bags_after"], east_west["bags_after"])
        self.deals_played += 1
        tricks = (self.taken[0] + self.taken[2], self.taken[1] + self.taken[3])
        self.winner = match_winner(self.rules, self.deals_played, self.points, tricks)


def _require(condition: bool, complaint: str) -> None:
    """Refuse a move."""
    if not condition:
        raise ValueError(complaint)
