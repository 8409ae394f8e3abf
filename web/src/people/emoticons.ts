// Text forms of emoticons, found in what people write.

import type { Emoticon } from "../protocol.gen";

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "picture"; readonly emoticon: Emoticon; readonly text: string };

/** What may follow a text form; anything else makes it part of a word, as in "http://". */
const AFTER = new Set([" ", ".", ",", "!", "?", ";"]);

/** *text* taken apart into words and pictures. */
export function pieces(text: string, emoticons: readonly Emoticon[]): Piece[] {
  const forms = emoticons
    .flatMap((emoticon) => emoticon.texts.map((form) => ({ form, emoticon })))
    .sort((a, b) => b.form.length - a.form.length);
  const found: Piece[] = [];
  let words = "";
  let at = 0;
  let fresh = true;
  while (at < text.length) {
    const hit = fresh ? forms.find(({ form }) => stands(text, at, form)) : undefined;
    if (hit) {
      if (words) found.push({ kind: "text", text: words });
      words = "";
      found.push({ kind: "picture", emoticon: hit.emoticon, text: hit.form });
      at += hit.form.length;
      fresh = false;
    } else {
      const letter = text.charAt(at);
      words += letter;
      fresh = letter === " ";
      at += 1;
    }
  }
  if (words) found.push({ kind: "text", text: words });
  return found;
}

function stands(text: string, at: number, form: string): boolean {
  if (!text.startsWith(form, at)) return false;
  const next = text.charAt(at + form.length);
  return next === "" || AFTER.has(next);
}

/** The text with names in place of pictures, for screen readers. */
export function spoken(text: string, emoticons: readonly Emoticon[]): string {
  return pieces(text, emoticons)
    .map((piece) => (piece.kind === "text" ? piece.text : `(${piece.emoticon.name})`))
    .join("");
}
