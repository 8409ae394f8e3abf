// Sounds made on the spot by Web Audio: no files, no licences. Silent until the first
// gesture, as browsers want it.

import { settings } from "./settings.svelte";
import type { TableEvent } from "./state";

export type Cue = "card" | "deal" | "turn" | "trick" | "made" | "lost" | "broken" | "tick" | "chat";

/** A tone: hertz, when it begins, how long it lasts, how loud; all but hertz in 0 to 1. */
type Tone = readonly [hertz: number, at: number, length: number, gain: number];

const TONES: Record<Exclude<Cue, "card" | "deal">, readonly Tone[]> = {
  turn: [
    [660, 0, 0.12, 0.22],
    [990, 0.11, 0.2, 0.22],
  ],
  trick: [
    [392, 0, 0.09, 0.16],
    [523, 0.07, 0.14, 0.16],
  ],
  made: [
    [523, 0, 0.14, 0.2],
    [659, 0.1, 0.14, 0.2],
    [784, 0.2, 0.3, 0.2],
  ],
  lost: [
    [330, 0, 0.2, 0.2],
    [262, 0.16, 0.34, 0.2],
  ],
  broken: [
    [220, 0, 0.3, 0.24],
    [277, 0.05, 0.3, 0.16],
  ],
  chat: [[880, 0, 0.055, 0.14]],
  tick: [[1400, 0, 0.03, 0.12]],
};

let context: AudioContext | null = null;

/** Call on any gesture of the player: only then may sound begin. */
export function wake(): void {
  if (!settings.sounds || context || typeof AudioContext === "undefined") return;
  context = new AudioContext();
}

/** Play *cue* now, if the player wants to hear it. */
export function play(cue: Cue): void {
  if (!context || !settings.sounds || document.hidden) return;
  if (context.state === "suspended") void context.resume();
  sound(context, cue, settings.volume);
}

/** Put *cue* into any context, also one that renders without loudspeakers. */
export function sound(on: BaseAudioContext, cue: Cue, volume: number): void {
  const out = on.createGain();
  out.gain.value = volume;
  out.connect(on.destination);
  if (cue === "card") rustle(on, out, 0, 0.08, 0.5);
  else if (cue === "deal") for (let card = 0; card < 8; card++) rustle(on, out, card * 0.055, 0.06, 0.3);
  else for (const tone of TONES[cue]) ring(on, out, tone);
}

function ring(on: BaseAudioContext, out: AudioNode, [hertz, at, length, loud]: Tone): void {
  const start = on.currentTime + at;
  const oscillator = on.createOscillator();
  const gain = on.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(out);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** Paper on felt: filtered noise that dies away. */
function rustle(on: BaseAudioContext, out: AudioNode, at: number, length: number, loud: number): void {
  const start = on.currentTime + at;
  const size = Math.ceil(on.sampleRate * length);
  const buffer = on.createBuffer(1, size, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 2;
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const gain = on.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 2600;
  filter.Q.value = 0.8;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(start);
}

/** The one cue that a message's events call for: the most telling of them. */
export function cueFor(events: readonly TableEvent[], mySide: number | null): Cue | null {
  const find = <T extends TableEvent["type"]>(type: T): Extract<TableEvent, { type: T }> | undefined =>
    events.find((event): event is Extract<TableEvent, { type: T }> => event.type === type);
  const won = find("match_won");
  if (won) return mySide === null || won.side === mySide ? "made" : "lost";
  const scored = find("deal_scored");
  if (scored) return scored.score.sides[mySide === 1 ? 1 : 0].contract < 0 ? "lost" : "made";
  if (find("hand_dealt")) return "deal";
  const card = find("card_played");
  if (card?.breaks_spades) return "broken";
  if (find("trick_taken")) return "trick";
  return card || find("cards_given") ? "card" : null;
}
