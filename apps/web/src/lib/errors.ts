import type { ErrorCode, FieldProblem, ProofKind } from "@bbux/contract";
import { TRPCClientError } from "@trpc/client";
import { isRecord } from "./record.ts";

/** What the server says about a failure: the same facts as the REST body (api `trpc.ts`). */
interface ServerFacts {
  readonly error?: string;
  readonly code?: ErrorCode;
  readonly httpStatus?: number;
  readonly details?: FieldProblem[] | Record<string, unknown>;
}

function factsOf(error: unknown): ServerFacts {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  return isRecord(data) ? data : {};
}

function responseOf(error: unknown): { status: number; readable: boolean } | null {
  if (!(error instanceof TRPCClientError)) return null;
  const response: unknown = error.meta?.response;
  if (!(response instanceof Response)) return null;
  return { status: response.status, readable: error.meta?.responseJSON !== undefined };
}

/**
 * Returns the sentence to show for a failure: the server's text; otherwise 'Network error' without a readable response;
 * otherwise `fallback`, or 'HTTP {status}' without one.
 */
export function messageOf(error: unknown, fallback?: string): string {
  const { error: text } = factsOf(error);
  if (text) return text;
  if (!(error instanceof TRPCClientError)) return fallback ?? "An unexpected error occurred";
  const response = responseOf(error);
  if (!response?.readable) return "Network error";
  return fallback ?? `HTTP ${response.status}`;
}

/** Returns the server's text, otherwise `fallback` whatever the cause, for sentences that the specification fixes. */
export function serverText(error: unknown, fallback: string): string {
  return factsOf(error).error || fallback;
}

/** Returns what the member can do about it, if the message doesn't say so; otherwise `null`. */
export function hintOf(error: unknown): string | null {
  if (!isOutcomeUnknown(error)) return null;
  if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return "You seem to be offline. What you typed is kept: try again when the connection is back.";
  }
  return statusOf(error) === null ? "Please check your connection and try again." : "Please try again in a moment.";
}

/** Returns the failure's code, or `null` when the server sent none. */
export function codeOf(error: unknown): ErrorCode | null {
  return factsOf(error).code ?? null;
}

/** Returns the HTTP status, or `null` without a response. */
export function statusOf(error: unknown): number | null {
  return factsOf(error).httpStatus ?? responseOf(error)?.status ?? null;
}

/** Returns the messages by field of a validation failure: `{ email: "…" }`; empty for any other failure. */
export function fieldErrors(error: unknown): Record<string, string> {
  const { details } = factsOf(error);
  if (!Array.isArray(details)) return {};
  return Object.fromEntries(details.map(({ field, message }) => [field, message]));
}

/** Returns facts that came with a refusal, such as `refundFrom`; empty when there are none. */
export function factsAbout(error: unknown): Record<string, unknown> {
  const { details } = factsOf(error);
  return details !== undefined && !Array.isArray(details) ? details : {};
}

const PROOFS = [
  "password",
  "wallet",
  "openid",
  "passkey",
  "totp",
  "recovery_code",
] as const satisfies readonly ProofKind[];

const ABOUT_CODE = new Set<ErrorCode | null>(["SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_WRONG", "SECOND_FACTOR_LOCKED"]);

/** Whether a sign-in only lacks a right code of a second factor. */
export function isAboutCode(error: unknown): boolean {
  return ABOUT_CODE.has(codeOf(error));
}

/** Returns the proofs of who the member is that would do, as a refusal names them. */
export function proofsIn(error: unknown): readonly ProofKind[] {
  const { proofs } = factsAbout(error);
  return Array.isArray(proofs) ? PROOFS.filter((proof) => proofs.includes(proof)) : ["password"];
}

/** Returns the ids of the providers at which the member has linked an account, as a refusal names them. */
export function providersIn(error: unknown): readonly string[] {
  const { providers } = factsAbout(error);
  return Array.isArray(providers) ? providers.filter((id) => typeof id === "string") : [];
}

/** Whether the call may have taken effect: there was no response, or none that settles it. */
export function isOutcomeUnknown(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status >= 500;
}

/** Whether a retry in a moment may help. Without a network, what is kept here is shown at once instead. */
export function isWorthRetrying(error: unknown): boolean {
  const isOffline = statusOf(error) === null && navigator.onLine === false;
  return error instanceof TRPCClientError && isOutcomeUnknown(error) && !isOffline;
}
