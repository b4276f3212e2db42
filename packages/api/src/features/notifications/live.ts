import type { LiveNotifications } from "@bbux/contract";
import type { MemberContext } from "../../context.ts";
import { createWaker, untilNextLook } from "../../waker.ts";
import { standingOf } from "./notifications.queries.ts";

/**
 * What an open tab of the member is told: at once how things stand, then whenever something has changed. Ends when the
 * session does. Signals that come in while one is told are told together.
 */
export async function* liveNotifications(ctx: MemberContext, signal: AbortSignal): AsyncGenerator<LiveNotifications> {
  const waker = createWaker(signal);
  const unsubscribe = ctx.signals.subscribe("notifications", ctx.viewer.id, waker.wake);
  let told = "";
  try {
    while (!signal.aborted) {
      waker.looking();
      if (!(await ctx.isSessionAlive())) return;
      const standing = await standingOf(ctx.db, ctx.viewer.id);
      const inWords = JSON.stringify(standing);
      if (inWords !== told) yield standing;
      told = inWords;
      await waker.sleep(untilNextLook());
    }
  } finally {
    unsubscribe();
    waker.end();
  }
}
