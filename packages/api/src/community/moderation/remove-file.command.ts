import type { removeFileInput } from "@bbux/contract";
import type { z } from "zod";
import { placeOfText } from "../../content/parts/index.ts";
import { type FilePlace, placeOfFile, shownWith } from "../../content/posts/index.ts";
import { notify } from "../../people/notifications/index.ts";
import { erase, lockFile, takeDown } from "../../people/uploads/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { judgeOfFile } from "./file.query.ts";
import { mayRemoveFile } from "./moderation.rules.ts";

/**
 * Removes an uploaded picture or video for good, with what its member shows as one with it (a video's thumbnail). From the
 * commit on it isn't served; the storage deletes it right after, or at night if it fails.
 * @throws AppError NOT_FOUND for what isn't an upload, OWN_DECISION, HAS_INTEREST, CONFLICT if it's removed already
 */
export async function removeFile(
  ctx: MemberContext,
  input: z.infer<typeof removeFileInput>,
): Promise<{ success: true }> {
  const { id: by } = ctx.viewer;
  const { reason } = input;
  const at = ctx.now();
  const keys = await withEffects(ctx, async (trx, effects) => {
    const file = await lockFile(trx, input.file);
    if (!file) {
      throw new AppError("NOT_FOUND", { message: "This file isn't stored here. Hide the text that shows it instead." });
    }
    requireAllowed(mayRemoveFile(file, await judgeOfFile(trx, ctx, file)));
    const { ownerId, kind } = file;
    const place = ownerId === null ? null : await placeOfFile(trx, file, ownerId);
    const others = ownerId === null ? [] : await shownWith(trx, file, ownerId);
    const taken = await takeDown(trx, { ownerId, urls: [file.url, ...others], by, at });
    await audit(trx, {
      actor: by,
      action: "FILE_REMOVED",
      ...(place && { target: { kind: place.kind, id: place.id } }),
      subject: ownerId,
      reason,
      at,
      details: { file: file.key, kind, ...(place && { post: place.postId }) },
    });
    if (ownerId === null) return taken;
    await notify(trx, effects, {
      to: [ownerId],
      kind: "moderation",
      bundle: `moderation:${file.key}:file_removed`,
      url: urlOf(place, kind === "AVATAR"),
      at,
      data: { act: "file_removed", what: place?.kind ?? "user", subject: "", reason },
    });
    return taken;
  });
  // The decision stands even if the storage is away: the job that clears uploads deletes what is left.
  await erase(ctx.db, ctx.media, { keys, at });
  return { success: true };
}

function urlOf(place: FilePlace | null, isPicture: boolean): string {
  if (place === null) return isPicture ? "/profile" : "/profile/activity";
  return placeOfText(place);
}
