import { describe, expect, test } from "vitest";
import { sorted, suitOf } from "../src/cards";
import { CARD_RATIO, layHand, layTrick, shapeFor } from "../src/layout";
import type { Card } from "../src/protocol.gen";
import { RECORD } from "./fixtures";

const HANDS: Card[][] = RECORD.deals.flatMap((deal) => deal.hands.map((hand) => sorted(hand)));
const WINDOWS = [
  [1280, 800, 968],
  [768, 1024, 768],
  [390, 844, 390],
  [360, 640, 360],
  [844, 390, 844],
] as const;

describe.each(WINDOWS)("a hand in a window of %i by %i", (width, height, area) => {
  const shape = shapeFor(width, height);

  test("no card lies outside, whole or in part", () => {
    for (const hand of HANDS) {
      for (let count = 1; count <= hand.length; count++) {
        const layout = layHand(hand.slice(0, count), area, shape);
        for (const place of layout.places) {
          expect(place.x).toBeGreaterThanOrEqual(0);
          expect(place.x + layout.cardWidth).toBeLessThanOrEqual(area);
        }
      }
    }
  });

  test("each card shows a strip that a finger can hit", () => {
    for (const hand of HANDS) expect(layHand(hand, area, shape).strip).toBeGreaterThanOrEqual(43);
  });

  test("there is a place for each card", () => {
    for (const hand of HANDS) expect(layHand(hand, area, shape).places).toHaveLength(hand.length);
  });
});

test("fifteen cards of an exchange fit too", () => {
  const cards = sorted([...(HANDS[0] ?? []), ...(HANDS[1] ?? []).slice(0, 2)]);
  for (const [width, height, area] of WINDOWS) {
    const layout = layHand(cards, area, shapeFor(width, height));
    const right = Math.max(...layout.places.map((place) => place.x)) + layout.cardWidth;
    expect(right).toBeLessThanOrEqual(area);
  }
});

test("two rows break between two suits where that leaves them even", () => {
  const hand = sorted(["SA", "SK", "SQ", "HA", "HK", "HQ", "CA", "CK", "CQ", "DA", "DK", "DQ", "D2"]);
  const layout = layHand(hand, 390, "rows");
  const first = layout.places.filter((place) => place.y === layout.places[0]?.y).length;
  expect(suitOf(hand[first - 1] as Card)).not.toBe(suitOf(hand[first] as Card));
});

test("seven cards need one row only", () => {
  const layout = layHand((HANDS[0] ?? []).slice(0, 7), 390, "rows");
  expect(new Set(layout.places.map((place) => place.y)).size).toBe(1);
});

test("the cards of a trick do not hide each other's corners", () => {
  for (const [width, height, shape] of [
    [968, 512, "fan"],
    [390, 430, "rows"],
    [360, 290, "rows"],
  ] as const) {
    const { cardWidth, places } = layTrick(width, height, shape, 68, shape === "rows" ? 50 : 6);
    const [below, left, above, right] = places;
    expect(below.y - above.y).toBeGreaterThan(cardWidth * CARD_RATIO);
    expect(right.x - left.x).toBeGreaterThan(2 * cardWidth);
  }
});
