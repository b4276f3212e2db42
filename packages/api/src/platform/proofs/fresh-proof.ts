import type { ProofKind } from "@bbux/contract";
import type { CurrentSession, MemberContext } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";

/** The proofs that the caller can give: with a second factor, the password alone isn't one. */
export function proofsOf({ factors }: Pick<CurrentSession, "factors">): readonly ProofKind[] {
  return factors.length > 0 ? [...factors, "recovery_code"] : ["password"];
}

/**
 * Requires that the session's member proved who they are within the last 10 minutes, so that a stolen session can't do it
 * (docs/adr/0036).
 * @param given.password the call brings the current password, which is the proof of a member without a second factor
 * @throws AppError STEP_UP_REQUIRED, whose `details.proofs` names what would do
 */
export function requireFreshProof({ session }: Pick<MemberContext, "session">, given?: { password: true }): void {
  const { freshProof } = session;
  const hasFactor = session.factors.length > 0;
  // Of a member without a second factor, a code that was given before it was removed counts as much as the password.
  if (hasFactor ? freshProof !== null && freshProof !== "password" : freshProof !== null || given?.password) return;
  throw new AppError("STEP_UP_REQUIRED", { details: { proofs: [...proofsOf(session)] } });
}
