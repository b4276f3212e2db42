import { z } from "zod";
import { rawText } from "../platform/text.ts";

/** What opening an account takes while very many are opened. */
export const PROOF_OF_WORK = {
  /** Accounts opened within an hour from which on it is asked for, where the operator leaves that to the load. */
  from: 100,
  minutes: 10,
} as const;

const challenge = z
  .object({
    parameters: z.object({
      algorithm: z.string().meta({ example: "PBKDF2/SHA-256" }),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int().meta({ description: "Rounds of the algorithm for each number" }),
      keyLength: z.int(),
      keyPrefix: z.string().meta({ description: "How the key derived from the number sought begins, in hexadecimal" }),
      keySignature: z.string(),
      expiresAt: z.int().meta({ description: "Seconds since 1970" }),
    }),
    signature: z.string(),
  })
  .meta({ id: "WorkChallenge", description: "A challenge of ALTCHA, version 2: a number to find by trying" });

export const signupChallengeOutput = z.object({
  challenge: challenge.nullable().meta({ description: "null while no proof of work is asked for" }),
});

/** What {@link proofOfWork} stands for. */
export const solvedChallenge = z.object({
  challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** For whoever opens an account. */
export const proofOfWork = rawText({ min: 1, max: 4_000 }).optional().meta({
  description:
    "Only while `GET /auth/signup/challenge` returns a challenge: that `challenge` and its `solution`, as JSON in Base64. Good for ten minutes and one account",
});
