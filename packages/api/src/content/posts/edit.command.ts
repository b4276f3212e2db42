import type { editPostInput, postOutput } from "@bbux/contract";
import type { z } from "zod";
import { notifyMentioned } from "../../people/notifications/index.ts";
import { spendAllowance, usesOfText } from "../../people/trust/index.ts";
import { attachUploads } from "../../people/uploads/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { excerptOf } from "../parts/index.ts";
import { queueEdited } from "../review-queue/index.ts";
import { keepFirst, keepVersion } from "../revisions/index.ts";
import { resolveTags } from "../tags/index.ts";
import { lockPost } from "./lock.query.ts";
import { getPost } from "./post.query.ts";
import { replaceTags } from "./post-tags.ts";
import { mayEdit } from "./posts.rules.ts";

/**
 * Edits a post and keeps the version. Omitted tags, code blocks and media stay; an empty list removes them
 * (docs/DECISIONS.md §6).
 * @throws AppError NOT_FOUND, FORBIDDEN, EDIT_LOCKED with the time it opens, TEXT_LIMIT, LINK_LIMIT, MENTION_LIMIT, VALIDATION_ERROR for an
 *   unknown tag
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
    requireAllowed(mayEdit(post, ctx.viewer.id, now));
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
    const uses = usesOfText(ctx, { ...input, before: post });
    await spendAllowance(trx, ctx, uses);
    await queueEdited(trx, ctx, { kind: "post", id: post.id, postId: post.id }, uses.links > 0);
    await notifyMentioned(trx, effects, ctx, {
      id: post.id,
      content: input.content,
      before: post.content,
      notified: [],
      what: "post",
      place: post.id,
      subject: input.title,
      url: `/posts/${post.id}`,
      at: now,
    });
    return { success: true, post: await getPost(trx, post.id, now, ctx.viewer.id) };
  });
}
