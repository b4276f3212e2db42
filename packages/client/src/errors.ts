import { TRPCClientError } from "@trpc/client";
import type { ApiRouter, ErrorCode, Failure } from "./router.ts";

/** Failures before there is an API response: `status` is then 0, or that of whatever responded instead. */
export type TransportCode = "NETWORK_ERROR" | "TIMEOUT" | "ABORTED" | "UNEXPECTED_ANSWER";
export type ApiErrorCode = ErrorCode | TransportCode;

export interface ApiErrorFacts {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** A sentence for people. */
  readonly message: string;
  /** The failing fields of a validation failure, or facts about the error. */
  readonly details?: Failure["details"];
}

/** Every failure of a call, tRPC or REST. Branch on `code`, show `message`. */
export class ApiError extends TRPCClientError<ApiRouter> implements ApiErrorFacts {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: Failure["details"];

  constructor({ code, status, message, details }: ApiErrorFacts, cause?: unknown) {
    super(message, cause instanceof Error ? { cause } : {});
    // TRPCClientError sets the prototype of every instance to its own, which would hide this class.
    Object.setPrototypeOf(this, new.target.prototype);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Converts anything a call threw to an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const facts = error instanceof TRPCClientError ? factsOf(error.data) : null;
  if (facts) return new ApiError(facts, error);
  return new ApiError(transportFacts(error), error);
}

/** Converts the failure body of a REST response to an ApiError. */
export function failureOf(body: unknown, status: number): ApiError {
  const facts = isObject(body) ? factsOf({ ...body, httpStatus: status }) : null;
  const message = `The server did not answer as expected (status ${status})`;
  return new ApiError(facts ?? { code: "UNEXPECTED_ANSWER", status, message });
}

/** Both faces carry the same facts: REST in the body, tRPC in `error.data`. */
function factsOf(data: unknown): ApiErrorFacts | null {
  if (!isFailureData(data)) return null;
  return { code: data.code, status: data.httpStatus, message: data.error, details: data.details };
}

type FailureData = { code: ErrorCode; error: string; httpStatus: number; details?: Failure["details"] };

function isFailureData(data: unknown): data is FailureData {
  if (!isObject(data)) return false;
  return typeof data.code === "string" && typeof data.error === "string" && typeof data.httpStatus === "number";
}

function transportFacts(error: unknown): ApiErrorFacts {
  const names = causesOf(error).map(({ name }) => name);
  if (names.includes("TimeoutError"))
    return { code: "TIMEOUT", status: 0, message: "The server took too long to answer" };
  if (names.includes("AbortError")) return { code: "ABORTED", status: 0, message: "The call was given up" };
  // Anything that isn't JSON comes from something in between.
  if (names.includes("SyntaxError")) {
    return { code: "UNEXPECTED_ANSWER", status: 0, message: "The server did not answer as expected" };
  }
  return { code: "NETWORK_ERROR", status: 0, message: "The server could not be reached" };
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause);
  return causes;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
