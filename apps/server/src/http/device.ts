import { createHash, randomBytes } from "node:crypto";
import type { BrowserMark } from "@bbux/api";
import { DAY_MS, SESSION } from "@bbux/contract";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Its path rules out the prefix of the session's; with this one, only pages over https can set it. */
const cookieName = (secure: boolean) => (secure ? "__Secure-bbux_device" : "bbux_device");
/** A random id, and a tag for each account that has signed in with it, the latest first. */
const FORMAT = /^device\.([\w-]{22})((?:\.[\w-]{22}){1,5})$/;
const MOST_ACCOUNTS = 5;
/** Characters of a tag that name the account. */
const ACCOUNT = 11;

interface Device {
  readonly id: string;
  readonly tags: readonly string[];
}

/**
 * The key for limits on a browser that has signed in to an account before; null for any other. The cookie is signed and names its
 * accounts, so neither a forged one nor a copy says anything about others.
 */
export function knownDevice(request: FastifyRequest, mark: BrowserMark, secure: boolean): string | null {
  const device = readDevice(request, secure);
  return device?.tags.includes(tagOf(device.id, mark)) ? digest(device.id) : null;
}

/** A hash of the browser's id, which is the same for every account that signs in with it; null for a browser without one. */
export function deviceOf(request: FastifyRequest, secure: boolean): string | null {
  const device = readDevice(request, secure);
  return device && digest(device.id);
}

/** Adds an account to those that have signed in with this browser. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, mark: BrowserMark, secure: boolean): void {
  const { id, tags } = readDevice(request, secure) ?? { id: randomBytes(16).toString("base64url"), tags: [] };
  const own = tagOf(id, mark);
  const others = tags.filter((tag) => tag.slice(0, ACCOUNT) !== own.slice(0, ACCOUNT));
  const accounts = [own, ...others].slice(0, MOST_ACCOUNTS);
  reply.setCookie(cookieName(secure), ["device", id, ...accounts].join("."), {
    // Only calls need it. Pages are cached by the cookies that they are requested with.
    path: "/api",
    httpOnly: true,
    sameSite: "lax",
    secure,
    signed: true,
    maxAge: (SESSION.deviceDays * DAY_MS) / 1000,
  });
}

function readDevice(request: FastifyRequest, secure: boolean): Device | null {
  const given = request.cookies[cookieName(secure)];
  const { value } = given === undefined ? { value: null } : request.unsignCookie(given);
  const [, id, tags] = FORMAT.exec(value ?? "") ?? [];
  return id === undefined || tags === undefined ? null : { id, tags: tags.slice(1).split(".") };
}

/**
 * One half names the account, so that its next tag replaces this one; the other half changes when its sign-ins are ended. It's hashed,
 * because other people may read the cookie in a shared browser.
 */
function tagOf(id: string, { userId, endedAt }: BrowserMark): string {
  const account = digest(`${id} ${userId}`);
  const state = endedAt === null ? account : digest(`${id} ${userId} ${endedAt}`);
  return account.slice(0, ACCOUNT) + state.slice(ACCOUNT);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
