import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isContender } from "../../content/posts/index.ts";
import {
  countsAsEstablishedSql,
  NEW_STAFF_HOURS,
  neededPointsSql,
  shareBrowserSql,
  tiesAmong,
} from "../../people/established/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { type DecidingVote, decidingScores } from "./deciding-votes.rules.ts";

type Needs = Pick<Services, "now" | "parameterDefaults" | "verifiesEmail">;

interface Subject {
  readonly id: string;
  readonly authorId: string;
  readonly bountyExpiresAt: Date | null;
  readonly createdAt: Date;
  readonly smallCommunity: boolean;
}

/**
 * Whether staff or an operator found voting fraud after a vote of the row `v`, other than staff who want to win the same bounty, with
 * another account in their browser, too (docs/adr/0031).
 */
function isFraudulent(postId: string): RawBuilder<boolean> {
  const post = sql`${postId}::bigint`;
  const shared = shareBrowserSql({ one: sql`f.found_by`, other: sql`c.id`, at: sql`f.found_at` });
  return sql<boolean>`exists (
    select from voting_frauds f where f.member_id = v.voter_id and v.created_at <= f.found_at
       and (f.found_by is null or not (${isContender(post, sql`f.found_by`)} or exists (
         select from (select author_id as id from posts where id = ${post} union select author_id from answers where post_id = ${post}) c
          where ${isContender(post, sql`c.id`)} and ${shared}))))`;
}

/**
 * The staff on a contender's side, as rows of an id: those whom someone who asked or answered, or an account in their browser, promoted since
 * {@link NEW_STAFF_HOURS} before the bounty was placed, and those whom these promoted in turn. Staff of the 30 days before a promotion aren't
 * among them, because an admin could otherwise get rid of a judge by taking a role and giving it back.
 */
function promotedByContenders(post: RawBuilder<unknown>): RawBuilder<unknown> {
  const shared = shareBrowserSql({ one: sql`l.actor_id`, other: sql`side.id`, at: sql`l.created_at` });
  return sql`(
    with recursive side (id, placed, promoted) as (
      select m.id, p.created_at, false from posts p cross join lateral (
        select p.author_id union select b.author_id from answers b where b.post_id = p.id and (b.deleted_at is null or b.hidden_at is not null)
      ) as m (id) where p.id = ${post}
      union
      select l.subject_id, side.placed, true from side join audit_log l on l.action = 'ROLE_CHANGED' and l.details->>'from' = 'user'
         and not exists (select from audit_log e where e.subject_id = l.subject_id and e.action = 'ROLE_CHANGED' and e.details->>'to' = 'user'
           and e.created_at between l.created_at - make_interval(days => 30) and l.created_at)
         and l.created_at > side.placed - make_interval(hours => ${NEW_STAFF_HOURS}) and (l.actor_id = side.id or ${shared}))
    select id from side where promoted)`;
}

/**
 * Members who don't decide about a bounty by votes, as an array without nulls: staff who keep the question hidden; who hid an answer that others
 * voted for, or denied its appeal; who found voting fraud among those who voted on an answer, or suspended or froze the asker or the author of
 * a voted-for answer, since the bounty was placed; and {@link promotedByContenders}.
 */
function judges(post: RawBuilder<unknown>): RawBuilder<readonly string[]> {
  const isBacked = (answer: string, judge: string) => sql`exists (
    select from votes bv where bv.target_id = ${sql.ref(`${answer}.id`)} and bv.value = 1 and bv.established and bv.voter_id <> ${sql.ref(judge)})`;
  // An array, because PostgreSQL computes it once and not for every vote.
  return sql<readonly string[]>`array(
    select judge.id from answers h
      join hidden_content d on d.target_kind = 'answer' and d.target_id = h.id
      cross join lateral unnest(array[d.hidden_by, case when d.appeal_status = 'DENIED' then d.appeal_decided_by end]) as judge (id)
     where h.post_id = ${post} and ${isBacked("h", "judge.id")}
    union
    select judge.id from hidden_content d cross join lateral unnest(array[d.hidden_by, case when d.appeal_status = 'DENIED' then d.appeal_decided_by end]) as judge (id)
     where d.target_kind = 'post' and d.target_id = ${post} and d.restored_at is null and judge.id is not null
    union
    select f.found_by from posts p join answers b on b.post_id = p.id join votes bv on bv.target_id = b.id
      join voting_frauds f on f.member_id = bv.voter_id and bv.established and f.found_at >= greatest(bv.created_at, p.created_at)
     where p.id = ${post} and f.found_by is not null
    union
    select l.actor_id from posts p join audit_log l on l.actor_id is not null and l.created_at >= p.created_at
       and l.subject_id = any (array(select author_id from answers where post_id = ${post} union select author_id from posts where id = ${post}))
     where p.id = ${post} and l.action in ('MEMBER_SUSPENDED', 'WITHDRAWALS_FROZEN') and (l.subject_id = p.author_id or exists (
       select from answers b where b.post_id = p.id and b.author_id = l.subject_id and ${isBacked("b", "l.actor_id")}))
    union
    select id from ${promotedByContenders(post)} as promoted (id))`;
}

/** Whether a member, or another account in their browser, is one of those who decide about no bounty of the post. Expressions. */
export function isPartisan(
  post: RawBuilder<unknown>,
  { member, at }: { readonly member: RawBuilder<unknown>; readonly at: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const shared = shareBrowserSql({ one: sql`judge.id`, other: member, at });
  return sql<boolean>`exists (
    select from unnest(${judges(post)}) as judge (id) where judge.id = ${member} or ${shared})`;
}

/** Returns whether {@link isPartisan} is true of the caller now. */
export async function isPartisanNow(
  db: Kysely<DB>,
  ctx: Pick<Services, "now"> & { readonly viewer: { readonly id: string } },
  postId: string,
): Promise<boolean> {
  const caller = { member: sql`${ctx.viewer.id}::bigint`, at: sql`${ctx.now()}::timestamptz` };
  const { rows } = await sql<{ partisan: boolean }>`
    select ${isPartisan(sql`${postId}::bigint`, caller)} as partisan`.execute(db);
  return rows[0]?.partisan ?? false;
}

/** Whether the vote of the row `v` decides about no bounty of the post. */
export function isDisqualified(postId: string): RawBuilder<boolean> {
  const partisan = isPartisan(sql`${postId}::bigint`, { member: sql`v.voter_id`, at: sql`v.created_at` });
  return sql<boolean>`(${isFraudulent(postId)} or ${partisan})`;
}

/**
 * Counts the net votes of each answer of established members, cast before the bounty ended, without those of the asker and of those who
 * answered (docs/adr/0031), each as {@link decidingScores} says; in a small community only moderators'.
 * @returns the scores by answer; none for an answer without a vote that counts
 */
export async function scoresOf(db: Kysely<DB>, post: Subject, needs: Needs): Promise<ReadonlyMap<string, number>> {
  const bar = { ...needs, placedAt: post.createdAt };
  // A vote that counted for a role alone counts no longer than the role lasts.
  const isStillEstablished = countsAsEstablishedSql("voter", bar, needs.now(), neededPointsSql(bar));
  const { rows: votes } = await sql<DecidingVote>`
    select v.target_id::text as "answerId", a.author_id::text as "authorId", v.voter_id::text as "voterId", v.value, v.created_at as at
      from answers a join votes v on v.target_id = a.id join users voter on voter.id = v.voter_id
     where a.post_id = ${post.id} and a.deleted_at is null and v.established and v.created_at < ${post.bountyExpiresAt}
       and v.voter_id <> ${post.authorId} and voter.deleted_at is null and not ${isDisqualified(post.id)}
       and (voter.role in ('moderator', 'admin') or not ${post.smallCommunity}::boolean and (${isStillEstablished} or not exists (
         select from audit_log l where l.subject_id = v.voter_id and l.action = 'ROLE_CHANGED' and l.created_at > v.created_at)))
       and not exists (
         select from answers rival where rival.post_id = a.post_id and rival.author_id = v.voter_id and rival.deleted_at is null)
     order by v.created_at, v.voter_id`.execute(db);
  const [first] = votes;
  if (!first) return new Map();
  const people = [post.authorId, ...votes.flatMap(({ voterId, authorId }) => [voterId, authorId])];
  const tied = await tiesAmong(db, bar, { people, from: first.at });
  return decidingScores(votes, post.authorId, tied);
}

/** The scores as rows of `scored`, to be joined. */
export function scoreRows(scores: ReadonlyMap<string, number>): RawBuilder<unknown> {
  const [ids, values] = [[...scores.keys()], [...scores.values()]];
  return sql`unnest(${ids}::bigint[], ${values}::int[]) as scored (answer_id, score)`;
}
