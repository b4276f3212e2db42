import { DAY_MS, HOUR_MS, type Notification } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { isGone } from "./gone.sql.ts";
import { notificationOf, type StoredNotification } from "./notifications.queries.ts";

/** Lines in one mail; the others are only counted. */
const LINES = 20;
/** More recent notifications wait for the next mail, because uncommitted ones can't be seen yet. */
const SETTLED_MS = 60_000;
/** The job runs once a day, but not to the second. */
const LEEWAY_MS = 2 * HOUR_MS;

/** The content of one mail, latest first. */
export interface Digest {
  readonly memberId: string;
  readonly username: string;
  readonly email: string;
  readonly every: "daily" | "weekly";
  readonly lines: readonly Notification[];
  /** Unread lines beyond these. */
  readonly more: number;
  /** What to restore if the mail can't be sent. */
  readonly since: string | null;
  readonly until: Date;
}

interface Row {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly every: string;
  readonly since: string | null;
  readonly lines: readonly StoredNotification[];
  readonly count: number;
}

const every = z.enum(["daily", "weekly"]);

/**
 * Takes the next members who asked for mail, whose day or week is over and who have unread lines since their last mail.
 * The same statement marks them, so only one of two concurrent runs gets each; {@link returnDigest} returns one.
 * @param after the last member of the previous call, `"0"` to begin
 */
export async function takeDigests(db: Kysely<DB>, after: string, limit: number, now: Date): Promise<Digest[]> {
  const until = new Date(now.getTime() - SETTLED_MS);
  const before = (days: number) => new Date(until.getTime() - days * DAY_MS + LEEWAY_MS);
  const { rows } = await sql<Row>`
    with due as (
      select u.id, u.digested_at from users u
      where u.id > ${after} and u.settings ->> 'mail' in ('daily', 'weekly')
        and u.deleted_at is null and u.suspended_at is null and u.email is not null
        and (u.digested_at is null
          or u.digested_at <= case u.settings ->> 'mail' when 'daily' then ${before(1)} else ${before(7)} end::timestamptz)
        and exists (select from notifications n where n.user_id = u.id and n.read_at is null
          and n.created_at > coalesce(u.digested_at, '-infinity') and n.created_at <= ${until})
      order by u.id limit ${limit} for no key update of u skip locked
    ), taken as (
      update users u set digested_at = ${until} from due where u.id = due.id
      returning u.id, u.username, u.email, u.settings ->> 'mail' as every, due.digested_at as since
    )
    select taken.id::text as id, username, email, every, to_json(since) #>> '{}' as since, unread.lines, unread.count
    from taken cross join lateral (
      select count(*)::int as count, coalesce((json_agg(line order by created_at desc, n.id desc)
        filter (where place <= ${LINES})), '[]') as lines
      from (
        select id, created_at, row_number() over (order by created_at desc, id desc) as place,
          json_build_object('id', id::text, 'kind', kind, 'count', count, 'data', data, 'gone', ${isGone()},
            'read_at', read_at, 'created_at', created_at) as line
        from notifications n where user_id = taken.id and read_at is null
          and created_at > coalesce(since, '-infinity') and created_at <= ${until}
      ) as n
    ) as unread
    order by taken.id`.execute(db);
  return rows.map(({ id, lines, count, ...row }) => ({
    ...row,
    every: every.parse(row.every),
    memberId: id,
    lines: lines.map((line) => notificationOf({ ...line, created_at: new Date(line.created_at) })),
    more: count - lines.length,
    until,
  }));
}

/** Returns a digest that could not be sent, for the next run to take again. */
export async function returnDigest(db: Kysely<DB>, { memberId, since, until }: Digest): Promise<void> {
  await sql`update users set digested_at = ${since}::timestamptz where id = ${memberId} and digested_at = ${until}`.execute(
    db,
  );
}
