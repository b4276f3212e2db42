import { type Kysely, sql } from "kysely";

/**
 * Who will be paid was announced, once per outcome of a bounty; without an answer, that it goes back. An objection to it is voted on
 * like a refund request, and is one with the answer that it is against (docs/adr/0037).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settlement_notices (
      id bigint primary key default nextval('ids'),
      post_id bigint not null references posts,
      answer_id bigint references answers,
      notified_at timestamptz not null,
      unique nulls not distinct (post_id, answer_id)
    )`.execute(db);
  await sql`grant select, insert on settlement_notices to bbux_app`.execute(db);
  await sql`
    alter table refund_requests
      add column kind text not null default 'REQUEST' check (kind in ('REQUEST', 'OBJECTION')),
      add column answer_id bigint references answers,
      add check ((kind = 'OBJECTION') = (answer_id is not null)),
      add check (kind = 'REQUEST' or appeal_status is null),
      drop constraint refund_requests_post_id_key`.execute(db);
  // One refund request for each bounty and one objection to each answer, one after the other.
  await sql`create unique index refund_requests_subject on refund_requests (post_id, answer_id) nulls not distinct`.execute(
    db,
  );
  await sql`create unique index refund_requests_one_vote on refund_requests (post_id) where status = 'PENDING'`.execute(
    db,
  );
  await sql`
    create trigger refund_requests_terms_kept before update of kind, answer_id on refund_requests
    for each row when ((old.kind, old.answer_id) is distinct from (new.kind, new.answer_id))
    execute function refuse_other_terms()`.execute(db);
  // A refused request is completed by its appeal, which an objection doesn't have.
  await sql`
    create trigger refund_requests_objection_final before update of status on refund_requests
    for each row when (old.kind = 'OBJECTION' and old.status <> 'PENDING' and new.status <> old.status)
    execute function refuse_other_terms()`.execute(db);
}
