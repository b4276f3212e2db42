import { LIMITS } from "@bbux/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

type Kind = "answer" | "comment";

/** What a hash points to: an answer, a comment on the question, or a comment on an answer. */
interface Anchor {
  readonly answer: string | null;
  readonly comment: string | null;
}

/** Reads `#answer-1`, `#comment-2` and `#answer-1-comment-2`. */
export function anchorOf(hash: string): Anchor {
  const [, answer = null, comment = null] = /^#?(?:answer-(\d{1,19}))?-?(?:comment-(\d{1,19}))?$/.exec(hash) ?? [];
  return { answer, comment };
}

/**
 * Returns the id in a hash that a thread should show; `null` for any other hash.
 * @param answerId the answer whose comments the thread is; null for answers and for comments on the question
 */
export function anchoredId(hash: string, kind: Kind, answerId: string | null = null): string | null {
  const { answer, comment } = anchorOf(hash);
  if (kind === "answer") return answer;
  return answer === answerId ? comment : null;
}

interface Thread {
  readonly ids: readonly string[];
  /** Fetches the next page; `null` when there is none, or one is loading. */
  readonly more: (() => void) | null;
  /** All pages are loaded. */
  readonly complete: boolean;
  /** The answer whose comments these are. */
  readonly answerId?: string;
}

/**
 * Scrolls to the answer or comment in the URL, even on a later page, and returns which one to mark. Happens once per
 * visit, so that a later refetch doesn't pull the reader back.
 */
export function useAnchor(
  kind: Kind,
  { ids, more, complete, answerId }: Thread,
): { marked: string | null; missing: boolean } {
  const { hash, state } = useLocation();
  const id = anchoredId(hash, kind, answerId);
  // A comment on an answer is scrolled to by the thread that it is in.
  const isOnTheWay = kind === "answer" && anchorOf(hash).comment !== null;
  const here = id !== null && ids.includes(id);
  const shown = useRef("");
  const visit = `${state.__TSR_key}:${hash}`;

  useEffect(() => {
    if (id !== null && !here) more?.();
  }, [id, here, more]);

  useEffect(() => {
    if (!here || isOnTheWay || shown.current === visit) return;
    shown.current = visit;
    const element = document.getElementById(`${kind}-${id}`);
    element?.scrollIntoView({ block: "start" });
    element?.focus({ preventScroll: true });
  }, [here, isOnTheWay, visit, kind, id]);

  return { marked: here && !isOnTheWay ? id : null, missing: id !== null && !here && complete };
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
