"""Sets of cards as the bits of an integer, coded as `spadille.core.cards.CardSet.mask`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic as numba_intrinsic
from numba.extending import overload

from spadille.bots.kernel.jit import bare

if TYPE_CHECKING:
    from collections.abc import Callable

ONE_SUIT: Final = (1 << 13) - 1
DECK: Final = (1 << 52) - 1
FIRST_SPADE: Final = 39
SPADES: Final = ONE_SUIT << FIRST_SPADE
SPADE_SUIT: Final = 3


def popcount(mask: int) -> int:
    """Mirror of `spadille.core.cards.CardSet.__len__`."""
    return int(mask).bit_count()


def low_card(mask: int) -> int:
    """Mirror of `spadille.core.cards.CardSet.__iter__`: the first card, of at least one."""
    return (int(mask) & -int(mask)).bit_length() - 1


def high_card(mask: int) -> int:
    """Mirror of `spadille.core.cards.CardSet.__iter__`: the last card, of at least one."""
    return int(mask).bit_length() - 1


def intrinsic(function: Callable[..., Any]) -> Any:  # noqa: ANN401 - a type of numba's own
    """Let compiled code call *function*, whose typing context numba passes by itself."""
    return numba_intrinsic(function)


# The processor has one instruction for each of the three; numba reaches it through LLVM.


@intrinsic
def _ones(_context: Any, mask: Any) -> Any:  # noqa: ANN401 - numba's own types
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(args[0])

    return types.int64(mask), generate


@intrinsic
def _trailing(_context: Any, mask: Any) -> Any:  # noqa: ANN401 - as above
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(mask), generate


@intrinsic
def _leading(_context: Any, mask: Any) -> Any:  # noqa: ANN401 - as above
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.ctlz(args[0], cgutils.true_bit)

    return types.int64(mask), generate


@overload(popcount)
def _popcount(mask: int) -> Callable[[int], int]:  # noqa: ARG001 - numba asks by type
    def implementation(mask: int) -> int:
        return int(_ones(types.int64(mask)))

    return implementation


@overload(low_card)
def _low_card(mask: int) -> Callable[[int], int]:  # noqa: ARG001
    def implementation(mask: int) -> int:
        return int(_trailing(types.int64(mask)))

    return implementation


@overload(high_card)
def _high_card(mask: int) -> Callable[[int], int]:  # noqa: ARG001
    def implementation(mask: int) -> int:
        return int(63 - _leading(types.int64(mask)))

    return implementation


@bare
def suit_of(card: int) -> int:
    """Mirror of `spadille.core.cards.Card`: the suit of *card*."""
    return int(card >= 13) + int(card >= 26) + int(card >= FIRST_SPADE)  # noqa: PLR2004


@bare
def suit_mask(suit: int) -> int:
    """Mirror of `spadille.core.cards.CardSet.of`: all cards of *suit*."""
    return ONE_SUIT << (13 * suit)


@bare
def above(card: int) -> int:
    """Mirror of `spadille.core.cards.Card`: all cards of a higher index than *card*."""
    return DECK & ~((2 << card) - 1)


@bare
def below(card: int) -> int:
    """Mirror of `spadille.core.cards.Card`: all cards of a lower index than *card*."""
    return (1 << card) - 1


@bare
def nth_card(mask: int, n: int) -> int:
    """Mirror of `spadille.core.cards.CardSet.__iter__`: the card after *n* lower ones."""
    for _ in range(n):
        mask &= mask - 1
    return low_card(mask)
