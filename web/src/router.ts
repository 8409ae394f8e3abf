// The pages and their addresses.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "rules"; readonly table: string }
  | { readonly page: "record"; readonly table: string; readonly match: number }
  | { readonly page: "missing" };

/** The page at *path*. */
export function parse(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, table, kind, number] = parts.map(decodeURIComponent);
  if (first === undefined) return { page: "home" };
  if (first !== "t" || table === undefined) return { page: "missing" };
  if (kind === undefined) return { page: "table", table };
  if (kind === "rules" && parts.length === 3) return { page: "rules", table };
  if (kind === "record" && number !== undefined && /^[1-9]\d{0,5}$/.test(number)) {
    return { page: "record", table, match: Number(number) };
  }
  return { page: "missing" };
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
