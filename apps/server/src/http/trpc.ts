import { AppError, type Context, type Services, statusOf } from "@bbux/api";
import { appRouter } from "@bbux/api/router";
import { MAX_BATCH } from "@bbux/contract";
import { callTRPCProcedure, getTRPCErrorShape, TRPCError } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createContext } from "./context.ts";
import { refusalFor, refusalOf } from "./errors.ts";
import { jsonReader } from "./json.ts";
import { spoken } from "./language.ts";
import type { Limits } from "./limits.ts";
import { createStreams } from "./trpc-streams.ts";

type CallType = "query" | "mutation";
interface Answer {
  readonly status: number;
  readonly body: object;
}

/**
 * tRPC over HTTP, its JSON protocol (single calls and batches), as Fastify routes. The stock adapter rebuilds each request and
 * response as Web objects, which costs a good part of the throughput (docs/PERFORMANCE.md).
 */
export function mountTrpc(app: FastifyInstance, services: Services, limits: Limits): void {
  const readJson = jsonReader(app);
  const streams = createStreams(app);
  const answer = async (type: CallType, request: FastifyRequest, reply: FastifyReply, path: string) => {
    const isBatch = isBatchRequest(request);
    const names = isBatch ? path.split(",") : [path];
    if (names.length > MAX_BATCH) {
      throw new AppError("BAD_REQUEST", { message: `A batch may have at most ${MAX_BATCH} calls` });
    }
    const input = type === "query" ? readQueryInput(request, readJson) : request.body;
    const ctx = createContext(services, limits, request, reply);
    const inputAt = (index: number) => (isBatch ? toFields(input)[String(index)] : input);
    const answers = await Promise.all(
      names.map((name, index) => call(ctx, request, { type, path: name, input: inputAt(index), batchIndex: index })),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    // 207 is the protocol's way to say that some calls of a batch failed.
    reply.code(statuses.size === 1 ? (answers[0]?.status ?? 200) : 207);
    return isBatch ? answers.map(({ body }) => body) : answers[0]?.body;
  };
  // A wildcard has no maximum length, so a batch of hundreds is refused as a batch, not as an unknown path.
  app.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const path = request.params["*"];
    if (streams.isSubscription(path)) {
      const call = { path, input: readQueryInput(request, readJson) };
      return streams.answer(call, request, reply, createContext(services, limits, request, reply));
    }
    return answer("query", request, reply, path);
  });
  app.post<{ Params: { "*": string } }>("/*", (request, reply) =>
    answer("mutation", request, reply, request.params["*"]),
  );

  // A refusal before any procedure is reached must still be readable for tRPC's clients.
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = failure(refusalOf(error), request);
    return reply.code(status).send(isBatchRequest(request) ? [body] : body);
  });
}

async function call(
  ctx: Context,
  request: FastifyRequest,
  { input, ...options }: { type: CallType; path: string; input: unknown; batchIndex: number },
): Promise<Answer> {
  try {
    const getRawInput = async () => input;
    const data: unknown = await callTRPCProcedure({
      ...options,
      router: appRouter,
      ctx,
      getRawInput,
      // No procedure can be stopped halfway, and a signal per request would cost more than most of its hooks.
      signal: undefined,
    });
    return { status: 200, body: { result: { data: spoken(ctx.language(), data) } } };
  } catch (error) {
    return failure(refusalOf(error), request, options);
  }
}

/** A refusal in tRPC's format; internal errors are logged. */
function failure(refusal: AppError, request: FastifyRequest, call?: { type: CallType; path: string }): Answer {
  const status = statusOf(refusal);
  if (status >= 500) request.log.error({ err: refusal.cause ?? refusal, path: call?.path }, "request failed");
  const spoken = refusalFor(request, refusal);
  const error = new TRPCError({ code: "BAD_REQUEST", message: spoken.message, cause: spoken });
  const shape = getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: call?.type ?? "unknown",
    path: call?.path,
    input: undefined,
    ctx: undefined,
  });
  return { status, body: { error: { ...shape, data: { ...shape.data, httpStatus: status } } } };
}

function isBatchRequest(request: FastifyRequest): boolean {
  return toFields(request.query).batch === "1";
}

/** Queries have their input as JSON in the query string. @throws AppError BAD_REQUEST, VALIDATION_ERROR */
function readQueryInput(request: FastifyRequest, readJson: ReturnType<typeof jsonReader>): unknown {
  const { input } = toFields(request.query);
  if (input === undefined) return undefined;
  if (typeof input !== "string") throw new AppError("BAD_REQUEST");
  return readJson(request, input);
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
