// Who this browser is to the server. Asking makes a guest, so it comes before all else.

import { ApiError, api } from "./api";
import type { Me, MeChange } from "./protocol.gen";

class Myself {
  me: Me | null = $state(null);
  error: string | null = $state(null);

  async load(): Promise<void> {
    try {
      this.me = await api.me();
      this.error = null;
    } catch (error) {
      this.error = error instanceof ApiError ? error.message : "Something went wrong.";
    }
  }

  async change(change: MeChange): Promise<void> {
    this.me = await api.changeMe(change);
  }
}

export const myself = new Myself();
