from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spadille.bots.bot import ask
from spadille.bots.conventions import trumps_to_keep
from spadille.bots.kernel.bid import UNBID
from spadille.bots.kernel.bridge import question_of
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.draw import draw_hidden, explanation, prepare
from spadille.bots.kernel.layout import HANDS, POSITION
from spadille.bots.kernel.sample import TABLE
from spadille.bots.levels import EXPERT, LEVELS, QUICK
from spadille.bots.reasons import Reason, why_bid, why_card
from spadille.bots.search_bot import SearchBot
from spadille.bots.thinking import race
from spadille.bots.win_tables import win_table
from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.deal import Phase
from spadille.core.match import decide
from spadille.core.rules import CHALLENGE, PRESETS
from spadille.core.value import replace
from spadille.core.view import view
from tests.bots.kernel.walks import random_deal
from tests.kit.builders import by_seat, cases, view_of_bid, view_of_play

BRIEF = replace(QUICK, card_playouts=300, bid_playouts=300, seconds=60.0)
"""Enough to choose, few enough for many tests."""

PATIENT = replace(QUICK, seconds=60.0)
REASONS = {
    "own nil, last to play": Reason.KEEPS_NIL,
    "the partner's nil is taking": Reason.COVERS,
    "last to play and tricks are needed": Reason.TAKES,
    "the contract is made": Reason.DUCKS_BAG,
    "an opponent's nil is taking": Reason.ATTACKS_NIL,
    "follow suit": Reason.ONLY_CHOICE,
    "void and short of the contract": Reason.RUFFS,
    "the partner's ace is winning": Reason.LEAVES_TO_PARTNER,
    "as safe as a nil can be": Reason.SAFE_NIL,
    "the deal is won by making": Reason.WINS_MATCH,
    "safe nil is worth 50": Reason.SAFE_NIL,
}
"""The reasons to be given, by how the case begins; any other bid counts its tricks."""


def reason_for(case: dict[str, object]) -> Reason:
    """What the line under the answer should say."""
    why = str(case["why"])
    return next((found for start, found in REASONS.items() if why.startswith(start)), Reason.COUNTS)


@settings(max_examples=10)
@given(st.integers(0, 2**64))
def test_hidden_cards_make_no_difference(seed: int) -> None:
    """With the cards it cannot see dealt anew, the player makes the same move."""
    dice = Random(seed)
    rules = dice.choice(list(PRESETS.values()))
    bot = SearchBot(BRIEF, seed=1)
    table, world, rolls = np.zeros(TABLE), np.zeros(POSITION, np.int64), new_dice(seed & 0xFFFF, 5)
    for match in random_deal(rules, dice):
        deal = match.deal
        turn = None if deal is None else deal.turn(rules)
        if deal is None or turn is None or dice.random() < 0.85:
            continue
        seen = view(match, turn)
        if deal.phase(rules) is Phase.PASSING or seen.own is None or seen.own.hand is None:
            continue
        question = question_of(seen, np.zeros((1, 1, 1, 1), np.float32))
        prepare(question, table)
        draw_hidden(question, world, table, rolls)
        hands = by_seat(CardSet(int(world[HANDS + seat])) for seat in range(4))
        other = view(replace(match, deal=replace(deal, hands=hands)), turn)
        assert ask(bot, seen) == ask(bot, other)


def test_the_same_place_gets_the_same_answer_from_a_copy() -> None:
    """A bot may be pickled and asked in another process."""
    seen = view_of_bid(cases("bots.json", "bids")[7])
    bot = SearchBot(BRIEF, seed=3)
    assert pickle.loads(pickle.dumps(bot)).bid(seen) == bot.bid(seen)  # noqa: S301 - our own


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_every_level_plays_legally_under_house_rules(level: object) -> None:
    """A deal from bid to score, with thinking cut short."""
    assert level in LEVELS.values()
    dice = Random(4)
    for rules in PRESETS.values():
        bot = SearchBot(replace(EXPERT, card_playouts=60, bid_playouts=60), seed=9)
        for match in random_deal(rules, dice):
            turn = None if match.deal is None else match.deal.turn(rules)
            if turn is not None and dice.random() < 0.2:
                ask(bot, view(match, turn))


@pytest.mark.parametrize("case", cases("bots.json", "bids"), ids=lambda case: case["why"])
def test_bids_of_good_players(case: dict[str, object]) -> None:
    """Hands from real complaints."""
    seen = view_of_bid(case)
    bid = SearchBot(PATIENT).bid(seen)
    assert bid.tricks in case["good_bids"]  # type: ignore[operator]
    assert why_bid(seen, bid).reason is reason_for(case)


def test_a_bid_above_the_count_says_what_asks_for_it() -> None:
    """The score, or what the others have left; the score only while that is not known."""
    hand = ["SA", "S4", "H9", "H8", "H6", "H3", "DK", "D8", "D7", "D3", "C9", "C6", "C2"]
    case = {"rules": "challenge", "hand": hand, "scores": {"us": 0, "them": 0}}
    case |= {"bags": {"us": 0, "them": 0}}
    for before, reason in (
        ([3, 1, 5], Reason.ROOM),
        ([3, 2, 5], Reason.BOLD),
        ([1, 5], Reason.BOLD),
    ):
        seen = view_of_bid(case | {"bids_before": before})
        assert why_bid(seen, Bid(4)).reason is reason
    assert why_bid(view_of_bid(case | {"bids_before": [3, 1, 5]}), Bid(2)).reason is Reason.COUNTS


@pytest.mark.parametrize("case", cases("bots.json", "play"), ids=lambda case: case["why"])
def test_cards_of_good_players(case: dict[str, object]) -> None:
    """Positions from real complaints."""
    seen = view_of_play(case)
    card = SearchBot(PATIENT).play(seen)
    assert card.name in case["good_cards"]  # type: ignore[operator]
    assert why_card(seen, card).reason is reason_for(case)


def test_a_trump_on_the_partners_trick_must_be_worth_it() -> None:
    """By a little it is not; the reasons tell the one from the other."""
    case = cases("bots.json", "play")[-1]
    seen = view_of_play(case)
    assert trumps_to_keep(seen) == CardSet.parse("SK4")
    careless = SearchBot(replace(PATIENT, trump_margin=0.0)).play(seen)
    assert careless is Card.SK
    assert why_card(seen, careless).reason is Reason.DUCKS_BAG
    short = view_of_play(case | {"tricks_taken": {"N": 1, "E": 4, "S": 2, "W": 3}})
    assert trumps_to_keep(short)
    assert why_card(short, Card.SK).reason is Reason.TAKES_LEAD
    made = view_of_play(case | {"tricks_taken": {"N": 3, "E": 2, "S": 3, "W": 2}})
    assert not trumps_to_keep(made)
    early = view_of_play(case | {"trick": ["HA", "H4"], "leader": "N"})
    assert not trumps_to_keep(early)


SWITCHES = (
    {"habits": False},
    {"exact_cards": 20},
    {"tries": 1},
    {"surprise": 0.5},
    {"doubt": 0.3},
    {"plays_score": False},
)


@pytest.mark.parametrize("changes", SWITCHES, ids="".join)
def test_parts_can_be_switched_to_measure_their_worth(changes: dict[str, object]) -> None:
    """Whatever is left out, the moves are legal ones."""
    dice = Random(6)
    bot = SearchBot(replace(BRIEF, **changes), seed=2)
    moves = 0
    for match in random_deal(CHALLENGE, dice):
        turn = None if match.deal is None else match.deal.turn(CHALLENGE)
        if turn is None or dice.random() < 0.5:
            continue
        assert decide(match, ask(bot, view(match, turn)))
        moves += 1
    assert moves > 10


@pytest.mark.parametrize(("step", "doubted"), [(1, True), (2, False), (3, True)])
def test_a_low_bid_of_the_other_side_may_hide_a_strong_hand(step: int, doubted: bool) -> None:
    """A partner means what it bids."""
    _, match = next(zip(range(1), random_deal(CHALLENGE, Random(1)), strict=False))
    assert match.deal is not None
    seen = view(match, match.deal.turn(CHALLENGE))
    question = question_of(seen, win_table(seen.rules))
    seat = (question.seat + step) & 3
    bids = np.full(4, UNBID, np.int64)
    bids[seat] = 1

    def likelihood(hand: str, doubt: float) -> float:
        hands = [0, 0, 0, 0]
        hands[step] = CardSet.parse(hand).mask
        one, two, three, four = hands
        return explanation(question._replace(bids=bids), doubt, (one, two, three, four, 0))

    def ratio(doubt: float) -> float:
        strong = "SAKQ32 HAK2 DAK2 C32"
        return likelihood("S32 H5432 DK432 C432", doubt) / likelihood(strong, doubt)

    assert ratio(0.0) > 10
    assert (ratio(0.3) < 5) is doubted


def test_a_race_gives_up_what_is_far_behind() -> None:
    """The best of three is found, and most playouts go to the two that are close."""
    tried: list[int] = []

    def trial(choices: np.ndarray, first: int, values: np.ndarray) -> None:
        rolls = np.random.default_rng(first)
        tried.extend(int(choice) for choice in choices)
        for column, choice in enumerate(choices):
            values[:, column] = rolls.normal(size=len(values)) + {7: 0.0, 8: 0.3, 9: -3.0}[choice]

    found = race((7, 8, 9), trial, 3000, 60.0)
    assert found.best == 8
    assert found.choices[-1] == 9
    assert tried.count(9) < tried.count(7)
