import { type Kysely, sql } from "kysely";

/**
 * Comments on answers, counted apart from those on the question; and when a bounty left escrow, so that a post can show it without
 * reading the books.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table comments add column answer_id bigint,
      add foreign key (post_id, answer_id) references answers (post_id, id)`.execute(db);
  await sql`alter table answers add column comment_count integer not null default 0`.execute(db);
  await sql`
    create index comments_of_answer on comments (answer_id, score desc, created_at, id)
    where deleted_at is null and answer_id is not null`.execute(db);

  await sql`alter table posts add column bounty_settled_at timestamptz`.execute(db);
  await sql`
    update posts p set bounty_settled_at = t.created_at from ledger_transfers t
     where p.bounty_status in ('PAID', 'REFUNDED')
       and t.idempotency_key = case p.bounty_status when 'PAID' then 'bounty_paid:' else 'bounty_returned:' end || p.id`.execute(
    db,
  );
  // The same clock as the books', in the transaction that moves the bounty.
  await sql`
    create function post_bounty_settled() returns trigger language plpgsql as $$
    begin
      new.bounty_settled_at := now();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger post_bounty_settled before update of bounty_status on posts for each row
    when (new.bounty_status in ('PAID', 'REFUNDED') and new.bounty_settled_at is null)
    execute function post_bounty_settled()`.execute(db);
  // What was said below an answer goes with it.
  await sql`
    create or replace function last_activity(post bigint) returns timestamptz language sql stable return (
      select greatest(p.created_at, p.edited_at,
        (select max(greatest(a.created_at, a.edited_at)) from answers a where a.post_id = p.id and a.deleted_at is null),
        (select max(c.created_at) from comments c
          where c.post_id = p.id and c.deleted_at is null
            and (c.answer_id is null or exists (select from answers b where b.id = c.answer_id and b.deleted_at is null))))
      from posts p where p.id = post)`.execute(db);
}
