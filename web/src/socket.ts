// The table socket: says hello, resumes where it was, and sees every order through.

import {
  type Act,
  type ClientMessage,
  type FaultReason,
  type Seat,
  type ServerMessage,
  VERSION,
} from "./protocol.gen";
import type { Link } from "./state";

/** Milliseconds. */
export const PING_AFTER = 2_500;
export const PONG_WITHIN = 9_000;
const RESEND_EVERY = 1_200;
const RESEND_AFTER = 2_500;
const FIRST_RETRY = 400;
const LONGEST_RETRY = 8_000;

/** Faults after which connecting again would only bring the same answer. */
const FINAL: readonly FaultReason[] = [
  "no_such_table",
  "other_version",
  "no_session",
  "replaced",
  "too_many_faults",
];

export interface Listener {
  received(message: ServerMessage): void;
  sent(id: string, act: Act): void;
  linked(link: Link): void;
  /** The last sequence number the state holds. */
  seq(): number;
  /** The time of the last line of chat that is known; 0: none. */
  chat(): number;
}

interface Waiting {
  readonly text: string;
  sentAt: number;
  /** Whether it is void once the connection is lost: who was ready then may be gone. */
  readonly fleeting: boolean;
}

/** How long to wait before the try after *failures* failed ones; *chance* spreads the crowd. */
export function retryDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** failures);
  return longest * (0.5 + chance / 2);
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private readonly orders = new Map<string, Waiting>();
  private failures = 0;
  private greeted = false;
  private closed = false;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private retry: ReturnType<typeof setTimeout> | undefined;

  private readonly table: string;
  private readonly listener: Listener;
  private readonly open: () => WebSocket;

  constructor(table: string, listener: Listener, open: () => WebSocket = openSocket) {
    this.table = table;
    this.listener = listener;
    this.open = open;
    this.connect();
  }

  /** Ask for *act*, for *seat* or the own one. It is sent again until the server has answered it. */
  order(act: Act, seat: Seat | null = null): void {
    const id = newId();
    const text = JSON.stringify({ type: "order", id, act, seat } satisfies ClientMessage);
    this.orders.set(id, { text, sentAt: 0, fleeting: act.type === "uncover" });
    this.listener.sent(id, act);
    this.sendOrders();
  }

  /** Say something in the chat; it is sent again until the server has answered it. */
  say(text: string): string {
    const id = newId();
    this.orders.set(id, { text: JSON.stringify({ type: "say", id, text } satisfies ClientMessage), sentAt: 0, fleeting: false });
    this.sendOrders();
    return id;
  }

  /** Ask for a hint. A question that is lost is not asked again: by then it may be another turn. */
  ask(): boolean {
    if (this.greeted) this.send({ type: "ask_hint", id: newId() });
    return this.greeted;
  }

  /** Try at once, where the next try would come later. */
  hurry(): void {
    if (this.retry === undefined || this.closed) return;
    clearTimeout(this.retry);
    this.connect();
  }

  /** Stop for good. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.drop();
  }

  private connect(): void {
    this.retry = undefined;
    this.greeted = false;
    this.listener.linked({ kind: "connecting" });
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.hear(read(event.data));
    socket.onclose = () => this.lost(socket);
    this.within(PONG_WITHIN, () => this.lost(socket));
  }

  private greet(): void {
    const { listener, table } = this;
    this.send({ type: "hello", table, seq: listener.seq(), version: VERSION, chat: listener.chat() });
  }

  private hear(message: ServerMessage): void {
    this.calm();
    switch (message.type) {
      case "welcome":
      case "update":
        if (this.isGap(message)) {
          this.greet();
          break;
        }
        this.listener.received(message);
        if (!this.greeted) this.begin();
        break;
      case "accepted":
      case "refused":
      case "declined":
        this.orders.delete(message.order);
        this.listener.received(message);
        break;
      case "said":
      case "chat_refused":
        this.orders.delete(message.say);
        this.listener.received(message);
        break;
      case "pong":
        if (message.seq > this.listener.seq()) this.greet();
        break;
      case "fault":
        if (FINAL.includes(message.reason)) this.giveUp(message.reason);
        break;
      default:
        this.listener.received(message);
    }
  }

  /** Whether an update is not the next one: something was lost on the way. */
  private isGap(message: ServerMessage): boolean {
    if (message.type !== "update") return false;
    return message.seq - message.events.length > this.listener.seq();
  }

  private begin(): void {
    this.greeted = true;
    this.failures = 0;
    this.listener.linked({ kind: "open" });
    this.sendOrders();
  }

  /** A sign of life: the next ping comes after a pause, and waits for its answer. */
  private calm(): void {
    const socket = this.socket;
    this.stopTimers();
    this.timers.push(setInterval(() => this.sendOrders(), RESEND_EVERY));
    this.timers.push(setTimeout(() => this.send({ type: "ping" }), PING_AFTER));
    this.within(PING_AFTER + PONG_WITHIN, () => socket && this.lost(socket));
  }

  private within(milliseconds: number, late: () => void): void {
    this.timers.push(setTimeout(late, milliseconds));
  }

  private sendOrders(): void {
    if (!this.greeted) return;
    const now = performance.now();
    for (const order of this.orders.values()) {
      if (order.sentAt !== 0 && now - order.sentAt < RESEND_AFTER) continue;
      order.sentAt = now;
      this.socket?.send(order.text);
    }
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    if (this.closed) return;
    for (const [id, order] of this.orders) {
      if (order.fleeting) this.orders.delete(id);
      order.sentAt = 0;
    }
    const delay = retryDelay(this.failures, Math.random());
    this.failures += 1;
    this.listener.linked({ kind: "waiting", retryAt: performance.now() + delay });
    this.retry = setTimeout(() => this.connect(), delay);
  }

  private giveUp(reason: FaultReason): void {
    this.close();
    this.listener.linked({ kind: "closed", reason });
  }

  private drop(): void {
    this.stopTimers();
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    }
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}

function openSocket(): WebSocket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  return socket;
}

function read(data: string | ArrayBuffer): ServerMessage {
  return JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
}

/** A random id for something that may be sent twice. `crypto.randomUUID` is missing on plain-HTTP pages, as in a home network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
