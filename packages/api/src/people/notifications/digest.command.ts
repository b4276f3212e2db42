import { DAY_MS, HOUR_MS, type InterfaceLanguage, type Notification } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { languageOfMember } from "../../platform/language/index.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";
import { isGone } from "./gone.sql.ts";
import { notificationOf, type StoredNotification } from "./notifications.queries.ts";
import { isMailedAlready } from "./one-mail.ts";

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
  readonly language: InterfaceLanguage;
  readonly every: "daily" | "weekly";
  readonly lines: readonly Notification[];
  /** Unread lines beyond these. */
  readonly more: number;
  /** What to restore if the mail can't be sent. */
  readonly since: string | null;
  readonly until: Date;
}

interface Row {
  readonly username: string;
  readonly email: string;
  readonly every: string;
  readonly settings: unknown;
  readonly since: string | null;
  readonly lines: readonly StoredNotification[];
  readonly count: number;
}

const every = z.enum(["daily", "weekly"]);

type Needs = Pick<Services, "db" | "verifiesEmail">;

/** Who asked for mail at an address of their own, has had none for a day or a week, and has unread lines since. */
const isDue = (services: Needs, now: Date) => {
  const until = settled(now);
  const before = (days: number) => new Date(until.getTime() - days * DAY_MS + LEEWAY_MS);
  return sql<boolean>`(u.settings ->> 'mail' in ('daily', 'weekly')
    and u.deleted_at is null and u.suspended_at is null and u.email is not null and ${isEmailConfirmed("u", services)}
    and (u.digested_at is null
      or u.digested_at <= case u.settings ->> 'mail' when 'daily' then ${before(1)} else ${before(7)} end::timestamptz)
    and exists (select from notifications n where n.user_id = u.id and n.read_at is null and not ${isMailedAlready()}
      and n.created_at > coalesce(u.digested_at, '-infinity') and n.created_at <= ${until}))`;
};

const settled = (now: Date) => new Date(now.getTime() - SETTLED_MS);

/**
 * Finds the next members who are due a mail.
 * @param after the last member of the previous call, `"0"` to begin
 */
export async function findDigestsDue(services: Needs, after: string, limit: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from users u where u.id > ${after} and ${isDue(services, now)} order by u.id limit ${limit}`.execute(
    services.db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes a member's mail, and marks it in the same statement, so only one of two concurrent runs gets it;
 * {@link returnDigest} returns it. Waits for a change of the member that is under way, as long as a statement may take.
 * @returns null if none is due anymore
 * @throws Error if the change takes longer; then nothing is marked
 */
export async function takeDigest(services: Needs, memberId: string, now: Date): Promise<Digest | null> {
  const until = settled(now);
  const { rows } = await sql<Row>`
    with due as (
      select u.id, u.digested_at from users u where u.id = ${memberId} and ${isDue(services, now)} for no key update of u
    ), taken as (
      update users u set digested_at = ${until} from due where u.id = due.id
      returning u.id, u.username, u.email, u.settings ->> 'mail' as every, u.settings, due.digested_at as since
    )
    select username, email, every, settings, to_json(since) #>> '{}' as since, unread.lines, unread.count
    from taken cross join lateral (
      select count(*)::int as count, coalesce((json_agg(line order by created_at desc, n.id desc)
        filter (where place <= ${LINES})), '[]') as lines
      from (
        select id, created_at, row_number() over (order by created_at desc, id desc) as place,
          json_build_object('id', id::text, 'kind', kind, 'count', count, 'data', data, 'gone', ${isGone()},
            'read_at', read_at, 'created_at', created_at) as line
        from notifications n where user_id = taken.id and read_at is null and not ${isMailedAlready()}
          and created_at > coalesce(since, '-infinity') and created_at <= ${until}
      ) as n
    ) as unread`.execute(services.db);
  const [row] = rows;
  if (!row) return null;
  const { lines, count, settings, ...member } = row;
  const language = languageOfMember(settings);
  return {
    ...member,
    every: every.parse(row.every),
    memberId,
    language,
    lines: lines.map((line) => notificationOf({ ...line, created_at: new Date(line.created_at) }, language)),
    more: count - lines.length,
    until,
  };
}

/** Returns a digest that could not be sent, for the next run to take again. */
export async function returnDigest(db: Kysely<DB>, { memberId, since, until }: Digest): Promise<void> {
  await sql`update users set digested_at = ${since}::timestamptz where id = ${memberId} and digested_at = ${until}`.execute(
    db,
  );
}
