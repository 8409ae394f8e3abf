// The REST calls. Every failure is an ApiError whose message can be shown.

import type { DealReasons, MatchRecord, Me, MeChange, NewTable, Problem, RuleSet, TableSummary } from "./protocol.gen";

export class ApiError extends Error {
  readonly code: string;
  /** Usernames that may have been meant. */
  readonly names: readonly string[];

  constructor(code: string, message: string, names: readonly string[] = []) {
    super(message);
    this.code = code;
    this.names = names;
  }
}

/** What went wrong, in words that can be shown. */
export function wordsOf(problem: unknown): string {
  return problem instanceof ApiError ? problem.message : "Something went wrong.";
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new ApiError("unreachable", "The server cannot be reached. Is it running?");
  }
  if (response.ok) return (await response.json()) as T;
  const problem = await problemOf(response);
  throw new ApiError(problem.code, problem.detail, problem.names);
}

async function problemOf(response: Response): Promise<Problem> {
  const fallback: Problem = {
    code: "error",
    detail: `The server answered ${response.status}.`,
    names: [],
  };
  try {
    return { ...fallback, ...((await response.json()) as Partial<Problem>) };
  } catch {
    return fallback;
  }
}

export const api = {
  me: () => call<Me>("GET", "/me"),
  changeMe: (change: MeChange) => call<Me>("PATCH", "/me", change),
  /** The tables where one sits, newest first. */
  tables: () => call<TableSummary[]>("GET", "/my/tables"),
  presets: () => call<RuleSet[]>("GET", "/presets"),
  newTable: (table: NewTable) => call<TableSummary>("POST", "/tables", table),
  table: (id: string) => call<TableSummary>("GET", `/tables/${encodeURIComponent(id)}`),
  record: (id: string, match: number) =>
    call<MatchRecord>("GET", `/tables/${encodeURIComponent(id)}/records/${match}`),
  /** Why the computers did what they did in a deal that is over. */
  reasons: (id: string, match: number, deal: number) =>
    call<DealReasons>("GET", `/tables/${encodeURIComponent(id)}/records/${match}/deals/${deal}/reasons`),
};

/** Where the record of a match is kept as text. */
export function notationPath(id: string, match: number): string {
  return `/api/tables/${encodeURIComponent(id)}/records/${match}/text`;
}
