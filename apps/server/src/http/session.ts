import { AppError, type CurrentSession, resolveSession, type Services, type Viewer } from "@bbux/api";
import { type ErrorCode, SESSION } from "@bbux/contract";
import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { noteRefusal } from "./security-line.ts";

/**
 * Browsers take a cookie with the prefix only from this very host, over https and for every path. Over https one without it is never
 * read: a subdomain could set it, and sign a visitor in to an account of its own.
 */
const cookieName = (secure: boolean) => (secure ? "__Host-bbux_session" : "bbux_session");

type Live = NonNullable<Awaited<ReturnType<typeof resolveSession>>["live"]>;

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | null;
    session: CurrentSession | null;
    sessionProblem: ErrorCode | null;
  }
}

export interface SessionOptions extends Pick<Services, "db" | "openIdProviders"> {
  readonly secure: boolean;
  /** The app's origin; if unset (development), the requested host counts as ours. */
  readonly publicOrigin: string | undefined;
}

/**
 * Whether a request carries the cookie of a live session, for pages, which are otherwise the same for everyone. Takes one query,
 * or none without the cookie.
 */
export function sessionLook({ secure, ...services }: Omit<SessionOptions, "publicOrigin">) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const cookie = readCookie(request, secure);
    if (cookie === null) return false;
    const { live } = await resolveSession(services, { cookie, bearer: null });
    keepCookie(reply, live, secure);
    return live !== null;
  };
}

/**
 * Identifies the caller before anything else reads the request: one query, or none without credentials. After a body, which may have come
 * slowly, it asks again: the session may have ended meanwhile, or its member's role or suspension changed.
 */
export function resolveSessions(app: FastifyInstance, options: SessionOptions): void {
  app.decorateRequest("viewer", null);
  app.decorateRequest("session", null);
  app.decorateRequest("sessionProblem", null);
  const resolve = async (request: FastifyRequest, reply: FastifyReply, given: Parameters<typeof resolveSession>[1]) => {
    const { live, problem } = await resolveSession(options, given);
    request.sessionProblem = problem;
    if (!live) return;
    request.viewer = live.viewer;
    request.session = live.session;
    keepCookie(reply, live, options.secure);
  };
  const identify = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const cookie = readCookie(request, options.secure);
    const bearer = readBearer(request.headers.authorization);
    if (cookie === null && bearer === null) return done();
    resolve(request, reply, { cookie, bearer }).then(() => done(), done);
  };
  app.addHook("onRequest", identify);
  app.addHook("preHandler", (request, reply, done) => {
    if (request.body === undefined || !request.session) return done();
    request.viewer = null;
    request.session = null;
    identify(request, reply, done);
  });
}

/**
 * Refuses a cross-site request that would change something and carries the session cookie (docs/FAULTS.md, Abuse). Browsers don't
 * send bearer tokens on their own, so requests with one and without the cookie are allowed.
 * @throws AppError CSRF_REJECTED
 */
export function checkOrigin(app: FastifyInstance, { publicOrigin, secure }: SessionOptions): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return done();
    if (!hasCookie(request, secure)) return done();
    const { origin, host } = request.headers;
    const ours = publicOrigin ? origin === publicOrigin : origin !== undefined && hostOf(origin) === host;
    if (ours) return done();
    const refusal = new AppError("CSRF_REJECTED");
    noteRefusal(request, refusal);
    done(refusal);
  });
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Whether a request carries a session cookie, alive or not. */
export function hasCookie(request: FastifyRequest, secure: boolean): boolean {
  return request.cookies[cookieName(secure)] !== undefined;
}

function readCookie(request: FastifyRequest, secure: boolean): string | null {
  const raw = request.cookies[cookieName(secure)];
  if (raw === undefined) return null;
  const unsigned = request.unsignCookie(raw);
  // A cookie we didn't sign is treated as a dead session, without spending a query on it.
  return unsigned.valid ? unsigned.value : "";
}

function readBearer(header: string | undefined): string | null {
  const match = /^Bearer (\S+)$/i.exec(header ?? "");
  return match?.[1] ?? null;
}

/** Sends the cookie again if its session was renewed. */
function keepCookie(reply: FastifyReply, live: Live | null, secure: boolean): void {
  if (live?.session.kind === "cookie" && live.renewedUntil) {
    sendCookie(reply, live.session.token, live.renewedUntil, secure);
  }
}

export function sendCookie(reply: FastifyReply, token: string, expires: Date, secure: boolean): void {
  reply.setCookie(cookieName(secure), token, { ...attributes(secure), expires });
}

export function clearCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(secure), attributes(secure));
}

function attributes(secure: boolean) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure, signed: true } as const;
}

/** Maximum lifetime of a cookie in days, for the documents. */
export const cookieDays = SESSION.cookieDays;
