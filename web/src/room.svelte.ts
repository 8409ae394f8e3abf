// One table in this window: the socket, the state, and what follows from a change of it
// (sound, speech, the rest of a full trick). Components read `state` and give orders here.

import { tick } from "svelte";
import { sideOf } from "./cards";
import { isShared } from "./device";
import { forget, remember, restTime } from "./motion";
import { Chat } from "./people/chat.svelte";
import { emoticons } from "./people/circle.svelte";
import { isChat, spokenLine } from "./people/chatlog";
import { spoken } from "./people/emoticons";
import { adviceOf, mayAsk, noHintText, withNames } from "./hints";
import type { Act, Card, ChatMessage, Hint, HintRefused, Seat, ServerMessage } from "./protocol.gen";
import { settings } from "./settings.svelte";
import { TableSocket } from "./socket";
import * as sound from "./sound";
import { companyAt, isDetail, isTold, possessive, refusalText, sentence, statusLine } from "./speech";
import { type Link, type Message, START, type State, isCovered, isMyTurn, leftOn, reduce } from "./state";

/** After a card of one's own, presses are deaf for so long: a double press is one card. */
const GUARD = 250;
/** The device was just in other hands: presses meant for their cards uncover nothing. */
const COVER_GUARD = 500;
const LAST_SECONDS = 5;
const TURN_CUE_AFTER = 260;
const LAST_CARD_AFTER = 600;

export class Room {
  state: State = $state.raw(START);
  /** What screen readers are to say when they have finished, and what at once. */
  polite = $state("");
  urgent = $state("");
  /** The card chosen by a first tap, where two are asked for. */
  selected: Card | null = $state(null);
  /** The cards chosen for the exchange. */
  giving: Card[] = $state([]);
  /** What a strong player would do now, if it was asked. */
  hint: Hint | null = $state.raw(null);
  /** Whether a hint is being thought of. */
  askingHint = $state(false);
  /** Time now, as often as a clock is to be seen moving. */
  now = $state(performance.now());

  /** What people say here. */
  readonly chat = new Chat();

  private readonly socket: TableSocket;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly ticker: ReturnType<typeof setInterval>;
  private deafUntil = 0;
  private coveredUntil = 0;
  private warned = false;

  constructor(table: string, open?: () => WebSocket) {
    this.socket = new TableSocket(
      table,
      {
        received: (message: ServerMessage) => {
          if (isChat(message)) this.hear(message);
          else if (message.type === "hint" || message.type === "hint_refused") this.advise(message);
          else this.dispatch({ type: "received", message, at: performance.now() });
        },
        sent: (id: string, act: Act) => this.dispatch({ type: "sent", id, act }),
        linked: (link: Link) => this.linked(link),
        seq: () => this.state.seq,
        chat: () => this.chat.log.seen,
      },
      open,
    );
    this.ticker = setInterval(() => this.keepTime(), 250);
  }

  close(): void {
    this.socket.close();
    clearTimeout(this.restTimer);
    clearInterval(this.ticker);
    this.chat.close();
  }

  /** Say *text* to the others at the table. */
  write(text: string): void {
    this.chat.sent(this.socket.say(text), text);
  }

  /** Ask for *act*, on behalf of *seat* where it is not for one's own. */
  order(act: Act, seat: Seat | null = this.actor(act)): void {
    this.socket.order(act, seat);
  }

  /** Show the cards of *seat*, who has the device now. */
  uncover(seat: Seat): void {
    if (performance.now() >= this.coveredUntil) this.order({ type: "uncover", seat });
  }

  /** Try to connect now. */
  hurry(): void {
    this.socket.hurry();
  }

  /** A press on a card while it is one's turn to play. */
  play(card: Card): void {
    const { state } = this;
    if (performance.now() < this.deafUntil || this.isAnswering("play")) return;
    if (state.game?.public.phase !== "playing" || !isMyTurn(state)) {
      this.dispatch({ type: "refused_here", reason: "not_your_turn", card });
      return;
    }
    this.selected = null;
    if (state.game.own?.plays.includes(card)) this.deafUntil = performance.now() + GUARD;
    this.order({ type: "play", card });
  }

  /** Choose a card for the exchange, or put it back. */
  choose(card: Card): void {
    const most = this.state.game?.own?.to_pass ?? 0;
    if (this.giving.includes(card)) this.giving = this.giving.filter((other) => other !== card);
    else this.giving = [...this.giving, card].slice(-most);
  }

  give(): void {
    this.order({ type: "give", cards: this.giving });
    this.giving = [];
  }

  /** Ask what a strong player would do. */
  askHint(): void {
    if (!mayAsk(this.state)) {
      const { table } = this.state;
      const given = table?.options.hints ?? table?.options.private ?? true;
      this.say(noHintText(given ? "not_your_turn" : "no_hints"));
    } else if (!this.askingHint) {
      this.askingHint = this.socket.ask();
    }
  }

  private advise(answer: Hint | HintRefused): void {
    this.askingHint = false;
    if (answer.type === "hint_refused") {
      this.say(noHintText(answer.reason));
    } else if (answer.seq === this.state.seq) {
      this.hint = answer;
      const { names } = companyAt(this.state);
      this.say(`Hint: ${adviceOf(answer)}. ${withNames(answer.text, names)}.`);
    }
  }

  /** Whether an order of this kind still waits for its answer. */
  isAnswering(type: Act["type"]): boolean {
    return Object.values(this.state.pending).some((act) => act.type === type);
  }

  /** Say *text* to screen readers; the same text twice is said twice. */
  say(text: string): void {
    this.polite = text === this.polite ? `${text}\u00a0` : text;
  }

  /** The same, in the middle of whatever is being said. */
  shout(text: string): void {
    this.urgent = text === this.urgent ? `${text}\u00a0` : text;
  }

  /** Whose move *act* is, where several play here. */
  private actor(act: Act): Seat | null {
    const isMove = ["look", "bid", "give", "play"].includes(act.type);
    return isMove && isShared(this.state) ? this.state.seat : null;
  }

  private dispatch(message: Message): void {
    const before = this.state;
    const after = reduce(before, message);
    if (after === before) return;
    if (after.news.some((event) => event.type === "hand_dealt")) forget();
    else remember(document);
    this.state = after;
    if (after.seq !== before.seq || after.link.kind !== "open") {
      this.hint = null;
      this.askingHint = false;
    }
    if (after.resting !== before.resting) this.rest();
    if (after.seat !== before.seat) this.giving = [];
    if (isCovered(after) && !isCovered(before)) this.coveredUntil = performance.now() + COVER_GUARD;
    this.tell(before, after);
  }

  /** Open the chat and go to its entry. */
  openChat(): void {
    this.chat.show(true);
    void tick().then(() => document.querySelector<HTMLElement>("[data-chat-entry]")?.focus());
  }

  toggleChat(): void {
    if (this.chat.open) this.chat.show(false);
    else this.openChat();
  }

  private hear(message: ChatMessage): void {
    void emoticons.load();
    const you = this.state.you?.id ?? "";
    const others = this.chat.hear(message, you);
    if (others.length === 0) return;
    sound.play("chat");
    // An open log is a live region of its own.
    if (!this.chat.open) {
      this.say(others.map((line) => spoken(spokenLine(line, you), emoticons.all)).join(" "));
    }
  }

  private rest(): void {
    clearTimeout(this.restTimer);
    if (!this.state.resting) return;
    this.restTimer = setTimeout(() => this.dispatch({ type: "rested" }), restTime());
  }

  /** What there is to hear of the step from *before* to *after*. */
  private tell(before: State, after: State): void {
    const company = companyAt(after);
    const side = after.seat === null ? null : sideOf(after.seat);
    const cue = sound.cueFor(after.news, side);
    if (cue) sound.play(cue);
    const told = after.news.filter((event) => isTold(event));
    const spoken = settings.speech === "full" ? told : told.filter((event) => !isDetail(event));
    const words = spoken.map((event) => sentence(event, company));
    if (becomesMine(before, after)) {
      this.warned = false;
      this.selected = null;
      words.push(`${statusLine(after)}.`);
      this.playLastCard();
      setTimeout(() => sound.play("turn"), cue ? TURN_CUE_AFTER : 0);
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
    }
    const holder = isCovered(after) ? after.seat : null;
    if (holder !== null && (!isCovered(before) || holder !== before.seat)) {
      words.push(`Pass the device to ${company.names[holder]}.`);
    }
    if (words.length > 0) this.say(words.join(" "));
    const broken = brokenNil(after);
    if (broken !== null) this.shout(`${possessive(company, broken)} nil is broken.`);
    if (after.refusal && after.refusal !== before.refusal) {
      this.shout(refusalText(after.refusal.reason, after.game?.public.trick.cards[0]));
    }
  }

  /** The last card of a deal plays itself: there is nothing to choose, nor to learn from it. */
  private playLastCard(): void {
    setTimeout(() => {
      const own = this.state.game?.own;
      const [card] = own?.hand?.length === 1 ? own.plays : [];
      if (card && !this.isAnswering("play")) this.order({ type: "play", card });
    }, LAST_CARD_AFTER);
  }

  private linked(link: Link): void {
    const before = this.state.link.kind;
    this.dispatch({ type: "linked", link });
    if (link.kind === "waiting" && before === "open") this.shout("The connection is lost. Trying again.");
    if (link.kind === "open" && this.state.seq > 0 && before !== "open") this.say("Connected.");
  }

  private keepTime(): void {
    this.now = performance.now();
    const { clock } = this.state;
    if (!clock || !isMyTurn(this.state)) return;
    const seconds = Math.ceil(leftOn(clock, this.now) / 1000);
    if (seconds > LAST_SECONDS || seconds <= 0) return;
    if (settings.ticks && this.now % 1000 < 250) sound.play("tick");
    if (!this.warned) this.shout(`${seconds} seconds left.`);
    this.warned = true;
  }
}

/** The seat whose nil has just been broken, if the news tell of one. */
function brokenNil(state: State): Seat | null {
  const taken = state.news.findLast((event) => event.type === "trick_taken");
  const view = state.game?.public;
  if (!taken || !view || view.bids[taken.winner]?.tricks !== 0) return null;
  return view.tricks_won[taken.winner] === 1 ? taken.winner : null;
}

function becomesMine(before: State, after: State): boolean {
  if (!isMyTurn(after)) return false;
  const moved = after.news.some((event) =>
    ["bid_placed", "card_played", "cards_given", "hand_dealt"].includes(event.type),
  );
  return !isMyTurn(before) || moved;
}
