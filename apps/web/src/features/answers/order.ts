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

/**
 * The accepted one first, what is on its way last. Between them they stand as the server ordered them, by net votes (spec
 * core §9): an answer does not jump away from under the hand that votes on it.
 */
export function orderAnswers(answers: readonly Answer[]): Answer[] {
  return answers.toSorted(
    (one, other) =>
      Number(other.isAccepted) - Number(one.isAccepted) || Number(isPending(one)) - Number(isPending(other)),
  );
}

/** The answers with exactly this one accepted (spec core §4). */
export function withAccepted(answers: readonly Answer[], answerId: string): Answer[] {
  return orderAnswers(answers.map((answer) => ({ ...answer, isAccepted: answer.id === answerId })));
}
