import { randomInt } from "node:crypto";
import { PROOF_OF_WORK, type signupChallengeOutput, solvedChallenge } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { markUsed } from "../second-factor/index.ts";

type Needs = Pick<Services, "db" | "signUpWork" | "databaseNow">;
/** Uses a proof up, in the transaction that opens the account. */
export type TakeWork = (trx: Transaction<DB>) => Promise<void>;
type Given = z.infer<typeof solvedChallenge>;

/** Rounds for each number that is tried: half a millisecond of one core. */
const COST = 1_000;
/** Between which the number to find is: one to two seconds of one core, several on a phone. */
const NUMBERS = [1_000, 4_000] as const;

/** Returns a challenge for someone about to open an account; null while none is asked for. Nothing is stored. */
export async function signupChallenge(ctx: Needs): Promise<z.infer<typeof signupChallengeOutput>> {
  const at = await ctx.databaseNow();
  if (!(await isAsked(ctx, at))) return { challenge: null };
  const { signature = "", parameters } = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(...NUMBERS),
    deriveKey,
    expiresAt: new Date(at.getTime() + PROOF_OF_WORK.minutes * 60_000),
    ...secretsOf(ctx),
  });
  const { keySignature = "", expiresAt = 0, ...others } = parameters;
  return { challenge: { signature, parameters: { ...others, keySignature, expiresAt } } };
}

/**
 * Checks a proof of work before anything else is done for a sign-up. One that is sent must be right even if none is asked for.
 * @returns what uses it up, in the transaction that opens the account
 * @throws AppError PROOF_OF_WORK_REQUIRED
 */
export async function requireWork(ctx: Needs, proof: string | undefined): Promise<TakeWork> {
  const at = await ctx.databaseNow();
  if (proof === undefined) {
    if (await isAsked(ctx, at)) throw new AppError("PROOF_OF_WORK_REQUIRED");
    return async () => undefined;
  }
  const given = read(proof);
  if (!given || !(await isRight(ctx, given, at))) throw new AppError("PROOF_OF_WORK_REQUIRED");
  const { nonce, expiresAt } = given.challenge.parameters;
  return async (trx) => {
    // The signature covers the nonce, which makes each challenge unique.
    const isNew = await markUsed(trx, hashSecret(`proof of work ${nonce}`), new Date(expiresAt * 1_000));
    if (!isNew) throw new AppError("PROOF_OF_WORK_REQUIRED");
  };
}

/** @param at by the database's clock */
async function isAsked({ db, signUpWork: { asked } }: Needs, at: Date): Promise<boolean> {
  if (asked !== "under load") return asked === "always";
  // Ids rise with time, and reading these takes as long on the largest platform.
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from users order by id desc offset ${PROOF_OF_WORK.from - 1} limit 1`.execute(db);
  const [first] = rows;
  return first !== undefined && at.getTime() - first.created_at.getTime() < 60 * 60_000;
}

function read(proof: string): Given | null {
  try {
    return solvedChallenge.parse(JSON.parse(Buffer.from(proof, "base64").toString("utf8")));
  } catch {
    return null;
  }
}

async function isRight(ctx: Needs, given: Given, at: Date): Promise<boolean> {
  if (given.challenge.parameters.expiresAt * 1_000 < at.getTime()) return false;
  const { verified } = await verifySolution({ ...given, deriveKey, ...secretsOf(ctx) });
  return verified;
}

function secretsOf({ signUpWork: { secret } }: Needs) {
  return { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `key ${secret}` };
}
