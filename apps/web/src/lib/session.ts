import type { User } from "@bbux/contract";
import { useEffect, useSyncExternalStore } from "react";
import { connection, onConnection, probe } from "./connection.ts";
import { codeOf, statusOf } from "./errors.ts";
import { FACTS } from "./facts.ts";
import { forgetCopies } from "./offlineCopies.ts";
import { onDeadSession } from "./sessionEvents.ts";
import { client, queryClient } from "./trpc.ts";

interface SessionState {
  readonly user: User | null;
  /** Until the first response to "who am I". */
  readonly loading: boolean;
  /** The session ended while the page was in use: the member is asked to sign in again and keeps what they typed. */
  readonly lost: boolean;
}

/** Tells the next load which member was here: it reserves the shell's space, and public/offline.js finds what they wrote. */
const HINT = "bbux.member";
/**
 * The page itself says when nobody is signed in, which saves the request. Not if a member was here last, because going
 * back may show a page from before the sign-in.
 */
let state: SessionState = { user: null, loading: FACTS.session !== false || wasSignedIn(), lost: false };
let first: Promise<User | null> | null = null;
/** Counts refreshes and sign-ins, so that a response to an earlier request can't undo what came later. */
let refreshes = 0;
/** Stops waiting for the connection once it is known who is signed in. */
let stopAsking: (() => void) | undefined;
const listeners = new Set<() => void>();

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function remember(user: User | null): void {
  stopAsking?.();
  try {
    if (user) localStorage.setItem(HINT, user.id);
    else localStorage.removeItem(HINT);
  } catch {
    // Without storage the shell's space is not reserved; nothing else depends on it.
  }
}

/** The id of the member who was signed in when the page was last used, and hasn't signed out; null for a visitor. */
export function lastMember(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** Whether a member was signed in when the page was last used. */
export function wasSignedIn(): boolean {
  return lastMember() !== null;
}

/** Signs the page in or out. Another person's cached data is refetched, and what was kept for reading offline is forgotten. */
export function setUser(user: User | null): void {
  if (user?.id !== state.user?.id) forgetCopies();
  become(user);
}

function become(user: User | null): void {
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

/** Asks the server who is signed in. Any failure shows the first page as to a visitor; only a refusal means nobody is. */
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
    } else if (state.user) setUser(user);
    // Known only now, or signed in by another tab, which has forgotten the copies of others.
    else become(user);
    return user;
  } catch (error) {
    if (isStale()) return state.user;
    const isFirst = state.loading;
    if (statusOf(error) === 401) {
      if (state.user) setUser(null);
      else {
        if (wasSignedIn()) forgetCopies();
        remember(null);
        change({ loading: false });
      }
    } else if (isFirst) {
      change({ loading: false });
      askOnceReached();
    }
    return state.user;
  }
}

/** For a page that loaded without a connection, such as from the browser's cache: asks who is signed in once it can. */
function askOnceReached(): void {
  const ask = () => {
    if (connection() === "fine" && !state.user) void refresh();
  };
  stopAsking = onConnection(ask);
  // The connection may have come back before anyone noticed that it was lost.
  void probe().then(ask);
}

/** Resolves with the member once known. For route guards. */
export function sessionReady(): Promise<User | null> {
  if (!state.loading) return Promise.resolve(state.user);
  first ??= refresh();
  return first;
}

/** A call that a new password has overtaken was sent with the cookie from before, while the page has the next one. */
async function lose(): Promise<void> {
  const { user } = state;
  if (user === null || state.lost) return;
  try {
    await client.auth.me.query();
  } catch (error) {
    if (statusOf(error) === 401 && state.user === user) change({ lost: true });
  }
}

onDeadSession(() => void lose());

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
