"""Core values as JSON and back: a card is its name, a set of cards a list of names."""

from __future__ import annotations

from typing import Any

import msgspec

from spadille.core.cards import Card, CardSet


def _encode_hook(value: object) -> object:
    if isinstance(value, CardSet):
        return list(value)
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
