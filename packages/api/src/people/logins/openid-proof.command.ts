import type { OpenIdProvider } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import {
  isChallengeOpen,
  lockMember,
  newChallenge,
  type Purpose,
  readChallenge,
  takeChallenge,
} from "../second-factor/index.ts";
import { type LoginKey, linkLogin, noteUse, ownerOf } from "./linked.command.ts";

export type Needs = Pick<Services, "vault" | "openIdProviders">;

/** Signs in, opens an account, or confirms who somebody is. */
export const TO_USE: Purpose = "use an account at a provider";
/** Names the account here, so that nobody links theirs to another's. */
export const toLinkAccount = (userId: string): Purpose => `link an account at a provider to ${userId}`;

/** What a proof contains. */
const proofContents = z.object({
  issuer: z.string(),
  subject: z.string(),
  label: z.string().nullable(),
  /** When the provider last asked for its own proof, in ms; null if it doesn't say. */
  provedAt: z.number().nullable(),
  /** Whether it was asked to prompt again. */
  again: z.boolean(),
});
type Proof = z.infer<typeof proofContents>;

interface Given {
  readonly proof: string;
  /** By the database's clock. */
  readonly at: Date;
}

/** Returns what stands for the account as a signature stands for a wallet. */
export function newProof(services: Needs, purpose: Purpose, at: Date, proof: Proof): string {
  return textOf(newChallenge(services, purpose, at, { contents: JSON.stringify(proof) }));
}

/**
 * Finds whose account at a provider it is, without using the proof up, which is only told to whom the proof belongs.
 * @returns the member's id, and from when on they count as having proved who they are
 * @throws AppError OPENID_REFUSED, OPENID_UNKNOWN
 */
export async function ownerOfAccount(
  db: Kysely<DB>,
  services: Needs,
  given: Given,
): Promise<{ readonly userId: string; readonly provedAt: Date }> {
  const proof = readProof(services, TO_USE, given);
  if (!(await isChallengeOpen(db, services, given.proof, { purpose: TO_USE, at: given.at }))) throw tooOld(TO_USE);
  const provider = named(services, proof);
  const userId = await ownerOf(db, keyOf(proof));
  if (userId === null) throw unknown(provider);
  return { userId, provedAt: provedAtOf(proof, given.at) };
}

/**
 * Uses a proof, in the transaction of what it is used for. Its member is locked.
 * @throws AppError OPENID_REFUSED, WAY_IN_SUSPENDED, OPENID_UNKNOWN if the account isn't, or is no longer, linked to the member
 */
export async function useAccount(
  trx: Kysely<DB>,
  services: Needs,
  { userId, ...given }: Given & { readonly userId: string },
): Promise<{ readonly again: boolean; readonly provedAt: Date }> {
  await lockMember(trx, userId);
  const proof = await takeProof(trx, services, TO_USE, given);
  const provider = named(services, proof);
  if (!(await noteUse(trx, keyOf(proof), userId, given.at))) throw unknown(provider);
  return { again: proof.again, provedAt: provedAtOf(proof, given.at) };
}

/**
 * Links the account at a provider that a proof is of to the member, whose row must be locked.
 * @returns the login's id, the account, as its member knows it, and from when on they count as having proved who they are
 * @throws AppError OPENID_REFUSED, LOGIN_EXISTS, LOGIN_TAKEN, TOO_MANY_LOGINS
 */
export async function linkAccountTo(
  trx: Kysely<DB>,
  services: Needs,
  { userId, purpose, ...given }: Given & { readonly userId: string; readonly purpose: Purpose },
): Promise<{ readonly id: string; readonly login: string; readonly provedAt: Date }> {
  const proof = await takeProof(trx, services, purpose, given);
  const { name } = named(services, proof);
  const { label } = proof;
  const id = await linkLogin(trx, keyOf(proof), { userId, name, label, at: given.at, what: `This ${name} account` });
  return { id, login: accountName({ name, label }), provedAt: provedAtOf(proof, given.at) };
}

/** What the member reads that was linked. */
const accountName = ({ name, label }: { readonly name: string; readonly label: string | null }): string =>
  label === null ? `${name} account` : `${name} account ${label}`;

async function takeProof(trx: Kysely<DB>, services: Needs, purpose: Purpose, given: Given): Promise<Proof> {
  const proof = readProof(services, purpose, given);
  if (!(await takeChallenge(trx, services, given.proof, { purpose, at: given.at }))) throw tooOld(purpose);
  return proof;
}

function readProof(services: Needs, purpose: Purpose, { proof, at }: Given): Proof {
  const contents = readChallenge(services, proof, { purpose, at });
  if (contents === null) throw tooOld(purpose);
  return proofContents.parse(JSON.parse(contents));
}

const keyOf = ({ issuer, subject }: Proof): LoginKey => ({ kind: "openid", issuer, subject });

/** The provider that made it. @throws AppError OPENID_REFUSED if the operator has removed it since */
function named({ openIdProviders }: Needs, { issuer }: Proof): OpenIdProvider {
  const provider = openIdProviders.find((one) => one.issuer === issuer);
  if (!provider) throw new AppError("OPENID_REFUSED");
  return provider;
}

const unknown = ({ name }: OpenIdProvider) =>
  new AppError("OPENID_UNKNOWN", {
    message: `No account here is linked to this ${name} account. Sign up with it, or sign in another way and link it in your settings, under Security.`,
  });

/** A sign-in is only as fresh as the provider's own; one that doesn't say, and wasn't told to ask, proves nothing fresh. */
function provedAtOf({ provedAt, again }: Proof, at: Date): Date {
  if (provedAt === null) return again ? at : new Date(0);
  return provedAt > at.getTime() ? at : new Date(provedAt);
}

export const textOf = (challenge: Uint8Array) => Buffer.from(challenge).toString("base64url");

export const tooOld = (purpose: Purpose) =>
  new AppError("OPENID_REFUSED", {
    message:
      purpose === TO_USE
        ? "This sign-in has expired or was used before. Please start again."
        : "This attempt to link an account has expired or was used before. Please start again.",
  });
