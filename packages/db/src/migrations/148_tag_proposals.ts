import { type Kysely, sql } from "kysely";

/** Tags that members propose and staff approve or decline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createKey(db);
  await sql`
    create table tag_proposals (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users on delete cascade,
      name text not null check (length(name) between 1 and 64),
      key text not null generated always as (tag_key(name)) stored,
      description text not null check (length(description) between 1 and 300),
      -- Why it's needed, which only staff read.
      reason text not null check (length(reason) between 1 and 500),
      status text not null default 'OPEN' check (status in ('OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by bigint references users,
      -- Why it was declined.
      note text check (length(note) between 1 and 500),
      tag_id bigint references tags,
      check ((status = 'OPEN') = (decided_at is null)),
      check ((status in ('APPROVED', 'DECLINED')) = (decided_by is not null)),
      check ((status = 'DECLINED') = (note is not null)),
      check ((status = 'APPROVED') = (tag_id is not null))
    )`.execute(db);
  await sql`create unique index tag_proposals_open on tag_proposals (key) where status = 'OPEN'`.execute(db);
  await sql`create index tag_proposals_queue on tag_proposals (id) where status = 'OPEN'`.execute(db);
  await sql`create index tag_proposals_decided on tag_proposals (decided_at desc, id) where decided_by is not null`.execute(
    db,
  );
  await sql`create index tag_proposals_user on tag_proposals (user_id, id)`.execute(db);
  await sql`create index tag_proposals_tag on tag_proposals (tag_id) where tag_id is not null`.execute(db);
  await sql`grant select, insert, update, delete on tag_proposals to bbux_app`.execute(db);
}

/** What two spellings of a tag have in common: `Node.js`, `node-js` and `nodejs`; `hook` and `Hooks`. But `C`, `C++` and `C#` differ. */
async function createKey(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tag_key(name text) returns text language sql immutable strict parallel safe as $$
      select case when length(k) > 4 then regexp_replace(k, 's$', '') else k end
        from (select regexp_replace(lower(normalize(name, NFKD)), '[\\u0300-\\u036f\\s._-]', '', 'g') as k) as spelled
    $$`.execute(db);
  await sql`create index tags_key on tags (tag_key(name))`.execute(db);
}
