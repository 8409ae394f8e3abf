// Written by `python -m spadille.protocol.schema`; change the Python types instead.

export const VERSION = 1;

/** A suit; spades, the trumps, are the highest. */
export const Suit = { CLUBS: 0, DIAMONDS: 1, HEARTS: 2, SPADES: 3 } as const;
export type Suit = (typeof Suit)[keyof typeof Suit];

/** A place at the table, clockwise from north. */
export const Seat = { NORTH: 0, EAST: 1, SOUTH: 2, WEST: 3 } as const;
export type Seat = (typeof Seat)[keyof typeof Seat];

/** A partnership. */
export const Side = { NORTH_SOUTH: 0, EAST_WEST: 1 } as const;
export type Side = (typeof Side)[keyof typeof Side];

/** How a score wins against the target. */
export type WinAt = "reaches" | "exceeds";

/** What becomes of the bags beyond a penalty. */
export type BagRemainder = "carried" | "reset";

/** What a contract that is set scores. */
export type SetContract = "loses_bid" | "scores_nothing";

/** What the tricks taken by a failed nil count for. */
export type NilTricks = "bags" | "help_partner" | "nothing";

/** Which bid brings an exchange of cards between the partners. */
export type Exchange = "blind_nil" | "any_nil";

/** Who gives cards first in an exchange. */
export type ExchangeOrder = "bidder_first" | "partner_first";

/** Whether spades may fall on the first trick. */
export type FirstTrickSpades = "forbidden" | "allowed";

/** When spades may be led. */
export type SpadesLead = "when_broken" | "any_time";

/** How free the bids are. */
export type Bidding = "free" | "mirror" | "whiz" | "suicide";

/** What a table is doing. */
export type Stage = "waiting" | "playing" | "between_deals" | "over";

/** Why a computer plays for a seat that has an owner. */
export type StandInReason = "connection_lost" | "clock_ran_out";

/** How strong a computer player is, the quickest thinker first. */
export type BotLevel = "rules" | "beginner" | "casual" | "skilled" | "expert";

/** What the deal waits for. */
export type Phase = "bidding" | "passing" | "playing" | "over";

/** One of the 52 cards, named by suit then rank: ``Card.SA`` is the ace of spades. */
export type Card = "C2" | "C3" | "C4" | "C5" | "C6" | "C7" | "C8" | "C9" | "CT" | "CJ" | "CQ" | "CK" | "CA" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D8" | "D9" | "DT" | "DJ" | "DQ" | "DK" | "DA" | "H2" | "H3" | "H4" | "H5" | "H6" | "H7" | "H8" | "H9" | "HT" | "HJ" | "HQ" | "HK" | "HA" | "S2" | "S3" | "S4" | "S5" | "S6" | "S7" | "S8" | "S9" | "ST" | "SJ" | "SQ" | "SK" | "SA";

/** Every reason for which the rules refuse a command; the values are wire codes. */
export type Reason = "no_deal" | "deal_under_way" | "match_over" | "bad_deal" | "not_your_turn" | "not_bidding" | "not_passing" | "not_playing" | "look_first" | "already_seen" | "blind_nil_not_offered" | "not_a_bid" | "nil_not_offered" | "bid_too_low" | "no_bid_of_one" | "side_bid_too_high" | "side_bid_too_low" | "both_nil" | "total_of_thirteen" | "must_bid_spades" | "must_bid_nil" | "not_your_card" | "wrong_number_of_cards" | "must_follow_suit" | "spades_not_broken" | "no_spades_on_first_trick";

/** Every reason for which a table refuses an order; the values are wire codes. */
export type TableReason = "not_seated" | "already_seated" | "seat_taken" | "seat_not_open" | "saw_another_hand" | "not_your_seat" | "anothers_turn" | "not_host" | "match_under_way" | "no_computers" | "not_between_deals" | "level_not_offered" | "nothing_to_agree" | "no_stand_in" | "too_many_orders" | "not_stored";

/** How something is said; each is drawn in its own way. */
export type Voice = "say" | "yell" | "think" | "whisper";

/** What the system says in the chat; no part of the play. */
export type Notice = "joined" | "left" | "lost_connection" | "reconnected" | "gave_up_seat" | "stood_in_for" | "plays_again" | "took_over";

/** Why a message was not sent to anybody. */
export type ChatReason = "empty" | "too_long" | "too_fast" | "whisper_during_game" | "whisper_to_whom" | "nobody_fits" | "several_fit" | "yourself" | "blocked" | "not_stored";

/** Why no hint is given. */
export type HintReason = "not_your_turn" | "no_hints" | "not_for_programs" | "too_many_hints";

/** Why a message was not understood, or why the socket is closed. */
export type FaultReason = "not_understood" | "too_large" | "hello_first" | "no_such_table" | "no_spectators" | "other_version" | "no_session" | "too_slow" | "too_many_faults" | "replaced" | "going_down";

/** How large the chat is written. */
export type FontSize = "small" | "medium" | "large" | "huge";

/** Where somebody is now. */
export type Where = "offline" | "online" | "playing";

/** Why a challenge is not sent, or cannot be answered. */
export type ChallengeReason = "unknown" | "yourself" | "offline" | "busy" | "blocked" | "you_blocked" | "not_seated" | "seat_taken" | "already_there" | "already_sent" | "too_many" | "gone";

/** How a challenge ended. */
export type Outcome = "accepted" | "declined" | "withdrawn" | "timed_out" | "seat_gone";

/** Why a session is over. */
export type SignOut = "everywhere" | "new_password" | "deleted" | "banned" | "ended";

/** What a personal token may be used for. */
export type Scope = "profile:read" | "profile:write" | "buddies:read" | "buddies:write" | "settings:read" | "settings:write" | "table:play";

/** The whole table, after a `Hello` that cannot be resumed from memory. */
export interface Welcome {
  type: "welcome";
  seq: number;
  you: Person;
  seat: Seat | null;
  table: TableInfo;
  game: Game | null;
  sheet: DealScore[];
  clock: Clock | null;
}

/** Somebody at a table, as others may know them. */
export interface Person {
  id: string;
  name: string;
  avatar: string;
  username: string | null;
}

/** What changes at a table less often than its cards. */
export interface TableInfo {
  id: string;
  rules: RuleSet;
  stage: Stage;
  seats: [SeatInfo, SeatInfo, SeatInfo, SeatInfo];
  match_number: number;
  host: string;
  turn_seconds: number;
  commitment: string | null;
  options: TableOptions;
}

/** The rules in force at a table. The defaults are those of *Challenge*. */
export interface RuleSet {
  name: string;
  target: number;
  win_at: WinAt;
  losing_score: number | null;
  deal_limit: number | null;
  bag_points: number;
  bag_limit: number | null;
  bag_penalty: number;
  bag_remainder: BagRemainder;
  set_contract: SetContract;
  nil_points: number | null;
  failed_nil_tricks: NilTricks;
  both_nil: boolean;
  blind_nil_points: number | null;
  blind_nil_behind: number | null;
  blind_nils_a_side: number;
  exchange_cards: number;
  exchange_for: Exchange;
  exchange_order: ExchangeOrder;
  side_bid_most: number | null;
  side_bid_least: number;
  bid_least: number;
  no_bid_of_one: boolean;
  no_total_of_thirteen: boolean;
  ten_for_two_hundred: boolean;
  boston: boolean;
  first_trick_spades: FirstTrickSpades;
  spades_lead: SpadesLead;
  bidding: Bidding;
}

/** Who holds a seat. Without a person it is a computer's, or open. */
export interface SeatInfo {
  person: Person | null;
  open: boolean;
  stand_in: StandInReason | null;
  agreed: boolean;
  level: BotLevel | null;
  program: boolean;
}

/** Who may come to a table. */
export interface TableOptions {
  private: boolean;
  title: string;
  spectators: boolean;
  computers: boolean;
  hints: boolean | null;
}

/** The match as this socket may see it. */
export interface Game {
  public: PublicView;
  own: PrivateView | null;
}

/** What everyone at the table sees. */
export interface PublicView {
  deal_number: number;
  dealer: Seat;
  phase: Phase | null;
  turn: Seat | null;
  bids: [Bid | null, Bid | null, Bid | null, Bid | null];
  unseen: [boolean, boolean, boolean, boolean];
  cards_held: [number, number, number, number];
  tricks: Trick[];
  trick: Trick;
  tricks_won: [number, number, number, number];
  spades_broken: boolean;
  scores: [Score, Score];
  winner: Side | null;
}

/** What a player promises: a number of tricks, nil, or blind nil. */
export interface Bid {
  tricks: number;
  blind: boolean;
}

/** The cards put on one trick, in order from its leader. */
export interface Trick {
  leader: Seat;
  cards: Card[];
}

/** What a side has: points and bags are counts of their own. */
export interface Score {
  points: number;
  bags: number;
}

/** What one seat sees besides: its cards, and what it may do with them now. */
export interface PrivateView {
  seat: Seat;
  hand: Card[] | null;
  plays: Card[];
  bids: Bid[];
  may_look: boolean;
  to_pass: number;
  gave: Card[] | null;
  received: Card[] | null;
}

/** One row of the score sheet: what was bid and taken, and what it scores. */
export interface DealScore {
  bids: [Bid, Bid, Bid, Bid];
  tricks: [number, number, number, number];
  sides: [SideScore, SideScore];
}

/** One side's line of the score sheet for one deal; the items add up to its points. */
export interface SideScore {
  contract: number;
  nils: number[];
  bags: number;
  bag_points: number;
  bag_penalty: number;
  after: Score;
}

/** Time left when the message was sent, in milliseconds; never a wall time. */
export interface Clock {
  left: number;
  total: number;
}

/** What happened, up to and including ``seq``, and the whole view after it. */
export interface Update {
  type: "update";
  seq: number;
  events: (HandDealt | HandSeen | BidPlaced | CardsGiven | CardPlayed | TrickTaken | DealScored | MatchWon | SeatTaken | PersonChanged | SeatLeft | SeatOpened | SeatFilled | LevelChanged | ProgramCame | StandInCame | OwnerReturned | ClockRanOut | MatchStarted | DeckCommitted | DeckRevealed | Agreed)[];
  seat: Seat | null;
  game: Game | null;
  clock: Clock | null;
  table: TableInfo | null;
  sheet: DealScore[] | null;
}

/** A deal began; ``hand`` is one's own, once it may be seen. */
export interface HandDealt {
  type: "hand_dealt";
  dealer: Seat;
  hand: Card[] | null;
}

/** A player looked at the cards, or can no longer bid blind nil. */
export interface HandSeen {
  type: "hand_seen";
  seat: Seat;
}

/** A player bid. */
export interface BidPlaced {
  type: "bid_placed";
  seat: Seat;
  bid: Bid;
}

/** Cards changed hands; ``cards`` only for the two partners. */
export interface CardsGiven {
  type: "cards_given";
  seat: Seat;
  count: number;
  cards: Card[] | null;
}

/** A player played a card; ``breaks_spades`` for the first spade of the deal. */
export interface CardPlayed {
  type: "card_played";
  seat: Seat;
  card: Card;
  breaks_spades: boolean;
}

/** A full trick went to its winner. */
export interface TrickTaken {
  type: "trick_taken";
  winner: Seat;
}

/** A deal is over; its row of the score sheet. */
export interface DealScored {
  type: "deal_scored";
  score: DealScore;
}

/** The match is over. */
export interface MatchWon {
  type: "match_won";
  side: Side;
}

/** A person sat down, in the place of a computer or on an open seat. */
export interface SeatTaken {
  type: "seat_taken";
  seat: Seat;
  person: Person;
}

/** Whoever owns the seat has another name, avatar or username now. */
export interface PersonChanged {
  type: "person_changed";
  seat: Seat;
  person: Person;
}

/** A person left for good; a computer plays on. */
export interface SeatLeft {
  type: "seat_left";
  seat: Seat;
  person: Person;
}

/** A computer's seat is kept for a person; no deal starts before one sits there. */
export interface SeatOpened {
  type: "seat_opened";
  seat: Seat;
}

/** A computer sat down on an open seat. */
export interface SeatFilled {
  type: "seat_filled";
  seat: Seat;
}

/** The computer at a seat plays at another level from now on. */
export interface LevelChanged {
  type: "level_changed";
  seat: Seat;
  level: BotLevel;
}

/** A program plays for the person at the seat, until they leave it. */
export interface ProgramCame {
  type: "program_came";
  seat: Seat;
}

/** A computer plays for the seat, which stays its owner's. */
export interface StandInCame {
  type: "stand_in_came";
  seat: Seat;
  reason: StandInReason;
}

/** The owner plays the seat again. */
export interface OwnerReturned {
  type: "owner_returned";
  seat: Seat;
}

/** The turn clock ran out; a computer makes this one move. */
export interface ClockRanOut {
  type: "clock_ran_out";
  seat: Seat;
}

/** A match began; ``number`` counts the matches of the table from 1. */
export interface MatchStarted {
  type: "match_started";
  number: number;
  rules: RuleSet;
  dealer: Seat;
}

/** The next deck is fixed: ``commitment`` is the SHA-256 of its secret seed. */
export interface DeckCommitted {
  type: "deck_committed";
  deal_number: number;
  commitment: string;
}

/** The deal is over: ``seed``, in hexadecimal digits, deals it again. */
export interface DeckRevealed {
  type: "deck_revealed";
  deal_number: number;
  seed: string;
}

/** A person is ready for the next deal, or for a rematch once the match is over. */
export interface Agreed {
  type: "agreed";
  seat: Seat;
}

/** Who is connected; not part of the sequence. */
export interface Presence {
  type: "presence";
  connected: [boolean, boolean, boolean, boolean];
  grace: [number | null, number | null, number | null, number | null];
  watching: number;
  clock: Clock | null;
}

/** The order is done, and stored, as of ``seq``. */
export interface Accepted {
  type: "accepted";
  order: string;
  seq: number;
}

/** The rules of the game refuse the order; it changes nothing. */
export interface Refused {
  type: "refused";
  order: string;
  reason: Reason;
}

/** The table refuses the order; it changes nothing. */
export interface Declined {
  type: "declined";
  order: string;
  reason: TableReason;
}

/** Somebody said something. The text is plain; it is never to be read as HTML. */
export interface ChatLine {
  type: "chat";
  at: number;
  sender: Person;
  voice: Voice;
  text: string;
  to: Person | null;
}

/** Somebody came or went, or a computer took somebody's place. */
export interface SystemLine {
  type: "system";
  at: number;
  notice: Notice;
  person: Person;
}

/** The lines since the time that `Hello` named, oldest first; the latest only. */
export interface ChatHistory {
  type: "chat_history";
  lines: (ChatLine | SystemLine)[];
}

/** The message with this id is said, as the line of this time. */
export interface Said {
  type: "said";
  say: string;
  at: number;
}

/** The message with this id was sent to nobody; ``detail`` says why, and what to do. */
export interface ChatRefused {
  type: "chat_refused";
  say: string;
  reason: ChatReason;
  detail: string;
  names: string[];
  wait: number;
}

/** What the strongest player of this server would do, from the asker's own view. */
export interface Hint {
  type: "hint";
  ask: string;
  seq: number;
  move: Look | MakeBid | Give | Play;
  text: string;
}

/** See the cards, giving up blind nil. */
export interface Look {
  type: "look";
}

/** Bid in turn. */
export interface MakeBid {
  type: "bid";
  bid: Bid;
}

/** Give cards to the partner in the exchange. */
export interface Give {
  type: "give";
  cards: Card[];
}

/** Play a card in turn. */
export interface Play {
  type: "play";
  card: Card;
}

/** No hint; the table goes on as before. */
export interface HintRefused {
  type: "hint_refused";
  ask: string;
  reason: HintReason;
}

/** ``seq`` is the table's latest: a client that is behind it says `Hello` again. */
export interface Pong {
  type: "pong";
  seq: number;
}

/** A message was not understood; the socket stays open unless it is closed next. */
export interface Fault {
  type: "fault";
  reason: FaultReason;
  detail: string;
}

/** The finished deals of one match. */
export interface MatchRecord {
  rules: RuleSet;
  players: [string, string, string, string];
  deals: DealRecord[];
  winner: Side | null;
}

/** One finished deal, card by card. */
export interface DealRecord {
  dealer: Seat;
  hands: [Card[], Card[], Card[], Card[]];
  bids: [Bid, Bid, Bid, Bid];
  passes: Pass[];
  tricks: Trick[];
  score: DealScore;
  commitment: string;
  seed: string;
}

/** Cards given in the exchange. */
export interface Pass {
  seat: Seat;
  cards: Card[];
}

/** Who the cookie says one is. */
export interface Me {
  person: Person;
  guest: boolean;
}

/** An error answer: a code for programs, a sentence that says what to do. */
export interface Problem {
  code: string;
  detail: string;
  names: string[];
}

/** Whether a rule set can be played. */
export interface RulesVerdict {
  problems: RuleProblem[];
}

/** A contradiction in a rule set: the field to change, and why. */
export interface RuleProblem {
  field: string;
  message: string;
}

/** A table as a list shows it. */
export interface TableSummary {
  table: TableInfo;
  scores: [Score, Score];
  seat: Seat | null;
}

/** A level of computer players that this server offers. */
export interface LevelInfo {
  level: BotLevel;
  about: string;
  usual: boolean;
}

/** Why the computers did what they did in a finished deal, a line for each move. */
export interface DealReasons {
  bids: [string | null, string | null, string | null, string | null];
  tricks: ([string | null, string | null, string | null, string | null])[];
}

/** All that concerns whoever has just come. */
export interface LiveWelcome {
  type: "live_welcome";
  me: Me;
  settings: Settings;
  buddies: Buddy[];
  seeking: boolean;
  challenges: Challenge[];
}

/** What somebody likes, kept with the account and shared by all games of this server. */
export interface Settings {
  chat_font: FontSize;
  chat_timestamps: boolean;
}

/** Somebody in a buddy list. */
export interface Buddy {
  person: Person;
  where: Where;
}

/** Somebody is asked to take a seat. */
export interface Challenge {
  id: string;
  sender: Person;
  to: Person;
  seat: Seat;
  title: string;
  rules: RuleSet;
  seats: [SeatInfo, SeatInfo, SeatInfo, SeatInfo];
  left: number;
  table: string | null;
}

/** Everyone who is here, and all open tables; answers `WatchLobby`. */
export interface LobbyState {
  type: "lobby";
  people: LobbyPerson[];
  tables: LobbyTable[];
}

/** Somebody who is here. */
export interface LobbyPerson {
  person: Person;
  where: Where;
  seeking: boolean;
}

/** A table that anyone may come to. */
export interface LobbyTable {
  id: string;
  title: string;
  rules: RuleSet;
  stage: Stage;
  seats: [SeatInfo, SeatInfo, SeatInfo, SeatInfo];
  spectators: boolean;
  computers: boolean;
}

/** What changed since: people and tables as they are now, and the ids of the gone. */
export interface LobbyChanged {
  type: "lobby_changed";
  people: LobbyPerson[];
  people_gone: string[];
  tables: LobbyTable[];
  tables_gone: string[];
}

/** The buddy list as it is now. */
export interface BuddiesChanged {
  type: "buddies_changed";
  buddies: Buddy[];
}

/** A buddy came, went, or began or ended a match. */
export interface BuddyMoved {
  type: "buddy_moved";
  person: string;
  where: Where;
}

/** The person's own name, avatar or username is another. */
export interface ProfileChanged {
  type: "profile_changed";
  me: Me;
}

/** The person's own settings are others. */
export interface SettingsChanged {
  type: "settings_changed";
  settings: Settings;
}

/** The person looks for a game now, or no longer. */
export interface SeekChanged {
  type: "seek_changed";
  seeking: boolean;
}

/** A challenge is on its way; ``id`` is the one that the client gave it. */
export interface ChallengeSent {
  type: "challenge_sent";
  id: string;
  challenge: Challenge;
}

/** Somebody asks for a game. */
export interface ChallengeReceived {
  type: "challenge_received";
  challenge: Challenge;
}

/** A challenge was not sent, or an answer to one came to nothing. */
export interface ChallengeRefused {
  type: "challenge_refused";
  id: string;
  reason: ChallengeReason;
  detail: string;
  names: string[];
}

/** A challenge is over; told to all devices of both. */
export interface ChallengeEnded {
  type: "challenge_ended";
  challenge: string;
  outcome: Outcome;
  table: string | null;
}

/** This session is over; the socket is closed next. */
export interface SignedOut {
  type: "signed_out";
  reason: SignOut;
}

/** Answers `LivePing`. */
export interface LivePong {
  type: "live_pong";
}

/** How others see somebody, at every table and in every game of this server. */
export interface Profile {
  username: string | null;
  name: string;
  avatar: string;
}

/** A new token. Its secret is shown once and never again. */
export interface TokenMade {
  info: TokenInfo;
  secret: string;
}

/** A personal token, without its secret. */
export interface TokenInfo {
  id: string;
  label: string;
  scopes: Scope[];
  made_at: number;
  expires_at: number;
  used_at: number | null;
}

/** A small picture in the chat; the client draws it. */
export interface Emoticon {
  id: string;
  name: string;
  texts: string[];
}

/** Everything that the server keeps about an account. */
export interface Export {
  profile: Profile;
  made_at: number;
  settings: Settings;
  buddies: string[];
  blocked: string[];
  muted: string[];
  tokens: TokenInfo[];
  tables: string[];
  chat: ExportedLine[];
}

/** Something that the account's owner said at a table. */
export interface ExportedLine {
  table: string;
  at: number;
  text: string;
}

/** It is done; there is nothing more to say. */
export interface Done {
  done: boolean;
}

/** Attach this socket to a table, resuming after sequence number ``seq``. */
export interface Hello {
  type: "hello";
  table: string;
  seq?: number;
  version?: number;
  chat?: number;
}

/** Ask for an act; ``id`` makes a resend harmless. */
export interface Order {
  type: "order";
  id: string;
  act: Look | MakeBid | Give | Play | Sit | Leave | Return | Agree | OpenSeat | FillSeat | SetLevel | Uncover;
  seat?: Seat | null;
}

/** Take a computer's seat, or an open one. */
export interface Sit {
  type: "sit";
  seat: Seat;
}

/** Give the seat to a computer, at once and for good; with one's own go the companions'. */
export interface Leave {
  type: "leave";
}

/** Play again where a computer stands in. */
export interface Return {
  type: "return";
}

/** Be ready for the next deal, or for a rematch, with all one's companions. */
export interface Agree {
  type: "agree";
}

/** Keep a computer's seat for a person; the host's, before a match starts. */
export interface OpenSeat {
  type: "open_seat";
  seat: Seat;
}

/** Put a computer on an open seat; the host's. */
export interface FillSeat {
  type: "fill_seat";
  seat: Seat;
}

/** Let the computer at a seat play at another level; the host's, between deals. */
export interface SetLevel {
  type: "set_level";
  seat: Seat;
  level: BotLevel;
}

/** Show the cards of a seat here, and those of no other; for whom several play on one device. */
export interface Uncover {
  type: "uncover";
  seat: Seat;
}

/** Say something; ``id`` makes a resend harmless. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Ask what to do now; answered by `Hint` or `HintRefused`. */
export interface AskHint {
  type: "ask_hint";
  id: string;
}

/** Keep the connection; answered by `Pong`. */
export interface Ping {
  type: "ping";
}

/** What to change of oneself; what is not given stays. */
export interface MeChange {
  name?: string | null;
  avatar?: string | null;
}

/** Somebody who plays on the host's own device, and for whom no cookie speaks. */
export interface NewCompanion {
  seat: Seat;
  name: string;
  avatar: string;
}

/** A table to be made; its maker sits down at ``seat``. */
export interface NewTable {
  preset?: string;
  rules?: RuleSet | null;
  seat?: Seat;
  dress?: Dress | null;
  open_seats?: Seat[];
  companions?: NewCompanion[];
  turn_seconds?: number | null;
  options?: TableOptions;
  levels?: [BotLevel | null, BotLevel | null, BotLevel | null, BotLevel | null];
}

/** A name and avatar for one table, in place of the profile's, which stay as they are. */
export interface Dress {
  name: string;
  avatar: string;
}

/** Begin; the first message of every live socket. */
export interface LiveHello {
  type: "live_hello";
  version?: number;
}

/** Be told, or no longer be told, who is here and which tables are open. */
export interface WatchLobby {
  type: "watch_lobby";
  on: boolean;
}

/** Look for a game, or no longer; it ends with the person's last live socket. */
export interface Seek {
  type: "seek";
  on: boolean;
}

/** Ask somebody to take a seat at the sender's table; ``id`` is the client's own. */
export interface SendChallenge {
  type: "send_challenge";
  id: string;
  to: Target;
  table: string;
  seat: Seat;
}

/** Somebody, by username or, for a guest met at a table, by id. */
export interface Target {
  username?: string | null;
  person?: string | null;
}

/** Accept or decline a challenge. */
export interface AnswerChallenge {
  type: "answer_challenge";
  challenge: string;
  accept: boolean;
}

/** Take a challenge back. */
export interface WithdrawChallenge {
  type: "withdraw_challenge";
  challenge: string;
}

/** Keep the connection; answered by `LivePong`. */
export interface LivePing {
  type: "live_ping";
}

/** A username and a password, to sign up or in. */
export interface Credentials {
  username: string;
  password: string;
}

/** A change of one's own password; all other devices are signed out. */
export interface NewPassword {
  old: string;
  new: string;
}

/** The password again, before something that cannot be undone. */
export interface Confirmation {
  password: string;
}

/** What to change of the profile; what is not given stays. */
export interface ProfileChange {
  name?: string | null;
  avatar?: string | null;
}

/** What to change of the settings; what is not given stays. */
export interface SettingsChange {
  chat_font?: FontSize | null;
  chat_timestamps?: boolean | null;
}

/** One account, by its username. */
export interface Naming {
  username: string;
}

/** Several people at once, by their ids. */
export interface Pick {
  people: string[];
}

/** A complaint about somebody's words at a table; the last messages are attached. */
export interface NewReport {
  person: string;
  table: string;
  reason?: string;
}

/** A personal token to be made, for another game or program. */
export interface NewToken {
  label: string;
  scopes: Scope[];
  days?: number;
}

/** A wish to play at once, by these rules. */
export interface PlayNow {
  preset?: string;
  rules?: RuleSet | null;
}

/** A seat to take at a table. */
export interface SeatWish {
  seat?: Seat | null;
}

export type Told = HandDealt | HandSeen | BidPlaced | CardsGiven | CardPlayed | TrickTaken | DealScored | MatchWon;

export type News = SeatTaken | PersonChanged | SeatLeft | SeatOpened | SeatFilled | LevelChanged | ProgramCame | StandInCame | OwnerReturned | ClockRanOut | MatchStarted | DeckCommitted | DeckRevealed | Agreed;

export type Act = Look | MakeBid | Give | Play | Sit | Leave | Return | Agree | OpenSeat | FillSeat | SetLevel | Uncover;

export type ClientMessage = Hello | Order | Say | AskHint | Ping;

export type ServerMessage = Welcome | Update | Presence | Accepted | Refused | Declined | ChatLine | SystemLine | ChatHistory | Said | ChatRefused | Hint | HintRefused | Pong | Fault;

export type ChatMessage = ChatLine | SystemLine | ChatHistory | Said | ChatRefused;

export type LiveClientMessage = LiveHello | WatchLobby | Seek | SendChallenge | AnswerChallenge | WithdrawChallenge | LivePing;

export type LiveServerMessage = LiveWelcome | LobbyState | LobbyChanged | BuddiesChanged | BuddyMoved | ProfileChanged | SettingsChanged | SeekChanged | ChallengeSent | ChallengeReceived | ChallengeRefused | ChallengeEnded | SignedOut | LivePong | Fault;

export const SAMPLES = [
  {"type":"welcome","seq":12,"you":{"id":"p1","name":"Ines","avatar":"a01","username":null},"seat":2,"table":{"id":"kite-seven-lamp","rules":{"name":"classic","target":500,"win_at":"exceeds","losing_score":null,"deal_limit":null,"bag_points":1,"bag_limit":10,"bag_penalty":100,"bag_remainder":"carried","set_contract":"loses_bid","nil_points":50,"failed_nil_tricks":"bags","both_nil":true,"blind_nil_points":100,"blind_nil_behind":null,"blind_nils_a_side":1,"exchange_cards":2,"exchange_for":"blind_nil","exchange_order":"bidder_first","side_bid_most":13,"side_bid_least":0,"bid_least":0,"no_bid_of_one":false,"no_total_of_thirteen":false,"ten_for_two_hundred":false,"boston":false,"first_trick_spades":"allowed","spades_lead":"when_broken","bidding":"free"},"stage":"playing","seats":[{"person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"open":false,"stand_in":"clock_ran_out","agreed":false,"level":null,"program":false},{"person":null,"open":false,"stand_in":null,"agreed":false,"level":"expert","program":false},{"person":{"id":"p1","name":"Ines","avatar":"a01","username":null},"open":false,"stand_in":null,"agreed":true,"level":null,"program":false},{"person":null,"open":true,"stand_in":null,"agreed":false,"level":null,"program":false}],"match_number":1,"host":"p1","turn_seconds":30.0,"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","options":{"private":true,"title":"","spectators":true,"computers":true,"hints":null}},"game":{"public":{"deal_number":1,"dealer":2,"phase":"playing","turn":0,"bids":[{"tricks":4,"blind":false},{"tricks":3,"blind":false},{"tricks":0,"blind":true},{"tricks":5,"blind":false}],"unseen":[false,false,false,false],"cards_held":[13,13,13,12],"tricks":[],"trick":{"leader":3,"cards":["C9"]},"tricks_won":[0,0,0,0],"spades_broken":false,"scores":[{"points":0,"bags":0},{"points":0,"bags":0}],"winner":null},"own":{"seat":2,"hand":["C2","C3","C7","CJ","CA","D3","D6","D8","HT","HQ","S4","S8","SQ"],"plays":[],"bids":[],"may_look":false,"to_pass":0,"gave":["C4","C5"],"received":["C2","C3"]}},"sheet":[{"bids":[{"tricks":4,"blind":false},{"tricks":3,"blind":false},{"tricks":0,"blind":true},{"tricks":5,"blind":false}],"tricks":[5,4,0,4],"sides":[{"contract":40,"nils":[100],"bags":1,"bag_points":1,"bag_penalty":0,"after":{"points":399,"bags":9}},{"contract":80,"nils":[],"bags":0,"bag_points":0,"bag_penalty":0,"after":{"points":131,"bags":0}}]}],"clock":{"left":21500,"total":30000}},
  {"type":"welcome","seq":0,"you":{"id":"p1","name":"Ines","avatar":"a01","username":null},"seat":null,"table":{"id":"kite-seven-lamp","rules":{"name":"classic","target":500,"win_at":"exceeds","losing_score":null,"deal_limit":null,"bag_points":1,"bag_limit":10,"bag_penalty":100,"bag_remainder":"carried","set_contract":"loses_bid","nil_points":50,"failed_nil_tricks":"bags","both_nil":true,"blind_nil_points":100,"blind_nil_behind":null,"blind_nils_a_side":1,"exchange_cards":2,"exchange_for":"blind_nil","exchange_order":"bidder_first","side_bid_most":13,"side_bid_least":0,"bid_least":0,"no_bid_of_one":false,"no_total_of_thirteen":false,"ten_for_two_hundred":false,"boston":false,"first_trick_spades":"allowed","spades_lead":"when_broken","bidding":"free"},"stage":"waiting","seats":[{"person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"open":false,"stand_in":"clock_ran_out","agreed":false,"level":null,"program":false},{"person":null,"open":false,"stand_in":null,"agreed":false,"level":"expert","program":false},{"person":{"id":"p1","name":"Ines","avatar":"a01","username":null},"open":false,"stand_in":null,"agreed":true,"level":null,"program":false},{"person":null,"open":true,"stand_in":null,"agreed":false,"level":null,"program":false}],"match_number":1,"host":"p1","turn_seconds":30.0,"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","options":{"private":true,"title":"","spectators":true,"computers":true,"hints":null}},"game":null,"sheet":[],"clock":null},
  {"type":"update","seq":40,"events":[{"type":"hand_dealt","dealer":2,"hand":null},{"type":"hand_seen","seat":3},{"type":"bid_placed","seat":3,"bid":{"tricks":5,"blind":false}},{"type":"hand_seen","seat":0},{"type":"bid_placed","seat":0,"bid":{"tricks":4,"blind":false}},{"type":"hand_seen","seat":1},{"type":"bid_placed","seat":1,"bid":{"tricks":3,"blind":false}},{"type":"bid_placed","seat":2,"bid":{"tricks":0,"blind":true}},{"type":"cards_given","seat":2,"count":2,"cards":["C4","C5"]},{"type":"cards_given","seat":0,"count":2,"cards":["C2","C3"]},{"type":"card_played","seat":3,"card":"C9","breaks_spades":false},{"type":"trick_taken","winner":0},{"type":"deal_scored","score":{"bids":[{"tricks":4,"blind":false},{"tricks":3,"blind":false},{"tricks":0,"blind":true},{"tricks":5,"blind":false}],"tricks":[5,4,0,4],"sides":[{"contract":40,"nils":[100],"bags":1,"bag_points":1,"bag_penalty":0,"after":{"points":399,"bags":9}},{"contract":80,"nils":[],"bags":0,"bag_points":0,"bag_penalty":0,"after":{"points":131,"bags":0}}]}},{"type":"match_won","side":0},{"type":"seat_taken","seat":0,"person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"}},{"type":"person_changed","seat":0,"person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"}},{"type":"seat_left","seat":0,"person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"}},{"type":"seat_opened","seat":0},{"type":"seat_filled","seat":0},{"type":"level_changed","seat":1,"level":"casual"},{"type":"program_came","seat":0},{"type":"stand_in_came","seat":2,"reason":"connection_lost"},{"type":"owner_returned","seat":2},{"type":"clock_ran_out","seat":2},{"type":"match_started","number":1,"rules":{"name":"classic","target":500,"win_at":"exceeds","losing_score":null,"deal_limit":null,"bag_points":1,"bag_limit":10,"bag_penalty":100,"bag_remainder":"carried","set_contract":"loses_bid","nil_points":50,"failed_nil_tricks":"bags","both_nil":true,"blind_nil_points":100,"blind_nil_behind":null,"blind_nils_a_side":1,"exchange_cards":2,"exchange_for":"blind_nil","exchange_order":"bidder_first","side_bid_most":13,"side_bid_least":0,"bid_least":0,"no_bid_of_one":false,"no_total_of_thirteen":false,"ten_for_two_hundred":false,"boston":false,"first_trick_spades":"allowed","spades_lead":"when_broken","bidding":"free"},"dealer":2},{"type":"deck_committed","deal_number":1,"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"},{"type":"deck_revealed","deal_number":1,"seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},{"type":"agreed","seat":2}],"seat":2,"game":{"public":{"deal_number":1,"dealer":2,"phase":"playing","turn":0,"bids":[{"tricks":4,"blind":false},{"tricks":3,"blind":false},{"tricks":0,"blind":true},{"tricks":5,"blind":false}],"unseen":[false,false,false,false],"cards_held":[13,13,13,12],"tricks":[],"trick":{"leader":3,"cards":["C9"]},"tricks_won":[0,0,0,0],"spades_broken":false,"scores":[{"points":0,"bags":0},{"points":0,"bags":0}],"winner":null},"own":{"seat":2,"hand":["C2","C3","C7","CJ","CA","D3","D6","D8","HT","HQ","S4","S8","SQ"],"plays":[],"bids":[],"may_look":false,"to_pass":0,"gave":["C4","C5"],"received":["C2","C3"]}},"clock":{"left":21500,"total":30000},"table":{"id":"kite-seven-lamp","rules":{"name":"classic","target":500,"win_at":"exceeds","losing_score":null,"deal_limit":null,"bag_points":1,"bag_limit":10,"bag_penalty":100,"bag_remainder":"carried","set_contract":"loses_bid","nil_points":50,"failed_nil_tricks":"bags","both_nil":true,"blind_nil_points":100,"blind_nil_behind":null,"blind_nils_a_side":1,"exchange_cards":2,"exchange_for":"blind_nil","exchange_order":"bidder_first","side_bid_most":13,"side_bid_least":0,"bid_least":0,"no_bid_of_one":false,"no_total_of_thirteen":false,"ten_for_two_hundred":false,"boston":false,"first_trick_spades":"allowed","spades_lead":"when_broken","bidding":"free"},"stage":"playing","seats":[{"person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"open":false,"stand_in":"clock_ran_out","agreed":false,"level":null,"program":false},{"person":null,"open":false,"stand_in":null,"agreed":false,"level":"expert","program":false},{"person":{"id":"p1","name":"Ines","avatar":"a01","username":null},"open":false,"stand_in":null,"agreed":true,"level":null,"program":false},{"person":null,"open":true,"stand_in":null,"agreed":false,"level":null,"program":false}],"match_number":1,"host":"p1","turn_seconds":30.0,"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","options":{"private":true,"title":"","spectators":true,"computers":true,"hints":null}},"sheet":[{"bids":[{"tricks":4,"blind":false},{"tricks":3,"blind":false},{"tricks":0,"blind":true},{"tricks":5,"blind":false}],"tricks":[5,4,0,4],"sides":[{"contract":40,"nils":[100],"bags":1,"bag_points":1,"bag_penalty":0,"after":{"points":399,"bags":9}},{"contract":80,"nils":[],"bags":0,"bag_points":0,"bag_penalty":0,"after":{"points":131,"bags":0}}]}]},
  {"type":"update","seq":13,"events":[],"seat":null,"game":{"public":{"deal_number":1,"dealer":2,"phase":"playing","turn":0,"bids":[{"tricks":4,"blind":false},{"tricks":3,"blind":false},{"tricks":0,"blind":true},{"tricks":5,"blind":false}],"unseen":[false,false,false,false],"cards_held":[13,13,13,12],"tricks":[],"trick":{"leader":3,"cards":["C9"]},"tricks_won":[0,0,0,0],"spades_broken":false,"scores":[{"points":0,"bags":0},{"points":0,"bags":0}],"winner":null},"own":null},"clock":null,"table":null,"sheet":null},
  {"type":"presence","connected":[true,false,true,false],"grace":[null,8000,null,null],"watching":2,"clock":{"left":21500,"total":30000}},
  {"type":"accepted","order":"order-0001","seq":13},
  {"type":"refused","order":"order-0002","reason":"must_follow_suit"},
  {"type":"declined","order":"order-0003","reason":"seat_taken"},
  {"type":"chat","at":1700000000000,"sender":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"voice":"yell","text":"<b>well</b> played :)","to":null},
  {"type":"chat","at":1700000000001,"sender":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"voice":"whisper","text":"psst","to":{"id":"p1","name":"Ines","avatar":"a01","username":null}},
  {"type":"system","at":1700000000002,"notice":"joined","person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"}},
  {"type":"chat_history","lines":[{"type":"chat","at":1700000000000,"sender":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"voice":"yell","text":"<b>well</b> played :)","to":null},{"type":"chat","at":1700000000001,"sender":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"},"voice":"whisper","text":"psst","to":{"id":"p1","name":"Ines","avatar":"a01","username":null}},{"type":"system","at":1700000000002,"notice":"joined","person":{"id":"p2","name":"Sam","avatar":"a07","username":"sam_7"}}]},
  {"type":"said","say":"say-00000001","at":1700000000000},
  {"type":"chat_refused","say":"say-00000002","reason":"several_fit","detail":"'s' could be Sam or Sue. Type more of the name.","names":["Sam","Sue"],"wait":0},
  {"type":"hint","ask":"ask-00000001","seq":13,"move":{"type":"bid","bid":{"tricks":4,"blind":false}},"text":"worth about 4.2 tricks"},
  {"type":"hint_refused","ask":"ask-00000002","reason":"not_your_turn"},
  {"type":"pong","seq":13},
  {"type":"fault","reason":"not_understood","detail":"Expected `str` - at `$.table`"},
] satisfies ServerMessage[];
