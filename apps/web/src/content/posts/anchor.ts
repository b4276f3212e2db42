import { LIMITS } from "@bbux/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

type Kind = "answer" | "comment";

/** Returns the id in `#answer-123`; `null` for any other hash. */
export function anchoredId(hash: string, kind: Kind): string | null {
  const [, found, id = ""] = /^#?(answer|comment)-(\d{1,19})$/.exec(hash) ?? [];
  return found === kind ? id : null;
}

interface Thread {
  readonly ids: readonly string[];
  /** Fetches the next page; `null` when there is none, or one is loading. */
  readonly more: (() => void) | null;
  /** All pages are loaded. */
  readonly complete: boolean;
}

/**
 * Scrolls to the answer or comment in the URL, even on a later page, and returns which one to mark. Happens once per
 * visit, so that a later refetch doesn't pull the reader back.
 */
export function useAnchor(kind: Kind, { ids, more, complete }: Thread): { marked: string | null; missing: boolean } {
  const { hash, state } = useLocation();
  const id = anchoredId(hash, kind);
  const here = id !== null && ids.includes(id);
  const shown = useRef("");
  const visit = `${state.__TSR_key}:${hash}`;

  useEffect(() => {
    if (id !== null && !here) more?.();
  }, [id, here, more]);

  useEffect(() => {
    if (!here || shown.current === visit) return;
    shown.current = visit;
    const element = document.getElementById(`${kind}-${id}`);
    element?.scrollIntoView({ block: "start" });
    element?.focus({ preventScroll: true });
  }, [here, visit, kind, id]);

  return { marked: here ? id : null, missing: id !== null && !here && complete };
}

/**
 * Scrolls to what the member has just written, if the thread has several pages. Give it the new id and the previous
 * count.
 */
export function useGoToNew(kind: Kind): (id: string, count: number) => void {
  const navigate = useNavigate();
  return (id, count) => {
    if (count < LIMITS.thread) return;
    void navigate({ to: ".", hash: `${kind}-${id}`, resetScroll: false, hashScrollIntoView: false });
  };
}
