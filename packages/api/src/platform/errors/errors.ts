import { ERRORS, type ErrorCode, type Failure } from "@bbux/contract";

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
