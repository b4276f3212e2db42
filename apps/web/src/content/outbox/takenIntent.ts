import { useState } from "react";
import { Intent } from "../../lib/intent.ts";
import { findTaken, forgetTaken } from "./outbox.ts";

/**
 * The intent of a form whose text may have been taken back after it was sent without a response: as long as it says the same,
 * it keeps its key, so that it can't be posted twice.
 */
export class TakenIntent extends Intent {
  readonly #draftKey: string;
  constructor(draftKey: string) {
    super();
    this.#draftKey = draftKey;
  }

  override keyFor(input: unknown): string {
    return findTaken(this.#draftKey, input)?.id ?? super.keyFor(input);
  }

  /** When this was first sent without a response; null if it wasn't. */
  triedAt(input: unknown): number | null {
    return findTaken(this.#draftKey, input)?.triedAt ?? null;
  }

  override settle(): void {
    forgetTaken(this.#draftKey);
    super.settle();
  }
}

/** As `useIntentKey`, for a form whose texts can wait and be taken back. */
export function useTakenIntent(draftKey: string): { context: { intent: TakenIntent } } {
  return useState(() => ({ context: { intent: new TakenIntent(draftKey) } }))[0];
}
