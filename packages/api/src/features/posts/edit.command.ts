import type { editPostInput, postOutput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { withEffects } from "../../effects.ts";
import { demand } from "../../errors.ts";
import { notifyMentioned } from "../notifications/mentions.command.ts";
import { keepFirst, keepVersion } from "../revisions/keep.command.ts";
import { resolveTags } from "../tags/tags.queries.ts";
import { attachUploads } from "../uploads/attach.command.ts";
import { excerptOf } from "./excerpt.ts";
import { lockPost } from "./lock.query.ts";
import { getPost } from "./post.query.ts";
import { replaceTags } from "./post-tags.ts";
import { mayEdit } from "./posts.rules.ts";

/**
 * Edits a post and keeps the version. Absent tags, code blocks and media stay; an empty list removes them (DECISIONS §6).
 * @throws AppError NOT_FOUND, FORBIDDEN, EDIT_LOCKED with the time it opens, VALIDATION_ERROR for an unknown tag
 */
export async function editPost(
  ctx: MemberContext,
  input: z.infer<typeof editPostInput>,
): Promise<z.infer<typeof postOutput>> {
  const tagIds =
    input.tags &&
    (await resolveTags(
      ctx.db,
      input.tags.map((ref) => ({ field: "tags", ref })),
    ));
  return withEffects(ctx, async (trx, effects) => {
    const now = ctx.now();
    const post = await lockPost(trx, input.id);
    demand(mayEdit(post, ctx.viewer.id, now));
    await keepFirst(trx, "post", post.id);
    await trx
      .updateTable("posts")
      .set({
        title: input.title,
        content: input.content,
        excerpt: excerptOf(input.content),
        edited_at: now,
        ...(input.codeBlocks && { code_blocks: JSON.stringify(input.codeBlocks) }),
        ...(input.media && { media: JSON.stringify(input.media) }),
      })
      .where("id", "=", post.id)
      .execute();
    await attachUploads(trx, now, input);
    if (tagIds) await replaceTags(trx, post.id, tagIds);
    await keepVersion(trx, "post", post.id, ctx.viewer.id, now);
    await notifyMentioned(trx, effects, {
      ...{ content: input.content, before: post.content, author: ctx.viewer, told: [], what: "post", place: post.id },
      ...{ subject: input.title, url: `/posts/${post.id}`, at: now },
    });
    return { success: true, post: await getPost(trx, post.id, now, ctx.viewer.id) };
  });
}
