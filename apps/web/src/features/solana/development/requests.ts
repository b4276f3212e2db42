import type { Payment } from "./decode.ts";

/** What the development wallet shows in its window: a question, or itself. */
export type PersonRequest =
  | { readonly kind: "home" }
  | { readonly kind: "connect" }
  | { readonly kind: "sign"; readonly payment: Payment };

interface Asked {
  readonly id: number;
  readonly request: PersonRequest;
  readonly answer: (approved: boolean) => void;
}

let queue: readonly Asked[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Asked[]): void {
  queue = next;
  for (const tell of listeners) tell();
}

/** Shows a request in the window, after those that wait already. Resolves with what the person decided. */
export function askPerson(request: PersonRequest): Promise<boolean> {
  count += 1;
  const id = count;
  return new Promise((answer) => change([...queue, { id, request, answer }]));
}

/** The request in the window, or null. */
export function currentRequest(): { readonly id: number; readonly request: PersonRequest } | null {
  return queue[0] ?? null;
}

/** The person decided. A request that is not in the window any more stays as it was decided. */
export function answerRequest(id: number, approved: boolean): void {
  const [first, ...rest] = queue;
  if (first?.id !== id) return;
  change(rest);
  first.answer(approved);
}

export function onRequests(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
