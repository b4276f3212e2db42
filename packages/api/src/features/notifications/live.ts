import type { LiveNotifications } from "@bbux/contract";
import type { MemberContext } from "../../context.ts";
import { countUnread, latestNotification } from "./notifications.queries.ts";

/** A signal may be lost, and a session may end: looked at again this often. */
const LOOK_AGAIN_MS = 30_000;

/**
 * What an open tab of the member is told: at once how things stand, then whenever something has changed. Ends when the
 * session does. Signals that come in while one is told are told together.
 */
export async function* liveNotifications(ctx: MemberContext, signal: AbortSignal): AsyncGenerator<LiveNotifications> {
  let changed = true;
  let wake = () => {};
  const unsubscribe = ctx.signals.subscribe("notifications", ctx.viewer.id, () => {
    changed = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  let told = "";
  try {
    while (!signal.aborted) {
      changed = false;
      if (!(await ctx.isSessionAlive())) return;
      const [unread, latest] = await Promise.all([
        countUnread(ctx.db, ctx.viewer.id),
        latestNotification(ctx.db, ctx.viewer.id),
      ]);
      const standing = JSON.stringify([unread, latest]);
      if (standing !== told) yield { unread, latest };
      told = standing;
      if (changed || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_AGAIN_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        // Between the look and this line a signal may have come.
        if (changed || signal.aborted) wake();
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", onAbort);
  }
}
