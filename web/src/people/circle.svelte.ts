// Whom this person has muted or blocked, and the emoticons: asked for once, when first needed.

import type { Emoticon, Person, Target } from "../protocol.gen";
import { calls } from "./calls";

class Circle {
  mutes: readonly Person[] = $state.raw([]);
  blocks: readonly Person[] = $state.raw([]);

  /** Everyone whose lines are not to be shown. */
  readonly unheard = $derived(new Set([...this.mutes, ...this.blocks].map((person) => person.id)));

  async load(): Promise<void> {
    [this.mutes, this.blocks] = await Promise.all([calls.mutes(), calls.blocks()]);
  }

  async mute(target: Target): Promise<void> {
    this.mutes = await calls.mute(target);
  }

  async unmute(people: readonly string[]): Promise<void> {
    this.mutes = await calls.unmute(people);
  }

  async block(target: Target): Promise<void> {
    this.blocks = await calls.block(target);
  }

  async unblock(people: readonly string[]): Promise<void> {
    this.blocks = await calls.unblock(people);
  }
}

export const circle = new Circle();

class Emoticons {
  all: readonly Emoticon[] = $state.raw([]);
  private asked = false;

  async load(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.all = await calls.emoticons();
    } catch {
      this.asked = false; // Texts stay texts until the next try.
    }
  }
}

export const emoticons = new Emoticons();
