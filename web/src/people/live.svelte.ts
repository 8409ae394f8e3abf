// The live socket of this window, and what is known through it. There is one a page.

import { myself } from "../me.svelte";
import {
  type FaultReason,
  type LiveClientMessage,
  type LiveServerMessage,
  type Seat,
  type SignOut,
  type Target,
  VERSION,
} from "../protocol.gen";
import { go, tablePath } from "../router";
import { PING_AFTER, PONG_WITHIN, newId, retryDelay } from "../socket";
import * as sound from "../sound";
import { type LiveState, type OpenChallenge, START, heard } from "./live";

/** Faults after which connecting again would only bring the same answer. */
const FINAL: readonly FaultReason[] = ["no_session", "other_version", "replaced", "too_many_faults"];
/** Good news is read quickly, and the table shows it anyway. */
const GOOD_NEWS = 6_000;
/** This socket carries nothing urgent, so it asks less often than a table's. */
const PING_EVERY = 4 * PING_AFTER;

class Live {
  state: LiveState = $state.raw(START);
  /** Time now, for whatever counts down. */
  now = $state(performance.now());

  /** Why this session is over; `null`: it is not. */
  signedOut: SignOut | null = $state(null);

  private socket: WebSocket | null = null;
  private greeted = false;
  private failures = 0;
  private watchers = 0;
  private ping: ReturnType<typeof setTimeout> | undefined;
  private late: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private queue: LiveClientMessage[] = [];
  /** Challenges accepted in this window, which goes to the table then. */
  private readonly accepting = new Set<string>();

  constructor() {
    setInterval(() => {
      if (this.state.challenges.length > 0) this.now = performance.now();
    }, 500);
  }

  /** Connect, as whoever the cookie speaks for now. */
  start(): void {
    this.stop();
    this.state = START;
    this.failures = 0;
    this.connect();
  }

  /** Be told of the lobby until the answer is called. */
  watchLobby(): () => void {
    this.watchers += 1;
    if (this.watchers === 1) this.send({ type: "watch_lobby", on: true });
    return () => {
      this.watchers -= 1;
      if (this.watchers > 0) return;
      this.send({ type: "watch_lobby", on: false });
      // Not now: while a component is taken down, what it reads is of before.
      queueMicrotask(() => {
        if (this.watchers === 0) this.state = { ...this.state, lobby: null };
      });
    };
  }

  seek(on: boolean): void {
    this.send({ type: "seek", on });
  }

  /** Ask *to*, shown as *name*, to take *seat* at *table*. */
  challenge(to: Target, name: string, table: string, seat: Seat): void {
    const id = newId();
    this.state = { ...this.state, sending: { ...this.state.sending, [id]: name } };
    this.send({ type: "send_challenge", id, to, table, seat });
  }

  answer(challenge: string, accept: boolean): void {
    if (accept) this.accepting.add(challenge);
    this.send({ type: "answer_challenge", challenge, accept });
  }

  withdraw(challenge: string): void {
    this.send({ type: "withdraw_challenge", challenge });
  }

  /** How long a challenge is open still: "0:42". */
  left(challenge: OpenChallenge): string {
    const seconds = Math.max(0, Math.ceil((challenge.until - this.now) / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** An answer has been read. */
  dismiss(id: string): void {
    this.state = { ...this.state, answers: this.state.answers.filter((answer) => answer.id !== id) };
  }

  /** Disconnect, as before signing out. */
  stop(): void {
    clearTimeout(this.ping);
    clearTimeout(this.late);
    clearTimeout(this.retry);
    const { socket } = this;
    this.socket = null;
    this.greeted = false;
    socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/live`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "live_hello", version: VERSION }));
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (socket === this.socket) this.hear(read(event.data));
    };
    socket.onclose = () => this.lost(socket);
    this.awaitLife(PONG_WITHIN);
  }

  private hear(message: LiveServerMessage): void {
    clearTimeout(this.ping);
    this.ping = setTimeout(() => this.transmit({ type: "live_ping" }), PING_EVERY);
    this.awaitLife(PING_EVERY + PONG_WITHIN);
    this.now = performance.now();
    this.state = heard(this.state, message, this.now);
    if (message.type === "live_welcome") this.begin();
    if (message.type === "live_welcome" || message.type === "profile_changed") myself.me = message.me;
    if (message.type === "challenge_received") sound.play("turn");
    if (message.type === "challenge_ended" && this.accepting.delete(message.challenge)) {
      if (message.table !== null) go(tablePath(message.table));
    }
    if (message.type === "challenge_ended" && message.outcome === "accepted") {
      setTimeout(() => this.dismiss(message.challenge), GOOD_NEWS);
    }
    if (message.type === "fault" && FINAL.includes(message.reason)) {
      this.stop();
      // Signed out while the connection was down: whoever was known here is no longer.
      if (message.reason === "no_session" && this.state.me !== null) this.signedOut = "ended";
    }
    if (message.type === "signed_out") {
      this.stop();
      this.signedOut = message.reason;
    }
  }

  private begin(): void {
    this.greeted = true;
    this.failures = 0;
    if (this.watchers > 0) this.transmit({ type: "watch_lobby", on: true });
    for (const message of this.queue.splice(0)) this.transmit(message);
  }

  /** Send now, or once the socket is open again; the lobby is asked for anew by itself. */
  private send(message: LiveClientMessage): void {
    if (this.greeted) this.transmit(message);
    else if (message.type !== "watch_lobby") this.queue.push(message);
  }

  private transmit(message: LiveClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private awaitLife(milliseconds: number): void {
    const { socket } = this;
    clearTimeout(this.late);
    this.late = setTimeout(() => socket && this.lost(socket), milliseconds);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.stop();
    this.retry = setTimeout(() => this.connect(), retryDelay(this.failures, Math.random()));
    this.failures += 1;
  }
}

function read(data: string | ArrayBuffer): LiveServerMessage {
  return JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
}

export const live = new Live();
