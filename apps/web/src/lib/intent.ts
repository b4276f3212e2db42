import type { AppRouter } from "@bbux/api/router";
import type { Operation, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { useRef } from "react";
import { isOutcomeUnknown } from "./errors.ts";

/**
 * One intended action, however often it has to be sent. While the outcome is unknown (the network or the server
 * failed), the same body keeps its key, so that it can't happen twice; another body, or the same one after a response,
 * is a new intent (docs/DECISIONS.md 1.11). The highest accepted fee is no part of the body: it may be fetched anew before
 * the call is repeated.
 */
export class Intent {
  #body: string | undefined;
  #key = "";

  keyFor(input: unknown): string {
    const body = JSON.stringify(input, (name, value) => (name === "maxFee" ? undefined : value)) ?? "";
    if (body !== this.#body) {
      this.#body = body;
      this.#key = newKey();
    }
    return this.#key;
  }

  /** The server responded, so the next call is a new intent. */
  settle(): void {
    this.#body = undefined;
  }
}

/** Returns a UUID. Uses `getRandomValues`, because `crypto.randomUUID` is missing on plain-http origins. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Keeps one `Idempotency-Key` per intent of the form or button that calls it:
 * `const intent = useIntentKey(); trpc.posts.create.useMutation({ trpc: intent, onSuccess })`.
 */
export function useIntentKey(): { context: { intent: Intent } } {
  const ref = useRef<{ context: { intent: Intent } }>(null);
  ref.current ??= { context: { intent: new Intent() } };
  return ref.current;
}

function intentOf(op: Operation): Intent | null {
  const { intent } = op.context;
  return intent instanceof Intent ? intent : null;
}

/** Returns the key to send with a mutation. */
export function keyOf(op: Operation): string {
  return intentOf(op)?.keyFor(op.input) ?? newKey();
}

/** Records that an intent's outcome is known. */
export const intentLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (error) => {
          if (!isOutcomeUnknown(error)) intentOf(op)?.settle();
          observer.error(error);
        },
        complete: () => {
          intentOf(op)?.settle();
          observer.complete();
        },
      }),
    );
