import type { AppRouter } from "@bbux/api/router";
import type { ProofKind } from "@bbux/contract";
import type { Operation, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { useSyncExternalStore } from "react";
import { codeOf, proofsIn } from "./errors.ts";
import { onLogout } from "./sessionEvents.ts";

/** The calls that wait for a fresh proof of who the member is. */
interface Asked {
  /** What would do. */
  readonly proofs: readonly ProofKind[];
  readonly answer: (proved: boolean) => void;
}

let asked: Asked | null = null;
let answered: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog, once for all calls that need it at the same time. @returns whether the member gave a proof */
function askForProof(error: unknown): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    change({
      proofs: proofsIn(error),
      answer: (proved) => {
        answered = null;
        change(null);
        resolve(proved);
      },
    });
  });
  return answered;
}

// The next person to sign in mustn't confirm or repeat this member's calls.
onLogout(() => asked?.answer(false));

/** What the dialog is to ask for; null while nothing waits. */
export function useAsked(): Asked | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const needsProof = (op: Operation, error: unknown) => op.type === "mutation" && codeOf(error) === "STEP_UP_REQUIRED";

/** Asks the member to prove who they are when a call needs it, and repeats the call once. */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isRepeated = false;
      let current: { unsubscribe(): void } | undefined;
      let isGone = false;
      const send = () => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (isRepeated || !needsProof(op, error)) return observer.error(error);
            isRepeated = true;
            void askForProof(error).then((proved) => {
              if (isGone) return;
              if (proved) send();
              else observer.error(error);
            });
          },
        });
      };
      send();
      return () => {
        isGone = true;
        current?.unsubscribe();
      };
    });
