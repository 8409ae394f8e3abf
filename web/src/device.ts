// Several people at one device: which seats are played here, and whose turn it is to hold it.

import { SEATS } from "./cards";
import type { Person, Seat } from "./protocol.gen";
import type { State } from "./state";

/** Whether *person* plays on somebody else's device: such ids are the owner's and a number. */
export function isCompanion(person: Person): boolean {
  return person.id.includes("/");
}

/** The seats played on this device. */
export function seatsHere(state: State): readonly Seat[] {
  const { you, table } = state;
  if (!you || !table) return [];
  return SEATS.filter((seat) => {
    const id = table.seats[seat].person?.id;
    return id !== undefined && (id === you.id || id.startsWith(`${you.id}/`));
  });
}

/** Whether several people play here, who pass the device on. */
export function isShared(state: State): boolean {
  return seatsHere(state).length > 1;
}

/** Whether both partnerships play here, so that "we" and "they" mean nobody. */
export function isBothSides(state: State): boolean {
  return new Set(seatsHere(state).map((seat) => seat % 2)).size === 2;
}
