"""Core values as JSON and back: a card is its name, a set of cards a list of names."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from spadille.core.cards import DECK, Card, CardSet

_KEPT: Final = 4096
"""Texts of sets of cards that are kept: a hand is sent again with every card of the others."""
# Python 3.11 takes longer to read a member's value than to look it up here.
_TEXTS: Final = tuple(card.value for card in DECK)


@lru_cache(_KEPT)
def _names(mask: int) -> msgspec.Raw:
    """The set with this *mask* as it is written."""
    return msgspec.Raw(msgspec.json.encode([_TEXTS[card.index] for card in CardSet(mask)]))


def _encode_hook(value: object) -> object:
    if isinstance(value, CardSet):
        return _names(value.mask)
    msg = f"{type(value).__name__} has no JSON form"
    raise NotImplementedError(msg)


def _decode_hook(kind: type[Any], value: object) -> object:
    if kind is not CardSet:
        msg = f"{kind.__name__} has no JSON form"
        raise NotImplementedError(msg)
    cards = msgspec.convert(value, list[Card])
    if len(set(cards)) != len(cards):
        msg = "a card is named twice"
        raise ValueError(msg)
    return CardSet.of_cards(cards)


def encoder() -> msgspec.json.Encoder:
    """An encoder of core values; keep it, for its buffers are reused."""
    return msgspec.json.Encoder(enc_hook=_encode_hook)


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - unions are no types
    """A decoder of *kind* that raises `msgspec.ValidationError` for anything else."""
    return msgspec.json.Decoder(kind, dec_hook=_decode_hook)
