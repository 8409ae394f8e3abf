// The pages and their addresses.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "rules"; readonly table: string }
  | { readonly page: "record"; readonly table: string; readonly match: number }
  | { readonly page: "setup"; readonly opponent: string | null; readonly card: string | null }
  | { readonly page: "card"; readonly card: string }
  | { readonly page: "buddies" }
  | { readonly page: "account" }
  | { readonly page: "missing" };

/** The page at *path*. */
export function parse(path: string): Route {
  const parts = decoded(path.split("/").filter((part) => part !== ""));
  if (parts === null) return { page: "missing" };
  const [first, table, kind, number] = parts;
  if (first === undefined) return { page: "home" };
  if (first === "new") return setup(parts);
  if (first === "card" && parts.length === 2 && table !== undefined) return { page: "card", card: table };
  if ((first === "buddies" || first === "account") && parts.length === 1) return { page: first };
  if (first !== "t" || table === undefined) return { page: "missing" };
  if (kind === undefined) return { page: "table", table };
  if (kind === "rules" && parts.length === 3) return { page: "rules", table };
  if (kind === "record" && number !== undefined && /^[1-9]\d{0,5}$/.test(number)) {
    return { page: "record", table, match: Number(number) };
  }
  return { page: "missing" };
}

/** `/new`, `/new/with/ines`, `/new/by/<rule card>`. */
function setup(parts: readonly string[]): Route {
  const [, how, what] = parts;
  if (parts.length === 1) return { page: "setup", opponent: null, card: null };
  if (parts.length !== 3 || what === undefined) return { page: "missing" };
  if (how === "with") return { page: "setup", opponent: what, card: null };
  return how === "by" ? { page: "setup", opponent: null, card: what } : { page: "missing" };
}

/** The parts of an address as they were meant; `null`: somebody has cut one in the middle of a letter. */
function decoded(parts: readonly string[]): string[] | null {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

export function challengePath(username: string): string {
  return `/new/with/${encodeURIComponent(username)}`;
}

export function cardPath(card: string): string {
  return `/card/${card}`;
}

export function tablePath(table: string): string {
  return `/t/${encodeURIComponent(table)}`;
}

export function rulesPath(table: string): string {
  return `${tablePath(table)}/rules`;
}

export function recordPath(table: string, match: number): string {
  return `${tablePath(table)}/record/${match}`;
}

/** Go to *path* without loading the page anew; the App listens for `popstate`. */
export function go(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Let plain clicks on links of this site change the page without loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.origin !== location.origin) return;
  if (parse(link.pathname).page === "missing") return;
  event.preventDefault();
  go(link.pathname);
}
