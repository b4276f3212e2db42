import type { Answer } from "@bbux/contract";

/** Ids of answers that are on their way to the server. */
const PENDING = "pending-";

export function pendingId(key: string): string {
  return PENDING + key;
}

/** Whether the answer or comment is shown before the server has it. */
export function isPending({ id }: { id: string }): boolean {
  return id.startsWith(PENDING);
}

/** Accepted first, then by net votes, then the oldest (spec core §9). The order of what is equal stays as it came. */
export function orderAnswers(answers: readonly Answer[]): Answer[] {
  return answers.toSorted(
    (one, other) =>
      Number(other.isAccepted) - Number(one.isAccepted) ||
      other.upvotes - other.downvotes - (one.upvotes - one.downvotes) ||
      Number(isPending(one)) - Number(isPending(other)),
  );
}

/** The answers with exactly this one accepted (spec core §4). */
export function withAccepted(answers: readonly Answer[], answerId: string): Answer[] {
  return orderAnswers(answers.map((answer) => ({ ...answer, isAccepted: answer.id === answerId })));
}
