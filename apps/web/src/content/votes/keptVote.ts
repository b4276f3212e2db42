import { isRecord } from "../../lib/record.ts";
import { onLogout } from "../../lib/sessionEvents.ts";
import type { VoteTarget } from "./voteCache.ts";

type Arrow = 1 | -1;

const KEY = "bbux.vote";
/** Someone who signs in later than this may not be the person who pressed the arrow. */
const LASTS_MS = 10 * 60_000;

/** Keeps a visitor's vote on a page in this window until they have signed in. */
export function keepVote({ kind, id }: VoteTarget, arrow: Arrow, page: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ kind, id, arrow, page, at: Date.now() }));
  } catch {
    // Without storage they press the arrow again.
  }
}

/** Drops the kept vote, except one from this page: the member is back to cast it. */
export function dropKeptVote(exceptFrom?: string): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (exceptFrom !== undefined && isRecord(kept) && kept.page === exceptFrom) return;
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing is kept.
  }
}

onLogout(() => dropKeptVote());

/** Returns the vote that was kept for this target, once; `null` for none. */
export function takeKeptVote({ kind, id }: VoteTarget): Arrow | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (!isRecord(kept) || kept.kind !== kind || kept.id !== id) return null;
    sessionStorage.removeItem(KEY);
    if (typeof kept.at !== "number" || Date.now() - kept.at > LASTS_MS) return null;
    return kept.arrow === 1 || kept.arrow === -1 ? kept.arrow : null;
  } catch {
    return null;
  }
}
