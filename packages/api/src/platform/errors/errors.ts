import {
  ERRORS,
  type ErrorCode,
  type FactorKind,
  type Failure,
  type FirstFactor,
  type ProofKind,
} from "@bbux/contract";

/**
 * An error that the caller may see: one of the closed list of codes, with a sentence and details. Everything below the
 * routers throws this and is independent of tRPC and HTTP.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Failure["details"];

  constructor(code: ErrorCode, options: { message?: string; details?: Failure["details"]; cause?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
  }
}

/** Creates a validation error of one field, for rules that only the database can check. */
export function invalidField(field: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", { message, details: [{ field, message }] });
}

/** What rules return: ok, or the error. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly error: AppError };

export const allowed: Verdict = { ok: true };

export function refused(code: ErrorCode, options?: { message?: string; details?: Failure["details"] }): Verdict {
  return { ok: false, error: new AppError(code, options) };
}

/** Throws the error of a verdict. */
export function requireAllowed(verdict: Verdict): void {
  if (!verdict.ok) throw verdict.error;
}

/** What a session says about who its member is. */
interface Proofs {
  /** What the member proved it with, if that was within the last 10 minutes. */
  readonly freshProof: ProofKind | null;
  readonly factors: readonly FactorKind[];
  /** What signs the member in without a second factor. */
  readonly firstFactors: readonly FirstFactor[];
  /** Ids of the providers of the accounts elsewhere among these. */
  readonly providers: readonly string[];
}

/** To a member without a password whose provider the operator has removed. */
const NO_PROOF_LEFT =
  "You can't confirm this with your linked account, because we no longer offer its provider. Sign out, and set a password with the link from “Forgot your password?”.";

const FIRST: ReadonlySet<ProofKind> = new Set<FirstFactor>(["password", "wallet", "openid"]);

/** The proofs that the caller can give: with a second factor, the password, a wallet, or an account elsewhere alone isn't one. */
export function proofsOf({ factors, firstFactors }: Pick<Proofs, "factors" | "firstFactors">): readonly ProofKind[] {
  return factors.length > 0 ? [...factors, "recovery_code"] : firstFactors;
}

/**
 * Refuses what a stolen session mustn't be able to do, unless the session's member has just proved who they are (docs/adr/0036).
 * @param given.password the call brings the current password, which is the proof of a member without a second factor
 * @throws AppError STEP_UP_REQUIRED, whose `details.proofs` names what would do, and `details.providers` where, if an account elsewhere would
 */
export function requireFreshProof({ session }: { readonly session: Proofs }, given?: { password: true }): void {
  const { freshProof, factors } = session;
  // Of a member without a second factor, a code that was given before it was removed counts as much as the password.
  const isProved = freshProof !== null && (factors.length === 0 || !FIRST.has(freshProof));
  if (isProved || (given?.password && factors.length === 0)) return;
  const proofs = [...proofsOf(session)];
  throw new AppError("STEP_UP_REQUIRED", {
    ...(proofs.length === 0 && { message: NO_PROOF_LEFT }),
    details: { proofs, ...(proofs.includes("openid") && { providers: [...session.providers] }) },
  });
}
