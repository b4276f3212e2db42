import type { AnyNotificationKind } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../platform/transactions/index.ts";
import type { NotificationData } from "./messages.ts";

export interface News<Kind extends AnyNotificationKind = AnyNotificationKind> {
  /** Members by id. Those who turned the kind off, and those who left, aren't notified. */
  readonly to: readonly string[];
  readonly kind: Kind;
  /** An unread line of the same bundle is extended instead of adding another. */
  readonly bundle: string;
  /** Above 0: notifies only if no line of this bundle, read or not, has reached this level. */
  readonly level?: number;
  readonly data: NotificationData[Kind];
  /** The path in the app that it leads to. */
  readonly url: string;
  readonly at: Date;
}

const insertNews = statement(
  (to: readonly string[], kind: string, bundle: string, level: number, data: string, at: Date) => sql<{ id: string }>`
    insert into notifications (user_id, kind, bundle_key, level, data, created_at)
    select u.id, ${kind}::text, ${bundle}::text, ${level}::int, ${data}::jsonb, ${at}::timestamptz from users u
    where u.id = any(${to}::bigint[]) and u.deleted_at is null
      and coalesce((u.settings #>> array['notify', ${kind}::text])::boolean, true)
      and (${level}::int = 0 or not exists (
        select from notifications n where n.bundle_key = ${bundle} and n.user_id = u.id and n.level >= ${level}::int))
    order by u.id
    on conflict (user_id, bundle_key) where read_at is null do update set
      count = notifications.count + 1, level = excluded.level, created_at = excluded.created_at,
      data = excluded.data || jsonb_build_object('actors', (
        select coalesce(jsonb_agg(name order by place), '[]') from (
          select name, min(place) as place
          from jsonb_array_elements_text(
            coalesce(excluded.data -> 'actors', '[]') || coalesce(notifications.data -> 'actors', '[]')
          ) with ordinality as t (name, place) group by name order by min(place) limit 3
        ) as latest))
    returning user_id::text as id`,
);

/**
 * Notifies members, in one round trip for any number of them. Runs in the transaction of the event, after all its other
 * locks. Open tabs get a signal after the commit.
 * @returns who was notified
 */
export async function notify<Kind extends AnyNotificationKind>(
  trx: Transaction<DB>,
  effects: Effects,
  { to, kind, bundle, level = 0, data, url, at }: News<Kind>,
): Promise<readonly string[]> {
  if (to.length === 0) return [];
  const rows = await insertNews(trx, to, kind, bundle, level, JSON.stringify({ ...data, url }), at);
  for (const { id } of rows) effects.notified.add(id);
  return rows.map(({ id }) => id);
}
