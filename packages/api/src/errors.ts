import { ERRORS, type ErrorCode, type Failure } from "@bbux/contract";

/**
 * A refusal that the caller may know: one of the closed list of codes, with a sentence and facts. Everything below the
 * routers throws this and knows nothing of tRPC or HTTP.
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

/** A validation failure of one field, for rules that only the database can judge. */
export function invalidField(field: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", { message, details: [{ field, message }] });
}

/** What rules answer: fine, or the refusal. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly error: AppError };

export const allowed: Verdict = { ok: true };

export function refused(code: ErrorCode, options?: { message?: string; details?: Failure["details"] }): Verdict {
  return { ok: false, error: new AppError(code, options) };
}

/** Throws the refusal of a verdict. */
export function demand(verdict: Verdict): void {
  if (!verdict.ok) throw verdict.error;
}
