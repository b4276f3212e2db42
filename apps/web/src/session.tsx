import type { User } from "@bbux/contract";
import { useEffect, useSyncExternalStore } from "react";
import { codeOf, statusOf } from "./errors.ts";
import { FACTS } from "./facts.ts";
import { onDeadSession } from "./session-events.ts";
import { client, queryClient } from "./trpc.ts";

interface SessionState {
  readonly user: User | null;
  /** Until the first answer to "who am I" (spec core §4). */
  readonly loading: boolean;
  /** The session ended under a page in use: the member is asked to sign in again, and keeps what was typed. */
  readonly lost: boolean;
}

/** Says to the next load that a member was here, so that the shell's room is kept while the answer is under way. */
const HINT = "bbux.member";
/**
 * The page itself says when nobody is signed in, and then nobody is asked. Not when a member was here last: a browser that goes
 * back may show a page of before they signed in.
 */
let state: SessionState = { user: null, loading: FACTS.session !== false || wasSignedIn(), lost: false };
let first: Promise<User | null> | null = null;
const listeners = new Set<() => void>();

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const tell of listeners) tell();
}

function remember(user: User | null): void {
  try {
    if (user) localStorage.setItem(HINT, "1");
    else localStorage.removeItem(HINT);
  } catch {
    // Without storage the shell's room is not reserved; nothing else depends on it.
  }
}

/** Whether a member was signed in here when the page was last used. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}

/** Signs the page in or out. What was fetched for somebody else is fetched again. */
export function setUser(user: User | null): void {
  const other = user?.id !== state.user?.id;
  change({ user, loading: false, lost: false });
  remember(user);
  if (other) void queryClient.resetQueries();
  else void queryClient.invalidateQueries();
}

/** Changes what the page knows of the member, without asking the server. */
export function patchUser(part: Partial<User>): void {
  if (state.user) change({ user: { ...state.user, ...part } });
}

/** Asks the server who is signed in. At first load any failure means nobody (spec core §4); later only a refusal does. */
export async function refresh(): Promise<User | null> {
  try {
    const { user } = await client.auth.me.query();
    // The first answer is for the cookie that everything else was fetched with; later, another member means other data.
    if (state.loading || user.id === state.user?.id) {
      change({ user, loading: false });
      remember(user);
    } else setUser(user);
    return user;
  } catch (error) {
    if (state.loading) {
      change({ user: null, loading: false });
      remember(null);
    } else if (statusOf(error) === 401 && state.user) setUser(null);
    return state.user;
  }
}

/** The member, once it is known. For guards of routes. */
export function sessionReady(): Promise<User | null> {
  if (!state.loading) return Promise.resolve(state.user);
  first ??= refresh();
  return first;
}

onDeadSession(() => {
  if (state.user) change({ lost: true });
});

if (typeof window !== "undefined") {
  // Signing in or out in another tab is seen here too.
  window.addEventListener("storage", (event) => {
    if (event.key === HINT) void refresh();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is known now. Components use `useSession`, which follows it. */
export function currentSession(): SessionState {
  return state;
}

/** The current member and how to change what the page knows of them. */
export function useSession() {
  const { user, loading, lost } = useSyncExternalStore(subscribe, currentSession);
  return { user, loading, lost, setUser, patchUser, refresh };
}

/** For pages of a role: when the server refuses, somebody may have taken the role away, and the page should know. */
export function useRoleCheck(error: unknown): void {
  const refused = codeOf(error) === "FORBIDDEN";
  useEffect(() => {
    if (refused) void refresh();
  }, [refused]);
}
