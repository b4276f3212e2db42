import type { LiveChat, liveChatInput } from "@bbux/contract";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { type Batch, batchOf, type RoomFeed } from "./feed.ts";
import { changesSince } from "./messages.query.ts";
import { roomNotFound } from "./rooms.query.ts";

/** A session may end: looked at again after so long, and some of it more, lest all streams look at once. */
const LOOK_AGAIN_MS = 25_000;
const SPREAD_MS = 10_000;

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
  let changed = true;
  let lookAt = 0;
  let wake = () => {};
  const onChange = () => {
    changed = true;
    wake();
  };
  const leave = feed.listen(onChange);
  // What ends sessions tells the member's open tabs so.
  const unhear = ctx.signals.subscribe("notifications", ctx.viewer.id, () => {
    lookAt = 0;
    onChange();
  });
  signal.addEventListener("abort", onChange);
  try {
    const now = await feed.now(since ?? 0);
    // A moment that the room has not come to is none of its own.
    let at = Math.min(since ?? now, now);
    let first = true;
    while (!signal.aborted) {
      if (Date.now() >= lookAt) {
        if (!(await ctx.isSessionAlive())) return;
        lookAt = Date.now() + LOOK_AGAIN_MS + Math.random() * SPREAD_MS;
      }
      changed = false;
      const { told, cursor } = feed.after(at) ?? (await longAgo(ctx, slug, at));
      // What was read apart may be ahead of the room as it is followed here: it is not told again when that has caught up.
      at = Math.max(at, cursor);
      if (first || told.messages.length > 0) yield tracked(told.cursor, told);
      else await pause(lookAt - Date.now());
      first = false;
    }
  } finally {
    leave();
    unhear();
    signal.removeEventListener("abort", onChange);
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      // Since it was looked something may have come.
      if (changed || signal.aborted) wake();
    });
  }
}

/** Who missed more than is kept reads it, page by page. */
async function longAgo(ctx: MemberContext, slug: string, since: number): Promise<Batch> {
  const { changes, cursor } = await changesSince(ctx.db, slug, since);
  return batchOf(changes, cursor);
}
