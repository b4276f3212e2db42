import { AppError, type Context, requireViewer, toTrpcError } from "@bbux/api";
import { appRouter } from "@bbux/api/router";
import { callTRPCProcedure, getTRPCErrorShape } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalFor, refusalOf } from "./errors.ts";
import { allProcedures } from "./rest.ts";
import { eventStream } from "./trpc-events.ts";

/** Maximum open streams per member; each browser with open tabs needs one. */
const STREAMS_PER_MEMBER = 20;
const PING_MS = 15_000;

export interface Streams {
  /** Whether the path names a subscription, which is answered with a stream. */
  isSubscription(path: string): boolean;
  /** @param input from the query string; the last event of a broken stream is added */
  answer(
    call: { readonly path: string; readonly input: unknown },
    request: FastifyRequest,
    reply: FastifyReply,
    ctx: Context,
  ): Promise<FastifyReply>;
}

/**
 * Subscriptions over server-sent events. They end with the connection, with the session, and when the server closes.
 */
export function createStreams(app: FastifyInstance): Streams {
  const subscriptions = new Set(
    Object.entries(allProcedures()).flatMap(([path, { _def }]) => (_def.type === "subscription" ? [path] : [])),
  );
  const open = new Set<AbortController>();
  const perMember = new Map<string, number>();
  app.addHook("preClose", async () => {
    for (const stream of open) stream.abort();
  });
  const count = (member: string, by: 1 | -1) => {
    const now = (perMember.get(member) ?? 0) + by;
    if (now > 0) perMember.set(member, now);
    else perMember.delete(member);
    return now;
  };
  const { sse } = appRouter._def._config;

  return {
    isSubscription: (path) => subscriptions.has(path),
    async answer({ path, input }, request, reply, ctx) {
      const member = requireViewer(ctx, "member").viewer.id;
      if (count(member, 1) > STREAMS_PER_MEMBER) {
        count(member, -1);
        throw new AppError("RATE_LIMITED", { message: "Too many open streams", details: { retryAfter: 30 } });
      }
      const stream = new AbortController();
      open.add(stream);
      const end = () => {
        if (!open.delete(stream)) return;
        count(member, -1);
        stream.abort();
      };
      reply.raw.once("close", end);
      // If the client left during the session lookup, no close event will follow.
      if (reply.raw.destroyed) end();
      const subscription = async () => {
        const call = { router: appRouter, path, type: "subscription", ctx, batchIndex: 0 } as const;
        const getRawInput = async () => withLastEvent(input, request);
        const events: unknown = await callTRPCProcedure({ ...call, getRawInput, signal: stream.signal });
        if (!isAsyncIterable(events)) throw new Error(`${path} gives no events`);
        return events;
      };
      const body = eventStream(subscription, stream.signal, {
        client: sse?.client ?? {},
        pingMs: sse?.ping?.intervalMs ?? PING_MS,
        failure: (error) => failureShape(error, path, request),
      });
      reply.header("content-type", "text/event-stream").header("cache-control", "no-store, no-transform");
      // Proxies would otherwise buffer events.
      reply.header("x-accel-buffering", "no");
      return reply.send(body.on("error", end));
    },
  };
}

/** A client that reconnects names its last event in a header or, if it can't, in the address. */
function withLastEvent(input: unknown, { headers, query }: FastifyRequest): unknown {
  const { lastEventId = undefined, "Last-Event-Id": other = undefined } = isRecord(query) ? query : {};
  const last = headers["last-event-id"] ?? lastEventId ?? other;
  if (typeof last !== "string" || last === "") return input;
  return isRecord(input) || input === undefined ? { ...input, lastEventId: last } : input;
}

function failureShape(thrown: unknown, path: string, request: FastifyRequest): object {
  const error = toTrpcError(refusalFor(request, refusalOf(thrown)));
  if (error.code === "INTERNAL_SERVER_ERROR") request.log.error({ err: thrown, path }, "a stream failed");
  const config = appRouter._def._config;
  return getTRPCErrorShape({ config, error, type: "subscription", path, input: undefined, ctx: undefined });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
