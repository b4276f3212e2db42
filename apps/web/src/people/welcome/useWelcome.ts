import type { Welcome } from "@bbux/contract";
import { useSyncExternalStore } from "react";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/** The viewer's first steps; `null` for visitors and older members, `undefined` until known. */
export function useWelcome(): Welcome | null | undefined {
  const { user } = useSession();
  const { data } = trpc.welcome.get.useQuery(undefined, {
    enabled: user !== null,
    // A member without first steps never gets any.
    staleTime: ({ state }) => (state.data?.welcome ? 0 : Number.POSITIVE_INFINITY),
  });
  return user ? data?.welcome : null;
}

let isAsked = false;
const listeners = new Set<() => void>();

/** The member wants to see their first steps, so they may push the page down. */
export function askForSteps(): void {
  isAsked = true;
  for (const listener of listeners) listener();
}

/** Whether the member has asked for their first steps since the page was loaded. */
export function useAskedForSteps(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const STEPS = ["followedTags", "readQuestion", "receivedBbux"] as const;

/** Counts the steps that are done. */
export const stepsDone = (welcome: Welcome): number => STEPS.filter((step) => welcome[step]).length;
