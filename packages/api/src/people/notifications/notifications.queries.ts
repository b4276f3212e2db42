import {
  type InterfaceLanguage,
  type LiveNotifications,
  type listNotificationsInput,
  MAIL_DIGESTS,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationSettings,
} from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { translate } from "../../platform/language/index.ts";
import { isGone } from "./gone.sql.ts";
import { wordsOf } from "./messages.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly count: number;
  readonly data: unknown;
  /** Whether the post that it is about can't be seen by its reader any more. */
  readonly gone: boolean;
  readonly read_at: Date | string | null;
  readonly created_at: Date;
}

/** The same as it comes from JSON. */
export type StoredNotification = Omit<Row, "created_at"> & { readonly created_at: string };

/** Returns a page of the member's notifications, latest first, and the total of that kind. */
export async function listNotifications(
  db: Kysely<DB>,
  userId: string,
  { page, limit, read }: z.infer<typeof listNotificationsInput>,
  language: InterfaceLanguage = "en",
): Promise<{ notifications: Notification[]; total: number }> {
  const isRead = read === undefined ? sql`` : read ? sql`and read_at is not null` : sql`and read_at is null`;
  const { rows } = await sql<Row & { total: number }>`
    select id::text as id, kind, count, data, ${isGone()} as gone, read_at, created_at,
      (select count(*) from notifications where user_id = ${userId} ${isRead})::int as total
    from notifications n where user_id = ${userId} ${isRead}
    order by created_at desc, n.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const [first] = rows;
  return {
    notifications: rows.map((row) => notificationOf(row, language)),
    // A page past the end has no row to carry the total.
    total: first ? first.total : page === 1 ? 0 : await countNotifications(db, userId, read),
  };
}

async function countNotifications(db: Kysely<DB>, userId: string, read: boolean | undefined): Promise<number> {
  let query = db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .where("user_id", "=", userId);
  if (read !== undefined) query = query.where("read_at", read ? "is not" : "is", null);
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/** Counts unread notifications. */
export function countUnread(db: Kysely<DB>, userId: string): Promise<number> {
  return countNotifications(db, userId, false);
}

/** Runs regularly for every open stream. */
const counts = statement(
  (userId: string) => sql<{ unread: number; latest: StoredNotification | null }>`
    select (select count(*) from notifications where user_id = ${userId} and read_at is null)::int as unread,
      (select to_json(latest) from (
        select id::text as id, kind, count, data, ${isGone()} as gone, read_at, created_at
        from notifications n where user_id = ${userId} order by created_at desc, n.id desc limit 1
      ) as latest) as latest`,
);

/** Returns the unread count and the newest notification, read or not. */
export async function unreadCounts(
  db: Kysely<DB>,
  userId: string,
  language: InterfaceLanguage = "en",
): Promise<LiveNotifications> {
  const [row] = await counts(db, userId);
  const latest = row?.latest;
  return {
    unread: row?.unread ?? 0,
    latest: latest ? notificationOf({ ...latest, created_at: new Date(latest.created_at) }, language) : null,
  };
}

/** Turns a stored line into text in the reader's language. */
export function notificationOf(row: Row, language: InterfaceLanguage): Notification {
  const { url } = navigation.parse(row.data);
  const { title, message } = wordsOf(row);
  return {
    id: row.id,
    kind: row.kind,
    title: translate(language, title),
    message: translate(language, message),
    read: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
    ...(url !== undefined && { navigation: { url } }),
  };
}

const navigation = z.object({ url: z.string().optional() }).catch({});

const storedSettings = z
  .object({
    notify: z.record(z.string(), z.boolean()).catch({}).default({}),
    mail: z.enum(MAIL_DIGESTS).catch("off").default("off"),
  })
  .catch({ notify: {}, mail: "off" });

/** Returns which notifications the member wants; by default everything in the app and nothing by mail. */
export function settingsOf(stored: unknown): NotificationSettings {
  const { notify, mail } = storedSettings.parse(stored);
  return {
    kinds: Object.fromEntries(
      NOTIFICATION_KINDS.map((kind) => [kind, notify[kind] ?? true]),
    ) as NotificationSettings["kinds"],
    mail,
  };
}

/** Returns the member's settings. */
export async function getSettings(db: Kysely<DB>, userId: string): Promise<NotificationSettings> {
  const row = await db.selectFrom("users").select("settings").where("id", "=", userId).executeTakeFirst();
  return settingsOf(row?.settings);
}
