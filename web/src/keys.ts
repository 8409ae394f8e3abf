// Keys of the table. Single letters, so they work only in the table and can be turned off.

export interface KeyHelp {
  readonly keys: string;
  readonly does: string;
}

/** What the `?` dialog lists. */
export const HELP: readonly KeyHelp[] = [
  { keys: "← →", does: "move through your cards, or the bids" },
  { keys: "Home End", does: "first and last card" },
  { keys: "S H D C", does: "next spade, heart, diamond or club in your hand" },
  { keys: "Enter or Space", does: "play the card, or make the bid" },
  { keys: "B", does: "go to your bid or your hand" },
  { keys: "I", does: "a hint, when it is your turn" },
  { keys: "L", does: "last trick" },
  { keys: "G", does: "score sheet" },
  { keys: "R", does: "read the table aloud" },
  { keys: "T", does: "time left" },
  { keys: "/", does: "open or close the chat" },
  { keys: "Esc", does: "close what is open" },
  { keys: "?", does: "this list" },
];

export type Command = "bid" | "hint" | "last" | "score" | "read" | "time" | "chat" | "help";

const COMMANDS: Readonly<Record<string, Command>> = {
  b: "bid",
  i: "hint",
  l: "last",
  g: "score",
  r: "read",
  t: "time",
  "/": "chat",
  "?": "help",
};

/** The command of a key press, if it is one and no text is being typed. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target;
  if (target instanceof HTMLElement && target.closest("input, select, textarea, dialog")) return null;
  return COMMANDS[event.key.toLowerCase()] ?? null;
}

/** Where the arrow keys lead from *index* in a row of *count*; `null` for other keys. */
export function roved(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, index - 1);
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(count - 1, index + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
