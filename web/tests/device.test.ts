import { describe, expect, test } from "vitest";
import { isBothSides, isCompanion, isShared, seatsHere } from "../src/device";
import type { Person, Seat, TableInfo } from "../src/protocol.gen";
import { companyAt, statusLine } from "../src/speech";
import { START, type State, isCovered, isMyTurn, reduce } from "../src/state";
import { one } from "./fixtures";

const WELCOME = one("welcome");
const YOU = WELCOME.you;

function person(id: string, name: string): Person {
  return { id, name, avatar: "a01", username: null };
}

/** The table of the sample with *people* on its seats, seen by its host. */
function at(people: Partial<Record<Seat, Person>>, own = WELCOME.game?.own ?? null): State {
  const seats = WELCOME.table.seats.map((seat, index) => ({ ...seat, person: people[index as Seat] ?? null }));
  const table: TableInfo = { ...WELCOME.table, seats: seats as unknown as TableInfo["seats"] };
  const game = WELCOME.game && { ...WELCOME.game, own };
  return reduce(START, { type: "received", message: { ...WELCOME, table, game }, at: 0 });
}

const ALONE = { 2: YOU } as const;
const ANNA = person(`${YOU.id}/2`, "Anna");

describe("who plays here", () => {
  test("oneself and one's companions, nobody else's, and nobody with a longer id", () => {
    const others = { 1: person("p2/2", "Bob"), 3: person(`${YOU.id}2`, "Carl") };
    expect(seatsHere(at({ ...ALONE, ...others }))).toEqual([2]);
    expect(seatsHere(at({ ...ALONE, ...others, 0: ANNA }))).toEqual([0, 2]);
    expect(seatsHere(START)).toEqual([]);
    expect([ANNA, YOU].map(isCompanion)).toEqual([true, false]);
  });

  test("a device is shared by two, and may hold both sides", () => {
    expect(isShared(at(ALONE))).toBe(false);
    expect(isShared(at({ ...ALONE, 0: ANNA }))).toBe(true);
    expect(isBothSides(at({ ...ALONE, 0: ANNA }))).toBe(false);
    expect(isBothSides(at({ ...ALONE, 1: ANNA }))).toBe(true);
  });

  test("where several listen, everybody goes by name", () => {
    expect(companyAt(at(ALONE))).toMatchObject({ you: 2, viewer: 2 });
    expect(companyAt(at({ ...ALONE, 0: ANNA }))).toMatchObject({ you: null, viewer: 2 });
  });
});

test("while the cards are covered it is nobody's turn here", () => {
  const turn = WELCOME.game?.public.turn ?? null;
  expect(turn).not.toBeNull();
  const covered = { ...at({ ...ALONE, 0: ANNA }, null), seat: turn };
  expect(isCovered(covered)).toBe(true);
  expect(isMyTurn(covered)).toBe(false);
  expect(statusLine(covered)).not.toContain("Your turn");
  expect(isCovered({ ...covered, seat: null })).toBe(false);
  expect(isCovered(at(ALONE))).toBe(false);
});
