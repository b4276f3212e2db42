import { ERRORS, type ErrorCode, type Failure, type FieldProblem } from "@bbux/contract";
import { LedgerError } from "@bbux/ledger";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError } from "../errors/errors.ts";

type TrpcCode = TRPCError["code"];

/** tRPC's code for each status, so its HTTP answers have our statuses. */
const trpcCodes: Record<(typeof ERRORS)[ErrorCode]["status"], TrpcCode> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  408: "TIMEOUT",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  // tRPC has none of its own; such a request gets to no procedure anyway.
  431: "BAD_REQUEST",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** What tRPC itself refuses: an unknown procedure, a wrong method, a batch that is too large, an unreadable body. */
const codesOfTrpc: Partial<Record<TrpcCode, ErrorCode>> = {
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_SUPPORTED: "NOT_FOUND",
  PARSE_ERROR: "BAD_REQUEST",
  BAD_REQUEST: "BAD_REQUEST",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
};

/** SQLSTATEs that are about the request or the load, not about a bug. */
const codesOfPostgres: Record<string, ErrorCode> = {
  "22021": "VALIDATION_ERROR", // a byte that isn't UTF-8, NUL
  "22P05": "VALIDATION_ERROR", // \u0000 in jsonb
  "40001": "SERVICE_UNAVAILABLE", // serialization failure
  "40P01": "SERVICE_UNAVAILABLE", // deadlock
  "53300": "SERVICE_UNAVAILABLE", // too many connections
  "55P03": "SERVICE_UNAVAILABLE", // lock not available
  "57014": "SERVICE_UNAVAILABLE", // statement timeout
  "57P01": "SERVICE_UNAVAILABLE", // shutting down
  "57P03": "SERVICE_UNAVAILABLE", // starting up
};
/** The driver's messages for a missing or lost connection, which have no code. */
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENOENT", "EPIPE"]);

/** Translates anything thrown into one of our errors, in this one place. Unknown errors become INTERNAL_ERROR. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.core.$ZodError) return validationError(error);
  if (error instanceof LedgerError && error.code === "INSUFFICIENT_BALANCE")
    return new AppError("INSUFFICIENT_BALANCE");
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    // Invalid input is the caller's mistake; an invalid response is our bug.
    if (error.cause instanceof z.core.$ZodError) {
      return error.code === "BAD_REQUEST"
        ? validationError(error.cause)
        : new AppError("INTERNAL_ERROR", { cause: error });
    }
    // tRPC wraps what a procedure throws, including the ledger's and the driver's errors.
    if (error.code === "INTERNAL_SERVER_ERROR" && error.cause) return toAppError(error.cause);
    const code = codesOfTrpc[error.code];
    if (code) return new AppError(code, { cause: error });
  }
  return new AppError(codeOfDriver(error) ?? "INTERNAL_ERROR", { cause: error });
}

function codeOfDriver(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (LOST_CONNECTION.test(error.message)) return "SERVICE_UNAVAILABLE";
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code !== "string") return undefined;
  return codesOfPostgres[code] ?? (networkCodes.has(code) ? "SERVICE_UNAVAILABLE" : undefined);
}

function validationError(error: z.core.$ZodError): AppError {
  const details: FieldProblem[] = error.issues
    .slice(0, 50)
    .map((issue) => ({ field: issue.path.map(String).join("."), message: issue.message }));
  return new AppError("VALIDATION_ERROR", {
    ...(details[0] ? { message: details[0].message } : {}),
    details,
    cause: error,
  });
}

/** Builds the documented body of a failure. */
export function failureBody(error: AppError): Failure {
  return {
    success: false,
    error: error.message,
    code: error.code,
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

export function statusOf(error: AppError): number {
  return ERRORS[error.code].status;
}

/** Converts the error for tRPC. */
export function toTrpcError(error: unknown): TRPCError {
  const cause = toAppError(error);
  return new TRPCError({ code: trpcCodes[ERRORS[cause.code].status], message: cause.message, cause });
}
