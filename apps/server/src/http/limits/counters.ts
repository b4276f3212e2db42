import type { Rule } from "./rules.ts";

/** What has been used in one window, with the latest use, and when the window ends. */
export interface Count {
  readonly used: number;
  readonly ttlMs: number;
}

/** Counts in windows that begin with the first use of a key. */
export interface Counters {
  /** Counts one use. @returns the count in each window of the rule */
  add(rule: Rule, key: string): readonly Count[];
  /** Takes one use back. */
  subtract(rule: Rule, key: string): void;
}

/** Keys that one window remembers. Beyond that, the oldest window is forgotten. */
const MOST_KEYS = 100_000;

interface Slot {
  used: number;
  readonly endsAt: number;
}

/** Counters in this process's memory. @param now in milliseconds */
export function createCounters(now: () => number, mostKeys = MOST_KEYS): Counters {
  const slots = new Map<string, Map<string, Slot>>();
  const slotsOf = (rule: Rule, unit: string) => {
    const name = `${rule.name}:${unit}`;
    const known = slots.get(name) ?? new Map<string, Slot>();
    slots.set(name, known);
    return known;
  };
  return {
    add: (rule, key) =>
      rule.windows.map(({ unit, ms }) => {
        const at = now();
        const known = slotsOf(rule, unit);
        let slot = known.get(key);
        // A clock that was turned back would otherwise keep a window open.
        if (!slot || at >= slot.endsAt || slot.endsAt - at > ms) {
          known.delete(key);
          makeRoom(known, at, mostKeys);
          slot = { used: 0, endsAt: at + ms };
          known.set(key, slot);
        }
        slot.used++;
        return { used: slot.used, ttlMs: slot.endsAt - at };
      }),
    subtract(rule, key) {
      for (const { unit } of rule.windows) {
        const slot = slotsOf(rule, unit).get(key);
        if (slot && slot.used > 0) slot.used--;
      }
    },
  };
}

/** All windows of a map last equally long, so the first in it is the first to end. */
function makeRoom(slots: Map<string, Slot>, at: number, mostKeys: number): void {
  for (const [key, { endsAt }] of slots) {
    if (endsAt > at && slots.size < mostKeys) return;
    slots.delete(key);
  }
}
