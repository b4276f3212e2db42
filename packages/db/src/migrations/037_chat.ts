import { type Kysely, sql } from "kysely";

/** Chat rooms, their members, and their messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `version` counts the room's changes: each change takes the next number under the lock of this row, which is held until
  // commit, so that nobody sees a later change without the earlier ones.
  await sql`
    create table chat_rooms (
      id bigint primary key default nextval('ids'),
      slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 40),
      name text not null,
      description text not null default '',
      position int not null default 0,
      version bigint not null default 0,
      -- Of the last message, even if deleted; the next one's time must be later.
      last_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table chat_members (
      room_id bigint not null references chat_rooms,
      user_id bigint not null references users,
      joined_at timestamptz not null,
      read_at timestamptz not null,
      primary key (user_id, room_id)
    )`.execute(db);
  await sql`
    create table chat_messages (
      id bigint primary key default nextval('ids'),
      room_id bigint not null references chat_rooms,
      author_id bigint not null references users,
      message_type text not null check (message_type in ('TEXT', 'GIF')),
      content text not null,
      -- Of the latest change, and of the one that sent it.
      version bigint not null,
      created_at timestamptz not null check (created_at = date_trunc('milliseconds', created_at)),
      edited_at timestamptz,
      deleted_at timestamptz,
      hidden_at timestamptz
    )`.execute(db);
  await sql`create unique index chat_messages_in_order on chat_messages (room_id, created_at)`.execute(db);
  await sql`create unique index chat_messages_changes on chat_messages (room_id, version)`.execute(db);
  await sql`create index chat_messages_author on chat_messages (author_id, created_at)`.execute(db);
  await sql`
    insert into chat_rooms (slug, name, description, position) values
      ('global-chat', 'Global chat', 'Everybody, about anything that is not a question yet', 1),
      ('help', 'Help', 'How the platform works: accounts, wallet, bounties', 2),
      ('governance', 'Governance', 'Proposals, refunds and the treasury, before and while they are voted on', 3)`.execute(
    db,
  );
  await sql`grant select, insert, update on chat_rooms, chat_members, chat_messages to bbux_app`.execute(db);
}
