import type { LiveChat, liveChatInput } from "@bbux/contract";
import type { z } from "zod";
import type { Batch, MemberContext, RoomFeed } from "../../platform/context/index.ts";
import { createWakeSignal, untilNextPoll } from "../../platform/signals/index.ts";
import { batchOf } from "./feed.ts";
import { changesSince } from "./messages.query.ts";
import { roomNotFound } from "./rooms.query.ts";

/**
 * Streams a room's changes to an open tab: first everything missed since the given position, then every change, in
 * order, each once. Ends with the session.
 * @throws AppError NOT_FOUND
 */
export async function liveChat(
  ctx: MemberContext,
  { roomId, since, lastEventId }: z.infer<typeof liveChatInput>,
  signal: AbortSignal,
): Promise<AsyncGenerator<LiveChat>> {
  const room = await ctx.db
    .selectFrom("chat_rooms")
    .select(["id", "slug"])
    .where("slug", "=", roomId)
    .executeTakeFirst();
  if (!room) throw roomNotFound();
  // The last event of a broken stream is later than the page's start.
  const known = lastEventId ?? since;
  return follow(ctx, ctx.chat.of(room), room.slug, known === undefined ? null : Number(known), signal);
}

async function* follow(
  ctx: MemberContext,
  feed: RoomFeed,
  slug: string,
  since: number | null,
  signal: AbortSignal,
): AsyncGenerator<LiveChat> {
  const waker = createWakeSignal(signal);
  let lookAt = 0;
  const leave = feed.listen(waker.wake);
  // Anything that ends a session, such as signing out, signals the member's open tabs.
  const unhear = ctx.signals.subscribe("notifications", ctx.viewer.id, () => {
    lookAt = 0;
    waker.wake();
  });
  try {
    const now = await feed.now(since ?? 0);
    // A position that the room hasn't reached is invalid.
    let at = Math.min(since ?? now, now);
    let first = true;
    while (!signal.aborted) {
      if (Date.now() >= lookAt) {
        if (!(await ctx.isSessionAlive())) return;
        lookAt = Date.now() + untilNextPoll();
      }
      waker.looking();
      const { changes: told, cursor } = feed.after(at) ?? (await longAgo(ctx, slug, at));
      // A separate read may be ahead of the feed, whose catching up must not send it again.
      at = Math.max(at, cursor);
      if (first || told.messages.length > 0) yield told;
      else await waker.sleep(lookAt - Date.now());
      first = false;
    }
  } finally {
    leave();
    unhear();
    waker.end();
  }
}

/** Reads page by page for clients that missed more than is kept. */
async function longAgo(ctx: MemberContext, slug: string, since: number): Promise<Batch> {
  const { changes, cursor } = await changesSince(ctx.db, slug, since);
  return batchOf(changes, cursor);
}
