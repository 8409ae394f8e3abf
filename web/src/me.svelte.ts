// Who this browser is to the server. Asking makes a guest, so it comes before all else.

import { ApiError, api, wordsOf } from "./api";
import type { Me, MeChange } from "./protocol.gen";

class Myself {
  me: Me | null = $state(null);
  error: string | null = $state(null);
  /** So many guests have come from this network that the server takes no more; accounts may sign in. */
  crowded = $state(false);

  async load(): Promise<void> {
    try {
      this.me = await api.me();
      this.error = null;
    } catch (error) {
      this.error = wordsOf(error);
      this.crowded = error instanceof ApiError && error.code === "too_many_guests";
    }
  }

  async change(change: MeChange): Promise<void> {
    this.me = await api.changeMe(change);
  }
}

export const myself = new Myself();
