import { randomBytes } from "node:crypto";
import { SECOND_FACTOR } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";

type Needs = Pick<Services, "vault">;

/** What a challenge is for: to sign in or confirm, or for a member's new passkey. */
export type Purpose = "use" | `add to ${string}`;

const nameOf = (purpose: Purpose) => `passkey challenge, to ${purpose}`;

/** Returns a challenge that only this platform can have made, so that nothing is stored until it is used. @param at by the database's clock */
export function newChallenge({ vault }: Needs, purpose: Purpose, at: Date): Uint8Array<ArrayBuffer> {
  const until = at.getTime() + SECOND_FACTOR.passkeyMinutes * 60_000;
  return new Uint8Array(vault.seal(`${until} ${randomBytes(16).toString("base64url")}`, nameOf(purpose)));
}

/**
 * Uses a challenge up, in the transaction of what it is used for.
 * @param challenge in Base64url
 * @returns false if it was made for something else, is too old, or was used before
 */
export async function takeChallenge(
  trx: Kysely<DB>,
  { vault }: Needs,
  challenge: string,
  given: { readonly purpose: Purpose; readonly at: Date },
): Promise<boolean> {
  const sealed = Buffer.from(challenge, "base64url");
  const until = Number(vault.open(sealed, nameOf(given.purpose))?.split(" ")[0] ?? 0);
  if (until < given.at.getTime()) return false;
  const used = await trx
    .insertInto("used_challenges")
    .values({ challenge_hash: hashSecret(sealed.toString("base64url")), expires_at: new Date(until) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("challenge_hash")
    .executeTakeFirst();
  return used !== undefined;
}
