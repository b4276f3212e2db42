/** A text with its selection, as in a text field. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The replacement for `from`–`to`, and the selection afterwards (offsets in the new text). */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}
