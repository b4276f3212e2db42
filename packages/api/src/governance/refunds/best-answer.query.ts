import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { LockedPost } from "../../content/posts/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { isDisqualified, scoreRows, scoresOf } from "./deciding-votes.query.ts";

type Needs = Pick<Services, "now" | "parameterDefaults" | "verifiesEmail">;
type Subject = Pick<LockedPost, "id" | "authorId" | "bountyExpiresAt" | "createdAt" | "smallCommunity">;

/** The answer that a settlement pays. */
export interface Best {
  readonly id: string;
  readonly authorId: string;
  readonly username: string;
}

/**
 * Returns the answer that a settlement would pay now: the one that members refused to object to (docs/adr/0037), otherwise net votes of
 * at least 1 from established members, not by the asker, the earliest on a tie (docs/adr/0031); null if there is none.
 */
export function bestAnswer(db: Kysely<DB>, post: Subject, needs: Needs): Promise<Best | null> {
  return found(db, post, needs, sql``);
}

/** Does the same for a payment. Members who left can't be paid; those who are leaving wait for it. */
export function lockBestAnswer(trx: Transaction<DB>, post: Subject, needs: Needs): Promise<Best | null> {
  return found(trx, post, needs, sql`for key share of u`);
}

async function found(db: Kysely<DB>, post: Subject, needs: Needs, lock: RawBuilder<unknown>): Promise<Best | null> {
  const kept = await keptByVote(db, post, lock);
  if (kept) return kept;
  const { establishedPoints } = await parametersIn(db, needs.parameterDefaults, post.createdAt);
  const scored = establishedPoints === 0n ? scoresOfAll(post.id) : scoreRows(await scoresOf(db, post, needs));
  const { rows } = await sql<Best>`
    select a.id::text as id, a.author_id::text as "authorId", u.username
      from ${scored} join answers a on a.id = scored.answer_id join users u on u.id = a.author_id
     where a.post_id = ${post.id} and a.deleted_at is null and a.author_id <> ${post.authorId} and scored.score >= 1
       and u.deleted_at is null
     order by scored.score desc, a.created_at, a.id limit 1 ${lock}`.execute(db);
  return rows[0] ?? null;
}

/** The scores while nobody has to be established, as rows of `scored`. */
function scoresOfAll(postId: string): RawBuilder<unknown> {
  return sql`(
    select a.id as answer_id, a.score - coalesce((
        select sum(v.value) from votes v
         where v.target_id = a.id and ${isDisqualified(postId)}), 0) as score
      from answers a where a.post_id = ${postId}) as scored`;
}

/**
 * Returns the answer of the latest objection that members refused, if it can still be paid, whatever its votes are now. One with too few
 * votes decided nothing: a ring of voters could object to their own answer, and keep votes that are found to be fraud.
 */
async function keptByVote(db: Kysely<DB>, post: Subject, lock: RawBuilder<unknown>): Promise<Best | null> {
  const { rows } = await sql<Best>`
    select a.id::text as id, a.author_id::text as "authorId", u.username from answers a join users u on u.id = a.author_id
     where a.id = (select answer_id from refund_requests where post_id = ${post.id} and kind = 'OBJECTION' and status = 'REJECTED'
         order by id desc limit 1)
       and a.author_id <> ${post.authorId} and a.deleted_at is null and u.deleted_at is null ${lock}`.execute(db);
  return rows[0] ?? null;
}
