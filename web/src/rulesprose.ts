// The rules of a table in sentences: each field of the rule set in its own.

import type { RuleSet } from "./protocol.gen";

type Sentence = (rules: RuleSet) => string;

/** What every table has in common. */
export const COMMON: readonly string[] = [
  "Four players, two partnerships: partners sit across from each other. 52 cards, the ace is the highest, and spades are always trump.",
  "The first dealer is drawn at random; after that the deal passes clockwise. Everyone gets 13 cards.",
  "The player left of the dealer bids first and leads to the first trick. The winner of a trick leads to the next.",
  "Follow the suit that was led if you can. The highest spade takes the trick, else the highest card of the suit led.",
  "Spades are broken once a spade has been played in this deal.",
  "The contract of a partnership is the sum of its two bids. Made, it scores 10 points for each trick bid; each trick beyond is a bag.",
];

const SENTENCES: Record<keyof RuleSet, Sentence> = {
  name: (r) => `These are the rules called ${titleOf(r)}.`,
  target: (r) => `The match is played to ${r.target} points.`,
  win_at: (r) =>
    r.win_at === "reaches"
      ? "A score that reaches the target wins; if both sides are there, the higher score wins."
      : "A score must exceed the target to win; if both sides do, the higher score wins.",
  losing_score: (r) =>
    r.losing_score === null
      ? "No score is so low that it ends the match."
      : `A side at ${minus(r.losing_score)} points or below ends the match.`,
  deal_limit: (r) =>
    r.deal_limit === null
      ? "There is no limit to the number of deals."
      : `After ${r.deal_limit} deals the higher score wins.`,
  bag_points: (r) =>
    r.bag_points === 0
      ? "A bag scores nothing by itself."
      : `Each bag scores ${minus(r.bag_points)} point.`,
  bag_limit: (r) =>
    r.bag_limit === null
      ? "Bags never cost a penalty."
      : `Every ${r.bag_limit} bags of a side cost it a penalty.`,
  bag_penalty: (r) =>
    r.bag_limit === null ? "" : `The penalty for bags is ${r.bag_penalty} points.`,
  bag_remainder: (r) =>
    r.bag_limit === null
      ? ""
      : r.bag_remainder === "carried"
        ? "Bags beyond the penalty are carried on."
        : "After a penalty the bags start again at 0.",
  set_contract: (r) =>
    r.set_contract === "loses_bid"
      ? "A contract that is set costs 10 points for each trick bid."
      : "A contract that is set scores nothing.",
  nil_points: (r) =>
    r.nil_points === null
      ? "Nil is not offered."
      : `Nil, a promise to take no trick, wins ${r.nil_points} points if kept and costs ${r.nil_points} if not.`,
  failed_nil_tricks: (r) =>
    ({
      bags: "Tricks taken by a failed nil are bags and do not help the partner.",
      help_partner: "Tricks taken by a failed nil count for the partner’s contract.",
      nothing: "Tricks taken by a failed nil count for nothing.",
    })[r.failed_nil_tricks],
  both_nil: (r) =>
    r.both_nil ? "Both partners may bid nil in the same deal." : "Only one of two partners may bid nil.",
  blind_nil_points: (r) =>
    r.blind_nil_points === null
      ? "Blind nil is not offered."
      : `Blind nil, bid before the cards are seen, wins or costs ${r.blind_nil_points} points.`,
  blind_nil_behind: (r) =>
    r.blind_nil_points === null
      ? ""
      : r.blind_nil_behind === null
        ? "Blind nil may be bid at any score."
        : `Blind nil is offered to a side that trails by ${r.blind_nil_behind} points or more.`,
  blind_nils_a_side: (r) =>
    r.blind_nil_points === null
      ? ""
      : r.blind_nils_a_side === 1
        ? "Only one partner of a side may bid blind nil in a deal."
        : "Both partners of a side may bid blind nil.",
  exchange_cards: (r) =>
    r.exchange_cards === 0
      ? "No cards are exchanged."
      : `Before play, the bidder and the partner give each other ${r.exchange_cards} ${r.exchange_cards === 1 ? "card" : "cards"}.`,
  exchange_for: (r) =>
    r.exchange_cards === 0
      ? ""
      : r.exchange_for === "blind_nil"
        ? "The exchange comes with blind nil only."
        : "The exchange comes with every nil.",
  exchange_order: (r) =>
    r.exchange_cards === 0
      ? ""
      : r.exchange_order === "bidder_first"
        ? "The bidder gives first; the partner answers, having seen the cards."
        : "The partner gives first; the bidder answers, having seen the cards.",
  side_bid_most: (r) =>
    r.side_bid_most === null
      ? "Partners may bid as much as they like together."
      : `Partners may bid ${r.side_bid_most} tricks together at most.`,
  side_bid_least: (r) =>
    r.side_bid_least === 0 ? "" : `Partners must bid ${r.side_bid_least} tricks together at least.`,
  bid_least: (r) => (r.bid_least === 0 ? "" : "Everyone must bid one trick at least; only blind nil is less."),
  no_bid_of_one: (r) => (r.no_bid_of_one ? "Nobody may bid one." : ""),
  no_total_of_thirteen: (r) =>
    r.no_total_of_thirteen ? "The last bidder may not make the four bids total 13." : "",
  ten_for_two_hundred: (r) =>
    r.ten_for_two_hundred ? "A side’s bid of 10 or more wins 200 points if made and costs 200 if set." : "",
  boston: (r) => (r.boston ? "A side that takes all 13 tricks of a deal wins the match." : ""),
  first_trick_spades: (r) =>
    r.first_trick_spades === "forbidden"
      ? "On the first trick spades are neither led nor played, unless nothing else is legal."
      : "Spades may be played on the first trick by a player who cannot follow suit.",
  spades_lead: (r) =>
    r.spades_lead === "when_broken"
      ? "Spades may be led once they are broken, or from a hand of nothing but spades."
      : "Spades may be led at any time.",
  bidding: (r) =>
    ({
      free: "Everyone bids freely.",
      mirror: "Everyone must bid the number of spades held.",
      whiz: "Everyone must bid the number of spades held, or nil.",
      suicide: "One partner of each side must bid nil.",
    })[r.bidding],
};

const CHAPTERS: readonly (readonly [string, readonly (keyof RuleSet)[]])[] = [
  ["The match", ["name", "target", "win_at", "losing_score", "deal_limit", "boston"]],
  ["Bidding", ["bidding", "side_bid_most", "side_bid_least", "bid_least", "no_bid_of_one", "no_total_of_thirteen", "ten_for_two_hundred"]],
  ["Nil", ["nil_points", "both_nil", "failed_nil_tricks"]],
  ["Blind nil", ["blind_nil_points", "blind_nil_behind", "blind_nils_a_side"]],
  ["Exchange", ["exchange_cards", "exchange_for", "exchange_order"]],
  ["Play", ["first_trick_spades", "spades_lead"]],
  ["Bags and sets", ["set_contract", "bag_points", "bag_limit", "bag_penalty", "bag_remainder"]],
];

export interface Chapter {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The rules as chapters of sentences; fields without effect here have none. */
export function chapters(rules: RuleSet): Chapter[] {
  return CHAPTERS.map(([title, fields]) => ({
    title,
    sentences: fields.map((field) => SENTENCES[field](rules)).filter((sentence) => sentence !== ""),
  }));
}

/** Every field that some chapter speaks of. */
export function fieldsTold(): (keyof RuleSet)[] {
  return CHAPTERS.flatMap(([, fields]) => [...fields]);
}

/** The name of a rule set as a title: presets are stored in lower case. */
export function titleOf(rules: RuleSet): string {
  return rules.name.charAt(0).toUpperCase() + rules.name.slice(1);
}

/** What is special at this table, in a few words for a header. */
export function inBrief(rules: RuleSet): string {
  const nil = rules.nil_points === null ? "no nil" : `nil ${rules.nil_points}`;
  return [`to ${rules.target}`, nil, ...(rules.blind_nil_points === null ? [] : ["blind nil"])].join(" · ");
}

function minus(value: number): string {
  return value < 0 ? `−${-value}` : `${value}`;
}
