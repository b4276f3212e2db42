import type { LiveNotifications } from "@bbux/contract";
import type { MemberContext } from "../../context.ts";
import { standingOf } from "./notifications.queries.ts";

/** A signal may be lost, and a session may end: looked at again after so long, and some of it more. */
const LOOK_AGAIN_MS = 25_000;
/** A thousand streams that began at once, after a restart, shall not all look at once. */
const SPREAD_MS = 10_000;

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
      const standing = await standingOf(ctx.db, ctx.viewer.id);
      const inWords = JSON.stringify(standing);
      if (inWords !== told) yield standing;
      told = inWords;
      if (changed || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_AGAIN_MS + Math.random() * SPREAD_MS);
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
