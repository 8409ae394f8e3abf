import { describe, expect, test } from "vitest";
import type { Card, ServerMessage, Update } from "../src/protocol.gen";
import { START, type State, isMyTurn, leftOn, plays, reduce, shownTrick } from "../src/state";
import { DEAL, one } from "./fixtures";

function hear(state: State, ...messages: ServerMessage[]): State {
  return messages.reduce(
    (now, message) => reduce(now, { type: "received", message, at: 1000 }),
    state,
  );
}

function after(count: number): State {
  return hear(START, ...DEAL.slice(0, count));
}

const FIRST_TRICK = DEAL.findIndex((update) =>
  update.events.some((event) => event.type === "trick_taken"),
);

describe("updates", () => {
  test("a welcome brings the whole table", () => {
    const welcome = one("welcome");
    const state = hear(START, welcome);
    expect(state).toMatchObject({ seq: welcome.seq, seat: welcome.seat, table: welcome.table });
    expect(state.game).toEqual(welcome.game);
  });

  test("an update replaces the view and counts on", () => {
    const state = after(5);
    expect(state.seq).toBe(5);
    expect(state.game).toEqual(DEAL[4]?.game);
  });

  test("an update from the past changes nothing", () => {
    const state = after(5);
    expect(hear(state, DEAL[2] as Update)).toBe(state);
  });

  test("what did not change is not sent, and stays", () => {
    const state = hear(START, one("welcome"));
    const update: Update = { ...one("update"), seq: state.seq + 1, table: null, sheet: null };
    expect(hear(state, update)).toMatchObject({ table: state.table, sheet: state.sheet });
  });

  test("the log holds each event once, however often it is told", () => {
    const state = after(8);
    const again = hear(state, { ...(DEAL[7] as Update) });
    expect(again.log).toEqual(state.log);
    const count = DEAL.slice(0, 8).flatMap((update) => update.events).length;
    expect(state.log.length).toBeLessThanOrEqual(count);
  });
});

describe("tricks", () => {
  test("a full trick rests on the table and is the last trick", () => {
    const state = after(FIRST_TRICK + 1);
    expect(state.resting?.trick.cards).toHaveLength(4);
    expect(state.last).toEqual(state.resting);
    expect(shownTrick(state)).toEqual(state.resting);
    expect(state.last?.winner).toBe(state.game?.public.trick.leader);
  });

  test("it goes once it has been seen, and stays the last trick", () => {
    const state = reduce(after(FIRST_TRICK + 1), { type: "rested" });
    expect(state.resting).toBeNull();
    expect(state.last?.trick.cards).toHaveLength(4);
  });

  test("the next card sweeps it away", () => {
    const state = after(FIRST_TRICK + 2);
    expect(state.resting).toBeNull();
    expect(shownTrick(state)?.trick.cards).toHaveLength(1);
  });

  test("the four cards are told with who played them", () => {
    const state = after(FIRST_TRICK + 1);
    const seats = plays(state.last?.trick ?? { leader: 0, cards: [] }).map((play) => play.seat);
    expect([...seats].sort()).toEqual([0, 1, 2, 3]);
  });

  test("whoever comes in mid-deal is told the last trick from the view", () => {
    const game = DEAL[FIRST_TRICK]?.game ?? null;
    const state = hear(START, { ...one("welcome"), game });
    expect(state.last?.trick).toEqual(game?.public.tricks.at(-1));
    expect(state.resting).toBeNull();
  });

  test("the last trick outlives its deal", () => {
    const scored = DEAL.findIndex((update) => update.events.some((e) => e.type === "deal_scored"));
    const state = after(scored + 1);
    expect(state.game?.public.tricks).toEqual([]);
    expect(state.last?.trick.cards).toHaveLength(4);
    expect(state.sheet).toHaveLength(1);
  });
});

describe("orders", () => {
  const sent = { type: "sent", id: "order-1", act: { type: "play", card: "SA" } } as const;

  test("an order waits for its answer", () => {
    const state = reduce(START, sent);
    expect(state.pending).toEqual({ "order-1": sent.act });
    const done = hear(state, { type: "accepted", order: "order-1", seq: 3 });
    expect(done.pending).toEqual({});
  });

  test("a refusal names the reason and the card", () => {
    const state = hear(reduce(START, sent), {
      type: "refused",
      order: "order-1",
      reason: "must_follow_suit",
    });
    expect(state.refusal).toEqual({ number: 1, reason: "must_follow_suit", card: "SA" });
    expect(state.pending).toEqual({});
  });

  test("the same refusal twice is two refusals", () => {
    const card: Card = "H2";
    const press = { type: "refused_here", reason: "not_your_turn", card } as const;
    const twice = reduce(reduce(START, press), press);
    expect(twice.refusal?.number).toBe(2);
  });
});

test("it is my turn only at my own seat", () => {
  const state = after(3);
  const turn = state.game?.public.turn;
  expect(isMyTurn({ ...state, seat: turn ?? null })).toBe(true);
  expect(isMyTurn({ ...state, seat: null })).toBe(false);
});

test("a clock runs down on the browser's own time", () => {
  const clock = { left: 5000, total: 30000, at: 1000 };
  expect(leftOn(clock, 3500)).toBe(2500);
  expect(leftOn(clock, 99_000)).toBe(0);
});
