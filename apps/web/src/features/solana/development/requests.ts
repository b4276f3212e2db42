import type { Payment } from "./decode.ts";

/** What the development wallet shows in its window: a question, or itself. */
export type PersonRequest =
  | { readonly kind: "home" }
  | { readonly kind: "connect" }
  | { readonly kind: "sign"; readonly payment: Payment };

interface Asked {
  readonly request: PersonRequest;
  readonly answer: (approved: boolean) => void;
}

let queue: readonly Asked[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Asked[]): void {
  queue = next;
  for (const tell of listeners) tell();
}

/** Shows a request in the window, after those that wait already. Resolves with what the person decided. */
export function askPerson(request: PersonRequest): Promise<boolean> {
  return new Promise((answer) => change([...queue, { request, answer }]));
}

/** The request in the window, or null. */
export function currentRequest(): PersonRequest | null {
  return queue[0]?.request ?? null;
}

/** The person decided about the request in the window. */
export function answerRequest(approved: boolean): void {
  const [first, ...rest] = queue;
  change(rest);
  first?.answer(approved);
}

export function onRequests(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
