import { createReadStream } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@bbux/api";

/** After this long without data in either direction, the other side counts as gone. */
const IDLE_MS = 30_000;
const WHOLE_MS = 10 * 60_000;
const MAX_ANSWER = 64 * 1024;
/** Delays before each retry. */
const AGAIN_MS = [250, 1_000];

export interface Outgoing {
  readonly method: "PUT" | "POST" | "DELETE";
  readonly url: URL;
  /** Includes content-length if there is a body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, from a local file with optional bytes around it; opened again for each attempt. */
  readonly body?: { readonly before?: Buffer; readonly path: string; readonly after?: Buffer };
}

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a request whose body streams from a file, and retries if the other side was unreachable or busy (5xx, 429). Redirects are
 * responses like any other and are never followed.
 * @throws AppError SERVICE_UNAVAILABLE if no attempt got a response below 500
 */
export async function sendPatiently(make: () => Promise<Outgoing>): Promise<Answered> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await make()
      .then(send)
      .catch((error: unknown) => unreachable(error));
    const again = AGAIN_MS[attempt];
    if ("status" in outcome && outcome.status < 500 && outcome.status !== 429) return outcome;
    if (again === undefined) {
      throw "status" in outcome ? unreachable(`answered ${outcome.status}: ${outcome.body.slice(0, 300)}`) : outcome;
    }
    await sleep(again);
  }
}

/** The refusal for a storage service that fails; the cause is for the log. */
export function unreachable(cause: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", {
    message: "Files cannot be stored at the moment. Please try again later.",
    cause: cause instanceof Error ? cause : new Error(`The storage of uploads ${String(cause)}`),
  });
}

async function send({ method, url, headers, body }: Outgoing): Promise<Answered> {
  const signal = AbortSignal.timeout(WHOLE_MS);
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, { method, headers, signal });
  request.setTimeout(IDLE_MS, () => request.destroy(new Error("The storage of uploads is silent")));
  const answered = new Promise<Answered>((resolve, reject) => {
    request.on("error", reject);
    request.once("response", (response) => read(response).then(resolve, reject));
  });
  if (body === undefined) request.end();
  else {
    // A response before the end of the body (403) counts, whatever happened to the body.
    pipeline(bodyOf(body), request).catch((error: unknown) => {
      request.destroy(error instanceof Error ? error : undefined);
    });
  }
  return answered;
}

async function* bodyOf({ before, path, after }: NonNullable<Outgoing["body"]>): AsyncGenerator<Buffer> {
  if (before) yield before;
  yield* createReadStream(path);
  if (after) yield after;
}

async function read(response: IncomingMessage): Promise<Answered> {
  let body = "";
  response.setEncoding("utf8");
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length > MAX_ANSWER) throw new Error("The storage of uploads answers without end");
  }
  return { status: response.statusCode ?? 0, body };
}
