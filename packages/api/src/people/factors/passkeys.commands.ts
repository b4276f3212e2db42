import {
  APP,
  type addPasskeyInput,
  LIMITS,
  type PasskeyAssertion,
  type PasskeyRegistration,
  type passkeyOptionsOutput,
  type recoveryCodesOutput,
  SECOND_FACTOR,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { markProved } from "../../platform/proofs/index.ts";
import { constraintOf } from "../../platform/queries/index.ts";
import { newChallenge, takeChallenge } from "./challenges.ts";
import { lockMember } from "./factors.commands.ts";
import { firstRecoveryCodes } from "./recovery-codes.ts";
import { relyingParty } from "./relying-party.ts";

type Options = z.infer<typeof passkeyOptionsOutput>;
type Needs = Pick<Services, "vault" | "publicOrigin">;

const TIMEOUT_MS = SECOND_FACTOR.passkeyMinutes * 60_000;

/** Begins to add a passkey. It has to verify its member, by a fingerprint or a PIN, so that it is two factors in one. */
export async function passkeyCreationOptions(ctx: MemberContext): Promise<Options> {
  const { id: userId, username } = ctx.viewer;
  const known = await passkeysOf(ctx.db, userId);
  const at = await ctx.databaseNow();
  const options = await generateRegistrationOptions({
    rpName: APP.name,
    rpID: relyingParty(ctx).id,
    userName: username,
    userID: new TextEncoder().encode(userId),
    challenge: newChallenge(ctx, `add to ${userId}`, at),
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: { ...options } };
}

/**
 * Adds the passkey that the browser has made.
 * @returns the recovery codes with the first factor, this once; otherwise none
 * @throws AppError PASSKEY_REFUSED, PASSKEY_EXISTS, TOO_MANY_PASSKEYS
 */
export async function addPasskey(
  ctx: MemberContext,
  { name, passkey }: z.infer<typeof addPasskeyInput>,
): Promise<z.infer<typeof recoveryCodesOutput>> {
  const { id: userId } = ctx.viewer;
  const at = await ctx.databaseNow();
  const recoveryCodes = await ctx.db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    if ((await passkeysOf(trx, userId)).length >= LIMITS.passkeys) throw new AppError("TOO_MANY_PASSKEYS");
    const made = await verifyNew(trx, ctx, { userId, passkey, at });
    await store(trx, { userId, name, passkey, made });
    await markProved(trx, ctx.session, "passkey");
    return firstRecoveryCodes(trx, userId);
  });
  return { success: true, recoveryCodes };
}

type Made = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

async function verifyNew(
  trx: Kysely<DB>,
  services: Needs,
  { userId, passkey, at }: { userId: string; passkey: PasskeyRegistration; at: Date },
): Promise<Made> {
  const { id, origin } = relyingParty(services, passkey.response.clientDataJSON);
  const signed = challengeReader();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: signed.read,
    expectedOrigin: origin,
    expectedRPID: id,
  }).catch(refuse);
  const isOurs = await takeChallenge(trx, services, signed.challenge(), { purpose: `add to ${userId}`, at });
  if (!registrationInfo || !isOurs) throw new AppError("PASSKEY_REFUSED");
  return registrationInfo;
}

async function store(
  trx: Kysely<DB>,
  { userId, name, passkey, made }: { userId: string; name: string; passkey: PasskeyRegistration; made: Made },
): Promise<void> {
  const factor = await trx
    .insertInto("factors")
    .values({ user_id: userId, kind: "passkey", name, confirmed_at: sql<Date>`clock_timestamp()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("passkeys")
    .values({
      factor_id: factor.id,
      credential_id: made.credential.id,
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: passkey.response.transports ?? [],
      backed_up: made.credentialBackedUp,
    })
    .execute()
    .catch((error: unknown) => {
      throw constraintOf(error) === "passkeys_credential_id_key" ? new AppError("PASSKEY_EXISTS") : error;
    });
}

/** What the browser needs to use a passkey of this platform, whoever's it is. */
export async function passkeySignInOptions(ctx: Needs & Pick<Services, "databaseNow">): Promise<Options> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: newChallenge(ctx, "use", await ctx.databaseNow()),
    timeout: TIMEOUT_MS,
    userVerification: "required",
  });
  return { options: { ...options } };
}

/**
 * Uses a passkey, in the transaction of what it is used for. Its member is locked. A counter that doesn't grow means a copy, which is refused.
 * @returns whose it is
 * @throws AppError PASSKEY_REFUSED
 */
export async function usePasskey(
  trx: Transaction<DB>,
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
  const isOurs = await takeChallenge(trx, services, signed.challenge(), { purpose: "use", at });
  if (!verified || !isOurs) throw new AppError("PASSKEY_REFUSED");
  const { newCounter, credentialBackedUp } = authenticationInfo;
  const now = { counter: newCounter, backed_up: credentialBackedUp };
  await trx.updateTable("passkeys").set(now).where("factor_id", "=", known.factor_id).execute();
  await trx.updateTable("factors").set({ last_used_at: at }).where("id", "=", known.factor_id).execute();
  return owner.user_id;
}

/** Takes the challenge from what was signed, so that it can be used up once the signature is known to be right. */
function challengeReader(): { read(challenge: string): boolean; challenge(): string } {
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
function refuse(cause: unknown): never {
  throw new AppError("PASSKEY_REFUSED", { cause });
}

function passkeysOf(db: Kysely<DB>, userId: string): Promise<{ credential_id: string; transports: string[] }[]> {
  return db
    .selectFrom("passkeys")
    .innerJoin("factors", "factors.id", "passkeys.factor_id")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
}
