import { useEffect } from "react";
import { useSession } from "../../session.tsx";
import { client } from "../../trpc.ts";

const KEY = "bbux.visit";

type Store = Pick<Storage, "getItem" | "setItem">;

/** Who came by on which UTC day, as it is kept in this browser. */
export function visitStamp(userId: string, now: Date): string {
  return `${userId} ${now.toISOString().slice(0, 10)}`;
}

/** Says once a UTC day that the member has come by. Quiet: what fails is tried at the next occasion. */
export async function sayVisit(userId: string, now: Date, store: Store, say: () => Promise<unknown>): Promise<void> {
  const stamp = visitStamp(userId, now);
  try {
    if (store.getItem(KEY) === stamp) return;
    await say();
    store.setItem(KEY, stamp);
  } catch {
    // Nobody waits for it. Without storage the server counts one a day all the same.
  }
}

/** For a page in use: at its first sight of the member, and again when one comes back to it. */
export function useDailyVisit(): void {
  const { user } = useSession();
  const id = user && !user.suspended ? user.id : null;
  useEffect(() => {
    if (id === null) return;
    const visit = () => {
      if (document.visibilityState !== "visible") return;
      void sayVisit(id, new Date(), localStorage, () => client.auth.visit.mutate());
    };
    visit();
    document.addEventListener("visibilitychange", visit);
    return () => document.removeEventListener("visibilitychange", visit);
  }, [id]);
}
