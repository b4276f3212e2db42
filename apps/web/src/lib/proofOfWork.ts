import type { AppRouter } from "@bbux/api/router";
import type { inferRouterOutputs } from "@trpc/server";
import { codeOf } from "./errors.ts";
import { isRecord } from "./record.ts";
import { repeatOnce } from "./repeatOnce.ts";

/** A challenge; null while none is asked for. */
export type Challenge = inferRouterOutputs<AppRouter>["auth"]["signupChallenge"]["challenge"];

/**
 * Does the work that opening an account takes while very many are opened, and sends the sign-up again with its proof.
 * @param ask the server for a challenge
 */
export const proofOfWorkLink = (ask: () => Promise<Challenge>) =>
  repeatOnce(
    (op, error) => op.type === "mutation" && codeOf(error) === "PROOF_OF_WORK_REQUIRED",
    async (op) => {
      const challenge = await ask();
      if (challenge === null) return op;
      const proofOfWork = await solve(challenge);
      return proofOfWork !== null && isRecord(op.input) ? { ...op, input: { ...op.input, proofOfWork } } : null;
    },
  );

async function solve(challenge: NonNullable<Challenge>): Promise<string | null> {
  // Loaded here, because few sign-ups need it.
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await solveChallenge({ challenge, deriveKey });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
