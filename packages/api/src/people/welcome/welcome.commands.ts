import { toDbId, type welcomeOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { getWelcome } from "./welcome.query.ts";

type State = z.infer<typeof welcomeOutput>;

/** Begins the first steps of a new account. */
export async function beginWelcome(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.insertInto("welcomes").values({ user_id: userId }).execute();
}

/** Puts the caller's first steps away, or takes them out again. Nothing happens without any. */
export async function changeWelcome(ctx: MemberContext, dismissed: boolean): Promise<State> {
  await ctx.db
    .updateTable("welcomes")
    .set({ dismissed_at: dismissed ? ctx.now() : null })
    .where("user_id", "=", ctx.viewer.id)
    .execute();
  return getWelcome(ctx.db, ctx.viewer.id);
}

/** Notes that the caller opened a post. Their own doesn't count. @throws AppError NOT_FOUND */
export async function readQuestion(ctx: MemberContext, postId: string): Promise<State> {
  const id = toDbId(postId);
  const post =
    id === null
      ? undefined
      : await ctx.db
          .selectFrom("posts")
          .select("author_id")
          .where("id", "=", id)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
  if (!post) throw new AppError("NOT_FOUND", { message: "Post not found" });
  if (post.author_id !== ctx.viewer.id) {
    await ctx.db
      .updateTable("welcomes")
      .set({ read_at: sql`coalesce(read_at, ${ctx.now()}::timestamptz)` })
      .where("user_id", "=", ctx.viewer.id)
      .execute();
  }
  return getWelcome(ctx.db, ctx.viewer.id);
}
