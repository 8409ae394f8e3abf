// Where each card lies: pure geometry, in pixels of the area that holds the cards.

import type { Card, Seat } from "./protocol.gen";
import { suitOf } from "./cards";

/** The upper left corner of a card and its turn in degrees. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

export interface HandLayout {
  readonly cardWidth: number;
  readonly height: number;
  readonly places: readonly Place[];
  /** How much of each card its neighbour leaves to be touched. */
  readonly strip: number;
}

export interface TrickLayout {
  readonly cardWidth: number;
  /** One for each place: below, left, above, right. */
  readonly places: readonly [Place, Place, Place, Place];
}

export type Shape = "fan" | "rows" | "flat";

/** Height of a card whose width is 1. */
export const CARD_RATIO = 1.4;
/** How far a card that may be played is raised. */
export const RAISE = 10;
const SMALLEST_STRIP = 43;
const WIDEST_TURN = 6.6;

export type HandSize = "small" | "medium" | "large";
const SCALE: Record<HandSize, number> = { small: 0.88, medium: 1, large: 1.14 };

/** The shape of a hand in a window of this size. */
export function shapeFor(width: number, height: number): Shape {
  if (height <= 500) return "flat";
  return width < 600 ? "rows" : "fan";
}

/** Where the cards of a hand lie in an area *width* wide. */
export function layHand(
  cards: readonly Card[],
  width: number,
  shape: Shape,
  size: HandSize = "medium",
): HandLayout {
  switch (shape) {
    case "fan":
      return fan(cards.length, width, 96 * SCALE[size]);
    case "flat":
      return flat(cards.length, width, 76);
    case "rows":
      return rows(cards, width);
  }
}

function fan(count: number, width: number, wanted: number): HandLayout {
  const margin = 16;
  const room = width - 2 * margin;
  const cardWidth = Math.round(Math.min(wanted, room / 7));
  const step = stepFor(count, room, cardWidth, cardWidth * 0.66);
  const left = (width - cardWidth - step * (count - 1)) / 2;
  const middle = (count - 1) / 2;
  // The fan of a full hand; fewer cards keep its curve, and lie flatter.
  const radius = 6;
  const places = Array.from({ length: count }, (_, index) => {
    const off = (index - middle) / radius;
    return { x: left + index * step, y: RAISE + 4 + 20 * off * off, turn: WIDEST_TURN * off };
  });
  return { cardWidth, height: cardWidth * CARD_RATIO + 38, places, strip: step };
}

function flat(count: number, width: number, wanted: number): HandLayout {
  const room = width - 24;
  const cardWidth = Math.round(Math.min(wanted, room / 8));
  const step = stepFor(count, room, cardWidth, cardWidth * 0.8);
  const left = (width - cardWidth - step * (count - 1)) / 2;
  const places = Array.from({ length: count }, (_, index) => ({
    x: left + index * step,
    y: RAISE + 2,
    turn: 0,
  }));
  // The lower part of the cards lies below the edge of the screen.
  return { cardWidth, height: cardWidth * CARD_RATIO * 0.68 + RAISE + 2, places, strip: step };
}

function rows(cards: readonly Card[], width: number): HandLayout {
  const margin = 6;
  const room = width - 2 * margin;
  const cardWidth = width < 375 ? 70 : 76;
  const most = Math.max(1, Math.floor((room - cardWidth) / SMALLEST_STRIP) + 1);
  const breakAt = cards.length <= Math.min(7, most) ? cards.length : rowBreak(cards, most);
  const counts = breakAt < cards.length ? [breakAt, cards.length - breakAt] : [breakAt];
  const longest = Math.max(...counts);
  const step = stepFor(longest, room, cardWidth, 52);
  const rowHeight = Math.round(cardWidth * 0.9);
  const places = counts.flatMap((count, row) => {
    const left = (width - cardWidth - step * (longest - 1)) / 2;
    return Array.from({ length: count }, (_, index) => ({
      x: left + index * step,
      y: RAISE + 2 + row * rowHeight,
      turn: 0,
    }));
  });
  const height = RAISE + 6 + cardWidth * CARD_RATIO + (counts.length - 1) * rowHeight;
  return { cardWidth, height, places, strip: step };
}

function stepFor(count: number, room: number, cardWidth: number, widest: number): number {
  return count < 2 ? widest : Math.min(widest, (room - cardWidth) / (count - 1));
}

/** Where the second row begins: between two suits if it can, near the middle. */
function rowBreak(cards: readonly Card[], most: number): number {
  const middle = Math.ceil(cards.length / 2);
  let best = middle;
  let bestCost = Infinity;
  for (let at = Math.max(1, cards.length - most); at <= Math.min(most, cards.length - 1); at++) {
    const [left, right] = [cards[at - 1], cards[at]];
    const splits = left && right && suitOf(left) === suitOf(right) ? 1.5 : 0;
    const cost = Math.abs(at - cards.length / 2) + splits;
    if (cost < bestCost) [best, bestCost] = [at, cost];
  }
  return best;
}

/** Where the four cards of a trick lie in a felt of this size, between *top* and *bottom*. */
export function layTrick(
  width: number,
  height: number,
  shape: Shape,
  top: number,
  bottom: number,
): TrickLayout {
  const room = height - top - bottom;
  const centre = { x: width / 2, y: top + room / 2 };
  return shape === "flat" ? trickRow(centre, room) : trickCross(centre, width, room);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function trickCross(centre: Point, width: number, room: number): TrickLayout {
  // Above and below overlap the ones beside them: 2.2 cards high, 3.1 wide.
  const cardWidth = clamp(Math.min(room / 2.2 / CARD_RATIO, (width - 204) / 3.1, 104), 50, 104);
  const [w, h] = [cardWidth, cardWidth * CARD_RATIO];
  const at = (x: number, y: number, turn: number): Place => ({
    x: centre.x + x * w - w / 2,
    y: centre.y + y * h - h / 2,
    turn,
  });
  return {
    cardWidth,
    places: [at(0, 0.52, 1.2), at(-1.02, 0.04, -2), at(0, -0.52, -0.8), at(1.02, -0.04, 2.2)],
  };
}

function trickRow(centre: Point, room: number): TrickLayout {
  const cardWidth = clamp(room / CARD_RATIO / 1.12, 40, 74);
  const [w, h] = [cardWidth, cardWidth * CARD_RATIO];
  const at = (x: number, y: number): Place => ({
    x: centre.x + x * w - w / 2,
    y: centre.y + y * h - h / 2,
    turn: 0,
  });
  return { cardWidth, places: [at(0.56, 0.05), at(-1.68, 0), at(-0.56, -0.05), at(1.68, 0)] };
}

/** The middle of the plate at a place, where cards come from and tricks go to. */
export function plateCentre(place: Seat, width: number, height: number): Point {
  switch (place) {
    case 0:
      return { x: width / 2, y: height };
    case 1:
      return { x: 40, y: height * 0.44 };
    case 2:
      return { x: width / 2, y: 30 };
    case 3:
      return { x: width - 40, y: height * 0.44 };
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
