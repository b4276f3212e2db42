import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { hasInterest } from "../../content/posts/index.ts";
import type { Viewer } from "../../platform/context/index.ts";
import type { Judge } from "./moderation.rules.ts";

/** Describes a moderator or an admin as the rules see them. @param postId the question that the decision concerns, if any */
export async function judgeOf(
  trx: Transaction<DB>,
  { id, role }: Pick<Viewer, "id" | "role">,
  postId: string | null,
): Promise<Judge> {
  return { id, role, interested: postId !== null && (await hasInterest(trx, postId, id)) };
}
