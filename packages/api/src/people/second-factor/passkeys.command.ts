import { type PasskeyAssertion, type passkeyOptionsOutput, SECOND_FACTOR } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { newChallenge, takeChallenge } from "./challenges.ts";
import { lockMember } from "./lock-member.ts";
import { relyingParty } from "./relying-party.ts";

type Needs = Pick<Services, "vault" | "publicOrigin">;

/** How long the browser waits for the member (ms). */
export const PASSKEY_TIMEOUT_MS = SECOND_FACTOR.passkeyMinutes * 60_000;

/** What the browser needs to use any passkey of this platform. */
export async function passkeySignInOptions(
  ctx: Needs & Pick<Services, "databaseNow">,
): Promise<z.infer<typeof passkeyOptionsOutput>> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: newChallenge(ctx, "use a passkey", await ctx.databaseNow()),
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: "required",
  });
  return { options: { ...options } };
}

/**
 * Uses a passkey, in the transaction of what it is used for. Its member is locked. A counter that doesn't grow means a copy, which is refused.
 * @returns whose it is
 * @throws AppError PASSKEY_REFUSED, WAY_IN_SUSPENDED
 */
export async function usePasskey(
  trx: Kysely<DB>,
  services: Needs,
  { passkey, at }: { readonly passkey: PasskeyAssertion; readonly at: Date },
): Promise<string> {
  const owner = await trx
    .selectFrom("passkeys")
    .innerJoin("factors", "factors.id", "passkeys.factor_id")
    .select("factors.user_id")
    .where("credential_id", "=", passkey.id)
    .executeTakeFirst();
  if (!owner) throw new AppError("PASSKEY_REFUSED");
  await lockMember(trx, owner.user_id);
  const known = await trx.selectFrom("passkeys").selectAll().where("credential_id", "=", passkey.id).executeTakeFirst();
  // It may have been removed before the lock.
  if (!known) throw new AppError("PASSKEY_REFUSED");
  const { id, origin } = relyingParty(services, passkey.response.clientDataJSON);
  const signed = challengeReader();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkey,
    expectedChallenge: signed.read,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
    },
  }).catch(refuse);
  const isOurs = await takeChallenge(trx, services, signed.challenge(), { purpose: "use a passkey", at });
  if (!verified || !isOurs) throw new AppError("PASSKEY_REFUSED");
  const { newCounter, credentialBackedUp } = authenticationInfo;
  const now = { counter: newCounter, backed_up: credentialBackedUp };
  await trx.updateTable("passkeys").set(now).where("factor_id", "=", known.factor_id).execute();
  const used = await trx
    .updateTable("factors")
    .set({ last_used_at: at })
    .where("id", "=", known.factor_id)
    .returning("suspended_at")
    .executeTakeFirstOrThrow();
  // Only someone with the passkey is told.
  if (used.suspended_at !== null) throw new AppError("WAY_IN_SUSPENDED");
  return owner.user_id;
}

/** Takes the challenge from what was signed, so that it can be used up once the signature is known to be right. */
export function challengeReader(): { read(challenge: string): boolean; challenge(): string } {
  let seen = "";
  return {
    read(challenge) {
      seen = challenge;
      return true;
    },
    challenge: () => seen,
  };
}

/** The library throws plain errors for whatever is wrong with a passkey. */
export function refuse(cause: unknown): never {
  throw new AppError("PASSKEY_REFUSED", { cause });
}
