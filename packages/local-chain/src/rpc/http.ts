import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { StateDiverged } from "../chain.ts";
import { writeJson } from "../json.ts";
import { AnswerStatus, answerBody, type CallContext, HangUp } from "./calls.ts";

/** The largest body, in bytes; a real node's limit. */
export const MAX_BODY = 50 * 1_024;

/** After Node's five seconds, a busy client may be about to send on a connection that ends. */
const KEEP_ALIVE_MS = 120_000;

/** Any origin is allowed: this is a development chain on this machine, with no secrets in it. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-allow-headers": "*",
  "access-control-allow-private-network": "true",
  "access-control-max-age": "86400",
};

/** @param onDiverged called when the state in memory no longer matches the disk: end the process */
export function createRpcServer(context: CallContext, onDiverged: (error: unknown) => void): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(request, response, context).catch((error: unknown) => {
      if (error instanceof HangUp) return request.socket.destroy();
      if (error instanceof AnswerStatus) return sendStatus(response, error.status);
      if (error instanceof StateDiverged) onDiverged(error);
      context.log(String(error));
      request.socket.destroy();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, context: CallContext): Promise<void> {
  if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
  if (request.method === "GET" && request.url === "/health") return say(response, 200, "ok");
  if (request.method !== "POST")
    return say(response, 405, "Used HTTP Method is not allowed. POST or OPTIONS is required");
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    return say(response, 415, "Supplied content type is not allowed. Content-Type: application/json is required");
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.setHeader("connection", "close");
    return say(response, 413, "Payload Too Large");
  }
  const answered = await answerBody(body, context);
  response.writeHead(200, { ...CORS, "content-type": "application/json; charset=utf-8" });
  response.end(answered === undefined ? "" : writeJson(answered));
}

/** Returns undefined if the body is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > MAX_BODY) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendStatus(response: ServerResponse, status: number): void {
  if (status === 429) response.setHeader("retry-after", "1");
  const message = status === 429 ? "Too many requests for a specific RPC call" : `HTTP ${status}`;
  response.writeHead(status, { ...CORS, "content-type": "application/json; charset=utf-8" });
  response.end(writeJson({ jsonrpc: "2.0", error: { code: status, message }, id: null }));
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...CORS, "content-type": "text/plain" }).end(text);
}
