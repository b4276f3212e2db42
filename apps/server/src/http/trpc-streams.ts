import { Readable } from "node:stream";
import { AppError, appRouter, type Context, demandViewer } from "@bbux/api";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { allProcedures } from "./rest.ts";

/** Open streams of one member: more than one browser has tabs that need one. */
const STREAMS_PER_MEMBER = 20;

export interface Streams {
  /** Whether the path names a subscription, which is answered by a stream. */
  isSubscription(path: string): boolean;
  answer(request: FastifyRequest, reply: FastifyReply, ctx: Context): Promise<FastifyReply>;
}

/**
 * Subscriptions over server-sent events, by tRPC's own handler: of them there are few, so what its Web objects cost does
 * not matter. They end with the connection, with the session, and when the server closes.
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

  return {
    isSubscription: (path) => subscriptions.has(path),
    async answer(request, reply, ctx) {
      const member = demandViewer(ctx, "member").viewer.id;
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
      // Who went away while the session was looked up says so no more.
      if (reply.raw.destroyed) end();
      try {
        const response = await fetchRequestHandler({
          endpoint: "/api/trpc",
          router: appRouter,
          req: new Request(new URL(request.url, "http://localhost"), {
            headers: { accept: "text/event-stream" },
            signal: stream.signal,
          }),
          createContext: () => ctx,
        });
        reply.code(response.status);
        for (const [name, value] of response.headers) reply.header(name, value);
        // Proxies would keep events back until there are enough of them.
        reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
        const { body } = response;
        if (!body) return reply.send("");
        return reply.send(Readable.from(body, { objectMode: false }).on("error", end));
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
