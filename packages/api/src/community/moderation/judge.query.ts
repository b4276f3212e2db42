import type { DB } from "@bbux/db";
import type { Kysely, Transaction } from "kysely";
import { areRivals, hasInterest } from "../../content/posts/index.ts";
import type { Viewer } from "../../platform/context/index.ts";
import type { Judge } from "./moderation.rules.ts";

interface About {
  readonly authorId: string | null;
  /** The question that the decision concerns, if any. */
  readonly postId: string | null;
}

/** Describes a moderator or an admin as the rules see them, for a decision about what a member wrote. */
export async function judgeOf(
  trx: Transaction<DB>,
  { id, role }: Pick<Viewer, "id" | "role">,
  { authorId, postId }: About,
): Promise<Judge> {
  const interested = postId !== null && (await hasInterest(trx, postId, id));
  return { id, role, interested, rival: await isRivalOf(trx, id, authorId) };
}

/** Whether a moderator or an admin is a rival of an author, if there is one. */
export async function isRivalOf(db: Kysely<DB>, judgeId: string, authorId: string | null): Promise<boolean> {
  return authorId !== null && (await areRivals(db, judgeId, authorId));
}
