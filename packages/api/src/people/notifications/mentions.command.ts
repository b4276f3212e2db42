import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../platform/transactions/index.ts";
import { mentionsIn } from "./mentions.ts";
import { notify } from "./notify.command.ts";

/** Notifies the members whom a text mentions, except its author and those who are notified about it anyway. */
export async function notifyMentioned(
  trx: Transaction<DB>,
  effects: Effects,
  text: {
    readonly content: string;
    /** Members who were mentioned before an edit and aren't notified again. */
    readonly before?: string;
    readonly author: { readonly id: string; readonly username: string };
    readonly notified: readonly string[];
    readonly what: "post" | "answer" | "comment" | "message";
    /** Where it is written: mentions in the same place share one line. */
    readonly place: string;
    readonly subject: string;
    readonly url: string;
    readonly at: Date;
  },
): Promise<void> {
  const known = new Set(mentionsIn(text.before ?? ""));
  const names = mentionsIn(text.content).filter((name) => !known.has(name));
  if (names.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id::text as id from users
    where lower(username) = any(${names}) and deleted_at is null and id <> all(${[text.author.id, ...text.notified]}::bigint[])
  `.execute(trx);
  await notify(trx, effects, {
    to: rows.map(({ id }) => id),
    kind: "mention",
    bundle: `mention:${text.place}`,
    data: { actors: [text.author.username], subject: text.subject, what: text.what },
    url: text.url,
    at: text.at,
  });
}
