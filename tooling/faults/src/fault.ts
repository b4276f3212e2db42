export const AREAS = ["ledger", "chain", "rules", "auth", "contract", "web"] as const;
export type Area = (typeof AREAS)[number];

/** One deliberate mistake that a tired developer could make, and the test that has to catch it. */
export interface Fault {
  /** Says what goes wrong, such as `fee-rounded-down`. */
  readonly id: string;
  /** The end of a path, long enough to be unique, so folders can move. */
  readonly file: string;
  /** Occurs in the file exactly once, however it is indented or wrapped. */
  readonly find: string;
  readonly replace: string;
  /** The end of the path of the test file that has to fail. */
  readonly caught: string;
  /**
   * Runs only tests with this text in their titles, preferably a requirement's id. The whole file runs if no title has
   * it.
   */
  readonly title?: string;
}

export interface PlacedFault extends Fault {
  readonly area: Area;
}
