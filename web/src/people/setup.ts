// A table before it is made: who is to sit where, and by which rules.

import type { Dress, NewTable, RuleSet, Seat } from "../protocol.gen";
import type { Levels } from "./setuplevels";

/** `companion`: somebody else who plays on this device. */
export type SeatKind = "human" | "companion" | "computer" | "network";

export interface SeatPlan {
  readonly kind: SeatKind;
  /** Whom to challenge to a network seat; empty: whoever has the link. */
  readonly username: string;
  /** What a companion is called, and looks like. */
  readonly name: string;
  readonly avatar: string;
}

export const COMPANION_AVATARS = { 2: "a02", 3: "a03", 4: "a04" } as const;

export type SeatPlans = readonly [SeatPlan, SeatPlan, SeatPlan, SeatPlan];

const COMPUTER: SeatPlan = { kind: "computer", username: "", name: "", avatar: "" };

/** One's own seat is at the bottom; who is challenged sits across, as a partner. */
export function firstPlans(opponent: string | null): SeatPlans {
  const partner: SeatPlan = opponent === null ? COMPUTER : { ...COMPUTER, kind: "network", username: opponent };
  return [partner, COMPUTER, { ...COMPUTER, kind: "human" }, COMPUTER];
}

/** The plans after *seat* has become of another *kind*: there is one seat of one's own. */
export function withKind(plans: SeatPlans, seat: Seat, kind: SeatKind): SeatPlans {
  const mine = humanSeat(plans);
  if (plans[seat].kind === kind || (seat === mine && kind !== "human")) return plans;
  const changed = plans.map((plan, index) => {
    if (index === seat) return kind === "companion" ? { ...dressed(plan, plans), kind } : { ...plan, kind };
    return kind === "human" && index === mine ? COMPUTER : plan;
  });
  return changed as unknown as SeatPlans;
}

/** The plan with a name and a face that no other companion has. */
function dressed(plan: SeatPlan, plans: SeatPlans): SeatPlan {
  if (plan.name !== "") return plan;
  const free = ([2, 3, 4] as const).find((count) => plans.every((other) => other.name !== nameOf(count))) ?? 4;
  return { ...plan, name: nameOf(free), avatar: COMPANION_AVATARS[free] };
}

/** A name that stands until a better one is chosen; "player" is among those that the server refuses. */
function nameOf(count: number): string {
  return `Friend ${count}`;
}

export function withDress(plans: SeatPlans, seat: Seat, name: string, avatar: string): SeatPlans {
  return plans.map((plan, index) => (index === seat ? { ...plan, name, avatar } : plan)) as unknown as SeatPlans;
}

export function withUsername(plans: SeatPlans, seat: Seat, username: string): SeatPlans {
  return plans.map((plan, index) => (index === seat ? { ...plan, username } : plan)) as unknown as SeatPlans;
}

export function humanSeat(plans: SeatPlans): Seat {
  return plans.findIndex((plan) => plan.kind === "human") as Seat;
}

export interface Choices {
  readonly plans: SeatPlans;
  /** What one wears oneself; `null`: one comes as in the profile. */
  readonly dress: Dress | null;
  readonly rules: RuleSet;
  readonly title: string;
  readonly private: boolean;
  readonly computers: boolean;
  readonly spectators: boolean;
  /** How strong the computers are. */
  readonly levels: Levels;
  /** Whether hints are given; `null`: as the kind of table has it. */
  readonly hints: boolean | null;
  /** Seconds for a turn; `null`: as the server likes it. */
  readonly clock: number | null;
}

/** What to ask of the server. Where no computers may sit, their seats wait for people. */
export function wanted(choices: Choices): NewTable {
  const seat = humanSeat(choices.plans);
  const seats = [0, 1, 2, 3] as const;
  const open = seats.filter((other) => {
    const { kind } = choices.plans[other];
    return kind === "network" || (kind === "computer" && !choices.computers);
  });
  const companions = seats.flatMap((other) => {
    const { kind, name, avatar } = choices.plans[other];
    return kind === "companion" ? [{ seat: other, name: name.trim() || "Friend", avatar }] : [];
  });
  return {
    rules: choices.rules,
    seat,
    dress: choices.dress,
    open_seats: open,
    companions,
    turn_seconds: choices.clock,
    options: {
      private: choices.private,
      title: choices.title.trim(),
      spectators: choices.spectators,
      computers: choices.computers,
      hints: choices.hints,
    },
    levels: choices.levels,
  };
}

/** Whom to challenge, once the table stands. */
export function challenges(plans: SeatPlans): { seat: Seat; username: string }[] {
  return ([0, 1, 2, 3] as const).flatMap((seat) => {
    const { kind, username } = plans[seat];
    return kind === "network" && username.trim() !== "" ? [{ seat, username: username.trim() }] : [];
  });
}
