import { AppError } from "@bbux/api";

/** Places for work that can take minutes, of which each holder gets a share, so that nobody can take the others' places. */
export interface Shares {
  /**
   * Takes a place.
   * @param holders whom it counts for, each with the most places that it may have at once
   * @returns gives the place back; calling it again does nothing
   * @throws AppError RATE_LIMITED if a holder has its share, SERVICE_UNAVAILABLE if all places are taken
   */
  take(holders: readonly Holder[]): () => void;
}

export interface Holder {
  /** `member:7`, `network:203.0.113.0/24` */
  readonly key: string;
  readonly share: number;
}

/**
 * @param refusal what a holder reads who has its share
 * @param retryAfter seconds
 */
export function createShares({ places, refusal, retryAfter }: SharesOptions): Shares {
  let taken = 0;
  const held = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const now = (held.get(key) ?? 0) + by;
    if (now > 0) held.set(key, now);
    else held.delete(key);
  };
  return {
    take(holders) {
      if (holders.some(({ key, share }) => (held.get(key) ?? 0) >= share)) {
        throw new AppError("RATE_LIMITED", { message: refusal, details: { retryAfter } });
      }
      if (taken >= places) throw new AppError("SERVICE_UNAVAILABLE", { details: { retryAfter } });
      taken++;
      for (const { key } of holders) change(key, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken--;
        for (const { key } of holders) change(key, -1);
      };
    },
  };
}

interface SharesOptions {
  readonly places: number;
  readonly refusal: string;
  readonly retryAfter: number;
}
