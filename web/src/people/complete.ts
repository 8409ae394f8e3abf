// Completion of usernames from the buddy list.

import type { Buddy } from "../protocol.gen";

/** The usernames of *buddies* that begin like *typed*, without regard to case. */
export function completions(buddies: readonly Buddy[], typed: string): string[] {
  const start = typed.trim().toLowerCase();
  if (start === "") return [];
  return usernames(buddies).filter((name) => name.toLowerCase().startsWith(start) && name !== typed);
}

/** The usernames of *buddies*, those first who are here. */
export function usernames(buddies: readonly Buddy[]): string[] {
  return [...buddies]
    .sort((a, b) => Number(a.where === "offline") - Number(b.where === "offline"))
    .flatMap((buddy) => (buddy.person.username === null ? [] : [buddy.person.username]));
}
