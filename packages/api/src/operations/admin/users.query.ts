import { type AdminUser, type listAdminUsersInput, type listAdminUsersOutput, role as roles } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/errors/errors.ts";
import { likeOf, pagination } from "../../platform/queries/index.ts";

type Input = z.infer<typeof listAdminUsersInput>;

const orders: Readonly<Record<Input["sort"], RawBuilder<unknown>>> = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  username: sql`lower(username)`,
  reputation: sql`reputation_points desc, id desc`,
  integrity: sql`integrity_score desc, id desc`,
};

/** Looked up only for the members of one page. */
const fields = sql`
  u.id::text, u.username, u.email, u.role, u.reputation_points, u.integrity_score::float8 as integrity_score, u.created_at,
  u.suspended_at, u.suspension_reason, coalesce(c.posts, 0) as posts, coalesce(c.answers, 0) as answers,
  greatest(
    (select r.created_at from reputation_events r where r.user_id = u.id and r.action = 'DAILY_LOGIN'
      order by r.created_at desc limit 1),
    (select max(s.created_at) from sessions s where s.user_id = u.id)) as seen_at`;

interface Row {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: string;
  readonly reputation_points: number;
  readonly integrity_score: number;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly suspension_reason: string | null;
  readonly posts: number;
  readonly answers: number;
  readonly seen_at: Date | null;
}

/** Returns a page of current members as admins see them. Two queries, whatever the filter. */
export async function listAdminUsers(
  db: Database,
  { page, limit, search, sort, role, suspended }: Input,
): Promise<z.infer<typeof listAdminUsersOutput>> {
  const wanted = [
    sql`deleted_at is null`,
    ...(search ? [sql`(username ilike ${likeOf(search)} or email ilike ${likeOf(search)})`] : []),
    ...(role ? [sql`role = ${role}`] : []),
    ...(suspended === undefined ? [] : [suspended ? sql`suspended_at is not null` : sql`suspended_at is null`]),
  ];
  const where = sql.join(wanted, sql` and `);
  const { rows } = await sql<Row>`
    with shown as (
      select id, row_number() over () as place from (
        select id from users where ${where} order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}
      ) as page
    )
    select ${fields} from shown join users u on u.id = shown.id left join author_counts c on c.user_id = u.id
    order by shown.place`.execute(db);
  const total = await sql<{ n: number }>`select count(*)::int as n from users where ${where}`.execute(db);
  return { users: rows.map(userOf), pagination: pagination({ page, limit }, total.rows[0]?.n ?? 0) };
}

/** Returns one member. @throws AppError NOT_FOUND */
export async function getAdminUser(db: Kysely<DB>, id: string): Promise<AdminUser> {
  const { rows } = await sql<Row>`
    select ${fields} from users u left join author_counts c on c.user_id = u.id where u.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND", { message: "User not found" });
  return userOf(row);
}

function userOf(row: Row): AdminUser {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: roles.parse(row.role),
    reputationPoints: row.reputation_points,
    integrityScore: row.integrity_score,
    createdAt: row.created_at.toISOString(),
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    suspensionReason: row.suspension_reason,
    lastSeenAt: row.seen_at?.toISOString() ?? null,
    postCount: row.posts,
    answerCount: row.answers,
  };
}
