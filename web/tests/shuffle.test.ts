import { describe, expect, test } from "vitest";
import type { DealRecord } from "../src/protocol.gen";
import { commitmentOf, handsOf, verify } from "../src/shuffle";
import { RECORD } from "./fixtures";

describe.each(RECORD.deals.map((deal, index) => [index + 1, deal] as const))(
  "deal %i of a recorded match",
  (_number, deal) => {
    test("is worked out again from its seed", () => {
      expect(handsOf(deal.seed).map((hand) => [...hand].sort())).toEqual(
        deal.hands.map((hand) => [...hand].sort()),
      );
      expect(commitmentOf(deal.seed)).toBe(deal.commitment);
      expect(verify(deal)).toEqual({ promised: true, dealt: true });
    });

    test("is not verified once a card has been exchanged for another", () => {
      const [north, east, south, west] = deal.hands;
      const moved: DealRecord = {
        ...deal,
        hands: [[...north.slice(1), ...east.slice(0, 1)], [...east.slice(1), ...north.slice(0, 1)], south, west],
      };
      expect(verify(moved)).toEqual({ promised: true, dealt: false });
    });

    test("is not verified with another seed", () => {
      const seed = deal.seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
      expect(verify({ ...deal, seed })).toEqual({ promised: false, dealt: false });
    });

    test("is not verified against another promise", () => {
      expect(verify(deal, "00".repeat(32)).promised).toBe(false);
    });
  },
);

test("every seed deals 52 different cards", () => {
  const cards = handsOf("ff".repeat(32)).flat();
  expect(new Set(cards).size).toBe(52);
});
