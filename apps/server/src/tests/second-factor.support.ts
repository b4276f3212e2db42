import { createHash } from "node:crypto";
import { SECOND_FACTOR } from "@bbux/contract";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

const PERIOD_MS = 30_000;

/**
 * What an authenticator app shows, as many 30-second steps from now as given. The next step's code is the default, because enrolling uses
 * up the present one's, and because it stays right for the longest time.
 */
export function codeOf(secret: string, steps = 1): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * PERIOD_MS });
}

/** Six digits that the app doesn't show in these minutes. */
export function wrongCode(secret: string): string {
  const shown = Array.from({ length: 9 }, (_, n) => codeOf(secret, n - 4));
  return ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777", "888888", "999999"].find(
    (code) => !shown.includes(code),
  ) as string;
}

/** Sets up an authenticator app, with the present code. */
export async function enroll(t: TestApp, member: TestMember): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = ok(await call(t, "POST", "/auth/factors/totp", { as: member }));
  const body = { code: codeOf(secret, 0) };
  const { recoveryCodes } = ok(await call(t, "POST", "/auth/factors/totp/confirm", { as: member, body }));
  return { secret, recoveryCodes };
}

/** Makes a member's second factors older than any hold, and ends the hold that adding them began. */
export async function ageFactors(t: TestApp, { id }: Pick<TestMember, "id">): Promise<void> {
  const { ownerDb } = t.database;
  await sql`update factors set confirmed_at = confirmed_at - interval '8 days' where user_id = ${id}`.execute(ownerDb);
  await sql`delete from security_holds where user_id = ${id} and cause = 'factor_added'`.execute(ownerDb);
}

/** Longer ago than a proof counts. */
const tooOld = () => new Date(Date.now() - (SECOND_FACTOR.proofMinutes + 1) * 60_000);

/** Makes the proofs of all of a member's sessions too old. */
export async function ageProofs(t: TestApp, member: Pick<TestMember, "id">): Promise<void> {
  await t.database.ownerDb
    .updateTable("sessions")
    .set({ proved_at: tooOld() })
    .where("user_id", "=", member.id)
    .where("proof", "is not", null)
    .execute();
}

/** Makes the proof of one session too old. */
export async function ageProof(t: TestApp, token: string): Promise<void> {
  const hash = createHash("sha256").update(token).digest();
  await t.database.ownerDb.updateTable("sessions").set({ proved_at: tooOld() }).where("id_hash", "=", hash).execute();
}

/** Stores as many wrong codes as are taken from unknown places, or of a browser or session of the member's own. */
export async function spendCodes(t: TestApp, { id }: Pick<TestMember, "id">, own: string | null = null): Promise<void> {
  const place = createHash("sha256")
    .update(own ?? "somewhere")
    .digest();
  await sql`
    insert into code_attempts (user_id, from_hash, is_own)
    select ${id}::bigint, ${place}::bytea, ${own !== null}::boolean from generate_series(1, ${SECOND_FACTOR.wrongCodes.most}::int)`.execute(
    t.database.ownerDb,
  );
}
