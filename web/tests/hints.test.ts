// Hints: when they may be asked for, and how they are told.

import { describe, expect, test } from "vitest";
import { adviceOf, cardsOf, mayAsk, noHintText, withNames } from "../src/hints";
import type { Hint, Seat, TableOptions } from "../src/protocol.gen";
import { START, type State, reduce } from "../src/state";
import { one } from "./fixtures";

const OPTIONS = one("welcome").table.options;

/** A table where south holds a seat, and *turn* is to move. */
function at(turn: Seat, options: Partial<TableOptions> = {}): State {
  const welcome = one("welcome");
  const state = reduce(START, { type: "received", message: welcome, at: 0 });
  if (!state.game || !state.table) throw new Error("the sample has no game");
  return {
    ...state,
    table: { ...state.table, stage: "playing", options: { ...OPTIONS, ...options } },
    game: { ...state.game, public: { ...state.game.public, turn } },
  };
}

test("they are for one's own turn, at private tables unless the table says otherwise", () => {
  expect(mayAsk(at(2))).toBe(true);
  expect(mayAsk(at(1))).toBe(false);
  expect(mayAsk({ ...at(2), seat: null })).toBe(false);
  expect(mayAsk(at(2, { hints: false }))).toBe(false);
  expect(mayAsk(at(2, { private: false }))).toBe(false);
  expect(mayAsk(at(2, { private: false, hints: true }))).toBe(true);
});

describe("their words", () => {
  const hint = (move: Hint["move"]): Hint => ({ type: "hint", ask: "ask-00000001", seq: 1, move, text: "" });

  test.each<[Hint["move"], string, number]>([
    [{ type: "look" }, "Look at your cards", 0],
    [{ type: "bid", bid: { tricks: 0, blind: true } }, "Bid blind nil", 0],
    [{ type: "bid", bid: { tricks: 4, blind: false } }, "Bid 4", 0],
    [{ type: "give", cards: ["SA", "H2"] }, "Give ace of spades and 2 of hearts", 2],
    [{ type: "play", card: "DT" }, "Play 10 of diamonds", 1],
  ])("%j", (move, words, cards) => {
    expect(adviceOf(hint(move))).toBe(words);
    expect(cardsOf(hint(move))).toHaveLength(cards);
  });

  test("seats are called by who sits there", () => {
    const names = ["Ines", "Emil", "Sam", "Walt"] as const;
    expect(withNames("covering North's nil, at West's", [...names])).toBe("covering Ines's nil, at Walt's");
    expect(noHintText("too_many_hints")).toMatch(/seconds/);
  });
});
