/** What happens once a transaction has committed, and only then. */
export interface Effects {
  /** Members whose notifications changed, and whose open tabs get a signal. */
  readonly notified: Set<string>;
  /** Chat rooms, by id, in which something changed. */
  readonly chatted: Set<string>;
}
