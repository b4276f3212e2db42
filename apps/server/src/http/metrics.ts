import { timingSafeEqual } from "node:crypto";
import { AppError, type Services } from "@bbux/api";
import { APP, FEATURES } from "@bbux/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { declareBackup } from "../backups/figures.ts";
import type { Env } from "../env.ts";
import { declareMoney } from "./metrics.money.ts";

/** What a proxy adds, each its own. */
const FORWARDED = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/**
 * Prometheus metrics at `/api/metrics`: which release runs where, the process, each route's responses and latency, and the state
 * of the money.
 */
export function mountMetrics(app: FastifyInstance, env: Env, services: Pick<Services, "db" | "now">): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  declare(registry, env.NODE_ENV);
  const readMoney = declareMoney(registry, services);
  const readBackup = declareBackup(registry, env, services.now);
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern instead of its address, because each id would create a series.
    const route = request.routeOptions.url ?? "none";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get("/api/metrics", async (request, reply) => {
    if (!mayRead(request, env)) throw new AppError("NOT_FOUND");
    await Promise.all([readMoney(), readBackup()]);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What is running here, as constant series to join others with. */
function declare(registry: Registry, environment: string): void {
  const release = new Gauge({
    name: "bbux_release_info",
    help: "Version and environment, always 1",
    labelNames: ["version", "environment"],
    registers: [registry],
  });
  release.set({ version: APP.version, environment }, 1);
  const feature = new Gauge({
    name: "bbux_feature_on",
    help: "1 for a feature that is on, 0 for one that is off",
    labelNames: ["feature"],
    registers: [registry],
  });
  for (const [name, isOn] of Object.entries(FEATURES)) feature.set({ feature: name }, isOn ? 1 : 0);
}

function mayRead(request: FastifyRequest, { METRICS_TOKEN: token, TRUST_PROXY_HOPS: proxies }: Env): boolean {
  if (token === undefined) return proxies === 0 && isFromHere(request);
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Whether a request comes from a program on this machine, and not through a proxy on it for anyone. A proxy that adds no header is
 * recognized by the host that was asked for.
 */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  if (!LOOPBACK.has(socket.remoteAddress ?? "") || !OWN_HOST.test(headers.host ?? "")) return false;
  return FORWARDED.every((name) => headers[name] === undefined);
}
