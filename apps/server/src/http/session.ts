import { AppError, type CurrentSession, resolveSession, type Viewer } from "@bbux/api";
import { type ErrorCode, SESSION } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export const SESSION_COOKIE = "bbux_session";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | null;
    session: CurrentSession | null;
    sessionProblem: ErrorCode | null;
  }
}

export interface SessionOptions {
  readonly db: Database;
  readonly secure: boolean;
  /** The app's origin; if unset (development), the requested host counts as ours. */
  readonly publicOrigin: string | undefined;
}

/**
 * Whether a request carries the cookie of a live session, for pages, which are otherwise the same for everyone. Takes one query,
 * or none without the cookie.
 */
export function sessionLook({ db, secure }: Pick<SessionOptions, "db" | "secure">) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const cookie = readCookie(request);
    if (cookie === null) return false;
    const { live } = await resolveSession(db, { cookie, bearer: null });
    if (live?.renewedUntil) sendCookie(reply, live.session.token, live.renewedUntil, secure);
    return live !== null;
  };
}

/** Identifies the caller before anything else reads the request: one query, or none without credentials. */
export function resolveSessions(app: FastifyInstance, options: SessionOptions): void {
  app.decorateRequest("viewer", null);
  app.decorateRequest("session", null);
  app.decorateRequest("sessionProblem", null);
  const resolve = async (request: FastifyRequest, reply: FastifyReply, given: Parameters<typeof resolveSession>[1]) => {
    const { live, problem } = await resolveSession(options.db, given);
    request.sessionProblem = problem;
    if (!live) return;
    request.viewer = live.viewer;
    request.session = live.session;
    if (live.renewedUntil) sendCookie(reply, live.session.token, live.renewedUntil, options.secure);
  };
  app.addHook("onRequest", (request, reply, done) => {
    const cookie = readCookie(request);
    const bearer = readBearer(request.headers.authorization);
    if (cookie === null && bearer === null) return done();
    resolve(request, reply, { cookie, bearer }).then(() => done(), done);
  });
}

/**
 * Refuses a cross-site request that would change something and carries the session cookie (docs/FAULTS.md, Abuse). Browsers don't
 * send bearer tokens on their own, so requests with one and without the cookie are allowed.
 * @throws AppError CSRF_REJECTED
 */
export function checkOrigin(app: FastifyInstance, { publicOrigin }: SessionOptions): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return done();
    if (request.cookies[SESSION_COOKIE] === undefined) return done();
    const { origin, host } = request.headers;
    const ours = publicOrigin ? origin === publicOrigin : origin !== undefined && hostOf(origin) === host;
    done(ours ? undefined : new AppError("CSRF_REJECTED"));
  });
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function readCookie(request: FastifyRequest): string | null {
  const raw = request.cookies[SESSION_COOKIE];
  if (raw === undefined) return null;
  const unsigned = request.unsignCookie(raw);
  // A cookie we didn't sign is treated as a dead session, without spending a query on it.
  return unsigned.valid ? unsigned.value : "";
}

function readBearer(header: string | undefined): string | null {
  const match = /^Bearer (\S+)$/i.exec(header ?? "");
  return match?.[1] ?? null;
}

export function sendCookie(reply: FastifyReply, token: string, expires: Date, secure: boolean): void {
  reply.setCookie(SESSION_COOKIE, token, { ...attributes(secure), expires });
}

export function clearCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(SESSION_COOKIE, attributes(secure));
}

function attributes(secure: boolean) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure, signed: true } as const;
}

/** Maximum lifetime of a cookie in days, for the documents. */
export const cookieDays = SESSION.cookieDays;
