// Names and order of cards and seats: how things are shown, never what is allowed.

import type { Bid, Card, Seat, Side } from "./protocol.gen";

export type SuitLetter = "S" | "H" | "C" | "D";
export type HandOrder = "high_left" | "low_left";

/** From left to right in a hand: colours alternate, trumps first. */
export const SUITS: readonly SuitLetter[] = ["S", "H", "C", "D"];
const RANKS = "23456789TJQKA";

const SUIT_NAMES: Record<SuitLetter, string> = {
  S: "spades",
  H: "hearts",
  C: "clubs",
  D: "diamonds",
};
const RANK_NAMES: Record<string, string> = {
  T: "10",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};

export function suitOf(card: Card): SuitLetter {
  return card.charAt(0) as SuitLetter;
}

export function suitName(suit: SuitLetter): string {
  return SUIT_NAMES[suit];
}

/** The rank as the corner of the card shows it. */
export function rankText(card: Card): string {
  const rank = card.charAt(1);
  return rank === "T" ? "10" : rank;
}

/** The card as it is spoken: "king of hearts". */
export function cardName(card: Card): string {
  const rank = card.charAt(1);
  return `${RANK_NAMES[rank] ?? rank} of ${suitName(suitOf(card))}`;
}

/** A hand as its owner likes to hold it. */
export function sorted(cards: readonly Card[], order: HandOrder = "high_left"): Card[] {
  const up = order === "low_left" ? 1 : -1;
  return [...cards].sort(
    (a, b) =>
      SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)) ||
      up * (RANKS.indexOf(a.charAt(1)) - RANKS.indexOf(b.charAt(1))),
  );
}

/** A bid as the score sheet writes it: `4`, `0` for nil, `B0` for blind nil. */
export function bidText(bid: Bid): string {
  return bid.blind ? `B${bid.tricks}` : `${bid.tricks}`;
}

/** A bid as it is spoken. */
export function bidName(bid: Bid): string {
  if (bid.tricks > 0) return `${bid.tricks}`;
  return bid.blind ? "blind nil" : "nil";
}

export const SEATS: readonly Seat[] = [0, 1, 2, 3];
export const SEAT_NAMES = ["North", "East", "South", "West"] as const;

export function after(seat: Seat, steps: number): Seat {
  return ((seat + steps) & 3) as Seat;
}

export function partnerOf(seat: Seat): Seat {
  return after(seat, 2);
}

export function sideOf(seat: Seat): Side {
  return (seat & 1) as Side;
}

/** The seats of a side: the viewer's own, or the one at the viewer's left, comes first. */
export function seatsOf(side: Side, viewer: Seat): [Seat, Seat] {
  const first = sideOf(viewer) === side ? viewer : after(viewer, 1);
  return [first, partnerOf(first)];
}

/** Where a seat lies for a viewer: 0 below, then clockwise 1 left, 2 above, 3 right. */
export function placeOf(seat: Seat, viewer: Seat): Seat {
  return ((seat - viewer + 4) & 3) as Seat;
}

/** A score or a change of it, with a true minus sign. */
export function points(value: number): string {
  return value < 0 ? `−${-value}` : `${value}`;
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : points(value);
}
