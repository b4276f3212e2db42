import { randomBytes } from "node:crypto";
import { SECOND_FACTOR } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { hashSecret } from "../../platform/proofs/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";

/** Without letters that look like digits (Crockford's Base32). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits, so that a plain hash of one can't be reversed. */
const LENGTH = 16;

const newCode = () => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

/** A code as it is typed, without its groups and with what is misread put right; null if it can't be one. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return plain.length === LENGTH ? plain : null;
}

/** Gives the member recovery codes with the first factor. @returns none if the member has some */
export async function firstRecoveryCodes(trx: Kysely<DB>, userId: string): Promise<string[]> {
  const one = await trx
    .selectFrom("recovery_codes")
    .select("user_id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return one ? [] : replaceRecoveryCodes(trx, userId);
}

/** Replaces the member's recovery codes. @returns the new ones, which only have their hashes stored */
export async function replaceRecoveryCodes(trx: Kysely<DB>, userId: string): Promise<string[]> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, newCode);
  await trx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)?.join("-") ?? code);
}

/** Removes the recovery codes that came with second factors which were removed, or since, and all of them with the last one that counts. */
export async function removeVoidCodes(
  trx: Kysely<DB>,
  userId: string,
  removed: readonly { readonly confirmed_at: Date | null }[],
): Promise<void> {
  const times = removed.flatMap(({ confirmed_at }) => confirmed_at ?? []);
  await sql`
    delete from recovery_codes where user_id = ${userId}
       and (created_at >= (select min(at) from unnest(${times}::timestamptz[]) as t (at))
            or not exists (select from factors f where f.user_id = ${userId} and ${isActiveFactor}))`.execute(trx);
}
