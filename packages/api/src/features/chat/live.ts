import type { LiveChat, liveChatInput } from "@bbux/contract";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { createWaker, untilNextLook } from "../../waker.ts";
import { type Batch, batchOf, type RoomFeed } from "./feed.ts";
import { changesSince } from "./messages.query.ts";
import { roomNotFound } from "./rooms.query.ts";

type Told = TrackedEnvelope<LiveChat>;

/**
 * What an open tab is told of a room: at once what it has missed since the moment that it knows, or nothing; then every
 * change, in order, each once. Ends when the session does.
 * @throws AppError NOT_FOUND
 */
export async function liveChat(
  ctx: MemberContext,
  { roomId, since, lastEventId }: z.infer<typeof liveChatInput>,
  signal: AbortSignal,
): Promise<AsyncGenerator<Told>> {
  const room = await ctx.db
    .selectFrom("chat_rooms")
    .select(["id", "slug"])
    .where("slug", "=", roomId)
    .executeTakeFirst();
  if (!room) throw roomNotFound();
  // What a broken stream was told last is later than what the page began with.
  const known = lastEventId ?? since;
  return follow(ctx, ctx.chat.of(room), room.slug, known === undefined ? null : Number(known), signal);
}

async function* follow(
  ctx: MemberContext,
  feed: RoomFeed,
  slug: string,
  since: number | null,
  signal: AbortSignal,
): AsyncGenerator<Told> {
  const waker = createWaker(signal);
  let lookAt = 0;
  const leave = feed.listen(waker.wake);
  // What ends sessions tells the member's open tabs so.
  const unhear = ctx.signals.subscribe("notifications", ctx.viewer.id, () => {
    lookAt = 0;
    waker.wake();
  });
  try {
    const now = await feed.now(since ?? 0);
    // A moment that the room has not come to is none of its own.
    let at = Math.min(since ?? now, now);
    let first = true;
    while (!signal.aborted) {
      if (Date.now() >= lookAt) {
        if (!(await ctx.isSessionAlive())) return;
        lookAt = Date.now() + untilNextLook();
      }
      waker.looking();
      const { told, cursor } = feed.after(at) ?? (await longAgo(ctx, slug, at));
      // What was read apart may be ahead of the room as it is followed here: it is not told again when that has caught up.
      at = Math.max(at, cursor);
      if (first || told.messages.length > 0) yield tracked(told.cursor, told);
      else await waker.sleep(lookAt - Date.now());
      first = false;
    }
  } finally {
    leave();
    unhear();
    waker.end();
  }
}

/** Who missed more than is kept reads it, page by page. */
async function longAgo(ctx: MemberContext, slug: string, since: number): Promise<Batch> {
  const { changes, cursor } = await changesSince(ctx.db, slug, since);
  return batchOf(changes, cursor);
}
