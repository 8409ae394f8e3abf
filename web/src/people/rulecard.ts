// A rule set as a word that fits into an address: what differs from a preset-less start,
// so that the link of a rule card can be sent to anyone.

import type { RuleSet } from "../protocol.gen";

/** The rules that a card of no words stands for; the server's own defaults. */
export const PLAIN: RuleSet = {
  name: "House rules",
  target: 500,
  win_at: "reaches",
  losing_score: null,
  deal_limit: null,
  bag_points: 1,
  bag_limit: 10,
  bag_penalty: 100,
  bag_remainder: "carried",
  set_contract: "loses_bid",
  nil_points: 100,
  failed_nil_tricks: "bags",
  both_nil: true,
  blind_nil_points: null,
  blind_nil_behind: 100,
  blind_nils_a_side: 1,
  exchange_cards: 0,
  exchange_for: "blind_nil",
  exchange_order: "bidder_first",
  side_bid_most: null,
  side_bid_least: 0,
  bid_least: 0,
  no_bid_of_one: false,
  no_total_of_thirteen: false,
  ten_for_two_hundred: false,
  boston: false,
  first_trick_spades: "forbidden",
  spades_lead: "when_broken",
  bidding: "free",
};

const FIELDS = Object.keys(PLAIN) as (keyof RuleSet)[];

/** The card of *rules*. */
export function cardOf(rules: RuleSet): string {
  const told = Object.fromEntries(
    FIELDS.filter((field) => rules[field] !== PLAIN[field]).map((field) => [field, rules[field]]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The rules of a card; `null` if it is none. Whether they can be played, the server says. */
export function rulesOf(card: string): RuleSet | null {
  try {
    const text = atob(card.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const told: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof told !== "object" || told === null || Array.isArray(told)) return null;
    const fields = Object.entries(told).filter(([field]) => FIELDS.includes(field as keyof RuleSet));
    return { ...PLAIN, ...Object.fromEntries(fields) } as RuleSet;
  } catch {
    return null;
  }
}
