import { LIMITS } from "@bbux/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

type Kind = "answer" | "comment";

/** The id that `#answer-123` asks for among the answers; `null` for any other address. */
export function anchoredId(hash: string, kind: Kind): string | null {
  const [, found, id = ""] = /^#?(answer|comment)-(\d{1,19})$/.exec(hash) ?? [];
  return found === kind ? id : null;
}

interface Thread {
  readonly ids: readonly string[];
  /** Fetches the next page; `null` when there is none, or one is under way. */
  readonly more: (() => void) | null;
  /** All pages are here. */
  readonly complete: boolean;
}

/**
 * Brings the answer or comment into view that the address points to, also one of a later page, and says which to mark.
 * Each visit does so once: what is fetched anew later does not pull the reader back.
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
 * Goes to what one has just written, where the thread has more than one page: it may stand on another than the one that is
 * shown. Give it the new id and how many there were.
 */
export function useGoToNew(kind: Kind): (id: string, count: number) => void {
  const navigate = useNavigate();
  return (id, count) => {
    if (count < LIMITS.thread) return;
    void navigate({ to: ".", hash: `${kind}-${id}`, resetScroll: false, hashScrollIntoView: false });
  };
}
