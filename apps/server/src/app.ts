import { randomUUID } from "node:crypto";
import type { Services } from "@bbux/api";
import { AppError } from "@bbux/api";
import cookie from "@fastify/cookie";
import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Env } from "./env.ts";
import { answerClientError, requireOneHost } from "./http/client-errors.ts";
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
import { setSecurityHeaders } from "./http/security-headers.ts";
import { checkOrigin, resolveSessions } from "./http/session.ts";
import { LONGEST_BODY_MS, limitBodies } from "./http/slow-bodies.ts";
import { mountTrpc } from "./http/trpc.ts";
import { mountWeb } from "./http/web.ts";

const MiB = 1024 * 1024;
/** If its event loop lags more than this (ms), the process is overloaded. */
const LAG_MS = 1_500;

export interface AppDeps {
  readonly env: Env;
  readonly services: Services;
  readonly sessionSecret: string;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Folder of the built web app. */
  readonly webDist: string;
}

/** The whole server, not yet listening. Tests inject requests into it or have it listen on a free port. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { env, services, sessionSecret, webDist } = deps;
  const app = createServer(deps);
  await compressAnswers(app);
  await app.register(cookie, { secret: sessionSecret });
  const limits = await createLimits(app, env, services.now);
  const { db, openIdProviders } = services;
  const sessions = { db, openIdProviders, secure: services.secureCookies, publicOrigin: env.PUBLIC_ORIGIN };

  await app.register(
    async (api) => {
      mountHealth(api, services);
      await api.register(async (counted) => {
        await shedLoad(counted, LAG_MS * env.TIMEOUT_FACTOR);
        resolveSessions(counted, sessions);
        counted.addHook("onRequest", (request, reply) => limits.countRequest(request, reply));
        checkOrigin(counted, sessions);
        counted.addHook("onSend", (_request, reply, _payload, done) => {
          reply.header("x-content-type-options", "nosniff");
          if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
          done();
        });
        // Set here, so that unknown paths are counted and answered like any other.
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
  await app.register(async (media) => mountMedia(media, { db, dataDir: env.DATA_DIR }), { prefix: "/uploads" });
  await app.register(async (web) => mountWeb(web, { env, services, dist: webDist, sessions, limits }));
  return app;
}

/** The server of a worker: whether it's alive and ready, its metrics, and nothing for members. */
export async function buildWorkerApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  await app.register(async (all) => {
    sendFailureBodies(all);
    await all.register(async (api) => mountHealth(api, deps.services), { prefix: "/api" });
  });
  return app;
}

/** What every server has: limits of bodies and times, headers, logs and metrics. */
function createServer({ env, services, logger }: AppDeps): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Only this many proxies are ours; entries beyond them in X-Forwarded-For can be forged.
    trustProxy: (_address: string, hop: number) => hop < env.TRUST_PROXY_HOPS,
    bodyLimit: 2 * MiB,
    // Node has one limit for all bodies, which has to fit uploads; limitBodies gives everything else half a minute.
    requestTimeout: LONGEST_BODY_MS,
    http: { headersTimeout: 30_000, requireHostHeader: false },
    clientErrorHandler: answerClientError,
    forceCloseConnections: "idle",
    // A batch puts ten procedure names into one path segment.
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => sendFailure(request, reply, error),
  });
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  limitBodies(app);
  setSecurityHeaders(app, env);
  requireOneHost(app);
  closeInTime(app);
  parseJsonBodies(app);
  logAnswers(app);
  mountMetrics(app, env, services);
  return app;
}

/**
 * Refuses calls while the process is overloaded. Doesn't apply to files and pages, because an open app would break without its
 * scripts for little gain, and pages have limits of their own; nor to health checks, because a busy process must not be restarted.
 */
async function shedLoad(api: FastifyInstance, lagMs: number): Promise<void> {
  await api.register(underPressure, {
    maxEventLoopDelay: lagMs,
    // A window without a measurement counts as endless, so none may be shorter than what is allowed.
    sampleInterval: lagMs,
    retryAfter: 2,
    pressureHandler: () => {
      throw new AppError("SERVICE_UNAVAILABLE");
    },
  });
}

/** After this long, shutdown cuts off clients that are still sending or reading, so that nobody can block it. */
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
 * Logs one line per response, with the request's id, which the caller gets, too. Hooks that wait for nothing aren't async, here
 * and elsewhere, because each async hook costs every request a turn of the promise queue.
 */
function logAnswers(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    // A closed connection's address is known only if it was read earlier.
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
