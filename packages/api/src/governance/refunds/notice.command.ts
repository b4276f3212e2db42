import { DAY_MS, formatAmount, SETTLEMENT } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import { isRefundOpen, type LockedPost, lockPost } from "../../content/posts/index.ts";
import { notify } from "../../people/notifications/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { type Effects, eachDue, withEffects } from "../../platform/transactions/index.ts";
import { type Best, lockBestAnswer } from "./best-answer.query.ts";

const BATCH_SIZE = 100;
const NOTICE_MS = SETTLEMENT.noticeDays * DAY_MS;

type Needs = Pick<Services, "now" | "parameterDefaults" | "verifiesEmail">;

interface Due {
  readonly id: string;
  readonly at: string;
}

/**
 * Tells the asker and everyone who answered who will be paid as votes stand now, two days before it happens or as soon as less time
 * is left. A bounty that members may object to is then settled two days later at the earliest (docs/adr/0037).
 * @returns how many were announced
 * @throws AggregateError of the failures, after all the others
 */
export async function notifySettlements(services: Pick<Services, "db" | "signals"> & Needs): Promise<number> {
  let announced = 0;
  const failures = await eachDue<Due>({
    batchSize: BATCH_SIZE,
    next: (after) => dueAfter(services, after),
    async run({ id }) {
      const made = await withEffects(services, (trx, effects) => announceFirst(trx, effects, id, services));
      if (made.isNew) announced++;
      requireSent(made);
    },
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} settlements could not be announced`);
  return announced;
}

/** Follows the index over bounties in escrow, without those that are being decided or have been announced. */
async function dueAfter({ db, now }: Pick<Services, "db" | "now">, after: Due | null): Promise<readonly Due[]> {
  const until = new Date(now().getTime() + NOTICE_MS);
  const { rows } = await sql<Due>`
    select p.id::text as id, to_char(p.settles_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from posts p
     where p.bounty_status = 'ESCROWED' and p.settles_at <= ${until} and p.bounty_expires_at <= ${now()}
       and (p.settles_at, p.id) > (${after?.at ?? "-infinity"}::timestamptz, ${after?.id ?? "0"}::bigint)
       and not exists (select from settlement_notices n where n.post_id = p.id)
       and not exists (select from refund_requests r
         where r.post_id = p.id and (r.status = 'PENDING' or r.appeal_status = 'OPEN'))
     order by p.settles_at, p.id limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

/** Does nothing when something else has been decided meanwhile. */
async function announceFirst(trx: Transaction<DB>, effects: Effects, id: string, needs: Needs): Promise<Announced> {
  const at = needs.now();
  const post = await lockPost(trx, id, { gone: true });
  if (post.bountyStatus !== "ESCROWED" || post.settlesAt === null || (await isRefundOpen(trx, post))) return NOT_NEW;
  if ((await noticesOf(trx, post.id)).length > 0) return NOT_NEW;
  return announce(trx, effects, post, { best: await lockBestAnswer(trx, post, needs), at, needs });
}

interface Outcome {
  readonly best: Best | null;
  readonly at: Date;
  readonly needs: Needs;
}

/** What became of an announcement. */
export interface Announced {
  /** False if it was made before. */
  readonly isNew: boolean;
  /** Why its notifications couldn't be sent; the page of the question shows it all the same. */
  readonly failure: Error | null;
}

const NOT_NEW: Announced = { isNew: false, failure: null };

/** Throws what kept the notifications of an announcement from being sent. Call it after the commit, because the time runs anyway. */
export function requireSent({ failure }: Announced): void {
  if (failure !== null) throw failure;
}

/**
 * Announces an outcome, under the post's lock, and postpones it if members may object to it. It counts as announced even if the
 * notifications can't be sent, so that the bounty doesn't get stuck.
 */
export async function announce(
  trx: Transaction<DB>,
  effects: Effects,
  post: LockedPost,
  { best, at, needs }: Outcome,
): Promise<Announced> {
  const added = await trx
    .insertInto("settlement_notices")
    .values({ post_id: post.id, answer_id: best?.id ?? null, notified_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return NOT_NEW;
  const settlesAt = await settlesAfterNotice(trx, post, { best, at, needs });
  const to = await concernedBy(trx, post);
  const failure = await attempt(trx, () =>
    notify(trx, effects, {
      to,
      kind: "settlement",
      bundle: `settlement:${post.id}:${best?.id ?? "none"}`,
      level: 1,
      at,
      data: {
        subject: post.title,
        amount: formatAmount(post.bountyAmount),
        what: best === null ? "returns" : "pays",
        winner: best?.username ?? null,
        on: settlesAt.toISOString(),
      },
      url: best === null ? `/posts/${post.id}` : `/posts/${post.id}#answer-${best.id}`,
    }),
  );
  return { isNew: true, failure };
}

/** Undoes only this part of a transaction if it fails. @returns why it failed */
async function attempt(trx: Transaction<DB>, work: () => Promise<unknown>): Promise<Error | null> {
  await sql`savepoint attempt`.execute(trx);
  try {
    await work();
    return null;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(trx);
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function settlesAfterNotice(trx: Transaction<DB>, post: LockedPost, { best, at, needs }: Outcome): Promise<Date> {
  const planned = post.settlesAt ?? at;
  const earliest = new Date(at.getTime() + NOTICE_MS);
  if (best === null || planned >= earliest || !(await isReviewed(trx, post, needs))) return planned;
  await trx.updateTable("posts").set({ settles_at: earliest }).where("id", "=", post.id).execute();
  return earliest;
}

/** Returns whether members may object to the payment of a bounty of this size, by what was in force when it was placed. */
export async function isLarge(
  db: Kysely<DB>,
  { bountyAmount, createdAt }: Pick<LockedPost, "bountyAmount" | "createdAt">,
  { parameterDefaults }: Pick<Services, "parameterDefaults">,
): Promise<boolean> {
  const { settlementReviewFrom: from } = await parametersIn(db, parameterDefaults, createdAt);
  return from > 0n && bountyAmount >= from;
}

/** Returns whether the payment of a bounty can be objected to: it's large enough, and members weren't asked for a refund. */
export async function isReviewed(trx: Transaction<DB>, post: LockedPost, needs: Needs): Promise<boolean> {
  if (!(await isLarge(trx, post, needs))) return false;
  const { rows } = await sql`select from refund_requests where post_id = ${post.id} and kind = 'REQUEST'`.execute(trx);
  return rows.length === 0;
}

/** Returns the answers whose payment was announced; null stands for none. */
export async function noticesOf(trx: Transaction<DB>, postId: string): Promise<readonly (string | null)[]> {
  const rows = await trx.selectFrom("settlement_notices").select("answer_id").where("post_id", "=", postId).execute();
  return rows.map(({ answer_id }) => answer_id);
}

/** Returns the asker and everyone with an answer. */
export async function concernedBy(trx: Transaction<DB>, post: LockedPost): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select author_id::text as id from answers where post_id = ${post.id} and deleted_at is null
    union select ${post.authorId}::text`.execute(trx);
  return rows.map(({ id }) => id);
}
