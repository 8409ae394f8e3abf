// Cards in motion: the difference of two layouts, played by the Web Animations API.
//
// The state is never held up: an element is where it belongs from the first frame, and only
// looks as if it came from somewhere else. Nothing here takes part in hit testing.

import type { TransitionConfig } from "svelte/transition";
import { settings } from "./settings.svelte";
import type { Card } from "./protocol.gen";

const EASE = "cubic-bezier(.2,.7,.2,1)";
const SHARE = { full: 1, short: 0.6, none: 0 } as const;

function reduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long something of *milliseconds* takes with this player's settings. */
export function duration(milliseconds: number): number {
  return reduced() ? 0 : milliseconds * SHARE[settings.animations];
}

/** Where cards were last seen on the screen, so that they can come from there. */
const seen = new Map<Card, DOMRect>();

/** Remember where the cards in *area* are now. */
export function remember(area: ParentNode): void {
  for (const element of area.querySelectorAll<HTMLElement>("[data-card]")) {
    seen.set(element.dataset["card"] as Card, element.getBoundingClientRect());
  }
}

/** Forget every card: a new deal comes from the middle, not from the old hand. */
export function forget(): void {
  seen.clear();
}

interface Arrival {
  readonly card: Card;
  /** Where it comes from if it was not seen before: the middle of a plate, in the felt. */
  readonly from: { readonly x: number; readonly y: number };
}

/** A card comes to the trick, out of the hand or from its player's plate. */
export function arrive(node: HTMLElement, arrival: Arrival): TransitionConfig {
  const to = node.getBoundingClientRect();
  const from = seen.get(arrival.card) ?? around(node, arrival.from, to);
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = to.width > 0 ? from.width / to.width : 1;
  return {
    duration: duration(220),
    easing: easeOut,
    css: (_t, u) => `translate: ${dx * u}px ${dy * u}px; scale: ${1 + (scale - 1) * u};`,
  };
}

/** A card of a full trick goes to its winner's plate. */
export function collect(
  node: HTMLElement,
  to: { readonly x: number; readonly y: number } | null,
): TransitionConfig {
  if (to === null) return { duration: 0 };
  const here = node.getBoundingClientRect();
  const there = around(node, to, here);
  const dx = there.left - here.left;
  const dy = there.top - here.top;
  return {
    duration: duration(320),
    easing: easeOut,
    css: (t, u) =>
      `translate: ${dx * u}px ${dy * u}px; scale: ${1 - 0.6 * u}; opacity: ${Math.min(1, 1.6 * t)};`,
  };
}

function around(node: HTMLElement, centre: { x: number; y: number }, size: DOMRect): DOMRect {
  const felt = (node.offsetParent ?? document.body).getBoundingClientRect();
  const [w, h] = [size.width * 0.7, size.height * 0.7];
  return new DOMRect(felt.left + centre.x - w / 2, felt.top + centre.y - h / 2, w, h);
}

function easeOut(t: number): number {
  return 1 - (1 - t) ** 3;
}

/** Deal the hand: each card comes from above, a moment after the one before. */
export function dealIn(cards: Iterable<Element>): void {
  const time = duration(240);
  if (time === 0) return;
  let index = 0;
  for (const card of cards) {
    card.animate(
      [
        { translate: "0 -46vh", scale: "0.5", opacity: 0 },
        { opacity: 1, offset: 0.4 },
        { translate: "0 0", scale: "1" },
      ],
      { duration: time, delay: duration(35) * index, easing: EASE, fill: "backwards" },
    );
    index += 1;
  }
}

/** No: a short shake of the head. */
export function shake(element: Element): void {
  const time = duration(160);
  if (time === 0) return;
  const to = (x: number): Keyframe => ({ translate: `${x}px 0` });
  element.animate([to(0), to(-5), to(5), to(-3), to(0)], { duration: time });
}

/** How long a full trick rests before it is collected. */
export function restTime(): number {
  return { full: 900, short: 600, none: 900 }[settings.animations];
}
