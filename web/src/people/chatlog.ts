// What was said at a table: the lines in order, who has not been read yet, and the words
// around them. The server alone decides who hears what.

import type { ChatLine, ChatMessage, Notice, Person, ServerMessage, SystemLine, Voice } from "../protocol.gen";
import { unreachable } from "../state";

export type Line = ChatLine | SystemLine;

export interface ChatLog {
  /** Oldest first. */
  readonly lines: readonly Line[];
  /** The time of the newest line; 0: none yet. */
  readonly seen: number;
  /** How many lines of each person came while the chat was closed, by their ids. */
  readonly unread: Readonly<Record<string, number>>;
}

export const EMPTY: ChatLog = { lines: [], seen: 0, unread: {} };

const KEPT = 300;

export function isChat(message: ServerMessage): message is ChatMessage {
  return ["chat", "system", "chat_history", "said", "chat_refused"].includes(message.type);
}

/** The log with *lines* in it: each once, by its time, which no other line has. */
export function withLines(log: ChatLog, lines: readonly Line[], unreadFor: string | null): ChatLog {
  const known = new Set(log.lines.map((line) => line.at));
  const fresh = lines.filter((line) => !known.has(line.at));
  if (fresh.length === 0) return log;
  const all = [...log.lines, ...fresh].sort((a, b) => a.at - b.at).slice(-KEPT);
  const unread = { ...log.unread };
  if (unreadFor !== null) {
    for (const line of fresh) {
      if (line.type !== "chat" || line.sender.id === unreadFor) continue;
      unread[line.sender.id] = (unread[line.sender.id] ?? 0) + 1;
    }
  }
  return { lines: all, seen: all.at(-1)?.at ?? log.seen, unread };
}

export function unreadCount(log: ChatLog): number {
  return Object.values(log.unread).reduce((sum, count) => sum + count, 0);
}

/** For how long a bubble of *text* stays, in milliseconds: long texts take longer to read. */
export function bubbleTime(text: string): number {
  return Math.min(12_000, 4_000 + 60 * Math.max(0, text.length - 20));
}

/** How a person is to be called by others in the chat. */
export function callName(person: Person): string {
  return person.username ?? person.name;
}

const SAYS: Record<Voice, string> = {
  say: "says",
  yell: "yells",
  think: "thinks",
  whisper: "whispers",
};

/** "Ines yells", "You whisper to Emil": who says it and how. */
export function attribution(line: ChatLine, you: string): string {
  const mine = line.sender.id === you;
  const verb = mine ? SAYS[line.voice].slice(0, -1) : SAYS[line.voice];
  const to = line.to ? ` to ${line.to.id === you ? "you" : line.to.name}` : "";
  return `${mine ? "You" : line.sender.name} ${verb}${to}`;
}

/** What the system says of NAME, and what it says to whom it is about. */
const NOTICES: Record<Notice, readonly [string, string]> = {
  joined: ["NAME has come to the table.", "You have come to the table."],
  left: ["NAME has left the table.", "You have left the table."],
  lost_connection: ["NAME has lost the connection.", "You have lost the connection."],
  reconnected: ["NAME is connected again.", "You are connected again."],
  gave_up_seat: ["NAME has given up the seat. A computer plays on.", "You have given up the seat. A computer plays on."],
  stood_in_for: ["A computer plays for NAME.", "A computer plays for you."],
  plays_again: ["NAME plays again.", "You play again."],
  took_over: ["NAME takes over from a computer.", "You take over from a computer."],
};

/** Whether the table's own news tell this, too, so that it needs to be said only once. */
export function isTableNews(notice: Notice): boolean {
  return ["gave_up_seat", "stood_in_for", "plays_again", "took_over"].includes(notice);
}

export function noticeText(line: SystemLine, you: string): string {
  const [ofOthers, ofOneself] = NOTICES[line.notice];
  // By a function: in a plain text a dollar sign of a name would mean something.
  return line.person.id === you ? ofOneself : ofOthers.replace("NAME", () => line.person.name);
}

/** The whole line, for screen readers. */
export function spokenLine(line: Line, you: string): string {
  switch (line.type) {
    case "chat":
      return `${attribution(line, you)}: ${line.text}`;
    case "system":
      return noticeText(line, you);
    default:
      return unreachable(line);
  }
}

/** The time of day of a line, as its reader writes it. */
export function timeText(at: number, locale?: string): string {
  return new Date(at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

const TAG = /^\s*[<＜]\s*(?:(yell|y)|(think|t)|(?:whisper|w)(?:\s+([^<>＜＞]*?))?)\s*[>＞]\s*/i;

export interface Draft {
  readonly voice: Voice;
  readonly text: string;
}

/** How a message that is being typed will be said, for the preview alone. */
export function drafted(text: string): Draft {
  const tag = TAG.exec(text);
  if (!tag) return { voice: "say", text };
  const voice: Voice = tag[1] ? "yell" : tag[2] ? "think" : "whisper";
  const inner = drafted(text.slice(tag[0].length));
  return inner.voice === "whisper" ? inner : { voice, text: text.slice(tag[0].length) };
}
