import { numberText } from "../../locale.ts";
export type Vote = -1 | 0 | 1;

/** The votes on a post, an answer or a comment, and the member's own among them. */
export interface Figures {
  readonly up: number;
  readonly down: number;
  readonly userVote: Vote;
}

/** What a click on an arrow asks for: the active one takes the vote back, the other gives it (spec core §4). */
export function voteFor(present: Vote, arrow: 1 | -1): Vote {
  return present === arrow ? 0 : arrow;
}

/** The figures with the member's vote changed, as the server will probably count it. */
export function withVote(figures: Figures, vote: Vote): Figures {
  const change = (side: 1 | -1) => Number(vote === side) - Number(figures.userVote === side);
  return { up: figures.up + change(1), down: figures.down + change(-1), userVote: vote };
}

/** The net with a true minus sign and thousands: "1,204", "−3". */
export function netText({ up, down }: Pick<Figures, "up" | "down">): string {
  return numberText(up - down);
}
