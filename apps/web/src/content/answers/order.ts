import type { Answer } from "@bbux/contract";

/** Ids of answers that are being sent to the server. */
const PENDING = "pending-";

export function pendingId(key: string): string {
  return PENDING + key;
}

/** Whether the answer or comment is shown before the server has it. */
export function isPending({ id }: { id: string }): boolean {
  return id.startsWith(PENDING);
}

/**
 * Puts the accepted answer first and pending ones last. The others keep the server's order by net votes, so that an
 * answer doesn't jump away when someone votes on it.
 */
export function orderAnswers(answers: readonly Answer[]): Answer[] {
  return answers.toSorted(
    (one, other) =>
      Number(other.isAccepted) - Number(one.isAccepted) || Number(isPending(one)) - Number(isPending(other)),
  );
}

/** Returns the answers with exactly this one accepted. */
export function withAccepted(answers: readonly Answer[], answerId: string): Answer[] {
  return orderAnswers(answers.map((answer) => ({ ...answer, isAccepted: answer.id === answerId })));
}
