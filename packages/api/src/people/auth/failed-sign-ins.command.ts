import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { recordSecurityEvent } from "../notifications/index.ts";

/** Tells the owner of an account, if the address has one, that many sign-ins have failed. At most once in 24 hours. */
export async function tellOfFailedSignIns(
  { db, signals, now }: Pick<Services, "db" | "signals" | "now">,
  { email }: { readonly email: string },
): Promise<void> {
  const at = now();
  await withEffects({ db, signals }, async (trx, effects) => {
    // Locked, so that of two runs the second sees what the first recorded.
    const member = await trx
      .selectFrom("users")
      .select("id")
      .where(sql`lower(email)`, "=", email.toLowerCase())
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member) return;
    const recent = await trx
      .selectFrom("security_events")
      .select("id")
      .where("user_id", "=", member.id)
      .where("kind", "=", "failed_sign_ins")
      .where("created_at", ">", new Date(at.getTime() - DAY_MS))
      .executeTakeFirst();
    if (recent) return;
    await recordSecurityEvent(trx, effects, { member: member.id, kind: "failed_sign_ins", from: null, at });
  });
}
