import { useCallback, useEffect } from "react";
import { step } from "./queue.ts";

export const caseId = (key: string) => `case-${key}`;

/** Focuses a case. @returns whether it exists */
function focusCase(key: string): boolean {
  const element = document.getElementById(caseId(key));
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
  return element !== null;
}

/**
 * Moves the focus after a dialog to the first of the cases that still exists, otherwise to the line above the queue. If
 * the focus is back on the button that opened the dialog, it stays.
 */
export function focusAfter(keys: readonly (string | null)[]): void {
  const here = document.activeElement;
  if (here !== null && here !== document.body && !here.closest("[role=dialog]")) return;
  if (keys.some((key) => key !== null && focusCase(key))) return;
  document.querySelector<HTMLElement>("[data-queue-state]")?.focus();
}

/** Handles j for the next case and k for the previous one, except while the member types or a dialog is open. */
export function useQueueKeys(keys: readonly string[]): void {
  const joined = keys.join(" ");
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const by = event.key === "j" ? 1 : event.key === "k" ? -1 : null;
      const from = event.target;
      if (by === null || !(from instanceof Element)) return;
      if (from.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) return;
      const here = from.closest<HTMLElement>("[data-case]")?.dataset.case ?? null;
      const next = step(joined === "" ? [] : joined.split(" "), here, by);
      if (next !== null && focusCase(next)) event.preventDefault();
    },
    [joined],
  );
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onKey]);
}
