import type { LiveNotifications } from "@bbux/contract";
import type { MemberContext } from "../../platform/context/index.ts";
import { createWakeSignal, untilNextPoll } from "../../platform/signals/index.ts";
import { unreadCounts } from "./notifications.queries.ts";

/**
 * Streams the state to an open tab of the member: immediately, then after every change. Ends with the session. Signals
 * that arrive during an event are combined into the next.
 */
export async function* liveNotifications(ctx: MemberContext, signal: AbortSignal): AsyncGenerator<LiveNotifications> {
  const waker = createWakeSignal(signal);
  const unsubscribe = ctx.signals.subscribe("notifications", ctx.viewer.id, waker.wake);
  let sent = "";
  try {
    while (!signal.aborted) {
      waker.looking();
      if (!(await ctx.isSessionAlive())) return;
      const state = await unreadCounts(ctx.db, ctx.viewer.id, ctx.language() ?? "en");
      const serialized = JSON.stringify(state);
      if (serialized !== sent) yield state;
      sent = serialized;
      await waker.sleep(untilNextPoll());
    }
  } finally {
    unsubscribe();
    waker.end();
  }
}
