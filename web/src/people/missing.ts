// For whom a table waits before its match, or the next one, can begin.

import { SEATS } from "../cards";
import type { Seat, TableInfo } from "../protocol.gen";
import { seatName } from "../speech";

/** The seats that are kept for people who have not come yet. */
export function openSeats(table: TableInfo | null): Seat[] {
  return SEATS.filter((seat) => table?.seats[seat].open);
}

/** The names of those whose places no computer may take when a match begins. */
export function absentees(table: TableInfo | null): string[] {
  if (!table || table.options.computers) return [];
  return SEATS.filter((seat) => table.seats[seat].stand_in).map((seat) => seatName(table.seats[seat], seat));
}

/** "One seat is free", "Waiting for Otto, who is not connected"; nothing, if nobody is missing. */
export function missingText(table: TableInfo | null): string | null {
  const open = openSeats(table).length;
  if (open > 0) return open === 1 ? "One seat is free" : `${open} seats are free`;
  const absent = absentees(table);
  if (absent.length === 0) return null;
  return `Waiting for ${absent.join(" and ")}, who ${absent.length === 1 ? "is" : "are"} not connected`;
}
