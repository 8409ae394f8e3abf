import { describe, expect, test } from "vitest";
import { chapters, fieldsTold } from "../src/rulesprose";
import type { RuleSet } from "../src/protocol.gen";
import { companyOf, readTable, refusalText, roundInBrief, sentence, statusLine, tally } from "../src/speech";
import { START, type State, reduce } from "../src/state";
import { DEAL, RECORD, one } from "./fixtures";

const table = one("welcome").table;
const mine = companyOf(table, 2);

test("a seat that is open after a match is called as its computer was", () => {
  const [north, ...others] = table.seats;
  const seats: typeof table.seats = [{ ...north, person: null, open: true }, ...others];
  expect(companyOf({ ...table, seats, stage: "over" }, 2).names[0]).toBe("Nora");
  expect(companyOf({ ...table, seats, stage: "waiting" }, 2).names[0]).toBe("Open seat");
});

describe("events", () => {
  test.each(one("update").events.map((event) => [event.type, event] as const))(
    "%s is told in a sentence to players and spectators",
    (_type, event) => {
      for (const company of [mine, companyOf(table, null)]) {
        expect(sentence(event, company)).toMatch(/^[A-Z].*[.!]$/);
        expect(sentence(event, company)).not.toMatch(/undefined|null|NaN/);
      }
    },
  );

  test("you play, others play for themselves", () => {
    const card = { type: "card_played", seat: 2, card: "HT", breaks_spades: false } as const;
    expect(sentence(card, mine)).toBe("You play 10 of hearts.");
    expect(sentence({ ...card, seat: 0 }, mine)).toBe("Sam plays 10 of hearts.");
    expect(sentence({ ...card, seat: 1 }, mine)).toBe("Emil plays 10 of hearts.");
  });

  test("the first spade breaks spades", () => {
    const card = { type: "card_played", seat: 2, card: "S2", breaks_spades: true } as const;
    expect(sentence(card, mine)).toContain("Spades are broken.");
  });

  test("bids are told as they are spoken", () => {
    const bid = (tricks: number, blind = false): string =>
      sentence({ type: "bid_placed", seat: 0, bid: { tricks, blind } }, mine);
    expect([bid(4), bid(0), bid(0, true)]).toEqual([
      "Sam bids 4.",
      "Sam bids nil.",
      "Sam bids blind nil.",
    ]);
  });

  test("given cards are named to the two who may know them", () => {
    const gift = { type: "cards_given", seat: 0, count: 2 } as const;
    expect(sentence({ ...gift, cards: ["SA", "H2"] }, mine)).toBe(
      "Sam gives you ace of spades and 2 of hearts.",
    );
    expect(sentence({ ...gift, cards: null }, companyOf(table, 1))).toContain("2 cards");
  });

  test("whoever starts the round is said with the deal", () => {
    expect(sentence({ type: "hand_dealt", dealer: 1, hand: null }, mine)).toBe(
      "Emil deals. You start the round.",
    );
  });
});

describe("refusals", () => {
  test("the suit to follow is named", () => {
    expect(refusalText("must_follow_suit", "H4")).toBe("You must follow hearts.");
  });

  test.each(["spades_not_broken", "saw_another_hand", "not_stored"] as const)("%s", (reason) => {
    expect(refusalText(reason, undefined)).toMatch(/^[A-Z].*\.$/);
  });
});

test("the table can be read aloud at any moment", () => {
  let state: State = { ...START, table };
  for (const message of DEAL) {
    state = reduce(state, { type: "received", message, at: 0 });
    expect(readTable(state)).not.toMatch(/undefined|null|NaN/);
    expect(statusLine(state)).not.toBe("");
  }
});

test("the deal under way is told in brief: who starts, the bids, the spades", () => {
  const view = DEAL.at(30)?.game?.public;
  if (!view) throw new Error("no deal");
  expect(roundInBrief(view, mine)).toEqual([
    "Dealer: you. Open seat starts the round.",
    "Bids: Open seat 3, Sam 3, Emil 3, you blind nil.",
    expect.stringMatching(/^Spades are/),
  ]);
  expect(roundInBrief({ ...view, phase: null }, mine)).toEqual([]);
});

test("bids and tricks are said in words", () => {
  expect(tally(null, 0, true)).toBe("has not bid");
  expect(tally({ tricks: 4, blind: false }, 2, false)).toBe("bid 4, took 2");
});

describe("rules", () => {
  test("every field of the rule set has its place in a chapter", () => {
    expect(fieldsTold().toSorted()).toEqual(Object.keys(RECORD.rules).toSorted());
  });

  test("house rules are told in whole sentences", () => {
    const house: RuleSet = {
      ...RECORD.rules,
      losing_score: -200,
      deal_limit: 8,
      bag_limit: null,
      bag_points: -1,
      nil_points: null,
      side_bid_least: 4,
      bid_least: 1,
      no_bid_of_one: true,
      no_total_of_thirteen: true,
      ten_for_two_hundred: true,
      boston: true,
      bidding: "whiz",
      spades_lead: "any_time",
    };
    for (const rules of [RECORD.rules, house]) {
      for (const { title, sentences } of chapters(rules)) {
        expect(sentences.length, title).toBeGreaterThan(0);
        for (const words of sentences) expect(words).toMatch(/^[A-Z].*\.$/);
      }
    }
    expect(JSON.stringify(chapters(house))).toContain("−200");
  });
});
