import {
  type addPasskeyInput,
  LIMITS,
  type PasskeyRegistration,
  type passkeyOptionsOutput,
  type recoveryCodesOutput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import {
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret, markProved } from "../../platform/proofs/index.ts";
import { constraintOf } from "../../platform/queries/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { requireAnsweredAddress } from "../auth/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import {
  challengeReader,
  firstRecoveryCodes,
  lockMember,
  newChallenge,
  PASSKEY_TIMEOUT_MS,
  refuse,
  relyingParty,
  takeChallenge,
} from "../second-factor/index.ts";
import { holdForNewFactor, lockPayouts } from "../security-holds/index.ts";
import { requireNoCertificate } from "./attestation.rules.ts";

type Options = z.infer<typeof passkeyOptionsOutput>;
type Needs = Pick<Services, "vault" | "publicOrigin">;

/** Begins to add a passkey. It has to verify its member, by a fingerprint or a PIN, so that it is two factors in one. */
export async function passkeyCreationOptions(ctx: MemberContext): Promise<Options> {
  const { id: userId, username } = ctx.viewer;
  const known = await passkeysOf(ctx.db, userId);
  const at = await ctx.databaseNow();
  const options = await generateRegistrationOptions({
    rpName: (await ctx.brand.current()).name,
    rpID: relyingParty(ctx).id,
    userName: username,
    userID: new TextEncoder().encode(userId),
    challenge: newChallenge(ctx, `add a passkey to ${userId}`, at),
    timeout: PASSKEY_TIMEOUT_MS,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: { ...options } };
}

/**
 * Adds the passkey that the browser has made.
 * @returns the recovery codes with the first factor, this once; otherwise none
 * @throws AppError PASSKEY_REFUSED, PASSKEY_EXISTS, TOO_MANY_PASSKEYS, EMAIL_UNVERIFIED of an address that an operator has set
 */
export async function addPasskey(
  ctx: MemberContext,
  { name, passkey }: z.infer<typeof addPasskeyInput>,
): Promise<z.infer<typeof recoveryCodesOutput>> {
  const { id: userId } = ctx.viewer;
  const at = await ctx.databaseNow();
  const recoveryCodes = await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, userId);
    await lockMember(trx, userId);
    await requireAnsweredAddress(trx, ctx, userId);
    if ((await passkeysOf(trx, userId)).length >= LIMITS.passkeys) throw new AppError("TOO_MANY_PASSKEYS");
    const made = await verifyNew(trx, ctx, { userId, passkey, at });
    await holdForNewFactor(trx, ctx, { member: userId, session: hashSecret(ctx.session.token) });
    const added = await store(trx, { userId, name, passkey, made });
    await markProved(trx, ctx.session, "passkey");
    const event = { member: userId, kind: "factor_added", from: ctx, details: { added }, at: ctx.now() } as const;
    await recordSecurityEvent(trx, effects, event);
    return firstRecoveryCodes(trx, userId);
  });
  await mailSoon(ctx);
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
  const verify = async () => {
    requireNoCertificate(passkey.response.attestationObject);
    return verifyRegistrationResponse({
      response: passkey,
      expectedChallenge: signed.read,
      expectedOrigin: origin,
      expectedRPID: id,
    });
  };
  const { registrationInfo } = await verify().catch(refuse);
  const isOurs = await takeChallenge(trx, services, signed.challenge(), { purpose: `add a passkey to ${userId}`, at });
  if (!registrationInfo || !isOurs) throw new AppError("PASSKEY_REFUSED");
  return registrationInfo;
}

/** @returns the factor's id */
async function store(
  trx: Kysely<DB>,
  { userId, name, passkey, made }: { userId: string; name: string; passkey: PasskeyRegistration; made: Made },
): Promise<string> {
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
  return factor.id;
}

function passkeysOf(db: Kysely<DB>, userId: string): Promise<{ credential_id: string; transports: string[] }[]> {
  return db
    .selectFrom("passkeys")
    .innerJoin("factors", "factors.id", "passkeys.factor_id")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
}
