import { sql } from "kysely";
import { flags } from "./flags.ts";
import { ago, type Known, need, type Story, type Trx } from "./written.ts";

/** Puts flags into the moderation queue, none of them on what a moderator wrote. */
export async function writeFlags(trx: Trx, { now, users }: Known, { texts }: Story): Promise<void> {
  for (const { on, author, begins, reporter, reason, note, daysAgo } of flags) {
    const subject = need(users, author);
    const target =
      on === "message"
        ? await messageOf(trx, subject, begins)
        : texts.find(
            (text) =>
              text.kind === on &&
              text.author === author &&
              (on === "post" ? text.title : text.content).startsWith(begins),
          )?.id;
    if (target === undefined) throw new Error(`The demo community has no ${on} “${begins}” by ${author}`);
    await trx
      .insertInto("flags")
      .values({
        ...{ target_kind: on, target_id: target, subject_id: subject },
        ...{ reporter_id: need(users, reporter), reason, note, created_at: ago(now, daysAgo) },
      })
      .execute();
  }
}

async function messageOf(trx: Trx, author: string, begins: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from chat_messages where author_id = ${author} and starts_with(content, ${begins})`.execute(
    trx,
  );
  return rows[0]?.id;
}
