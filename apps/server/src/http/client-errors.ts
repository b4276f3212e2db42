import type { Socket } from "node:net";
import { AppError, failureBody, statusOf } from "@bbux/api";
import type { ErrorCode } from "@bbux/contract";
import type { FastifyInstance } from "fastify";
import { DATA_POLICY } from "./security-headers.ts";

/** What Node's parser says of requests that never get to a route. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "PAYLOAD_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};
const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  413: "Payload Too Large",
  431: "Request Header Fields Too Large",
};

/**
 * Answers what isn't a request, or never becomes one, with the documented body instead of Node's own, and ends the connection. If an
 * answer has begun, nothing may follow it.
 */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable && !hasBegun(socket)) {
    const refusal = new AppError(CODES[error.code ?? ""] ?? "BAD_REQUEST");
    const status = statusOf(refusal);
    const body = JSON.stringify(failureBody(refusal));
    const head = [
      `HTTP/1.1 ${status} ${REASONS[status] ?? ""}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `content-security-policy: ${DATA_POLICY}`,
      "x-content-type-options: nosniff",
      "cache-control: no-store",
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

/** Node keeps the answer in progress on the socket, and looks there itself. */
function hasBegun(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, "_httpMessage");
  return typeof answer === "object" && answer !== null && "headersSent" in answer && answer.headersSent === true;
}

/** Refuses a request that names no host, or several, which Node would answer without a body, or read as it pleases. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((text, nth) => nth % 2 === 0 && text.toLowerCase() === "host").length;
    const right = hosts === 1 || (hosts === 0 && raw.httpVersion === "1.0");
    done(right ? undefined : new AppError("BAD_REQUEST", { message: "The request must name exactly one host" }));
  });
}
