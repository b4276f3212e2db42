import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** The longest that any body may take: an upload (uploads/receive.ts). Node applies it to the whole server. */
export const LONGEST_BODY_MS = 15 * 60_000;
const BODY_MS = 30_000;

const deadlines = new WeakMap<IncomingMessage, (milliseconds: number) => void>();

/**
 * Ends a request whose body isn't complete after 30 seconds, as Node itself would if one limit fit all. Uploads get more time once
 * their sender is known ({@link allowSlowBody}), so that nobody else can hold connections open.
 */
export function limitBodies(app: FastifyInstance, bodyMs = BODY_MS): void {
  app.server.prependListener("request", (request: IncomingMessage) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === "0")) return;
    let timer: NodeJS.Timeout | undefined;
    const endAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (request.complete) return;
        const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
        app.server.emit("clientError", error, request.socket);
      }, milliseconds);
      timer.unref();
    };
    deadlines.set(request, endAfter);
    endAfter(bodyMs);
    request.once("close", () => clearTimeout(timer));
  });
}

/** Gives a body this much time from now. Injected test requests have no connection, and so no limit. */
export function allowSlowBody(request: IncomingMessage, milliseconds: number): void {
  deadlines.get(request)?.(milliseconds);
}
