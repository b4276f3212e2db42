import type { Payment } from "./decode.ts";

/** What the development wallet's window shows: a request, or the account. */
export type PersonRequest =
  | { readonly kind: "home" }
  | { readonly kind: "connect" }
  | { readonly kind: "sign"; readonly payment: Payment }
  | { readonly kind: "message"; readonly text: string };

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
  for (const listener of listeners) listener();
}

/** Queues a request for the window. Resolves with the person's decision. */
export function askPerson(request: PersonRequest): Promise<boolean> {
  count += 1;
  const id = count;
  return new Promise((answer) => change([...queue, { id, request, answer }]));
}

/** The request in the window, or null. */
export function currentRequest(): { readonly id: number; readonly request: PersonRequest } | null {
  return queue[0] ?? null;
}

/** Records the person's decision. A request that has left the window keeps its decision. */
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
