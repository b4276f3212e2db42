import { useEffect } from "react";
import { useSession } from "../../lib/session.ts";
import { client } from "../../lib/trpc.ts";

const KEY = "bbux.visit";

type Store = Pick<Storage, "getItem" | "setItem">;

/** The last reported UTC day per member, stored in this browser. */
export function visitStamp(userId: string, now: Date): string {
  return `${userId} ${now.toISOString().slice(0, 10)}`;
}

/** Reports once per UTC day that the member has visited. A failure is silent and retried at the next occasion. */
export async function reportVisit(userId: string, now: Date, store: Store, say: () => Promise<unknown>): Promise<void> {
  const stamp = visitStamp(userId, now);
  try {
    if (store.getItem(KEY) === stamp) return;
    await say();
    store.setItem(KEY, stamp);
  } catch {
    // Nothing waits for it. Without storage the server still counts one visit a day.
  }
}

/** Reports the visit when the member is first known and whenever they return to the page. */
export function useDailyVisit(): void {
  const { user } = useSession();
  const id = user && !user.suspended ? user.id : null;
  useEffect(() => {
    if (id === null) return;
    const visit = () => {
      if (document.visibilityState !== "visible") return;
      void reportVisit(id, new Date(), localStorage, () => client.auth.visit.mutate());
    };
    visit();
    document.addEventListener("visibilitychange", visit);
    return () => document.removeEventListener("visibilitychange", visit);
  }, [id]);
}
