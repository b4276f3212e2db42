/** What a part of the verification found. */
export interface Verification {
  /** What was compared, in sentences. */
  readonly checked: readonly string[];
  /** Every difference found. Empty if platform and dump agree. */
  readonly differences: readonly string[];
}
