/** More than lag by minutes takes isn't told apart. */
const MOST = 300;

/** When the primary was seen at which positions in its log, by this process's clock, which runs steadily. */
export interface Positions {
  /** @param at milliseconds of the steady clock */
  note(position: bigint, at: number): void;
  /** How old (ms) what a replica shows is that has replayed up to here; infinite if it has never been as far as the primary was. */
  lagOf(replayed: bigint, now: number): number;
}

/**
 * Lag by positions rather than by times that replicas report: these say nothing while the primary is idle, and look fine on a replica
 * that was cut off.
 */
export function createPositions(): Positions {
  let seen: { readonly position: bigint; readonly at: number }[] = [];
  return {
    note(position, at) {
      const last = seen.at(-1);
      if (last?.position === position) return;
      // Another server has taken over, whose log may end earlier.
      if (last && position < last.position) seen = [];
      seen.push({ position, at });
      if (seen.length > MOST) seen.shift();
    },
    lagOf(replayed, now) {
      const [first] = seen;
      if (!first || replayed < first.position) return Number.POSITIVE_INFINITY;
      const missing = seen.find(({ position }) => position > replayed);
      return missing ? now - missing.at : 0;
    },
  };
}
