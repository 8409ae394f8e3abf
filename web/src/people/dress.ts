// What one wears at a table to be made: a name and avatar that leave the profile as it is.

import type { Dress, Person } from "../protocol.gen";

const KEY = "spadille.dress";

/** What to ask for: nothing, where one comes as in the profile, so that the table follows its changes. */
export function dressAsked(worn: Dress, profile: Person): Dress | null {
  const name = worn.name.trim() || profile.name;
  return name === profile.name && worn.avatar === profile.avatar ? null : { name, avatar: worn.avatar };
}

/** The dress in *stored*, if it is one that *person* wore. */
export function dressFrom(stored: string | null, person: string): Dress | null {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? "null");
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null) return null;
  const { person: whose, name, avatar } = found as Record<string, unknown>;
  return whose === person && typeof name === "string" && typeof avatar === "string" ? { name, avatar } : null;
}

/** What *person* wore last on this device; `null`: they came as in the profile. */
export function lastDress(person: string): Dress | null {
  try {
    return dressFrom(localStorage.getItem(KEY), person);
  } catch {
    return null; // Storage can be forbidden; then everyone comes as in the profile.
  }
}

/** Offer the same to *person* the next time. */
export function keepDress(person: string, dress: Dress | null): void {
  try {
    if (dress === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ person, ...dress }));
  } catch {
    // As above.
  }
}
