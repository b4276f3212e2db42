import { createHash } from "node:crypto";
import { createPool } from "@bbux/db";
import type pg from "pg";

/** The contents of the seeded database that the load needs to know. */
export interface Seeded {
  readonly posts: number;
  readonly members: number;
  readonly answers: number;
  readonly comments: number;
  /** Size of the whole database in bytes. */
  readonly bytes: number;
  /** The id of the oldest post; ids are consecutive. */
  readonly firstPost: number;
  /** A valid bearer token for each of the first members. */
  readonly tokens: readonly string[];
}

const WORDS =
  "server query index thread memory compile async promise vector matrix integral proof lemma limit kernel socket " +
  "buffer cache token ledger deposit wallet account balance transfer escrow bounty answer question accept stream " +
  "packet latency router schema column table migrate commit branch merge rebase docker image volume deploy cluster " +
  "node worker queue lock mutex deadlock closure generic trait borrow lifetime iterator tuple record monad functor " +
  "parser lexer grammar token regex unicode locale timezone calendar epoch signal filter kalman gradient tensor";
const TAGS = 60;
const TOKENS = 64;
/** All ids are computed from here, far above what the sequence has given out. */
const BASE = 100_000;

/**
 * Fills an empty, migrated database with a few multi-row statements: posts of about 150 words with one to four tags, and on
 * average two answers of 80 words and one comment; one in ten has a bounty, one in seven an accepted answer. The same size
 * produces the same rows.
 */
export async function seed(url: string, posts: number): Promise<Seeded> {
  const pool = createPool({ url, as: "owner", max: 1 });
  try {
    const members = Math.max(300, Math.ceil(posts / 20));
    const firstUser = BASE;
    const firstPost = firstUser + members;
    const firstAnswer = firstPost + posts;
    await pool.query("select setseed(0.42)");
    await pool.query(words);
    await insertMembers(pool, members);
    await insertPosts(pool, { posts, members, firstPost });
    await pool.query(
      `insert into answers (id, post_id, author_id, content, upvotes, created_at)
       select ${firstAnswer} + row_number() over (), p.id, ${firstUser} + (p.id * 13 + k) % ${members},
              bench_words(80, p.id + k), (p.id * k) % 9, p.created_at + k * interval '1 hour'
       from posts p, generate_series(1, p.answer_count) k`,
    );
    await pool.query(
      `insert into comments (post_id, author_id, content, upvotes, created_at)
       select p.id, ${firstUser} + (p.id * 17 + k) % ${members}, bench_words(15, p.id + k), (p.id * k) % 4,
              p.created_at + k * interval '10 minutes'
       from posts p, generate_series(1, p.comment_count) k`,
    );
    await pool.query(
      `update posts p set accepted_answer_id = (select min(id) from answers where post_id = p.id)
       where status = 'COMPLETED'`,
    );
    await pool.query(
      `update tags set post_count = n from (select tag_id, count(*) n from post_tags group by 1) c where id = tag_id`,
    );
    await pool.query(
      `select setval('ids', 10 * ${BASE} + (select max(id) from answers)), set_config('maintenance_work_mem', '256MB', false)`,
    );
    const tokens = await insertSessions(pool, firstUser);
    await pool.query("drop function bench_words");
    await pool.query("vacuum (analyze)");
    await pool.query("checkpoint");
    const { rows } = await pool.query<{ answers: string; comments: string; bytes: string }>(
      `select (select count(*) from answers) as answers, (select count(*) from comments) as comments,
              pg_database_size(current_database()) as bytes`,
    );
    const row = rows[0];
    return {
      posts,
      members,
      answers: Number(row?.answers),
      comments: Number(row?.comments),
      bytes: Number(row?.bytes),
      firstPost,
      tokens,
    };
  } finally {
    await pool.end();
  }
}

/** Words in a skewed distribution, as in language: the first ones often, the last ones rarely. `salt` only ties it to its row. */
const words = `
  create function bench_words(n integer, salt bigint) returns text language sql volatile as $$
    select string_agg(w || case when k % 40 = 0 then e'.\\n\\n' when k % 12 = 0 then '.' else '' end, ' ')
    from (select k, ('{${WORDS.split(" ").join(",")}}'::text[])[1 + floor(${WORDS.split(" ").length} * power(random(), 2))::int] as w
          from generate_series(1, n + (salt * 0)::int) k) as drawn
  $$`;

async function insertMembers(pool: pg.Pool, members: number): Promise<void> {
  await pool.query(
    `insert into users (id, username, email, solana_address)
     select ${BASE} + i, 'member' || i, 'member' || i || '@example.org', 'bench-' || i from generate_series(0, ${members} - 1) i`,
  );
  await pool.query(
    `insert into tags (id, name) select ${BASE} - ${TAGS} + i, 'topic-' || i from generate_series(0, ${TAGS} - 1) i`,
  );
}

async function insertPosts(
  pool: pg.Pool,
  { posts, members, firstPost }: { posts: number; members: number; firstPost: number },
): Promise<void> {
  await pool.query(
    `insert into posts (id, author_id, title, content, excerpt, code_blocks, status, bounty_amount, bounty_status,
                        bounty_expires_at, answer_count, comment_count, upvotes, created_at)
     select ${firstPost} + i, ${BASE} + (i * 7) % ${members}, bench_words(8, i), content, left(content, 300),
            case when i % 4 = 0 then '[{"language": "sql", "code": "select count(*) from posts"}]' else '[]' end::jsonb,
            case when i % 7 = 1 then 'COMPLETED' else 'OPEN' end,
            case when i % 10 = 0 then 1000000000 * (1 + i % 5) else 0 end,
            case when i % 10 = 0 then 'ESCROWED' else 'NONE' end,
            case when i % 10 = 0 then now() + interval '7 days' end,
            case when i % 7 = 1 then 2 else i % 5 end, i % 3, i % 23,
            now() - interval '400 days' + i * (interval '400 days' / ${posts})
     from (select i, bench_words(150, i) as content from generate_series(0, ${posts} - 1) i) as written`,
  );
  // A few tags are on many posts, as everywhere.
  await pool.query(
    `insert into post_tags (post_id, tag_id, position, post_created_at)
     select p.id, ${BASE} - ${TAGS} + floor(${TAGS} * power(random(), 3))::int, k, p.created_at
     from posts p, generate_series(0, (p.id % 4)::int) k
     on conflict do nothing`,
  );
}

async function insertSessions(pool: pg.Pool, firstUser: number): Promise<string[]> {
  const tokens = Array.from({ length: TOKENS }, (_, n) => createHash("sha256").update(`bench ${n}`).digest("hex"));
  await pool.query(
    `insert into sessions (id_hash, user_id, family_id, kind, expires_at)
     select sha256(convert_to(token, 'utf8')), $1::bigint + n, gen_random_uuid(), 'bearer', now() + interval '1 hour'
     from unnest($2::text[]) with ordinality as given (token, n)`,
    [firstUser, tokens],
  );
  return tokens;
}
