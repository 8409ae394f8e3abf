// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Act, ClientMessage, ServerMessage, Update } from "../src/protocol.gen";
import { PONG_WITHIN, TableSocket, retryDelay } from "../src/socket";
import type { Link } from "../src/state";
import { DEAL, one } from "./fixtures";

class FakeSocket {
  readonly sent: ClientMessage[] = [];
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }

  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  orders(): ClientMessage[] {
    return this.sent.filter((message) => message.type === "order");
  }
}

const LOOK: Act = { type: "look" };

function connection() {
  const sockets: FakeSocket[] = [];
  const links: Link[] = [];
  let seq = 0;
  const socket = new TableSocket(
    "kite",
    {
      received: (message) => {
        if (message.type === "welcome" || message.type === "update") seq = message.seq;
      },
      sent: () => undefined,
      linked: (link) => links.push(link),
      seq: () => seq,
      chat: () => 0,
    },
    () => {
      const fake = new FakeSocket();
      sockets.push(fake);
      return fake as unknown as WebSocket;
    },
  );
  const last = (): FakeSocket => {
    const fake = sockets.at(-1);
    if (!fake) throw new Error("nothing was opened");
    return fake;
  };
  return { socket, sockets, links, last };
}

function welcomed() {
  const all = connection();
  all.last().accept();
  all.last().say(one("welcome"));
  return all;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("greeting", () => {
  test("the first hello has seen nothing", () => {
    const { last } = connection();
    last().accept();
    expect(last().sent).toEqual([{ type: "hello", table: "kite", seq: 0, version: 1, chat: 0 }]);
  });

  test("after a loss the next hello resumes where the last message was", () => {
    const { last, sockets, links } = welcomed();
    last().close();
    expect(links.at(-1)?.kind).toBe("waiting");
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    last().accept();
    expect(last().sent[0]).toMatchObject({ type: "hello", seq: one("welcome").seq });
  });

  test("a gap in the updates asks for the whole again", () => {
    const { last } = welcomed();
    const update: Update = { ...(DEAL[0] as Update), seq: one("welcome").seq + 5, events: [] };
    last().say(update);
    expect(last().sent.at(-1)).toMatchObject({ type: "hello", seq: one("welcome").seq });
  });

  test("a pong that is ahead asks, too", () => {
    const { last } = welcomed();
    last().say({ type: "pong", seq: 99 });
    expect(last().sent.at(-1)?.type).toBe("hello");
  });
});

describe("orders", () => {
  test("an order before the welcome waits for it", () => {
    const { socket, last } = connection();
    socket.order(LOOK);
    last().accept();
    expect(last().orders()).toEqual([]);
    last().say(one("welcome"));
    expect(last().orders()).toHaveLength(1);
  });

  test("an order without an answer is sent again with the same id", () => {
    const { socket, last } = welcomed();
    socket.order(LOOK);
    vi.advanceTimersByTime(4000);
    const [first, second] = last().orders();
    expect(second).toEqual(first);
  });

  test("an answered order is not sent again", () => {
    const { socket, last } = welcomed();
    socket.order(LOOK);
    const [order] = last().orders();
    if (order?.type !== "order") throw new Error("no order");
    last().say({ type: "accepted", order: order.id, seq: 13 });
    vi.advanceTimersByTime(8000);
    expect(last().orders()).toHaveLength(1);
  });

  test("an order names the seat of a companion, and to uncover one ends with the connection", () => {
    const { socket, last } = welcomed();
    vi.advanceTimersByTime(1);
    socket.order(LOOK, 3);
    socket.order({ type: "uncover", seat: 1 });
    expect(last().orders()).toMatchObject([{ act: LOOK, seat: 3 }, { act: { type: "uncover" }, seat: null }]);
    last().close();
    vi.advanceTimersByTime(1000);
    last().accept();
    last().say(one("welcome"));
    expect(last().orders()).toMatchObject([{ act: LOOK, seat: 3 }]);
  });

  test("an order outlives the connection", () => {
    const { socket, last } = welcomed();
    socket.order(LOOK);
    const [order] = last().orders();
    last().close();
    vi.advanceTimersByTime(1000);
    last().accept();
    last().say(one("welcome"));
    expect(last().orders()).toEqual([order]);
  });
});

describe("messages to the others", () => {
  test("one without an answer is sent again with the same id, and then no more", () => {
    const { socket, last } = welcomed();
    const id = socket.say("hello");
    vi.advanceTimersByTime(4000);
    const said = last().sent.filter((message) => message.type === "say");
    expect(said).toEqual([
      { type: "say", id, text: "hello" },
      { type: "say", id, text: "hello" },
    ]);
    last().say({ type: "said", say: id, at: 5 });
    vi.advanceTimersByTime(8000);
    expect(last().sent.filter((message) => message.type === "say")).toHaveLength(2);
  });
});

describe("signs of life", () => {
  test("a silent server is left, and tried again", () => {
    const { sockets, last, links } = welcomed();
    vi.advanceTimersByTime(3000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(PONG_WITHIN);
    expect(links.some((link) => link.kind === "waiting")).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  test("pongs keep the connection", () => {
    const { sockets, last } = welcomed();
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(2600);
      last().say({ type: "pong", seq: one("welcome").seq });
    }
    expect(sockets).toHaveLength(1);
  });

  test("a table that does not exist is not asked for again", () => {
    const { sockets, last, links } = connection();
    last().accept();
    last().say({ type: "fault", reason: "no_such_table", detail: "" });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(links.at(-1)).toEqual({ kind: "closed", reason: "no_such_table" });
  });

  test("a restart of the server is waited for", () => {
    const { sockets, last } = welcomed();
    last().say({ type: "fault", reason: "going_down", detail: "" });
    last().close();
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });
});

test("tries come further apart, and not all at once", () => {
  expect(retryDelay(0, 0)).toBeLessThan(retryDelay(0, 1));
  expect(retryDelay(3, 0.5)).toBeGreaterThan(retryDelay(1, 0.5));
  expect(retryDelay(50, 1)).toBeLessThanOrEqual(8000);
});
