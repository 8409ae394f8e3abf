// What this browser's owner likes. Kept in local storage; every change is kept at once.

import type { HandOrder } from "./cards";
import type { HandSize } from "./layout";

export type Deck = "four" | "two" | "contrast";
export type Animations = "full" | "short" | "none";
export type Taps = "auto" | "one" | "two";
export type Detail = "full" | "short";

export interface Choices {
  deck: Deck;
  animations: Animations;
  handSize: HandSize;
  handOrder: HandOrder;
  taps: Taps;
  /** Single-letter keys can get in the way of speech input. */
  keys: boolean;
  sounds: boolean;
  /** 0 to 1. */
  volume: number;
  /** The last five seconds of a turn tick. */
  ticks: boolean;
  speech: Detail;
}

export const DEFAULTS: Choices = {
  deck: "four",
  animations: "full",
  handSize: "medium",
  handOrder: "high_left",
  taps: "auto",
  keys: true,
  sounds: true,
  volume: 0.6,
  ticks: true,
  speech: "full",
};

const KEY = "spadille.settings";

/** The choices in *stored*, where it has any of the right kind. */
export function fromStored(stored: string | null): Choices {
  const choices = { ...DEFAULTS };
  let found: unknown;
  try {
    found = JSON.parse(stored ?? "{}");
  } catch {
    return choices;
  }
  if (typeof found !== "object" || found === null) return choices;
  for (const key of Object.keys(DEFAULTS) as (keyof Choices)[]) {
    const value = (found as Record<string, unknown>)[key];
    if (typeof value === typeof DEFAULTS[key]) Object.assign(choices, { [key]: value });
  }
  return choices;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // Storage can be forbidden; then choices last as long as the page.
  }
}

export const settings: Choices = $state(fromStored(stored()));

export function change<K extends keyof Choices>(key: K, value: Choices[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // As above.
  }
}
