import { createHash } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";

// The baseline: what someone writes by hand to make these three calls fast and nothing else. One prepared statement each,
// JSON built by PostgreSQL, and a token lookup if one is sent. No validation, limits, origin check, logs, or metrics. It runs
// in its own process: node bare.ts, with DATABASE_URL, DATABASE_POOL, and PORT.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
const app = Fastify();

// A process that exits on its own can be profiled.
process.on("SIGTERM", () => process.exit(0));

const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const author = "json_build_object('id', u.id::text, 'username', u.username, 'profilePicture', u.profile_picture)";
const shortCode = `case when p.code_blocks = '[]' then p.code_blocks else (
  select coalesce(jsonb_agg(b.block order by b.n), '[]') from jsonb_array_elements(p.code_blocks) with ordinality as b (block, n)
  where length(b.block ->> 'code') <= 1000) end`;
/** The caller's vote; visitors have none. */
const vote = (voter: string | null, target: string) =>
  voter ? `coalesce((select value from votes where voter_id = ${voter} and target_id = ${target}), 0)` : "0";
const post = (content: string, voter: string | null) => `
  'id', p.id::text, 'title', p.title, 'content', p.${content}, 'type', p.type, 'authorId', p.author_id::text,
  'author', ${author}, 'authorReputation', u.reputation_points,
  'activeAt', (select ${iso("pa.active_at")} from post_activity pa where pa.post_id = p.id),
  'tags', (select coalesce(json_agg(t.name order by pt.position), '[]')
    from post_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id),
  'codeBlocks', ${content === "content" ? "p.code_blocks" : shortCode}, 'media', p.media, 'status', p.status,
  'reward', trim_scale(p.bounty_amount / 1000000000.0), 'bountyAmount', trim_scale(p.bounty_amount / 1000000000.0),
  'bountyStatus', case when p.bounty_status = 'ESCROWED' and p.bounty_expires_at <= now() then 'EXPIRED' else p.bounty_status end,
  'bountyExpiresAt', ${iso("p.bounty_expires_at")}, 'createdAt', ${iso("p.created_at")}, 'editedAt', ${iso("p.edited_at")},
  'answerCount', p.answer_count, 'commentCount', p.comment_count, 'acceptedAnswerId', p.accepted_answer_id::text,
  'qualityUpvotes', p.upvotes, 'qualityDownvotes', p.downvotes, 'totalVotes', p.score,
  'votes', json_build_object('up', p.upvotes, 'down', p.downvotes), 'userVote', ${vote(voter, "p.id")}`;
const html = (id: string) => `(select r.html from rendered_texts r where r.target_id = ${id})`;
const answer = `
  'id', a.id::text, 'postId', a.post_id::text, 'content', a.content, 'contentHtml', ${html("a.id")}, 'codeBlocks', a.code_blocks,
  'isAccepted', p.accepted_answer_id is not distinct from a.id, 'authorId', a.author_id::text, 'author', ${author},
  'authorReputation', u.reputation_points, 'commentCount', a.comment_count, 'comments', '[]'::json,
  'createdAt', ${iso("a.created_at")}, 'editedAt', ${iso("a.edited_at")}, 'upvotes', a.upvotes, 'downvotes', a.downvotes, 'userVote', 0`;
const comment = `
  'id', c.id::text, 'postId', c.post_id::text, 'answerId', c.answer_id::text, 'content', c.content, 'contentHtml', ${html("c.id")}, 'authorId', c.author_id::text, 'author', ${author},
  'createdAt', ${iso("c.created_at")}, 'upvotes', c.upvotes, 'downvotes', c.downvotes, 'userVote', 0`;

// The numbers are inlined, as in our own queries, so that this, too, is planned once and not on every request.
const feedSql = (limit: number, offset: number, voter: string | null) => `
  with page as materialized (
    select * from posts where deleted_at is null order by created_at desc, id desc limit ${limit} offset ${offset}
  )
  select (select sum(n)::int from post_counts) as total,
    (select coalesce(json_agg(json_build_object(${post("excerpt", voter)}) order by p.created_at desc, p.id desc), '[]')
     from page p join users u on u.id = p.author_id) as posts`;
const postSql = `
  select json_build_object(${post("content", null)}, 'contentHtml', ${html("p.id")}, 'bookmarked', false,
    'settlesAt', case when p.bounty_status = 'ESCROWED' then ${iso("p.settles_at")} end,
    'refund', case when p.bounty_amount > 0 then (
      select json_build_object('id', r.id::text, 'status', r.status, 'expiresAt', ${iso("r.expires_at")},
        'appealOpen', r.appeal_status is not distinct from 'OPEN')
      from refund_requests r where r.post_id = p.id order by r.id desc limit 1) end,
    'revisionCount', greatest(1, (select count(*) from revisions r where r.target_id = p.id)),
    'answers', (select coalesce(json_agg(json_build_object(${answer})
        order by (p.accepted_answer_id is not distinct from a.id) desc, a.score desc, a.created_at, a.id), '[]')
      from answers a join users u on u.id = a.author_id where a.post_id = p.id and a.deleted_at is null),
    'comments', (select coalesce(json_agg(json_build_object(${comment}) order by c.score desc, c.created_at, c.id), '[]')
      from comments c join users u on u.id = c.author_id where c.post_id = p.id and c.answer_id is null and c.deleted_at is null)) as post
  from posts p join users u on u.id = p.author_id where p.id = $1 and p.deleted_at is null`;
const answerSql = `
  with p as (
    update posts set answer_count = answer_count + 1 where id = $1 and deleted_at is null and status <> 'CLOSED'
    returning id, accepted_answer_id
  ), a as (
    insert into answers (post_id, author_id, content) select p.id, $2, $3 from p returning *
  )
  select json_build_object(${answer}) as answer from a, p, users u where u.id = a.author_id`;

/** Of a bounty that nothing has happened to, as all are here. */
function timelineOf(post: { bountyStatus: string; createdAt: string; bountyExpiresAt: string; settlesAt: string }) {
  if (post.bountyStatus === "NONE") return null;
  const step = (kind: string, at: string) => ({ kind, at, result: null, username: null });
  return [step("POSTED", post.createdAt), step("ENDS", post.bountyExpiresAt), step("PAYOUT", post.settlesAt)];
}

/** The caller's id, or `undefined` without a valid token. */
async function memberOf(authorization: string | undefined): Promise<string | undefined> {
  if (authorization === undefined) return undefined;
  const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  const text = "select user_id from sessions where id_hash = $1 and kind = 'bearer' and expires_at > now()";
  const { rows } = await pool.query<{ user_id: string }>({ name: "session", text, values: [hash] });
  return rows[0]?.user_id;
}

app.get<{ Querystring: { page?: string; limit?: string } }>("/api/posts", async (request) => {
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 10);
  const member = await memberOf(request.headers.authorization);
  const text = feedSql(limit, (page - 1) * limit, member === undefined ? null : "$1::bigint");
  const values = member === undefined ? [] : [member];
  const { rows } = await pool.query({ name: `feed ${page} ${limit} ${values.length}`, text, values });
  const { posts, total } = rows[0];
  return { posts, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
});

app.get<{ Params: { id: string } }>("/api/posts/:id", async (request, reply) => {
  const { rows } = await pool.query({ name: "post", text: postSql, values: [request.params.id] });
  if (rows.length === 0) return reply.code(404).send({ success: false });
  const { answers, comments } = rows[0].post;
  const userVotes = Object.fromEntries([...answers, ...comments].map(({ id, userVote }) => [id, userVote]));
  return { success: true, post: { ...rows[0].post, timeline: timelineOf(rows[0].post), userVotes } };
});

app.post<{ Params: { id: string }; Body: { content: string } }>("/api/posts/:id/answers", async (request, reply) => {
  const member = await memberOf(request.headers.authorization);
  if (member === undefined) return reply.code(401).send({ success: false });
  const values = [request.params.id, member, request.body.content];
  const { rows } = await pool.query({ name: "answer", text: answerSql, values });
  if (rows.length === 0) return reply.code(404).send({ success: false });
  return { success: true, answer: rows[0].answer };
});

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
