import { useSyncExternalStore } from "react";
import { codeOf } from "./errors.ts";
import { onLogout } from "./sessionEvents.ts";

let isNeeded = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (next === isNeeded) return;
  isNeeded = next;
  for (const listener of listeners) listener();
}

/** For the caches: the server refuses everything until this moderator or admin has set up a second factor. */
export function noticeStaffFactor(error: unknown): void {
  if (codeOf(error) === "SECOND_FACTOR_NEEDED") change(true);
}

/** The member has set one up. */
export function staffFactorDone(): void {
  change(false);
}

onLogout(staffFactorDone);

export function useStaffFactorNeeded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNeeded,
  );
}
