import type { ProofKind } from "@bbux/contract";
import type { Operation } from "@trpc/client";
import { useSyncExternalStore } from "react";
import { codeOf, proofsIn, providersIn } from "./errors.ts";
import { repeatOnce } from "./repeatOnce.ts";
import { onLogout } from "./sessionEvents.ts";

/** The calls that wait for a fresh proof of who the member is. */
interface Asked {
  /** What would do. */
  readonly proofs: readonly ProofKind[];
  /** Ids of the providers of the accounts elsewhere that would. */
  readonly providers: readonly string[];
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
      providers: providersIn(error),
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

/** Of a member whom no proof is left, the refusal says what to do. */
const needsProof = (op: Operation, error: unknown) =>
  op.type === "mutation" && codeOf(error) === "STEP_UP_REQUIRED" && proofsIn(error).length > 0;

/** Asks the member to prove who they are when a call needs it, and repeats the call once. */
export const stepUpLink = repeatOnce(needsProof, async (op, error) => ((await askForProof(error)) ? op : null));
