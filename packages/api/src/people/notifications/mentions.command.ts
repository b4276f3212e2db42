import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Viewer } from "../../platform/context/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { mentionsIn } from "./mentions.ts";
import { notify } from "./notify.command.ts";

/** Who writes; part of a call's context. */
export interface Author {
  readonly viewer: Pick<Viewer, "id" | "username" | "emailVerified">;
  readonly verifiesEmail: boolean;
}

/**
 * Notifies the members whom a text mentions, each once however often it is edited, except its author and those who are notified about it
 * anyway. Nobody is mentioned by an author who hasn't confirmed their address (docs/adr/0035).
 */
export async function notifyMentioned(
  trx: Transaction<DB>,
  effects: Effects,
  { viewer: author, verifiesEmail }: Author,
  text: {
    /** Of a text that can be edited. */
    readonly id?: string;
    readonly content: string;
    /** Members who were mentioned before an edit and aren't notified again. */
    readonly before?: string;
    readonly notified: readonly string[];
    readonly what: "post" | "answer" | "comment" | "message";
    /** Where it is written: mentions in the same place share one line. */
    readonly place: string;
    readonly subject: string;
    readonly url: string;
    readonly at: Date;
  },
): Promise<void> {
  if (verifiesEmail && !author.emailVerified) return;
  const known = new Set(mentionsIn(text.before ?? ""));
  const names = mentionsIn(text.content).filter((name) => !known.has(name));
  if (names.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id::text as id from users
    where lower(username) = any(${names}) and deleted_at is null and id <> all(${[author.id, ...text.notified]}::bigint[])
  `.execute(trx);
  const mentioned = rows.map(({ id }) => id);
  await notify(trx, effects, {
    to: text.id === undefined ? mentioned : await notYetNotified(trx, text.id, mentioned),
    kind: "mention",
    bundle: `mention:${text.place}`,
    data: { actors: [author.username], subject: text.subject, what: text.what },
    url: text.url,
    at: text.at,
  });
}

/** Remembers whom a text has mentioned. The lock of its row, or its being new, keeps two edits apart. */
async function notYetNotified(trx: Transaction<DB>, textId: string, members: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into text_mentions (text_id, user_id) select ${textId}, unnest(${members}::bigint[])
    on conflict do nothing returning user_id::text as id`.execute(trx);
  return rows.map(({ id }) => id);
}
