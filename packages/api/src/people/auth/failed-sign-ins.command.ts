import { SECOND_FACTOR } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { recordOnceADay } from "../notifications/index.ts";
import { wrongCodesOf } from "../second-factor/index.ts";

type Needs = Pick<Services, "db" | "signals" | "now">;

/** Tells the owner of an account, if the address has one, that many sign-ins have failed. At most once in 24 hours. */
export function tellOfFailedSignIns(needs: Needs, { email }: { readonly email: string }): Promise<void> {
  return tellOnceADay(needs, sql`lower(email) = ${email.toLowerCase()}`, "failed_sign_ins");
}

/** Tells a member of wrong codes from someone who has the first factor or a session, unless a right one has followed. At most once in 24 hours. */
export async function tellOfWrongCodes(needs: Needs, { userId }: { readonly userId: string }): Promise<void> {
  if ((await wrongCodesOf(needs.db, userId)) < SECOND_FACTOR.wrongCodes.told) return;
  await tellOnceADay(needs, sql`id = ${userId}`, "wrong_codes");
}

async function tellOnceADay(
  { db, signals, now }: Needs,
  isMember: RawBuilder<unknown>,
  kind: "failed_sign_ins" | "wrong_codes",
): Promise<void> {
  const at = now();
  await withEffects({ db, signals }, async (trx, effects) => {
    // Locked, so that of two runs the second sees what the first recorded.
    const { rows } = await sql<{ id: string }>`
      select id::text as id from users where ${isMember} and deleted_at is null for no key update`.execute(trx);
    const member = rows[0]?.id;
    if (member === undefined) return;
    await recordOnceADay(trx, effects, { member, kind, from: null, at });
  });
}
