import { numberText } from "../../lib/locale.ts";
export type Vote = -1 | 0 | 1;

/** The votes on a post, an answer or a comment, with the member's own. */
export interface Figures {
  readonly up: number;
  readonly down: number;
  readonly userVote: Vote;
}

/** Returns what a click on an arrow means: the active arrow removes the vote, the other casts it. */
export function voteFor(present: Vote, arrow: 1 | -1): Vote {
  return present === arrow ? 0 : arrow;
}

/** Returns the figures with the member's vote changed, as the server will probably count it. */
export function withVote(figures: Figures, vote: Vote): Figures {
  const change = (side: 1 | -1) => Number(vote === side) - Number(figures.userVote === side);
  return { up: figures.up + change(1), down: figures.down + change(-1), userVote: vote };
}

/** Formats the net votes with a true minus sign and group separators: "1,204", "−3". */
export function netText({ up, down }: Pick<Figures, "up" | "down">): string {
  return numberText(up - down);
}
