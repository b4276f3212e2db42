import { AppError, type CallContext, readsOf, resolveSession, type Services } from "@bbux/api";
import type { Trace } from "@bbux/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { deviceOf, knownDevice, rememberDevice } from "./device.ts";
import { askedLanguageOf } from "./language.ts";
import type { Limits } from "./limits.ts";
import { connectionOf, networkOf, regionOf, subnetOf } from "./network.ts";
import { writeSecurityLine } from "./security-line.ts";
import { clearCookie, sendCookie } from "./session.ts";

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Builds a procedure's context from its request, the same way for tRPC and REST. */
export function createContext(
  services: Services,
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext {
  // The first call of a request was counted when the request came in; each further one of a batch counts again.
  let counted = false;
  // The calls of a batch run concurrently but are counted one at a time; otherwise each would report the count of the last.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    ...services,
    reads: readsOf(services, request.viewer),
    viewer: request.viewer,
    session: request.session,
    sessionProblem: request.sessionProblem,
    network: networkOf(request.ip),
    subnet: subnetOf(request.ip),
    region: regionOf(request.ip),
    traces: tracesOf(services, request),
    idempotencyKey: idempotencyKeyOf(request),
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    language: () => askedLanguageOf(request),
    async isSessionAlive() {
      const { session } = request;
      if (!session) return false;
      const credentials = { cookie: null, bearer: null, [session.kind]: session.token };
      const { live } = await resolveSession(services, credentials);
      return live !== null && !live.viewer.suspended;
    },
    setAccepted() {
      reply.code(202);
    },
    setTotal(total) {
      reply.header("x-total-count", total);
    },
    setSessionCookie: (token, expiresAt) => sendCookie(reply, token, expiresAt, services.secureCookies),
    clearSessionCookie: () => clearCookie(reply, services.secureCookies),
    knownDevice: (mark) => knownDevice(request, mark, services.secureCookies),
    rememberDevice: (mark) => rememberDevice(request, reply, mark, services.secureCookies),
    consume: (limit, key) => inTurn(() => limits.consume(reply, limit, key)),
    tryConsume: (limit, key) => inTurn(() => limits.tryConsume(limit, key)),
    giveBack: (limit, key) => limits.giveBack(limit, key),
    logSecurity: (line) => writeSecurityLine(request, line),
    nameMember: () => undefined,
    async countRequest() {
      if (counted) await inTurn(() => limits.countRequest(request, reply));
      counted = true;
    },
  };
}

function tracesOf({ fingerprint, secureCookies }: Services, request: FastifyRequest): Trace[] {
  const [connection, device] = [connectionOf(request.ip), deviceOf(request, secureCookies)];
  const traces: Trace[] = [];
  if (connection !== null) traces.push({ kind: "network", value: fingerprint(connection, "network") });
  if (device !== null) traces.push({ kind: "device", value: device });
  return traces;
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return null;
  if (typeof header === "string" && KEY.test(header)) return header;
  const message = "Idempotency-Key must be 1 to 200 printable ASCII characters";
  throw new AppError("VALIDATION_ERROR", { message, details: [{ field: "Idempotency-Key", message }] });
}
