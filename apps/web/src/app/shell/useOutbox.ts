import { useEffect, useSyncExternalStore } from "react";
import { useConnection } from "../../lib/connection.ts";
import { OUTBOX } from "../../lib/outboxKey.ts";
import { useSession } from "../../lib/session.ts";

/** How often a text is tried again that the server put off, as after too many calls. */
const AGAIN_MS = 60_000;

/** Whether anything waits, without reading it. */
function isAnyWaiting(userId: string | undefined): boolean {
  try {
    return userId !== undefined && localStorage.getItem(`${OUTBOX}${userId}`) !== null;
  } catch {
    return false;
  }
}

function onStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** Posts what the member wrote without a connection, as soon as there is one, on whatever page they are. */
export function useOutbox(): void {
  const { user } = useSession();
  const userId = user?.id;
  const isFine = useConnection() === "fine";
  const isWaiting = useSyncExternalStore(onStorage, () => isAnyWaiting(userId));
  useEffect(() => {
    if (userId === undefined || !isFine || !isWaiting) return;
    const sendAgain = () => void send(userId);
    sendAgain();
    const timer = setInterval(sendAgain, AGAIN_MS);
    return () => clearInterval(timer);
  }, [userId, isFine, isWaiting]);
}

async function send(userId: string): Promise<void> {
  if (!isAnyWaiting(userId)) return;
  try {
    const { sendNow } = await import("../../content/outbox/sendNow.tsx");
    await sendNow(userId);
  } catch {
    // Its code couldn't be loaded; the next attempt is a minute away.
  }
}
