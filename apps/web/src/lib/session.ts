import type { User } from "@bbux/contract";
import { useEffect, useSyncExternalStore } from "react";
import { codeOf, statusOf } from "./errors.ts";
import { FACTS } from "./facts.ts";
import { onDeadSession } from "./sessionEvents.ts";
import { client, queryClient } from "./trpc.ts";

interface SessionState {
  readonly user: User | null;
  /** Until the first response to "who am I". */
  readonly loading: boolean;
  /** The session ended while the page was in use: the member is asked to sign in again and keeps what they typed. */
  readonly lost: boolean;
}

/** Signals the next load that a member was here, so that it reserves the shell's space. */
const HINT = "bbux.member";
/**
 * The page itself says when nobody is signed in, which saves the request. Not if a member was here last, because going
 * back may show a page from before the sign-in.
 */
let state: SessionState = { user: null, loading: FACTS.session !== false || wasSignedIn(), lost: false };
let first: Promise<User | null> | null = null;
/** Counts refreshes and sign-ins, so that a response to an earlier request can't undo what came later. */
let refreshes = 0;
const listeners = new Set<() => void>();

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function remember(user: User | null): void {
  try {
    if (user) localStorage.setItem(HINT, "1");
    else localStorage.removeItem(HINT);
  } catch {
    // Without storage the shell's space is not reserved; nothing else depends on it.
  }
}

/** Whether a member was signed in when the page was last used. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}

/** Signs the page in or out. Another person's cached data is refetched. */
export function setUser(user: User | null): void {
  const other = user?.id !== state.user?.id;
  refreshes++;
  change({ user, loading: false, lost: false });
  remember(user);
  if (other) void queryClient.resetQueries();
  else void queryClient.invalidateQueries();
}

/** Changes the page's copy of the member without a request. */
export function patchUser(part: Partial<User>): void {
  if (state.user) change({ user: { ...state.user, ...part } });
}

/** Asks the server who is signed in. On the first load any failure means nobody; later only a refusal does. */
export async function refresh(): Promise<User | null> {
  const turn = ++refreshes;
  const isStale = () => turn !== refreshes && !state.loading;
  try {
    const { user } = await client.auth.me.query();
    if (isStale()) return state.user;
    // The first response belongs to the cookie that everything else was fetched with; later, another member means other
    // data.
    if (state.loading || user.id === state.user?.id) {
      change({ user, loading: false });
      remember(user);
    } else setUser(user);
    return user;
  } catch (error) {
    if (isStale()) return state.user;
    if (state.loading) {
      change({ user: null, loading: false });
      remember(null);
    } else if (statusOf(error) === 401) {
      if (state.user) setUser(null);
      else remember(null);
    }
    return state.user;
  }
}

/** Resolves with the member once known. For route guards. */
export function sessionReady(): Promise<User | null> {
  if (!state.loading) return Promise.resolve(state.user);
  first ??= refresh();
  return first;
}

onDeadSession(() => {
  if (state.user) change({ lost: true });
});

if (typeof window !== "undefined") {
  // Detects a sign-in or sign-out in another tab.
  window.addEventListener("storage", (event) => {
    if (event.key === HINT) void refresh();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current state. Components use `useSession`, which follows it. */
export function currentSession(): SessionState {
  return state;
}

/** Returns the current member and functions that change the page's copy of them. */
export function useSession() {
  const { user, loading, lost } = useSyncExternalStore(subscribe, currentSession);
  return { user, loading, lost, setUser, patchUser, refresh };
}

/** For pages that require a role: a refusal may mean that the role was revoked, so the member is refetched. */
export function useRoleCheck(error: unknown): void {
  const refused = codeOf(error) === "FORBIDDEN";
  useEffect(() => {
    if (refused) void refresh();
  }, [refused]);
}
