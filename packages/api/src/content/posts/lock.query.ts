import { postStatus, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { postNotFound } from "../parts/index.ts";
import type { PostState } from "./posts.rules.ts";

export interface LockedPost extends PostState {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Also when its bounty was placed: one can't be added later. */
  readonly createdAt: Date;
  /** Whether there were too few established members to decide about its bounty when it was placed. */
  readonly smallCommunity: boolean;
  /** When a bounty in escrow is settled. */
  readonly settlesAt: Date | null;
  /** Whether it is hidden or deleted, and so gone for every reader. */
  readonly gone: boolean;
}

/**
 * Locks a post for a command. Every command that changes a post, its answers' state or its bounty takes this lock first
 * and locks ledger accounts after it (docs/DECISIONS.md 1.12), so they run one after the other and see each other's
 * changes. Only accepting locks something before: the asker's wallet.
 * @param options.gone includes hidden and deleted posts, for decisions about the bounty
 * @throws AppError NOT_FOUND for an unknown post, and for one that is gone
 */
export async function lockPost(
  trx: Transaction<DB>,
  postId: string,
  options: { readonly gone?: true } = {},
): Promise<LockedPost> {
  const id = toDbId(postId);
  if (id === null) throw postNotFound();
  const row = await trx
    .selectFrom("posts")
    .select(["id", "author_id", "status", "bounty_amount", "bounty_status", "bounty_expires_at"])
    .select([
      "accepted_answer_id",
      "edited_at",
      "title",
      "content",
      "created_at",
      "settles_at",
      "deleted_at",
      "small_community",
    ])
    .where("id", "=", id)
    .$if(options.gone !== true, (query) => query.where("deleted_at", "is", null))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw postNotFound();
  return {
    id: row.id,
    authorId: row.author_id,
    status: postStatus.parse(row.status),
    bountyAmount: BigInt(row.bounty_amount),
    bountyStatus: bountyStatusOf(row.bounty_status),
    bountyExpiresAt: row.bounty_expires_at,
    acceptedAnswerId: row.accepted_answer_id,
    editedAt: row.edited_at,
    title: row.title,
    content: row.content,
    createdAt: row.created_at,
    smallCommunity: row.small_community,
    settlesAt: row.settles_at,
    gone: row.deleted_at !== null,
  };
}

function bountyStatusOf(stored: string): PostState["bountyStatus"] {
  return stored === "ESCROWED" || stored === "PAID" || stored === "REFUNDED" ? stored : "NONE";
}
