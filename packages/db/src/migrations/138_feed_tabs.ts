import { type Kysely, sql } from "kysely";

/**
 * What the feed's tabs are read from: when something last happened on a post and whether it waits for an answer, in a table of its own,
 * because an index on `posts` would be written again with each answer and comment; the tags that a member follows; and indexes of open
 * bounties and of those paid in a month.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db);
  await ofPosts(db);
  await ofAnswersAndComments(db);
  await sql`
    insert into post_activity (post_id, post_created_at, active_at, shown, waiting)
    select id, created_at, last_activity(id), deleted_at is null, waits_for_answer(status, answer_count, deleted_at) from posts`.execute(
    db,
  );
}

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table post_activity (
      post_id bigint primary key references posts on delete cascade,
      post_created_at timestamptz not null,
      active_at timestamptz not null,
      shown boolean not null,
      waiting boolean not null
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create table followed_tags (
      user_id bigint not null references users on delete cascade,
      tag_id bigint not null references tags on delete cascade,
      created_at timestamptz not null,
      primary key (user_id, tag_id)
    )`.execute(db);
  await sql`create index followed_tags_tag on followed_tags (tag_id)`.execute(db);
  await sql`create index post_activity_latest on post_activity (active_at desc, post_id desc) where shown`.execute(db);
  await sql`
    create index post_activity_waiting on post_activity (post_created_at desc, post_id desc) where waiting`.execute(db);
  await sql`
    create index posts_open_bounties on posts (bounty_amount desc, created_at desc, id desc)
    where deleted_at is null and bounty_status = 'ESCROWED'`.execute(db);
  await sql`
    create index ledger_transfers_bounties_paid on ledger_transfers (created_at) where kind = 'bounty_paid'`.execute(
    db,
  );
  await sql`grant select on post_activity to bbux_app`.execute(db);
  await sql`grant select, insert, delete on followed_tags to bbux_app`.execute(db);
}

async function ofPosts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function waits_for_answer(status text, answers integer, deleted timestamptz) returns boolean
    language sql immutable parallel safe return deleted is null and status = 'OPEN' and answers = 0`.execute(db);
  // What readers can't see leaves no trace.
  await sql`
    create function last_activity(post bigint) returns timestamptz language sql stable return (
      select greatest(p.created_at, p.edited_at,
        (select max(greatest(a.created_at, a.edited_at)) from answers a where a.post_id = p.id and a.deleted_at is null),
        (select max(c.created_at) from comments c where c.post_id = p.id and c.deleted_at is null))
      from posts p where p.id = post)`.execute(db);
  await sql`
    create function note_new_posts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into post_activity (post_id, post_created_at, active_at, shown, waiting)
      select id, created_at, greatest(created_at, edited_at), deleted_at is null, waits_for_answer(status, answer_count, deleted_at)
      from added;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_active_on_insert after insert on posts
    referencing new table as added for each statement execute function note_new_posts()`.execute(db);
  await sql`
    create function note_changed_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update post_activity set
        post_created_at = new.created_at, active_at = last_activity(new.id), shown = new.deleted_at is null,
        waiting = waits_for_answer(new.status, new.answer_count, new.deleted_at)
      where post_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_active_on_update
    after update of created_at, edited_at, status, answer_count, deleted_at on posts
    for each row when (
      (old.created_at, old.edited_at, old.deleted_at is null, waits_for_answer(old.status, old.answer_count, old.deleted_at))
      is distinct from
      (new.created_at, new.edited_at, new.deleted_at is null, waits_for_answer(new.status, new.answer_count, new.deleted_at)))
    execute function note_changed_post()`.execute(db);
}

/** Every answer and comment locks its post first, so nothing contends for the post's row here. */
async function ofAnswersAndComments(db: Kysely<unknown>): Promise<void> {
  for (const [table, at] of [
    ["answers", "greatest(created_at, edited_at)"],
    ["comments", "created_at"],
  ] as const) {
    await sql`
      create function ${sql.raw(`note_new_${table}`)}() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        update post_activity p set active_at = latest.at
        from (select post_id, max(${sql.raw(at)}) as at from added where deleted_at is null group by post_id) as latest
        where p.post_id = latest.post_id and p.active_at < latest.at;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.raw(`${table}_active_on_insert`)} after insert on ${sql.table(table)}
      referencing new table as added for each statement execute function ${sql.raw(`note_new_${table}`)}()`.execute(db);
  }
  await sql`
    create function note_changed_below() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update post_activity set active_at = last_activity(new.post_id) where post_id = new.post_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger answers_active_on_update after update of created_at, edited_at, deleted_at on answers
    for each row when (
      (old.created_at, old.edited_at, old.deleted_at is null) is distinct from (new.created_at, new.edited_at, new.deleted_at is null))
    execute function note_changed_below()`.execute(db);
  await sql`
    create trigger comments_active_on_update after update of created_at, deleted_at on comments
    for each row when ((old.created_at, old.deleted_at is null) is distinct from (new.created_at, new.deleted_at is null))
    execute function note_changed_below()`.execute(db);
}
