// Everything that happens, and every refusal, as a sentence: for the status line, the log
// and screen readers. The type checker sees to it that nothing is without words.

import { after, bidName, cardName, partnerOf, seatsOf, sideOf, signed, suitName, suitOf } from "./cards";
import { levelName } from "./people/levels.svelte";
import type {
  Bid,
  Card,
  CardsGiven,
  DealScored,
  FaultReason,
  PublicView,
  Reason,
  Seat,
  SeatInfo,
  SignOut,
  Side,
  StandInReason,
  TableInfo,
  TableReason,
} from "./protocol.gen";
import { isShared } from "./device";
import { type State, type TableEvent, isMyTurn, unreachable, viewerOf } from "./state";

/** Computers have names too, so that a sentence can tell them apart; each begins as its seat. */
export const COMPUTER_NAMES = ["Nora", "Emil", "Sofia", "Walt"] as const;

/** How to speak of the seats. */
export interface Company {
  /** The listener's own seat. */
  readonly you: Seat | null;
  /** From where the listener sees the table. */
  readonly viewer: Seat;
  readonly names: readonly [string, string, string, string];
}

export function companyOf(table: TableInfo | null, you: Seat | null, viewer: Seat = you ?? 2): Company {
  const name = (seat: Seat): string => {
    // A seat that is open after a match was a computer's in it.
    if (table?.stage === "over" && table.seats[seat].open) return COMPUTER_NAMES[seat];
    return seatName(table?.seats[seat], seat);
  };
  return { you, viewer, names: [name(0), name(1), name(2), name(3)] };
}

/** How to speak of the seats here; where several listen, everybody goes by name. */
export function companyAt(state: State): Company {
  return companyOf(state.table, isShared(state) ? null : state.seat, viewerOf(state));
}

export function seatName(info: SeatInfo | undefined, seat: Seat): string {
  if (info?.person) return info.person.name;
  return info?.open ? "Open seat" : COMPUTER_NAMES[seat];
}

/** "You play", "Ines plays": a seat and its verb. */
function does(company: Company, seat: Seat, verb: string): string {
  if (seat === company.you) return `You ${verb}`;
  return `${company.names[seat]} ${thirdPerson(verb)}`;
}

function thirdPerson(verb: string): string {
  const [first = "", ...rest] = verb.split(" ");
  const ending = /(ss|sh|ch|x)$/.test(first) ? "es" : "s";
  return [first + ending, ...rest].join(" ");
}

function named(company: Company, seat: Seat): string {
  return seat === company.you ? "you" : company.names[seat];
}

/** "Your", "Sam’s". */
export function possessive(company: Company, seat: Seat): string {
  return seat === company.you ? "Your" : `${company.names[seat]}’s`;
}

function pair(company: Company, side: Side): string {
  const [a, b] = seatsOf(side, company.viewer);
  return a === company.you ? `You and ${company.names[b]}` : `${company.names[a]} and ${company.names[b]}`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function cardList(cards: readonly Card[]): string {
  return list(cards.map(cardName));
}

/** What happened. */
export function sentence(event: TableEvent, company: Company): string {
  switch (event.type) {
    case "hand_dealt":
      return `${does(company, event.dealer, "deal")}. ${does(company, after(event.dealer, 1), "start the round")}.`;
    case "hand_seen":
      return `${does(company, event.seat, "look at the cards")}.`;
    case "bid_placed":
      return `${does(company, event.seat, `bid ${bidName(event.bid)}`)}.`;
    case "cards_given":
      return given(event, company);
    case "card_played": {
      const broken = event.breaks_spades ? " Spades are broken." : "";
      return `${does(company, event.seat, `play ${cardName(event.card)}`)}.${broken}`;
    }
    case "trick_taken":
      return `${does(company, event.winner, "take the trick")}.`;
    case "deal_scored":
      return scored(event, company);
    case "match_won":
      return `${pair(company, event.side)} win the match!`;
    case "seat_taken":
      return event.seat === company.you ? "You sit down." : `${event.person.name} sits down.`;
    case "person_changed":
      return event.seat === company.you
        ? `You are called ${event.person.name} now.`
        : `${event.person.name} is how that player is called now.`;
    case "seat_left":
      return `${event.person.name} leaves; a computer plays on.`;
    case "seat_opened":
      return "A seat is kept open for a friend.";
    case "seat_filled":
      return `${COMPUTER_NAMES[event.seat]}, a computer, sits down.`;
    case "level_changed":
      return `${COMPUTER_NAMES[event.seat]} plays as ${levelName(event.level).toLowerCase()} from now on.`;
    case "program_came":
      return event.seat === company.you
        ? "A program plays for you."
        : `${company.names[event.seat]} is played by a program.`;
    case "stand_in_came":
      return standIn(event.seat, event.reason, company);
    case "owner_returned":
      return event.seat === company.you ? "You are back." : `${company.names[event.seat]} is back.`;
    case "clock_ran_out":
      return event.seat === company.you
        ? "Your time ran out; a computer makes this move for you."
        : `${company.names[event.seat]} ran out of time; a computer makes this move.`;
    case "match_started":
      return `Match ${event.number} begins, to ${event.rules.target} points.`;
    case "deck_committed":
      return `The deck of deal ${event.deal_number} is sealed.`;
    case "deck_revealed":
      return `The seed of deal ${event.deal_number} is open: anyone can check the cards.`;
    case "agreed":
      return event.seat === company.you ? "You are ready." : `${company.names[event.seat]} is ready.`;
    default:
      return unreachable(event);
  }
}

function given(event: CardsGiven, company: Company): string {
  const what = event.cards ? cardList(event.cards) : `${event.count} cards`;
  const partner = partnerOf(event.seat);
  const to = partner === company.you ? "you" : company.names[partner];
  return `${does(company, event.seat, "give")} ${to} ${what}.`;
}

function scored(event: DealScored, company: Company): string {
  const side = sideOf(company.viewer);
  const line = (s: Side, word: string): string => {
    const score = event.score.sides[s];
    return `${word} ${signed(pointsOf(event, s))}, now ${score.after.points}`;
  };
  const other = (1 - side) as Side;
  return `The deal is over: ${line(side, "we")}; ${line(other, "they")}.`;
}

function pointsOf(event: DealScored, side: Side): number {
  const line = event.score.sides[side];
  const nils = line.nils.reduce((sum, nil) => sum + nil, 0);
  return line.contract + nils + line.bag_points + line.bag_penalty;
}

function standIn(seat: Seat, reason: StandInReason, company: Company): string {
  const why = reason === "connection_lost" ? "lost the connection" : "ran out of time";
  const who = seat === company.you ? "You" : company.names[seat];
  return `${who} ${why}; a computer plays meanwhile.`;
}

/** Whether the short detail of speech leaves *event* out. */
export function isDetail(event: TableEvent): boolean {
  return ["card_played", "hand_seen", "deck_committed", "deck_revealed", "agreed"].includes(event.type);
}

/** Whether *event* belongs to the cards, or is only about how they are checked. */
export function isTold(event: TableEvent): boolean {
  return event.type !== "deck_committed" && event.type !== "deck_revealed";
}

const REASONS: Record<Reason | TableReason, string> = {
  no_deal: "The cards are not dealt yet.",
  deal_under_way: "The cards are dealt already.",
  match_over: "The match is over.",
  bad_deal: "These are not four hands of 13 cards.",
  not_your_turn: "It is not your turn.",
  not_bidding: "The bidding is over.",
  not_passing: "No cards are exchanged now.",
  not_playing: "Cards cannot be played yet.",
  look_first: "Look at your cards first, or bid blind nil.",
  already_seen: "You have seen your cards, so blind nil is too late.",
  blind_nil_not_offered: "Blind nil is not offered to you now.",
  not_a_bid: "That is not a bid.",
  nil_not_offered: "Nil is not offered at this table.",
  bid_too_low: "You must bid more than that.",
  no_bid_of_one: "Nobody may bid one at this table.",
  side_bid_too_high: "Your partnership may not bid that much together.",
  side_bid_too_low: "Your partnership must bid more than that together.",
  both_nil: "Your partner has bid nil already.",
  total_of_thirteen: "The four bids may not add up to 13.",
  must_bid_spades: "You must bid the number of spades you hold.",
  must_bid_nil: "One of you must bid nil.",
  not_your_card: "You do not hold that card.",
  wrong_number_of_cards: "Choose the right number of cards.",
  must_follow_suit: "You must follow suit.",
  spades_not_broken: "Spades are not broken yet.",
  no_spades_on_first_trick: "No spades on the first trick.",
  not_seated: "Take a seat first.",
  already_seated: "You have a seat already.",
  seat_taken: "Somebody sits there.",
  seat_not_open: "That seat is not open.",
  saw_another_hand: "You have seen another hand of this deal. You can sit there from the next deal on.",
  not_your_seat: "That seat is played on another device.",
  anothers_turn: "It is the turn of somebody else here.",
  not_host: "Only the host can do that.",
  match_under_way: "Seats can be opened before a match or after it.",
  no_computers: "This table is for people alone.",
  not_between_deals: "Levels are changed between two deals.",
  level_not_offered: "This server has no computer players as strong as that.",
  nothing_to_agree: "Nothing waits for your agreement.",
  no_stand_in: "No computer plays for you.",
  too_many_orders: "That was too fast. Try again in a moment.",
  not_stored: "The server could not write that down, so nothing has happened. Try again.",
};

/** Why something was refused. */
export function refusalText(reason: Reason | TableReason, led: Card | undefined): string {
  if (reason === "must_follow_suit" && led) return `You must follow ${suitName(suitOf(led))}.`;
  return REASONS[reason];
}

export const FAULTS: Record<FaultReason, string> = {
  not_understood: "The server did not understand this page. Load it anew.",
  too_large: "That message was too large.",
  hello_first: "The table did not know this page. Load it anew.",
  no_spectators: "Nobody may watch this table. Take a seat first.",
  no_such_table: "There is no such table here. It may have been a slip in the link.",
  other_version: "The server has been renewed. Load this page anew to go on.",
  no_session: "The server does not know this browser. Load this page anew; cookies must be allowed.",
  too_slow: "The connection was too slow.",
  too_many_faults: "Something is wrong with this page. Load it anew.",
  replaced: "This table is open in too many windows of yours. Close some, and load this page anew.",
  going_down: "The server is restarting.",
};

/** Why somebody has no session any more. */
export const SIGNED_OUT: Record<SignOut, string> = {
  everywhere: "This account was signed out on all devices.",
  new_password: "The password of this account was changed on another device. Sign in with the new one.",
  deleted: "This account was deleted.",
  banned: "The operator of this server has closed this account.",
  ended:
    "This session was ended. The operator of this server may have given the account a new password; " +
    "sign in with that one.",
};

/** What the table waits for, in a few words. */
export function statusLine(state: State): string {
  const { table, game } = state;
  if (!table) return "Coming to the table …";
  const company = companyAt(state);
  if (table.stage === "waiting") return waitingLine(table);
  if (!game) return "";
  if (table.stage === "over" && game.public.winner !== null) {
    return `${pair(company, game.public.winner)} win the match`;
  }
  if (game.public.phase === null) return "The next deal comes soon";
  return turnLine(state, game.public, company);
}

function waitingLine(table: TableInfo): string {
  const open = table.seats.filter((seat) => seat.open).length;
  if (open === 0) return "Waiting for somebody who is not connected";
  return open === 1 ? "Waiting for one more player" : `Waiting for ${open} more players`;
}

function turnLine(state: State, view: PublicView, company: Company): string {
  const mine = isMyTurn(state);
  const turn = view.turn;
  if (turn === null) return "";
  const name = company.names[turn];
  switch (view.phase) {
    case "bidding":
      if (!mine) return `${name} is bidding`;
      return state.game?.own?.may_look ? "Blind nil, or look?" : "Your bid";
    case "passing":
      return mine ? `Choose ${state.game?.own?.to_pass ?? 0} cards to give` : `${name} chooses cards to give`;
    case "playing":
      return mine ? `Your turn – ${playHint(state)}` : `${name}’s turn`;
    default:
      return "";
  }
}

/** "follow hearts", "you lead": read off the cards that the server lists as legal. */
function playHint(state: State): string {
  const led = state.game?.public.trick.cards[0];
  if (!led) return "you lead";
  const legal = state.game?.own?.plays ?? [];
  const follows = legal.length > 0 && legal.every((card) => suitOf(card) === suitOf(led));
  return follows ? `follow ${suitName(suitOf(led))}` : "play any marked card";
}

/** The words for a seat's bid and tricks, as a screen reader says them. */
export function tally(bid: Bid | null, taken: number, bidding: boolean): string {
  if (!bid) return "has not bid";
  if (bidding) return `bid ${bidName(bid)}`;
  return `bid ${bidName(bid)}, took ${taken}`;
}

/** What is known of the deal under way, for whoever looks up: start, bids, spades. */
export function roundInBrief(view: PublicView, company: Company): string[] {
  if (view.phase === null) return [];
  const first = after(view.dealer, 1);
  const bids = [0, 1, 2, 3].flatMap((steps) => {
    const seat = after(first, steps);
    const bid = view.bids[seat];
    return bid ? [`${named(company, seat)} ${bidName(bid)}`] : [];
  });
  return [
    `Dealer: ${named(company, view.dealer)}. ${does(company, first, "start the round")}.`,
    bids.length > 0 ? `Bids: ${bids.join(", ")}.` : "Nobody has bid yet.",
    view.spades_broken ? "Spades are broken." : "Spades are not broken.",
  ];
}

/** The whole table in a few sentences: the R key. */
export function readTable(state: State): string {
  const game = state.game;
  if (!game) return statusLine(state);
  const company = companyAt(state);
  const [us, them] = [sideOf(viewerOf(state)), (1 - sideOf(viewerOf(state))) as Side];
  const { trick, scores, bids, tricks_won: won } = game.public;
  const cards = trick.cards.map((card, index) => {
    return `${named(company, after(trick.leader, index))} ${index === 0 ? "led" : "played"} ${cardName(card)}`;
  });
  const seats = ([0, 1, 2, 3] as const).map(
    (seat) => `${named(company, seat)} ${tally(bids[seat], won[seat], game.public.phase === "bidding")}`,
  );
  const parts = [
    statusLine(state),
    cards.length > 0 ? list(cards) : "No card on the table",
    list(seats),
    game.public.spades_broken ? "Spades are broken" : "Spades are not broken",
    `Us ${scores[us].points} with ${scores[us].bags} bags, them ${scores[them].points} with ${scores[them].bags}`,
  ];
  return `${parts.join(". ")}.`;
}
