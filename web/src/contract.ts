// How a side stands with its contract while a deal is played: a reading aid for the header.
// What a deal scores is the server's word alone.

import { partnerOf } from "./cards";
import type { PublicView, RuleSet, Seat, Side } from "./protocol.gen";

export interface Contract {
  readonly state: "none" | "bidding" | "playing";
  readonly bid: number;
  readonly taken: number;
  readonly needs: number;
  readonly over: number;
}

/** The contract of *side*: a nil's tricks stand apart, unless the rules let them help. */
export function contractOf(view: PublicView, rules: RuleSet, side: Side): Contract {
  const first = side as Seat;
  const seats = [first, partnerOf(first)];
  const bids = seats.map((seat) => view.bids[seat]);
  const bid = bids.reduce((sum, one) => sum + (one?.tricks ?? 0), 0);
  const helps = rules.failed_nil_tricks === "help_partner";
  const taken = seats.reduce<number>((sum, seat, i) => {
    return sum + (helps || bids[i]?.tricks !== 0 ? view.tricks_won[seat] : 0);
  }, 0);
  const state = bids.every((one) => one === null)
    ? "none"
    : view.phase === "bidding"
      ? "bidding"
      : "playing";
  return { state, bid, taken, needs: Math.max(0, bid - taken), over: Math.max(0, taken - bid) };
}
