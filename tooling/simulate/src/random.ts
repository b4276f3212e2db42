import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

const STEPS = 1_000_000;

/** Gives the same numbers for the same seed, so that a simulation can be repeated. */
export interface Chance {
  /** From `min` to `max`. */
  between(min: number, max: number): number;
  /** True with these odds, 0 to 1. */
  happens(odds: number): boolean;
  /** An integer with this mean. */
  about(mean: number): number;
  pick<T>(from: readonly T[]): T;
}

export function createChance(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const fraction = () => uniformInt(generator, 0, STEPS - 1) / STEPS;
  return {
    between: (min, max) => min + fraction() * (max - min),
    happens: (odds) => fraction() < odds,
    about: (mean) => Math.floor(mean) + (fraction() < mean % 1 ? 1 : 0),
    pick: (from) => {
      const one = from[uniformInt(generator, 0, from.length - 1)];
      if (one === undefined) throw new Error("Nothing to pick from");
      return one;
    },
  };
}
