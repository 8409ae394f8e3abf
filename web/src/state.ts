// The table as this browser knows it: one State, and one pure function that moves it on.
//
// It knows no rules of the game. What may be bid, played or given is whatever the server
// listed; the whole view replaces the old one, and events only feed motion and speech.

import { after } from "./cards";
import type {
  Act,
  Card,
  CardPlayed,
  Clock,
  DealScore,
  FaultReason,
  Game,
  News,
  Person,
  Presence,
  Reason,
  Seat,
  ServerMessage,
  TableInfo,
  TableReason,
  Told,
  Trick,
  Update,
  Welcome,
} from "./protocol.gen";

export type TableEvent = Told | News;

/** A full trick and who took it. */
export interface TakenTrick {
  readonly trick: Trick;
  readonly winner: Seat;
}

/** A clock, and when on this browser's own clock it was told. */
export interface RunningClock extends Clock {
  readonly at: number;
}

/** How the socket is: `waiting` counts down to the next try at `retryAt`. */
export type Link =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "waiting"; readonly retryAt: number }
  | { readonly kind: "closed"; readonly reason: FaultReason };

/** An answer that refused something, numbered so that the same one twice is seen twice. */
export interface Refusal {
  readonly number: number;
  readonly reason: Reason | TableReason;
  /** The card that was pressed, which shakes its head. */
  readonly card: Card | null;
}

export interface State {
  readonly link: Link;
  /** The last sequence number seen; 0: none yet. */
  readonly seq: number;
  readonly you: Person | null;
  readonly seat: Seat | null;
  readonly table: TableInfo | null;
  /** The match as this browser may see it; `null` before the first match. */
  readonly game: Game | null;
  /** The rows of the score sheet, a deal each. */
  readonly sheet: readonly DealScore[];
  readonly clock: RunningClock | null;
  readonly presence: Presence | null;
  /** When `presence` was told, on this browser's clock. */
  readonly presenceAt: number;
  /** The last full trick, kept over the end of a deal. */
  readonly last: TakenTrick | null;
  /** The full trick that still lies on the table, until it has been seen. */
  readonly resting: TakenTrick | null;
  /** Orders without an answer yet, by id. */
  readonly pending: Readonly<Record<string, Act>>;
  readonly refusal: Refusal | null;
  /** What happened in the last message, for motion, sound and speech. */
  readonly news: readonly TableEvent[];
  /** What happened since this page was opened, newest last. */
  readonly log: readonly LogEntry[];
}

export interface LogEntry {
  readonly number: number;
  readonly event: TableEvent;
}

export type Message =
  | { readonly type: "received"; readonly message: ServerMessage; readonly at: number }
  | { readonly type: "sent"; readonly id: string; readonly act: Act }
  | { readonly type: "refused_here"; readonly reason: Reason; readonly card: Card | null }
  | { readonly type: "linked"; readonly link: Link }
  | { readonly type: "rested" };

export const START: State = {
  link: { kind: "connecting" },
  seq: 0,
  you: null,
  seat: null,
  table: null,
  game: null,
  sheet: [],
  clock: null,
  presence: null,
  presenceAt: 0,
  last: null,
  resting: null,
  pending: {},
  refusal: null,
  news: [],
  log: [],
};

const LOG_LENGTH = 200;

/** The next state. */
export function reduce(state: State, message: Message): State {
  switch (message.type) {
    case "received":
      return receive(state, message.message, message.at);
    case "sent":
      return {
        ...state,
        news: [],
        pending: { ...state.pending, [message.id]: message.act },
        resting: message.act.type === "play" ? null : state.resting,
      };
    case "refused_here":
      return { ...state, news: [], refusal: refusal(state, message.reason, message.card) };
    case "linked":
      return { ...state, news: [], link: message.link };
    case "rested":
      return { ...state, news: [], resting: null };
    default:
      return unreachable(message);
  }
}

function receive(state: State, message: ServerMessage, at: number): State {
  switch (message.type) {
    case "welcome":
      return welcome(state, message, at);
    case "update":
      return message.seq < state.seq ? state : update(state, message, at);
    case "presence":
      return {
        ...state,
        news: [],
        presence: message,
        presenceAt: at,
        clock: started(message.clock, at),
      };
    case "accepted":
      return { ...state, news: [], pending: without(state.pending, message.order) };
    case "refused":
    case "declined": {
      const act = state.pending[message.order];
      const card = act?.type === "play" ? act.card : null;
      return {
        ...state,
        news: [],
        pending: without(state.pending, message.order),
        refusal: refusal(state, message.reason, card),
      };
    }
    case "pong":
    case "fault":
    case "hint":
    case "hint_refused":
    case "chat":
    case "system":
    case "chat_history":
    case "said":
    case "chat_refused":
      return state;
    default:
      return unreachable(message);
  }
}

function welcome(state: State, message: Welcome, at: number): State {
  return {
    ...state,
    seq: message.seq,
    you: message.you,
    seat: message.seat,
    table: message.table,
    game: message.game,
    sheet: message.sheet,
    clock: started(message.clock, at),
    last: lastTrick(message.game) ?? state.last,
    resting: null,
    news: [],
  };
}

function update(state: State, message: Update, at: number): State {
  const taken = tricksTaken(state, message.events);
  const last = taken.at(-1) ?? null;
  // Only what has not been seen may rest: a client that catches up has missed the moment.
  const rests = last !== null && message.game?.public.trick.cards.length === 0;
  const played = message.events.some((event) => event.type === "card_played");
  return {
    ...state,
    seq: message.seq,
    seat: message.seat,
    game: message.game,
    clock: started(message.clock, at),
    table: message.table ?? state.table,
    sheet: message.sheet ?? state.sheet,
    last: last ?? lastTrick(message.game) ?? state.last,
    resting: rests ? last : played ? null : state.resting,
    news: message.events,
    log: logged(state.log, message.events, message.seq),
  };
}

/** The tricks that *events* filled, worked out from the cards that fell. */
function tricksTaken(state: State, events: readonly TableEvent[]): TakenTrick[] {
  let trick = state.game?.public.trick ?? null;
  const taken: TakenTrick[] = [];
  for (const event of events) {
    if (event.type === "card_played") trick = withCard(trick, event);
    if (event.type === "trick_taken" && trick !== null) {
      if (trick.cards.length === 4) taken.push({ trick, winner: event.winner });
      trick = { leader: event.winner, cards: [] };
    }
  }
  return taken;
}

function withCard(trick: Trick | null, event: CardPlayed): Trick {
  if (trick === null || trick.cards.length === 0) {
    return { leader: event.seat, cards: [event.card] };
  }
  return { leader: trick.leader, cards: [...trick.cards, event.card] };
}

/** The last full trick of the deal; whoever leads next has taken it. */
function lastTrick(game: Game | null): TakenTrick | null {
  const trick = game?.public.tricks.at(-1);
  return game && trick ? { trick, winner: game.public.trick.leader } : null;
}

function logged(
  log: readonly LogEntry[],
  events: readonly TableEvent[],
  seq: number,
): readonly LogEntry[] {
  const first = seq - events.length + 1;
  const fresh = events.map((event, index) => ({ number: first + index, event }));
  const known = log.at(-1)?.number ?? 0;
  return [...log, ...fresh.filter((entry) => entry.number > known)].slice(-LOG_LENGTH);
}

function started(clock: Clock | null, at: number): RunningClock | null {
  return clock && { ...clock, at };
}

function refusal(state: State, reason: Reason | TableReason, card: Card | null): Refusal {
  return { number: (state.refusal?.number ?? 0) + 1, reason, card };
}

function without(pending: State["pending"], id: string): State["pending"] {
  const { [id]: _answered, ...rest } = pending;
  return rest;
}

/** The seat at the bottom of the screen: one's own, or south for a spectator. */
export function viewerOf(state: State): Seat {
  return state.seat ?? 2;
}

/** Whether several share this device, and nobody's cards are to be seen now. */
export function isCovered(state: State): boolean {
  return state.seat !== null && state.game !== null && state.game.own === null;
}

/** Whether it is this player's turn, and the cards to play it with are here. */
export function isMyTurn(state: State): boolean {
  return state.seat !== null && state.game?.public.turn === state.seat && !isCovered(state);
}

/** Who played each card of a trick, in the order of play. */
export function plays(trick: Trick): { seat: Seat; card: Card }[] {
  return trick.cards.map((card, index) => ({ seat: after(trick.leader, index), card }));
}

/** The cards to show in the middle: the trick under way, else the one that rests. */
export function shownTrick(state: State): TakenTrick | { trick: Trick; winner: null } | null {
  const trick = state.game?.public.trick;
  if (trick && trick.cards.length > 0) return { trick, winner: null };
  return state.resting;
}

/** Milliseconds left on a clock at *now*. */
export function leftOn(clock: RunningClock, now: number): number {
  return Math.max(0, clock.left - (now - clock.at));
}

export function unreachable(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`);
}
