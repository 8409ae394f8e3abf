// How strong the computers of a table to be made are.

import type { BotLevel, Seat } from "../protocol.gen";

/** By seat; `null`: as usual on this server. */
export type Levels = [BotLevel | null, BotLevel | null, BotLevel | null, BotLevel | null];

export const USUAL_LEVELS: Levels = [null, null, null, null];

/** The levels after *seat* has got another one. */
export function withLevel(levels: Levels, seat: Seat, level: BotLevel): Levels {
  return levels.map((other, index) => (index === seat ? level : other)) as unknown as Levels;
}
