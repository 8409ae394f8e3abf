// The small modules: addresses, settings, keys, cards, contracts, cues.

import { describe, expect, test } from "vitest";
import { AVATARS, portrait } from "../src/avatars";
import { bidText, cardName, placeOf, seatsOf, signed, sorted } from "../src/cards";
import { contractOf } from "../src/contract";
import { roved } from "../src/keys";
import { type PublicView, SAMPLES } from "../src/protocol.gen";
import { parse, recordPath, rulesPath, tablePath } from "../src/router";
import { DEFAULTS, fromStored } from "../src/settings.svelte";
import { cueFor } from "../src/sound";
import { BODIES, CLIENT, DEAL, RECORD, SERVER } from "./fixtures";

describe("addresses", () => {
  test("each page has one", () => {
    expect(parse("/")).toEqual({ page: "home" });
    expect(parse(tablePath("kite"))).toEqual({ page: "table", table: "kite" });
    expect(parse(rulesPath("kite"))).toEqual({ page: "rules", table: "kite" });
    expect(parse(recordPath("kite", 2))).toEqual({ page: "record", table: "kite", match: 2 });
  });

  test.each(["/nowhere", "/t", "/t/kite/cellar", "/t/kite/record/0", "/t/kite/record/x"])(
    "%s is none",
    (path) => expect(parse(path).page).toBe("missing"),
  );
});

describe("settings", () => {
  test("what was kept comes back", () => {
    expect(fromStored('{"deck":"contrast","volume":0.2}')).toEqual({
      ...DEFAULTS,
      deck: "contrast",
      volume: 0.2,
    });
  });

  test.each([null, "", "no json", "[]", "7", '{"volume":"loud","other":1}'])(
    "%j gives the defaults",
    (stored) => expect(fromStored(stored)).toEqual(DEFAULTS),
  );
});

describe("cards and seats", () => {
  test("a hand has trumps left, high to low, colours alternating", () => {
    expect(sorted(["D2", "CA", "S9", "HT", "HK", "SA"])).toEqual(["SA", "S9", "HK", "HT", "CA", "D2"]);
    expect(sorted(["S9", "SA"], "low_left")).toEqual(["S9", "SA"]);
  });

  test("names and numbers read well", () => {
    expect(cardName("ST")).toBe("10 of spades");
    expect([3, -60, 0].map(signed)).toEqual(["+3", "−60", "0"]);
    expect(bidText({ tricks: 0, blind: true })).toBe("B0");
  });

  test("one's own seat lies below, the next one clockwise at the left", () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat as 0 | 1 | 2 | 3, 1))).toEqual([3, 0, 1, 2]);
    expect(seatsOf(0, 3)).toEqual([0, 2]);
    expect(seatsOf(1, 3)).toEqual([3, 1]);
  });

  test("every avatar has a portrait of its own", () => {
    expect(AVATARS).toHaveLength(24);
    expect(new Set(AVATARS.map((avatar) => portrait(avatar).name)).size).toBe(24);
    expect(portrait("from-a-newer-server")).toBeDefined();
  });
});

test("arrow keys stop at the ends", () => {
  expect([roved("ArrowLeft", 0, 13), roved("ArrowRight", 12, 13)]).toEqual([0, 12]);
  expect([roved("Home", 5, 13), roved("End", 5, 13), roved("x", 5, 13)]).toEqual([0, 12, null]);
});

describe("the contract in the header", () => {
  const view = DEAL.at(40)?.game?.public as PublicView;
  const bids: PublicView["bids"] = [
    { tricks: 4, blind: false },
    { tricks: 3, blind: false },
    { tricks: 0, blind: false },
    null,
  ];
  const shown: PublicView = { ...view, phase: "playing", bids, tricks_won: [3, 4, 2, 0] };

  test("tricks of a nil stand apart", () => {
    expect(contractOf(shown, RECORD.rules, 0)).toMatchObject({ bid: 4, taken: 3, needs: 1, over: 0 });
  });

  test("unless the rules let them help", () => {
    const rules = { ...RECORD.rules, failed_nil_tricks: "help_partner" } as const;
    expect(contractOf(shown, rules, 0)).toMatchObject({ taken: 5, needs: 0, over: 1 });
  });

  test("before anybody has bid there is none", () => {
    const none: PublicView = { ...shown, phase: "bidding", bids: [null, null, null, null] };
    expect(contractOf(none, RECORD.rules, 1).state).toBe("none");
  });
});

test("a message has one cue, the most telling one", () => {
  const card = { type: "card_played", seat: 1, card: "S2", breaks_spades: true } as const;
  const taken = { type: "trick_taken", winner: 1 } as const;
  expect(cueFor([card, taken], 0)).toBe("broken");
  expect(cueFor([{ ...card, breaks_spades: false }, taken], 0)).toBe("trick");
  expect(cueFor([{ type: "match_won", side: 1 }], 0)).toBe("lost");
  expect(cueFor([], 0)).toBeNull();
});

test("the wire fixtures hold every kind of message", () => {
  const kinds = (messages: readonly { type: string }[]): string[] =>
    [...new Set(messages.map((message) => message.type))].toSorted();
  expect(kinds(SERVER)).toEqual(kinds(SAMPLES));
  expect(kinds(CLIENT)).toEqual(["ask_hint", "hello", "order", "ping", "say"]);
  expect(BODIES).toHaveLength(2);
});
