// The fields of a rule set as a form shows them. What is allowed, the server says.

import type { RuleSet } from "../protocol.gen";

type Of<T> = { [K in keyof RuleSet]: RuleSet[K] extends T ? K : never }[keyof RuleSet];
type WordField = Exclude<Of<string>, "name">;
type FlagField = Of<boolean>;
type NumberField = Exclude<keyof RuleSet, Of<string> | FlagField>;

export type Field =
  | {
      readonly kind: "number";
      readonly key: NumberField;
      readonly label: string;
      /** Whether the field may be switched off, and what to say of that. */
      readonly none: string | null;
      /** What it begins with once it is switched on. */
      readonly start: number;
    }
  | { readonly kind: "flag"; readonly key: FlagField; readonly label: string }
  | {
      readonly kind: "word";
      readonly key: WordField;
      readonly label: string;
      readonly options: readonly (readonly [value: string, words: string])[];
    };

function number(key: NumberField, label: string, start: number, none: string | null = null): Field {
  return { kind: "number", key, label, none, start };
}

function flag(key: FlagField, label: string): Field {
  return { kind: "flag", key, label };
}

function word<K extends WordField>(
  key: K,
  label: string,
  options: readonly (readonly [value: RuleSet[K], words: string])[],
): Field {
  return { kind: "word", key, label, options };
}

export const GROUPS: readonly (readonly [title: string, fields: readonly Field[]])[] = [
  [
    "The match",
    [
      number("target", "Points to win", 500),
      word("win_at", "A score wins when it", [
        ["reaches", "reaches the target"],
        ["exceeds", "exceeds the target"],
      ]),
      number("losing_score", "A score so low ends the match", -200, "no score is too low"),
      number("deal_limit", "Deals at most", 10, "no limit"),
      flag("boston", "All 13 tricks of a deal win the match"),
    ],
  ],
  [
    "Bidding",
    [
      word("bidding", "Bids are", [
        ["free", "free"],
        ["mirror", "the number of spades held"],
        ["whiz", "the number of spades held, or nil"],
        ["suicide", "nil for one partner of each side"],
      ]),
      number("side_bid_most", "Most that partners bid together", 13, "no limit"),
      number("side_bid_least", "Least that partners bid together", 0),
      number("bid_least", "Least that a player bids (0 or 1)", 0),
      flag("no_bid_of_one", "Nobody may bid one"),
      flag("no_total_of_thirteen", "The four bids may not total 13"),
      flag("ten_for_two_hundred", "A side’s bid of 10 or more pays or costs 200"),
    ],
  ],
  [
    "Nil",
    [
      number("nil_points", "Points for nil", 100, "nil is not offered"),
      flag("both_nil", "Both partners may bid nil"),
      word("failed_nil_tricks", "Tricks of a failed nil", [
        ["bags", "are bags"],
        ["help_partner", "help the partner"],
        ["nothing", "count for nothing"],
      ]),
      number("blind_nil_points", "Points for blind nil", 100, "blind nil is not offered"),
      number("blind_nil_behind", "Blind nil when behind by", 100, "at any score"),
      number("blind_nils_a_side", "Blind nils of one side (1 or 2)", 1),
    ],
  ],
  [
    "Exchange",
    [
      number("exchange_cards", "Cards that partners exchange", 0),
      word("exchange_for", "The exchange comes with", [
        ["blind_nil", "blind nil only"],
        ["any_nil", "every nil"],
      ]),
      word("exchange_order", "First to give", [
        ["bidder_first", "the bidder"],
        ["partner_first", "the partner"],
      ]),
    ],
  ],
  [
    "Play",
    [
      word("first_trick_spades", "Spades on the first trick", [
        ["forbidden", "only if nothing else is legal"],
        ["allowed", "allowed"],
      ]),
      word("spades_lead", "Spades are led", [
        ["when_broken", "once they are broken"],
        ["any_time", "at any time"],
      ]),
    ],
  ],
  [
    "Bags and sets",
    [
      word("set_contract", "A contract that is set", [
        ["loses_bid", "loses what was bid"],
        ["scores_nothing", "scores nothing"],
      ]),
      number("bag_points", "Points for a bag", 1),
      number("bag_limit", "Bags that bring a penalty", 10, "bags never do"),
      number("bag_penalty", "The penalty for bags", 100),
      word("bag_remainder", "Bags beyond the penalty", [
        ["carried", "are carried on"],
        ["reset", "are forgotten"],
      ]),
    ],
  ],
];

/** Every field that the form asks for. */
export function fieldsAsked(): (keyof RuleSet)[] {
  return GROUPS.flatMap(([, fields]) => fields.map((field) => field.key));
}

/** The field and the words of an answer like "target: Expected `int` >= 50". */
export function fieldProblem(detail: string): { field: string; message: string } | null {
  const found = /^(?:rules\.)?([a-z_]+): (.+)$/s.exec(detail);
  if (!found?.[1] || !found[2]) return null;
  const range = /^Expected `.*` (<=|>=) (-?\d+)/.exec(found[2]);
  if (!range) return { field: found[1], message: found[2] };
  return { field: found[1], message: `${range[1] === ">=" ? "at least" : "at most"} ${range[2]}` };
}
