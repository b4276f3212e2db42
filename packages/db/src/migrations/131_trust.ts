import { type Kysely, sql } from "kysely";

/**
 * Trust levels (docs/adr/0043): how much members have done of what is limited, and what newcomers wrote that stands in a review queue.
 * What was written before isn't in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUses(db);
  await createReviews(db);
}

/**
 * How much a member has done of what their trust level limits: one row for each kind, which starts again after a day,
 * and for the limits of a minute after a minute. So nothing has to be removed later.
 */
async function createUses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trust_uses (
      user_id bigint not null references users on delete cascade,
      kind text not null check (kind ~ '^[a-z]{3,20}$'),
      day_start timestamptz not null,
      day_used bigint not null check (day_used >= 0),
      minute_start timestamptz not null,
      minute_used bigint not null check (minute_used >= 0),
      primary key (user_id, kind)
    ) with (fillfactor = 80)`.execute(db);
  await sql`grant select, insert, update, delete on trust_uses to bbux_app`.execute(db);
}

async function createReviews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_items (
      id bigint primary key default nextval('ids'),
      target_kind text not null check (target_kind in ('post', 'answer', 'comment')),
      target_id bigint not null,
      post_id bigint not null references posts,
      author_id bigint not null references users,
      -- One of the author's first, or it has a link.
      reason text not null check (reason in ('FIRST', 'LINK')),
      -- GONE: deleted or hidden before it was decided.
      status text not null default 'OPEN' check (status in ('OPEN', 'CLEARED', 'FLAGGED', 'GONE')),
      clears smallint not null default 0 check (clears >= 0),
      flags smallint not null default 0 check (flags >= 0),
      created_at timestamptz not null,
      decided_at timestamptz,
      check ((status = 'OPEN') = (decided_at is null))
    )`.execute(db);
  await sql`
    create unique index review_items_once on review_items (target_kind, target_id) where status = 'OPEN'`.execute(db);
  await sql`create index review_items_open on review_items (id) where status = 'OPEN'`.execute(db);
  // For how many a member has written; posts and answers have one already.
  await sql`create index comments_author on comments (author_id) where deleted_at is null`.execute(db);
  await sql`create index review_items_target on review_items (target_id)`.execute(db);
  await sql`create index review_items_author on review_items (author_id)`.execute(db);
  await sql`
    create table review_verdicts (
      review_id bigint not null references review_items,
      reviewer_id bigint not null references users,
      verdict text not null check (verdict in ('CLEAR', 'FLAG')),
      -- Of a flag, as it will be given to moderators.
      reason text,
      note text,
      created_at timestamptz not null,
      primary key (review_id, reviewer_id),
      check ((verdict = 'FLAG') = (reason is not null))
    )`.execute(db);
  await sql`create index review_verdicts_reviewer on review_verdicts (reviewer_id)`.execute(db);
  await sql`grant select, insert, update on review_items to bbux_app`.execute(db);
  // A verdict on what has been edited since doesn't count any more.
  await sql`grant select, insert, delete on review_verdicts to bbux_app`.execute(db);
}
