// The chat of one table in this window: its lines, its bubbles, and what is being typed.

import type { ChatLine, ChatMessage, ChatRefused } from "../protocol.gen";
import { unreachable } from "../state";
import { type ChatLog, EMPTY, type Line, bubbleTime, isTableNews, withLines } from "./chatlog";

export class Chat {
  log: ChatLog = $state.raw(EMPTY);
  /** Whether the window of the chat is open. */
  open = $state(false);
  /** What is being typed; it outlives the window. */
  draft = $state("");
  /** Why the last message was sent to nobody. */
  refusal: ChatRefused | null = $state.raw(null);
  /** What each person has just said, by their ids. */
  bubbles: Readonly<Record<string, ChatLine>> = $state.raw({});
  /** Messages without an answer yet, by id. */
  waiting: Readonly<Record<string, string>> = $state.raw({});

  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Show or hide the window; whoever sees it has read everything. */
  show(open: boolean): void {
    this.open = open;
    if (open) this.log = { ...this.log, unread: {} };
  }

  /** A message is on its way. */
  sent(id: string, text: string): void {
    this.refusal = null;
    this.waiting = { ...this.waiting, [id]: text };
  }

  /** Take in what came; the lines that others have just said. */
  hear(message: ChatMessage, you: string): Line[] {
    switch (message.type) {
      case "chat":
        this.add([message], you);
        this.bubble(message);
        return message.sender.id === you ? [] : [message];
      case "system":
        this.add([message], you);
        return message.person.id === you || isTableNews(message.notice) ? [] : [message];
      case "chat_history":
        // What was said before one came has not been missed.
        this.add(message.lines, this.log.seen === 0 ? null : you);
        return [];
      case "said":
        this.answered(message.say);
        return [];
      case "chat_refused":
        this.refused(message);
        return [];
      default:
        return unreachable(message);
    }
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private add(lines: readonly Line[], you: string | null): void {
    this.log = withLines(this.log, lines, this.open ? null : you);
  }

  private refused(message: ChatRefused): void {
    const text = this.waiting[message.say];
    this.answered(message.say);
    this.refusal = message;
    // Nothing that was typed is lost, unless something else is being typed already.
    if (text !== undefined && this.draft === "") this.draft = text;
  }

  private answered(id: string): void {
    const { [id]: _answered, ...rest } = this.waiting;
    this.waiting = rest;
  }

  private bubble(line: ChatLine): void {
    const { id } = line.sender;
    clearTimeout(this.timers.get(id));
    this.bubbles = { ...this.bubbles, [id]: line };
    this.timers.set(
      id,
      setTimeout(() => {
        const { [id]: _gone, ...rest } = this.bubbles;
        this.bubbles = rest;
      }, bubbleTime(line.text)),
    );
  }
}
