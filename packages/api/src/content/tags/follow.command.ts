import type { followedTagsOutput, followTagsInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { followedTags, resolveTags } from "./tags.queries.ts";

/**
 * Replaces the tags that the caller follows. Concurrent calls of one member run one after the other.
 * @throws AppError VALIDATION_ERROR for an unknown tag
 */
export async function followTags(
  ctx: MemberContext,
  input: z.infer<typeof followTagsInput>,
): Promise<z.infer<typeof followedTagsOutput>> {
  const { id } = ctx.viewer;
  const ids = await resolveTags(
    ctx.db,
    input.tags.map((ref) => ({ field: "tags", ref })),
  );
  return ctx.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('follow', ${id}::bigint))`.execute(trx);
    await sql`delete from followed_tags where user_id = ${id} and tag_id <> all(${ids}::bigint[])`.execute(trx);
    await sql`
      insert into followed_tags (user_id, tag_id, created_at)
      select ${id}::bigint, tag, ${ctx.now()}::timestamptz from unnest(${ids}::bigint[]) as tag
      on conflict do nothing`.execute(trx);
    return { data: await followedTags(trx, id) };
  });
}
