// The colours of theme.css hold the contrasts of the design, whatever the screen shows.

import { describe, expect, test } from "vitest";
import theme from "../src/theme.css?raw";

type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3");
  const channel = (at: number): number => parseInt(digits.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(rgb(a)), luminance(rgb(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Linear-light simulations of the three kinds of colour blindness. */
const SIGHTS: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(hex: string, sight: readonly [Rgb, Rgb, Rgb]): Rgb {
  const light = rgb(hex).map(linear);
  const channel = (row: Rgb): number =>
    Math.max(0, row.reduce((sum, part, i) => sum + part * (light[i] ?? 0), 0));
  return oklab([channel(sight[0]), channel(sight[1]), channel(sight[2])]);
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** A custom property, in the block of *selector*. */
function token(name: string, selector = ":root"): string {
  const block = theme.slice(theme.indexOf(`${selector} {`)).split("}")[0] ?? "";
  const found = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(block);
  if (found?.[1]) return found[1];
  if (selector === ":root") throw new Error(`no --${name}`);
  return token(name);
}

describe("text", () => {
  test.each([
    ["ink", "felt", 7],
    ["ink", "felt-deep", 11],
    ["ink", "panel", 7],
    ["ink", "button", 7],
    ["dim", "panel", 7],
    ["dim", "rail", 7],
    ["dim", "felt-deep", 4.5],
    ["turn", "rail", 7],
    ["turn-ink", "turn", 7],
    ["us", "panel", 7],
    ["them", "panel", 7],
    ["warn", "panel", 7],
    ["placeholder", "rail", 4.5],
    ["paper-ink", "paper", 7],
  ])("%s on %s", (text, ground, least) => {
    expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(least);
  });
});

describe.each([":root", '[data-deck="two"]', '[data-deck="contrast"]'])("the deck %s", (deck) => {
  const suits = ["s", "h", "d", "c"].map((suit) => token(`suit-${suit}`, deck));

  test("every suit stands out from the paper", () => {
    for (const suit of suits) {
      expect(contrast(suit, token("paper"))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** How far the two closest suits of a deck are apart, to a kind of sight. */
function closest(deck: string, sight: readonly [Rgb, Rgb, Rgb]): number {
  const suits = ["s", "h", "d", "c"].map((suit) => seen(token(`suit-${suit}`, deck), sight));
  return Math.min(
    ...suits.flatMap((a, i) => suits.slice(i + 1).map((b) => distance(a, b))),
  );
}

test.each(Object.entries(SIGHTS))("the high-contrast deck keeps suits apart: %s", (_name, sight) => {
  expect(closest('[data-deck="contrast"]', sight)).toBeGreaterThanOrEqual(0.13);
  if (_name !== "normal") {
    expect(closest('[data-deck="contrast"]', sight)).toBeGreaterThan(closest(":root", sight));
  }
});
