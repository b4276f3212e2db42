import { SECOND_FACTOR } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";

type Needs = Pick<Services, "vault">;

/** What a challenge is for: to sign in or confirm, for what is new to a member, or to recognize a browser that a provider sends back. */
export type Purpose =
  | "use a passkey"
  | `add a passkey to ${string}`
  | "use a wallet"
  | `link a wallet to ${string}`
  | "come back from a provider"
  | "use an account at a provider"
  | `link an account at a provider to ${string}`;

const nameOf = (purpose: Purpose) => `challenge, to ${purpose}`;

/**
 * Returns a challenge that only this platform can have made, so that nothing is stored until it is used.
 * @param at by the database's clock
 * @param contents what {@link readChallenge} returns, which nobody else can read
 */
export function newChallenge(
  { vault }: Needs,
  purpose: Purpose,
  at: Date,
  { minutes = SECOND_FACTOR.passkeyMinutes, contents = "" }: { minutes?: number; contents?: string } = {},
): Uint8Array<ArrayBuffer> {
  const until = at.getTime() + minutes * 60_000;
  // Sealing makes it unique. Wallets show it, so it is short.
  return new Uint8Array(vault.seal(`${until.toString(36)}${contents && ` ${contents}`}`, nameOf(purpose)));
}

/**
 * @param challenge in Base64url
 * @returns what it contains; null if it was made for something else or is too old
 */
export function readChallenge(services: Needs, challenge: string, given: Given): string | null {
  return opened(services, challenge, given)?.contents ?? null;
}

interface Given {
  readonly purpose: Purpose;
  /** By the database's clock. */
  readonly at: Date;
}

/**
 * Whether a challenge could still be used.
 * @param challenge in Base64url
 */
export async function isChallengeOpen(
  db: Kysely<DB>,
  services: Needs,
  challenge: string,
  given: Given,
): Promise<boolean> {
  if (opened(services, challenge, given) === null) return false;
  const used = await db
    .selectFrom("used_challenges")
    .select("challenge_hash")
    .where("challenge_hash", "=", hashOf(challenge))
    .executeTakeFirst();
  return used === undefined;
}

/**
 * Uses a challenge up, in the transaction of what it is used for.
 * @param challenge in Base64url
 * @returns false if it was made for something else, is too old, or was used before
 */
export async function takeChallenge(
  trx: Kysely<DB>,
  services: Needs,
  challenge: string,
  given: Given,
): Promise<boolean> {
  const open = opened(services, challenge, given);
  if (open === null) return false;
  return markUsed(trx, hashOf(challenge), new Date(open.until));
}

/** Remembers until it expires that a challenge was used. @returns false if it was used before */
export async function markUsed(trx: Kysely<DB>, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const used = await trx
    .insertInto("used_challenges")
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("challenge_hash")
    .executeTakeFirst();
  return used !== undefined;
}

/** @returns until when it can be used (ms), and what it contains; null if it was made for something else or is too old */
function opened(
  { vault }: Needs,
  challenge: string,
  { purpose, at }: Given,
): { until: number; contents: string } | null {
  const plain = vault.open(Buffer.from(challenge, "base64url"), nameOf(purpose));
  if (plain === null) return null;
  const [time = "0"] = plain.split(" ", 1);
  const until = Number.parseInt(time, 36);
  return until >= at.getTime() ? { until, contents: plain.slice(time.length + 1) } : null;
}

/** However it is written: Base64url has several spellings of the same bytes. */
const hashOf = (challenge: string) => hashSecret(Buffer.from(challenge, "base64url").toString("base64url"));
