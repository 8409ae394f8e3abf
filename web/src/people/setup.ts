// A table before it is made: who is to sit where, and by which rules.

import type { NewTable, RuleSet, Seat } from "../protocol.gen";
import type { Levels } from "./setuplevels";

export type SeatKind = "human" | "computer" | "network";

export interface SeatPlan {
  readonly kind: SeatKind;
  /** Whom to challenge to a network seat; empty: whoever has the link. */
  readonly username: string;
}

export type SeatPlans = readonly [SeatPlan, SeatPlan, SeatPlan, SeatPlan];

const COMPUTER: SeatPlan = { kind: "computer", username: "" };

/** One's own seat is at the bottom; who is challenged sits across, as a partner. */
export function firstPlans(opponent: string | null): SeatPlans {
  const partner: SeatPlan = opponent === null ? COMPUTER : { kind: "network", username: opponent };
  return [partner, COMPUTER, { kind: "human", username: "" }, COMPUTER];
}

/** The plans after *seat* has become of another *kind*: there is one human seat here. */
export function withKind(plans: SeatPlans, seat: Seat, kind: SeatKind): SeatPlans {
  const mine = humanSeat(plans);
  if (plans[seat].kind === kind || (seat === mine && kind !== "human")) return plans;
  const changed = plans.map((plan, index) => {
    if (index === seat) return { ...plan, kind };
    return kind === "human" && index === mine ? COMPUTER : plan;
  });
  return changed as unknown as SeatPlans;
}

export function withUsername(plans: SeatPlans, seat: Seat, username: string): SeatPlans {
  return plans.map((plan, index) => (index === seat ? { ...plan, username } : plan)) as unknown as SeatPlans;
}

export function humanSeat(plans: SeatPlans): Seat {
  return plans.findIndex((plan) => plan.kind === "human") as Seat;
}

export interface Choices {
  readonly plans: SeatPlans;
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
  const open = ([0, 1, 2, 3] as const).filter(
    (other) => other !== seat && (choices.plans[other].kind === "network" || !choices.computers),
  );
  return {
    rules: choices.rules,
    seat,
    open_seats: open,
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
