import type { FastifyInstance } from "fastify";
import type { Env } from "../env.ts";

/** For answers of the API, which are data: they load nothing, run nothing and can't be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** For uploads, which members opened by themselves may show and nothing else. */
export const UPLOAD_POLICY = `${DATA_POLICY}; sandbox`;
/** For PDFs: browsers show one as an object in a page of their own, with a style. */
export const PDF_POLICY = `${DATA_POLICY}; object-src 'self'; style-src 'unsafe-inline'`;

const YEAR_S = 31_536_000;

/** Whether browsers reach the platform over https, so that it may ask them never to do otherwise. */
export function isHttps({ NODE_ENV, PUBLIC_ORIGIN }: Pick<Env, "NODE_ENV" | "PUBLIC_ORIGIN">): boolean {
  return NODE_ENV === "production" && PUBLIC_ORIGIN !== undefined && PUBLIC_ORIGIN.startsWith("https://");
}

/**
 * Sets what every answer carries, whatever it is: HSTS over https and, below `/api`, a policy of content and of referrers. It is set before anything else, so
 * that refusals have it, too; what needs another policy sets its own.
 */
export function setSecurityHeaders(app: FastifyInstance, env: Pick<Env, "NODE_ENV" | "PUBLIC_ORIGIN">): void {
  const https = isHttps(env);
  app.addHook("onRequest", (request, reply, done) => {
    if (https) reply.header("strict-transport-security", `max-age=${YEAR_S}; includeSubDomains`);
    if (API.test(request.url)) {
      reply.header("content-security-policy", DATA_POLICY);
      reply.header("referrer-policy", "no-referrer");
    }
    done();
  });
}

const API = /^\/api(?:[/?]|$)/;
