import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";

export type VoteTargetKind = "post" | "answer" | "comment";

/** The target of a vote, locked. */
export interface VoteTarget {
  readonly kind: VoteTargetKind;
  readonly id: string;
  readonly authorId: string;
  readonly postId: string;
  /** Of a comment on an answer. */
  readonly answerId?: string | null;
  /** When the bounty was placed, for an answer to a question whose bounty is unpaid. */
  readonly placedAt?: Date | null;
  /** Title of the post. */
  readonly title: string;
}

const locks: Record<VoteTargetKind, (id: string) => RawBuilder<Omit<VoteTarget, "kind">>> = {
  post: (id) => sql`
    select p.id::text as id, p.author_id::text as "authorId", p.id::text as "postId", p.title from posts p
    where p.id = ${id} and p.deleted_at is null for no key update`,
  answer: (id) => sql`
    select a.id::text as id, a.author_id::text as "authorId", p.id::text as "postId", p.title,
      case when p.bounty_status = 'ESCROWED' then p.created_at end as "placedAt"
    from answers a join posts p on p.id = a.post_id
    where a.id = ${id} and a.deleted_at is null and p.deleted_at is null for no key update of a`,
  comment: (id) => sql`
    select c.id::text as id, c.author_id::text as "authorId", p.id::text as "postId", p.title, c.answer_id::text as "answerId"
    from comments c join posts p on p.id = c.post_id left join answers a on a.id = c.answer_id
    where c.id = ${id} and c.deleted_at is null and p.deleted_at is null and a.deleted_at is null
    for no key update of c`,
};

/** Locks a post, answer or comment that can be voted on; `null` when there is none (anymore). */
export async function lockTarget(trx: Transaction<DB>, kind: VoteTargetKind, id: string): Promise<VoteTarget | null> {
  const { rows } = await locks[kind](id).execute(trx);
  const [row] = rows;
  return row ? { kind, ...row } : null;
}
