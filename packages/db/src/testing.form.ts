/** Whether the proofs run, too (`npm run test:all`), and not only the gate. */
export const isWhole = process.env.BBUX_TIER === "all";

/** The seed of all randomness in tests: always the same in the gate, a new one in each `npm run test:all`. */
export const SEED = Number.parseInt(process.env.BBUX_SEED ?? "1", 10);

/** How many rounds to run: a few in the gate, more in `npm run test:all`. */
export function rounds(gate: number, whole: number): number {
  return isWhole ? whole : gate;
}

/** The first cases in the gate, all of them in `npm run test:all`: for a guarantee that every case shows once more. */
export function sampled<const Case>(cases: readonly Case[], gate = 1): readonly Case[] {
  return isWhole ? cases : cases.slice(0, gate);
}

/** Random numbers that depend on a seed alone. */
export class Random {
  #state: number;

  constructor(seed: number = SEED) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, `below`. */
  next(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.next(items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  chance(percent: number): boolean {
    return this.next(100) < percent;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next(256));
  }
}
