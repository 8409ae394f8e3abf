// What happens around this person, away from any table: one state and one pure function.

import type {
  Buddy,
  Challenge,
  LiveServerMessage,
  LobbyPerson,
  LobbyTable,
  Me,
  Outcome,
  Settings,
} from "../protocol.gen";
import { unreachable } from "../state";

/** A challenge that waits for an answer, and when that ends on this browser's clock. */
export interface OpenChallenge extends Challenge {
  readonly until: number;
}

/** What came of a challenge that this person has sent. */
export interface Answer {
  readonly id: string;
  /** Whom it was for. */
  readonly to: string;
  readonly outcome: Outcome | "refused";
  /** Where a refusal says why. */
  readonly detail: string;
  /** Usernames that may have been meant. */
  readonly names: readonly string[];
}

export interface LiveState {
  readonly me: Me | null;
  readonly settings: Settings;
  readonly buddies: readonly Buddy[];
  readonly seeking: boolean;
  readonly challenges: readonly OpenChallenge[];
  readonly answers: readonly Answer[];
  /** Whom challenges were for whose sending has not been confirmed, by the client's own id. */
  readonly sending: Readonly<Record<string, string>>;
  /** `null` unless the lobby is being watched. */
  readonly lobby: Lobby | null;
}

export interface Lobby {
  readonly people: readonly LobbyPerson[];
  readonly tables: readonly LobbyTable[];
}

export const START: LiveState = {
  me: null,
  settings: { chat_font: "medium", chat_timestamps: false },
  buddies: [],
  seeking: false,
  challenges: [],
  answers: [],
  sending: {},
  lobby: null,
};

/** The next state, after *message* came *at* this time. */
export function heard(state: LiveState, message: LiveServerMessage, at: number): LiveState {
  switch (message.type) {
    case "live_welcome":
      return {
        ...state,
        me: message.me,
        settings: message.settings,
        buddies: message.buddies,
        seeking: message.seeking,
        challenges: message.challenges.map((challenge) => dated(challenge, at)),
      };
    case "lobby":
      return { ...state, lobby: { people: message.people, tables: message.tables } };
    case "lobby_changed":
      return {
        ...state,
        lobby: state.lobby && {
          people: merged(state.lobby.people, message.people, message.people_gone, (p) => p.person.id),
          tables: merged(state.lobby.tables, message.tables, message.tables_gone, (t) => t.id),
        },
      };
    case "buddies_changed":
      return { ...state, buddies: message.buddies };
    case "buddy_moved":
      return {
        ...state,
        buddies: state.buddies.map((buddy) =>
          buddy.person.id === message.person ? { ...buddy, where: message.where } : buddy,
        ),
      };
    case "profile_changed":
      return { ...state, me: message.me };
    case "settings_changed":
      return { ...state, settings: message.settings };
    case "seek_changed":
      return { ...state, seeking: message.seeking };
    case "challenge_sent":
      return withChallenge({ ...state, sending: without(state.sending, message.id) }, message.challenge, at);
    case "challenge_received":
      return withChallenge(state, message.challenge, at);
    case "challenge_refused":
      return refused(state, message.id, message.detail, message.names);
    case "challenge_ended":
      return ended(state, message.challenge, message.outcome);
    case "signed_out":
    case "live_pong":
    case "fault":
      return state;
    default:
      return unreachable(message);
  }
}

/** The challenges that wait for this person's answer. */
export function received(state: LiveState): OpenChallenge[] {
  return state.challenges.filter((challenge) => challenge.to.id === state.me?.person.id);
}

/** The challenges whose answers this person waits for. */
export function sent(state: LiveState): OpenChallenge[] {
  return state.challenges.filter((challenge) => challenge.sender.id === state.me?.person.id);
}

function dated(challenge: Challenge, at: number): OpenChallenge {
  return { ...challenge, until: at + challenge.left };
}

function withChallenge(state: LiveState, challenge: Challenge, at: number): LiveState {
  const others = state.challenges.filter((other) => other.id !== challenge.id);
  return { ...state, challenges: [...others, dated(challenge, at)] };
}

function refused(state: LiveState, id: string, detail: string, names: readonly string[]): LiveState {
  const to = state.sending[id];
  const challenges = state.challenges.filter((challenge) => challenge.id !== id);
  const answer: Answer = { id, to: to ?? "", outcome: "refused", detail, names };
  return { ...state, challenges, sending: without(state.sending, id), answers: [...state.answers, answer] };
}

function ended(state: LiveState, id: string, outcome: Outcome): LiveState {
  const challenge = state.challenges.find((other) => other.id === id);
  const challenges = state.challenges.filter((other) => other.id !== id);
  const mine = challenge !== undefined && challenge.sender.id === state.me?.person.id;
  // Whoever withdraws knows it, and the others need no word of what is gone.
  if (!mine || outcome === "withdrawn") return { ...state, challenges };
  const answer: Answer = { id, to: challenge.to.name, outcome, detail: "", names: [] };
  return { ...state, challenges, answers: [...state.answers, answer] };
}

function without(map: Readonly<Record<string, string>>, id: string): Readonly<Record<string, string>> {
  const { [id]: _gone, ...rest } = map;
  return rest;
}

function merged<T>(
  old: readonly T[],
  changed: readonly T[],
  gone: readonly string[],
  key: (item: T) => string,
): T[] {
  const fresh = new Map(changed.map((item) => [key(item), item]));
  const kept = old.filter((item) => !gone.includes(key(item)));
  const known = new Set(kept.map(key));
  return [...kept.map((item) => fresh.get(key(item)) ?? item), ...changed.filter((item) => !known.has(key(item)))];
}

const OUTCOMES: Record<Outcome, string> = {
  accepted: "accepts and sits down.",
  declined: "declines.",
  withdrawn: "is not asked any more.",
  timed_out: "has not answered.",
  seat_gone: "accepts, but the seat is taken meanwhile.",
};

/** What came of it, in a sentence. */
export function answerText(answer: Answer): string {
  return answer.outcome === "refused" ? answer.detail : `${answer.to} ${OUTCOMES[answer.outcome]}`;
}
