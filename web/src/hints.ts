// A hint: what a strong player would do now, and why.

import { bidName, cardName } from "./cards";
import type { Card, Hint, HintReason, Seat } from "./protocol.gen";
import { type State, isMyTurn } from "./state";

/** Whether a hint may be asked for now. */
export function mayAsk(state: State): boolean {
  const { table } = state;
  if (!table || table.stage !== "playing" || !isMyTurn(state)) return false;
  return table.options.hints ?? table.options.private;
}

/** What to do, in a few words: it begins a sentence. */
export function adviceOf(hint: Hint): string {
  const { move } = hint;
  switch (move.type) {
    case "look":
      return "Look at your cards";
    case "bid":
      return `Bid ${bidName(move.bid)}`;
    case "give":
      return `Give ${move.cards.map(cardName).join(" and ")}`;
    case "play":
      return `Play ${cardName(move.card)}`;
  }
}

/** The cards that a hint is about. */
export function cardsOf(hint: Hint | null): readonly Card[] {
  if (hint?.move.type === "play") return [hint.move.card];
  return hint?.move.type === "give" ? hint.move.cards : [];
}

const REFUSALS: Record<HintReason, string> = {
  not_your_turn: "A hint is for your own turn.",
  no_hints: "No hints are given at this table.",
  not_for_programs: "Programs get no hints.",
  too_many_hints: "One hint at a time. Ask again in a few seconds.",
};

export function noHintText(reason: HintReason): string {
  return REFUSALS[reason];
}

/** A reason with the players' own names in it, where the server calls them by their seats. */
export function withNames(text: string, names: readonly [string, string, string, string]): string {
  return text.replace(/\b(North|East|South|West)\b/g, (seat) => {
    return names[["North", "East", "South", "West"].indexOf(seat) as Seat];
  });
}
