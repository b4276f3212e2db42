import { AppError, type AppError as AppErrorType, failureBody, statusOf, toAppError, translate } from "@bbux/api";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "./language.ts";
import { DATA_POLICY } from "./security-headers.ts";

/** Maps Fastify's own refusals to our codes. */
const codesOfFastify: Record<string, ConstructorParameters<typeof AppError>[0]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BAD_REQUEST",
  FST_ERR_CTP_EMPTY_JSON_BODY: "BAD_REQUEST",
  FST_ERR_CTP_INVALID_JSON_BODY: "BAD_REQUEST",
  FST_ERR_BAD_URL: "BAD_REQUEST",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
  FST_UNDER_PRESSURE: "SERVICE_UNAVAILABLE",
};

/** Converts whatever was thrown to one of our refusals. */
export function refusalOf(error: unknown): AppErrorType {
  if (error instanceof AppError) return error;
  const { code, statusCode } = fastifyFacts(error);
  const known = code === undefined ? undefined : codesOfFastify[code];
  if (known) return new AppError(known, { cause: error });
  const ours = toAppError(error);
  if (ours.code === "INTERNAL_ERROR" && statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError(statusCode === 404 ? "NOT_FOUND" : "BAD_REQUEST", { cause: error });
  }
  return ours;
}

function fastifyFacts(error: unknown): Partial<Pick<FastifyError, "code" | "statusCode">> {
  if (!(error instanceof Error)) return {};
  return {
    ...("code" in error && typeof error.code === "string" && { code: error.code }),
    ...("statusCode" in error && typeof error.statusCode === "number" && { statusCode: error.statusCode }),
  };
}

/** The same refusal in the language of the request; its code and facts stay the same. */
export function refusalFor(request: FastifyRequest, refusal: AppErrorType): AppErrorType {
  const language = languageOf(request);
  if (language === "en") return refusal;
  const { code, message, details, cause } = refusal;
  return new AppError(code, {
    message: translate(language, message),
    details: Array.isArray(details)
      ? details.map((problem) => ({ ...problem, message: translate(language, problem.message) }))
      : details,
    cause,
  });
}

/** Responds with the documented body, and logs internal errors. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalOf(error);
  const status = statusOf(refusal);
  if (status >= 500) request.log.error({ err: refusal.cause ?? refusal }, "request failed");
  const { details } = refusal;
  const retryAfter = details && !Array.isArray(details) ? details.retryAfter : undefined;
  if (typeof retryAfter === "number" && !reply.hasHeader("retry-after"))
    reply.header("retry-after", String(retryAfter));
  if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "2");
  // What Fastify refuses before any hook has none yet.
  if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", DATA_POLICY);
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(failureBody(refusalFor(request, refusal)));
}

/** Sends the documented body on every path of this instance, for errors and unknown routes. */
export function sendFailureBodies(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError("NOT_FOUND")));
}
