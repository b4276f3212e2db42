import { type Kysely, sql } from "kysely";

/** Tags, posts, answers, and comments. Counters are stored next to what they count and change in the same transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tags (
      id bigint primary key default nextval('ids'),
      name text not null check (length(name) between 1 and 64),
      description text,
      color text not null default '#5f6f6a' check (color ~ '^#[0-9a-f]{6}$'),
      post_count integer not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index tags_name_key on tags (lower(name))`.execute(db);
  await sql`create index tags_by_use on tags (post_count desc, name)`.execute(db);

  // The search parser takes words joined by slashes ("tense/mood") for a file path, a single word, so slashes become spaces.
  // So do "_" and "<", because it rescans a long run of them as a host name or a tag: 10 s for 15,000 times "a_".
  // A fifth of each page is left free: when an answer or a vote updates a counter on the row, the new version fits next to
  // the old one, and none of the nine indexes has to be written.
  await sql`
    create table posts (
      id bigint primary key default nextval('ids'),
      author_id bigint not null references users,
      title text not null,
      content text not null,
      excerpt text not null,
      type text not null default 'question',
      code_blocks jsonb not null default '[]',
      media jsonb not null default '[]',
      status text not null default 'OPEN' check (status in ('OPEN', 'COMPLETED', 'CLOSED')),
      bounty_amount bigint not null default 0 check (bounty_amount >= 0),
      bounty_status text not null default 'NONE' check (bounty_status in ('NONE', 'ESCROWED', 'PAID', 'REFUNDED')),
      bounty_expires_at timestamptz,
      accepted_answer_id bigint,
      answer_count integer not null default 0,
      comment_count integer not null default 0,
      upvotes integer not null default 0,
      downvotes integer not null default 0,
      score integer generated always as (upvotes - downvotes) stored,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      search tsvector generated always as (
        setweight(to_tsvector('english', translate(title, '/_<', '   ')), 'A') ||
        setweight(to_tsvector('english', translate(content, '/_<', '   ')), 'B')
      ) stored,
      check ((bounty_status = 'NONE') = (bounty_amount = 0)),
      check ((bounty_status = 'NONE') = (bounty_expires_at is null))
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index posts_newest on posts (created_at desc, id desc) where deleted_at is null`.execute(db);
  await sql`create index posts_status_newest on posts (status, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  );
  await sql`create index posts_top on posts (score desc, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  );
  await sql`create index posts_bounty on posts (created_at desc, id desc) where deleted_at is null and bounty_amount > 0`.execute(
    db,
  );
  await sql`create index posts_author on posts (author_id, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  );
  // For the statistics on the front page.
  await sql`create index posts_answered on posts (id) where deleted_at is null and accepted_answer_id is not null`.execute(
    db,
  );
  await sql`create index posts_bounty_state on posts (bounty_status, bounty_amount) where bounty_status <> 'NONE'`.execute(
    db,
  );
  await sql`create index posts_search on posts using gin (search)`.execute(db);

  // created_at is repeated here so that a tag's feed can be read in order from this index alone.
  await sql`
    create table post_tags (
      post_id bigint not null references posts on delete cascade,
      tag_id bigint not null references tags,
      position smallint not null,
      post_created_at timestamptz not null,
      primary key (post_id, tag_id)
    )`.execute(db);
  await sql`create index post_tags_newest on post_tags (tag_id, post_created_at desc, post_id desc)`.execute(db);

  await sql`
    create table answers (
      id bigint primary key default nextval('ids'),
      post_id bigint not null references posts,
      author_id bigint not null references users,
      content text not null,
      code_blocks jsonb not null default '[]',
      upvotes integer not null default 0,
      downvotes integer not null default 0,
      score integer generated always as (upvotes - downvotes) stored,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      unique (post_id, id)
    )`.execute(db);
  await sql`create index answers_thread on answers (post_id, score desc, created_at, id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index answers_author on answers (author_id, created_at desc) where deleted_at is null`.execute(db);
  // The post names its accepted answer, so there can be only one, and it must be an answer to this post.
  await sql`
    alter table posts add foreign key (id, accepted_answer_id) references answers (post_id, id)`.execute(db);

  await sql`
    create table comments (
      id bigint primary key default nextval('ids'),
      post_id bigint not null references posts,
      author_id bigint not null references users,
      content text not null,
      upvotes integer not null default 0,
      downvotes integer not null default 0,
      score integer generated always as (upvotes - downvotes) stored,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index comments_thread on comments (post_id, score desc, created_at, id) where deleted_at is null`.execute(
    db,
  );

  await sql`grant select, insert, update on tags, posts, answers, comments to bbux_app`.execute(db);
  await sql`grant select, insert, update, delete on post_tags to bbux_app`.execute(db);
}
