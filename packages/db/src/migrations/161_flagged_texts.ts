import { type Kysely, sql } from "kysely";

/** The text as it was when it was flagged: its author may edit it before a moderator looks, or close the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table flags add column flagged_text text`.execute(db);
  // Until reviewers agree, a verdict isn't a flag yet.
  await sql`alter table review_verdicts add column flagged_text text check (flagged_text is null or verdict = 'FLAG')`.execute(
    db,
  );
  await sql`create index flags_texts on flags (target_kind, target_id) where flagged_text is not null`.execute(db);
  await sql`grant update (flagged_text) on review_verdicts to bbux_app`.execute(db);
}
