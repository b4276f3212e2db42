import { randomUUID } from "node:crypto";
import type { Services } from "@bbux/api";
import { AppError } from "@bbux/api";
import cookie from "@fastify/cookie";
import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Env } from "./env.ts";
import { compressAnswers } from "./http/compress.ts";
import { sendFailure, sendFailureBodies } from "./http/errors.ts";
import { mountHealth } from "./http/health.ts";
import { parseJsonBodies } from "./http/json.ts";
import { createLimits } from "./http/limits.ts";
import { mountMedia } from "./http/media.ts";
import { mountMetrics } from "./http/metrics.ts";
import { mountOpenApi } from "./http/openapi.ts";
import { mountPlain } from "./http/plain/mount.ts";
import { mountRest } from "./http/rest.ts";
import { checkOrigin, resolveSessions } from "./http/session.ts";
import { LONGEST_BODY_MS, limitBodies } from "./http/slow-bodies.ts";
import { mountTrpc } from "./http/trpc.ts";
import { mountWeb } from "./http/web.ts";

const MiB = 1024 * 1024;
/** A process whose event loop is later than this (ms) has more to do than it can. */
const LAG_MS = 1_500;

export interface AppDeps {
  readonly env: Env;
  readonly services: Services;
  readonly sessionSecret: string;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Folder of the built web app. */
  readonly webDist: string;
}

/** The whole server, not yet listening. Tests inject requests into it or let it listen on a free port. */
export async function buildApp({ env, services, sessionSecret, logger, webDist }: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // So many proxies are ours; what stands before them in X-Forwarded-For anybody may have written.
    trustProxy: (_address: string, hop: number) => hop < env.TRUST_PROXY_HOPS,
    bodyLimit: 2 * MiB,
    // Node knows one limit for all bodies, that of uploads; limitBodies holds everything else to half a minute.
    requestTimeout: LONGEST_BODY_MS,
    http: { headersTimeout: 30_000 },
    forceCloseConnections: "idle",
    // Ten procedure names of a batch stand in one path segment.
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => sendFailure(request, reply, error),
  });
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  limitBodies(app);
  closeInTime(app);
  parseJsonBodies(app);
  logAnswers(app);
  mountMetrics(app, env, services);
  await compressAnswers(app);
  await app.register(cookie, { secret: sessionSecret });
  const limits = await createLimits(app, env);
  const sessions = { db: services.db, secure: services.secureCookies, publicOrigin: env.PUBLIC_ORIGIN };

  await app.register(
    async (api) => {
      mountHealth(api, services.db);
      await api.register(async (counted) => {
        await shedLoad(counted, env);
        resolveSessions(counted, sessions);
        counted.addHook("onRequest", (request, reply) => limits.countRequest(request, reply));
        checkOrigin(counted, sessions);
        counted.addHook("onSend", (_request, reply, _payload, done) => {
          reply.header("x-content-type-options", "nosniff");
          if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
          done();
        });
        // Inside, so that an unknown path is counted and answered like any other.
        sendFailureBodies(counted);
        await counted.register(async (trpc) => mountTrpc(trpc, services, limits), { prefix: "/trpc" });
        for (const prefix of ["", "/v1"]) {
          await counted.register(async (rest) => mountRest(rest, services, limits), { prefix });
          await counted.register(async (plain) => mountPlain(plain, services, limits), { prefix });
        }
        await mountOpenApi(counted);
      });
    },
    { prefix: "/api" },
  );
  await app.register(async (media) => mountMedia(media, env.DATA_DIR), { prefix: "/uploads" });
  await app.register(async (web) => mountWeb(web, { env, services, dist: webDist, sessions }));
  return app;
}

/**
 * Refuses calls while the process lags behind. Not files and pages, without whose scripts an open app would break for little;
 * pages have a gate of their own. Nor health: who is only busy must not be restarted.
 */
async function shedLoad(api: FastifyInstance, env: Env): Promise<void> {
  await api.register(underPressure, {
    // Many tests on few cores keep each other waiting, which says nothing of the product.
    maxEventLoopDelay: env.NODE_ENV === "test" ? 0 : LAG_MS,
    retryAfter: 2,
    pressureHandler: () => {
      throw new AppError("SERVICE_UNAVAILABLE");
    },
  });
}

/** Who still sends or reads so long after the server was told to stop is cut off: nobody shall keep it from stopping. */
const GRACE_MS = 5_000;

function closeInTime(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    const late = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    app.server.once("close", () => clearTimeout(late));
    late.unref();
    done();
  });
}

/**
 * One line for each answer, with the request's id, which the caller gets, too. Hooks that wait for nothing are not
 * async, here and elsewhere: each that is costs every request a turn of the queue of promises.
 */
function logAnswers(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    // The address of a connection that has ended is known only to who asked for it before.
    void request.raw.socket?.remoteAddress;
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, ip } = request;
    const [url] = request.url.split("?");
    const facts = { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip };
    request.log.info(facts, "answered");
    done();
  });
}
