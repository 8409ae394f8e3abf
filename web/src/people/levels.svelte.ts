// How strong computers may be here: asked for once, when first needed.

import { call } from "../api";
import type { BotLevel, LevelInfo } from "../protocol.gen";

const NAMES: Record<BotLevel, string> = {
  rules: "Thumb rules",
  beginner: "Beginner",
  casual: "Casual",
  skilled: "Skilled",
  expert: "Expert",
};

export function levelName(level: BotLevel): string {
  return NAMES[level];
}

class Levels {
  all: readonly LevelInfo[] = $state.raw([]);
  private asked = false;

  async load(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.all = await call<LevelInfo[]>("GET", "/levels");
    } catch {
      this.asked = false;
    }
  }

  /** The level that plays where none was chosen. */
  get usual(): BotLevel | null {
    return this.all.find((info) => info.usual)?.level ?? null;
  }

  /** One line on how a level plays. */
  about(level: BotLevel | null): string {
    return this.all.find((info) => info.level === (level ?? this.usual))?.about ?? "";
  }
}

export const levels = new Levels();
