import { DAY_MS, MODERATION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/** Erases what flagged content and profiles said once the decision is `MODERATION.textDays` days old, unless an appeal is open. */
export async function eraseFlaggedTexts(db: Kysely<DB>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MODERATION.textDays * DAY_MS);
  await sql`
    update review_verdicts v set flagged_text = null from review_items i
     where i.id = v.review_id and coalesce(i.decided_at, v.created_at) < ${before} and v.flagged_text is not null`.execute(
    db,
  );
  await sql`
    update flags f set flagged_text = null
     where f.flagged_text is not null and f.decided_at < ${before}
       and not exists (select from hidden_content h where h.id = f.hiding_id and h.appeal_status = 'OPEN')`.execute(db);
}
