export const AREAS = ["ledger", "chain", "seeds", "rules", "auth", "contract", "web"] as const;
export type Area = (typeof AREAS)[number];

export interface Edit {
  /** The end of a path, long enough to be unique, so folders can move. */
  readonly file: string;
  /** Occurs in the file exactly once, however it is indented or wrapped. */
  readonly find: string;
  readonly replace: string;
}

/** One deliberate mistake that a tired developer could make, and the test that has to catch it. */
export interface Fault extends Edit {
  /** Says what goes wrong, such as `fee-rounded-down`. */
  readonly id: string;
  /** For a guard that stands in several places: the others, in the same file or another. */
  readonly also?: readonly Edit[];
  /** The end of the path of the test file that has to fail. */
  readonly caught: string;
  /**
   * Runs only tests with this text in their titles, preferably a requirement's id. The whole file runs if no title has
   * it.
   */
  readonly title?: string;
  /** Of the tests that play seeds: the lowest that finds it. All are played if it doesn't any more. */
  readonly seed?: number;
}

export interface PlacedFault extends Fault {
  readonly area: Area;
}
