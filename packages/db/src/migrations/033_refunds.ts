import { type Kysely, sql } from "kysely";

/**
 * Refund requests for expired bounties, and their votes (docs/DECISIONS.md 1.5). At `posts.settles_at`, a bounty still in escrow
 * goes to the best answer or back; a rejected request postpones it. A moderator can hide content: it is then gone for all
 * readers (`deleted_at`) but can be restored (`hidden_at`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts add column settles_at timestamptz`.execute(db);
  await sql`update posts set settles_at = bounty_expires_at + interval '7 days' where bounty_expires_at is not null`.execute(
    db,
  );
  await sql`
    create function post_settles() returns trigger language plpgsql as $$
    begin
      new.settles_at := new.bounty_expires_at + interval '7 days';
      return new;
    end $$`.execute(db);
  await sql`
    create trigger post_settles before insert on posts for each row
    when (new.bounty_expires_at is not null and new.settles_at is null) execute function post_settles()`.execute(db);
  await sql`create index posts_settling on posts (settles_at, id) where bounty_status = 'ESCROWED'`.execute(db);
  await sql`create index posts_expiring on posts (bounty_expires_at) where bounty_status = 'ESCROWED'`.execute(db);
  // The bounties placed within a month.
  await sql`create index posts_bounty_volume on posts (created_at) include (bounty_amount) where bounty_amount > 0`.execute(
    db,
  );

  await sql`
    create table refund_requests (
      id bigint primary key default nextval('ids'),
      post_id bigint not null unique references posts,
      user_id bigint not null references users,
      reason text not null,
      amount bigint not null check (amount > 0),
      status text not null default 'PENDING'
        check (status in ('PENDING', 'APPROVED', 'REJECTED', 'COMPLETED', 'EXPIRED')),
      required_votes integer not null check (required_votes > 0),
      approve_votes integer not null default 0,
      reject_votes integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      updated_at timestamptz not null,
      appeal_status text check (appeal_status in ('OPEN', 'GRANTED', 'DENIED', 'LAPSED')),
      appeal_reason text,
      appealed_at timestamptz,
      appeal_expires_at timestamptz,
      appeal_decided_at timestamptz,
      appeal_decided_by bigint references users,
      appeal_note text,
      check ((status = 'PENDING') = (decided_at is null)),
      check ((appeal_status is null) = (appealed_at is null))
    )`.execute(db);
  await sql`create index refund_requests_newest on refund_requests (created_at desc, id desc)`.execute(db);
  await sql`create index refund_requests_status on refund_requests (status, created_at desc, id desc)`.execute(db);
  await sql`create index refund_requests_user on refund_requests (user_id, created_at desc)`.execute(db);
  await sql`create index refund_requests_open on refund_requests (expires_at) where status = 'PENDING'`.execute(db);
  await sql`create index refund_requests_appealed on refund_requests (appeal_expires_at) where appeal_status = 'OPEN'`.execute(
    db,
  );
  await sql`
    create table refund_votes (
      id bigint primary key default nextval('ids'),
      request_id bigint not null references refund_requests,
      voter_id bigint not null references users,
      approve boolean not null,
      reason text not null,
      created_at timestamptz not null,
      unique (request_id, voter_id)
    )`.execute(db);
  await sql`create index refund_votes_voter on refund_votes (voter_id, created_at desc)`.execute(db);
  // The review time counts from when a member first saw the request.
  await sql`
    create table refund_views (
      request_id bigint not null references refund_requests,
      viewer_id bigint not null references users,
      first_seen_at timestamptz not null,
      primary key (request_id, viewer_id)
    )`.execute(db);
  await sql`grant select, insert, update on refund_requests to bbux_app`.execute(db);
  await sql`grant select, insert on refund_votes, refund_views to bbux_app`.execute(db);

  for (const table of ["posts", "answers", "comments"]) {
    await sql`
      alter table ${sql.table(table)} add column hidden_at timestamptz,
      add check (hidden_at is null or deleted_at is not null)`.execute(db);
  }
}
