import { createHash } from "node:crypto";
import { migrate } from "@bbux/db";
import type pg from "pg";
import { copyRows, createFillingPool, dropIndexes, inLanes, mostExpensiveFirst } from "./copy.ts";
import { answerRows, commentRows, firstIds, memberRows, postRows, tagRows, voteRows } from "./rows.ts";
import { type Community, createCommunity, type Size, sizeOf, TAGS } from "./shape.ts";

const TABLES = [
  "users",
  "tags",
  "posts",
  "post_tags",
  "answers",
  "comments",
  "votes",
  "bookmarks",
  "notifications",
  "search_words",
];
const LANES = 2;
const TOKENS = 64;
/** Each member who makes requests has this many bookmarks and notifications in addition to their share. */
const OWN = 300;

/** What the measurements need to know about a filled database. */
export interface Built {
  readonly size: Size;
  readonly ids: ReturnType<typeof firstIds>;
  /** A bearer token for each of the first members. */
  readonly tokens: readonly string[];
}

type Say = (line: string) => void;

/** Fills an empty, migrated database. The same number of posts produces the same rows, except for the base of their times. */
export async function build(url: string, posts: number, say: Say): Promise<void> {
  const size = sizeOf(posts);
  const time = stopwatch(say);
  const community = createCommunity(size);
  time("thought out");
  const pool = createFillingPool(url, LANES + 1);
  try {
    const now = Date.now();
    const dropped = await dropIndexes(pool, TABLES);
    await insertTags(pool, community);
    await inLanes(
      LANES,
      [
        postRows(community, now, 0, 2),
        postRows(community, now, 1, 2),
        answerRows(community, now),
        commentRows(community, now),
        voteRows(community, now),
        tagRows(community, now),
        memberRows(community, now),
      ].map((rows) => async () => {
        await copyRows(pool, rows);
        time(`copied ${rows.table}`);
      }),
    );
    await inLanes(LANES, [() => insertPersonal(pool, community), () => fillDictionary(pool)]);
    await pool.query(
      `select setval('ids', (select greatest(max(id), ${firstIds(size).rest}) + 1000000 from notifications))`,
    );
    time("bookmarks, notifications, reputation, dictionary");
    await inLanes(
      LANES,
      (await mostExpensiveFirst(pool, dropped)).map((definition) => async () => {
        await pool.query(definition);
        time(definition.slice(0, 90));
      }),
    );
    await settleCounters(pool);
    await noteActivity(pool);
    time("counters");
  } finally {
    await pool.end();
  }
  await rest(url);
  time("vacuumed and analysed");
}

/** Signs the first members in for a day and describes the data. Call it before each run on a kept database. */
export async function prepare(url: string, posts: number): Promise<Built> {
  const size = sizeOf(posts);
  const ids = firstIds(size);
  const tokens = Array.from({ length: TOKENS }, (_, n) => createHash("sha256").update(`bench ${n}`).digest("hex"));
  const pool = createFillingPool(url, 1);
  try {
    await pool.query(
      `insert into sessions (id_hash, user_id, family_id, kind, expires_at)
       select sha256(convert_to(token, 'utf8')), $1::bigint + n - 1, gen_random_uuid(), 'bearer', now() + interval '1 day'
       from unnest($2::text[]) with ordinality as given (token, n)
       on conflict (id_hash) do update set expires_at = excluded.expires_at, created_at = now()`,
      [ids.member, tokens],
    );
  } finally {
    await pool.end();
  }
  return { size, ids, tokens };
}

/** Migrates a kept database of an earlier version, and settles it, so that the changes aren't part of the measurement. */
export async function bringUpToDate(url: string): Promise<void> {
  if ((await migrate(url)).length > 0) await rest(url);
}

async function rest(url: string): Promise<void> {
  const pool = createFillingPool(url, 1);
  await pool.query("vacuum (analyze)");
  await pool.query("checkpoint");
  await pool.end();
}

async function insertTags(pool: pg.Pool, community: Community): Promise<void> {
  const { tag } = firstIds(community.size);
  await pool.query(
    `insert into tags (id, name) select ${tag} + n, 'topic-' || n from generate_series(0, ${TAGS} - 1) n`,
  );
}

/** Personal data, spread by arithmetic. Members who make requests have {@link OWN} of each. */
async function insertPersonal(pool: pg.Pool, { size }: Community): Promise<void> {
  const ids = firstIds(size);
  const { members, posts } = size;
  await pool.query(
    `insert into bookmarks (id, user_id, post_id, created_at)
     select ${ids.rest} + row_number() over (), u, p, now() - random() * interval '300 days'
     from (select distinct ${ids.member} + n % ${members} as u, ${ids.post} + (n * 7919::bigint) % ${posts} as p
           from generate_series(1, ${size.bookmarks}) n
           union
           select ${ids.member} + m, ${ids.post} + ${posts} - 1 - (n * (m + 3)) % (${posts} / 2)
           from generate_series(0, ${TOKENS} - 1) m, generate_series(0, ${OWN} - 1) n) as chosen (u, p)`,
  );
  await pool.query(
    `insert into notifications (id, user_id, kind, bundle_key, count, data, read_at, created_at)
     select ${ids.rest} + ${size.bookmarks} + 100000 + row_number() over (), ${ids.member} + m, 'answer', 'answer:' || p || ':' || n, 1 + n % 5,
            jsonb_build_object('actors', '["member1", "member2"]'::jsonb, 'subject', 'How does a server index?', 'url', '/posts/' || ${ids.post} + p),
            case when n % 4 <> 0 then now() - n * interval '1 minute' end, now() - n * interval '7 minutes'
     from (select (n % ${members}) as m, n, (n * 104729::bigint) % ${posts} as p from generate_series(1, ${size.notifications}) n
           union all
           select m, n, (n * 15485863::bigint + m) % ${posts} from generate_series(0, ${TOKENS} - 1) m, generate_series(1, ${OWN}) n
          ) as made`,
  );
  // One row per post, so that points and rows match.
  await pool.query(
    `insert into reputation_events (id, user_id, action, points, post_id, source_id, created_at)
     select ${ids.rest} + ${size.bookmarks + size.notifications} + 300000 + row_number() over (order by id), author_id, 'POST_CREATED', 1, id, id, created_at
     from posts`,
  );
}

/** The dictionary of titles, which would take a job hours to fill, with words as people write them. */
async function fillDictionary(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into search_words (word, posts)
     select word, count(*) from (
       select distinct id, lower(word) as word from posts, regexp_split_to_table(title || ' ' || tag_names, '[^[:alnum:]]+') as word
     ) as written where length(word) > 2 group by word`,
  );
}

/** Sets the counters that triggers would have maintained. */
/** What triggers note of each post, which the copies went past. */
async function noteActivity(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into post_activity (post_id, post_created_at, active_at, shown, waiting)
     select id, created_at, last_activity(id), deleted_at is null, waits_for_answer(status, answer_count, deleted_at) from posts`,
  );
}

async function settleCounters(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update tags set post_count = n from (select tag_id, count(*) n from post_tags group by 1) c where id = tag_id`,
  );
  await pool.query(`insert into post_counts (status, shard, n) select status, 0, count(*) from posts group by status`);
  await pool.query(
    `insert into post_weeks (week, status, has_bounty, shard, n)
     select week_of(created_at), status, bounty_amount > 0, id % 4, count(*) from posts group by 1, 2, 3, 4`,
  );
  await pool.query(
    `update users set reputation_points = r.points, reputation_rows = r.n
     from (select user_id, sum(points) as points, count(*) as n from reputation_events group by 1) r where r.user_id = users.id`,
  );
  await pool.query("delete from platform_counts");
  await pool.query(
    `insert into platform_counts (name, shard, n)
     select f.name, 0, sum(f.n)
     from posts p, post_facts(p.status, p.bounty_status, p.bounty_amount, p.accepted_answer_id, p.deleted_at) as f group by f.name
     union all select 'answers', 0, count(*) from answers
     union all select 'members', 0, count(*) from users`,
  );
  await pool.query(
    `insert into author_counts (user_id, posts, answers, accepted)
     select author_id, sum(p), sum(a), sum(c) from (
       select author_id, 1 as p, 0 as a, 0 as c from posts
       union all
       select a.author_id, 0, 1, (p.accepted_answer_id is not distinct from a.id)::int from answers a join posts p on p.id = a.post_id
     ) as written group by author_id`,
  );
}

function stopwatch(say: Say): (what: string) => void {
  const start = performance.now();
  return (what) => say(`  ${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${what}`);
}
