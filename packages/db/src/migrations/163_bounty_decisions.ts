import { type Kysely, sql } from "kysely";

/** Who decides about a bounty is settled when it is placed: roles, votes taken back and closed accounts change who is established. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts add column small_community boolean not null default false`.execute(db);
  // Those that are open now go by the members there are now.
  await sql`
    update posts set small_community = true where bounty_status = 'ESCROWED' and exists (
      select from (select coalesce((
          select value from parameter_changes where name = 'establishedPoints' order by id desc limit 1), 50) as points) needed
       where points > 0 and 10 > (
        select count(*) from users u where is_established_unless_suspended(u, points, clock_timestamp())))`.execute(db);
  await sql`create index hidden_content_target on hidden_content (target_kind, target_id)`.execute(db);
  await awaitAppeals(db);
}

/**
 * Whether a bounty waits for an answer that established members voted for and that was hidden before the payout date: for two days, in which its
 * author may appeal, and for seven from an appeal.
 */
async function awaitAppeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function awaits_appeal(p posts, at timestamptz) returns boolean language sql stable as $$
      select exists (
        select from public.answers h
          join public.hidden_content d on d.target_kind = 'answer' and d.target_id = h.id and d.restored_at is null
         where h.post_id = p.id and h.hidden_at is not null and d.hidden_at < p.settles_at
           and exists (select from public.votes v where v.target_id = h.id and v.value = 1 and v.established)
           and (d.appeal_status is null and at < d.hidden_at + interval '2 days'
             or d.appeal_status = 'OPEN' and at < d.appealed_at + interval '7 days'
                and d.appealed_at < greatest(p.settles_at, d.hidden_at + interval '2 days')))
    $$`.execute(db);
}
