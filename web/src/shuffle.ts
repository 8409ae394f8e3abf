// The deck of a deal worked out again from its seed, without the server.
//
// Written from the description in docs/decisions/0007-deals-that-can-be-checked.md and
// compared with the server's own decks by the tests of both.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { SEATS } from "./cards";
import type { Card, DealRecord } from "./protocol.gen";

const DECK: readonly Card[] = ["C", "D", "H", "S"].flatMap((suit) =>
  [..."23456789TJQKA"].map((rank) => `${suit}${rank}` as Card),
);
const RANGE = 2n ** 64n;

/** The SHA-256 of a seed, both in hexadecimal digits. */
export function commitmentOf(seed: string): string {
  return bytesToHex(sha256(hexToBytes(seed)));
}

/** The four hands, from north clockwise, that a seed deals. */
export function handsOf(seed: string): Card[][] {
  const deck = [...DECK];
  const numbers = numbersOf(hexToBytes(seed));
  for (let last = deck.length - 1; last > 0; last--) {
    const other = below(numbers, last + 1);
    const [a, b] = [deck[last], deck[other]];
    if (a === undefined || b === undefined) throw new Error("a deck has 52 cards");
    deck[last] = b;
    deck[other] = a;
  }
  return SEATS.map((seat) => deck.slice(13 * seat, 13 * seat + 13));
}

/** Numbers below 2^64: SHA-256 of the seed and a counter, eight bytes at a time. */
function* numbersOf(seed: Uint8Array): Generator<bigint, never> {
  for (let block = 0; ; block++) {
    const input = new Uint8Array(seed.length + 4);
    input.set(seed);
    new DataView(input.buffer).setUint32(seed.length, block);
    const digest = new DataView(sha256(input).buffer);
    for (let start = 0; start < 32; start += 8) yield digest.getBigUint64(start);
  }
}

/** The next number below *bound*; those that would favour a place are left out. */
function below(numbers: Generator<bigint, never>, bound: number): number {
  const fair = RANGE - (RANGE % BigInt(bound));
  for (;;) {
    const number = numbers.next().value;
    if (number < fair) return Number(number % BigInt(bound));
  }
}

export interface Verdict {
  /** Whether the seed is the one that was promised before the deal. */
  readonly promised: boolean;
  /** Whether the seed deals the hands that were played. */
  readonly dealt: boolean;
}

/** Judge a finished deal; *promised* is the commitment this browser was shown, if it was. */
export function verify(deal: DealRecord, promised: string = deal.commitment): Verdict {
  const hands = handsOf(deal.seed);
  return {
    promised: commitmentOf(deal.seed) === promised && deal.commitment === promised,
    dealt: SEATS.every((seat) => sameCards(hands[seat] ?? [], deal.hands[seat])),
  };
}

function sameCards(a: readonly Card[], b: readonly Card[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
