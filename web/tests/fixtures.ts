// The wire fixtures, which Python writes and both sides read.

import bodies from "../../tests/data/wire/bodies.json";
import client from "../../tests/data/wire/client.json";
import deal from "../../tests/data/wire/deal.json";
import record from "../../tests/data/wire/record.json";
import server from "../../tests/data/wire/server.json";
import type { ClientMessage, MatchRecord, ServerMessage, Update } from "../src/protocol.gen";

// JSON modules have wide types; protocol.gen.ts holds samples that the type checker compares.
export const CLIENT = client as ClientMessage[];
export const SERVER = server as unknown as ServerMessage[];
export const DEAL = deal as unknown as Update[];
export const [RECORD] = record as unknown as [MatchRecord];
export const BODIES: readonly unknown[] = bodies;

export function one<T extends ServerMessage["type"]>(type: T): Extract<ServerMessage, { type: T }> {
  const found = SERVER.find((message) => message.type === type);
  if (!found) throw new Error(`no sample of ${type}`);
  return found as Extract<ServerMessage, { type: T }>;
}
