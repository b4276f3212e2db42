/** `good` is green, `waiting` yellow, `bad` red, `vote` the brand's color, and `plain` gray. */
export type Tone = "good" | "waiting" | "bad" | "vote" | "plain";

export interface StatusFacts {
  readonly label: string;
  readonly tone: Tone;
}
