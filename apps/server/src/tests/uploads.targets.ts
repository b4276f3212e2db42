import { createHash, createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A loopback server that stands in for an external one. */
export interface StandIn {
  readonly url: string;
  close(): Promise<void>;
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<StandIn> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const S3 = {
  accessKeyId: "AKIDEXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "eu-test-1",
};

export interface Bucket extends StandIn {
  /** Objects by path: `/bucket/key`. */
  readonly objects: Map<string, { body: Buffer; headers: IncomingMessage["headers"] }>;
  /** What the next requests get instead of a proper response: `[503, 503]`, `["hang up"]`. */
  readonly faults: (number | "hang up")[];
}

/** Behaves like an S3-compatible service: a wrong signature, length, or hash is refused, and nothing is stored. */
export async function startBucket(): Promise<Bucket> {
  const objects: Bucket["objects"] = new Map();
  const faults: Bucket["faults"] = [];
  const fail = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
  const standIn = await listen(async (request, response) => {
    const fault = faults.shift();
    if (fault === "hang up") return void request.socket.destroy();
    if (fault !== undefined) {
      // Refuses before reading the body, like real services.
      response.shouldKeepAlive = false;
      return void fail(response, fault, fault === 403 ? "AccessDenied" : "SlowDown");
    }
    if (request.method === "PUT" && request.headers["content-length"] === undefined)
      return void fail(response, 411, "MissingContentLength");
    const body = await buffer(request);
    if (!isSigned(request)) return void fail(response, 403, "SignatureDoesNotMatch");
    if (request.headers["x-amz-content-sha256"] !== createHash("sha256").update(body).digest("hex"))
      return void fail(response, 400, "XAmzContentSHA256Mismatch");
    if (request.method === "DELETE") {
      objects.delete(request.url ?? "");
      return void response.writeHead(204).end();
    }
    if (request.method === "GET") return answerGet(objects, new URL(request.url ?? "", "http://bucket"), response);
    objects.set(request.url ?? "", { body, headers: request.headers });
    response.writeHead(200, { etag: '"x"' }).end();
  });
  return { ...standIn, objects, faults };
}

const PAGE = 3;

/** An object, or a page of the list of those that begin with a prefix. */
function answerGet(objects: Bucket["objects"], { pathname, searchParams: query }: URL, response: ServerResponse): void {
  const bucket = pathname.replace(/\/$/, "");
  if (query.get("list-type") !== "2") {
    const object = objects.get(pathname);
    if (object) response.writeHead(200).end(object.body);
    else response.writeHead(404, { "content-type": "application/xml" }).end("<Error><Code>NoSuchKey</Code></Error>");
    return;
  }
  const inXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const keys = [...objects.keys()].map((path) => decodeURIComponent(path.slice(bucket.length + 1))).sort();
  const found = keys.filter((key) => key.startsWith(query.get("prefix") ?? ""));
  const start = Number(query.get("continuation-token") ?? 0);
  const listed = found.slice(start, start + PAGE).map((key) => {
    const size = objects.get(`${bucket}/${key}`)?.body.byteLength ?? 0;
    return `<Contents><Key>${inXml(key)}</Key><LastModified>2026-11-23T09:30:00.000Z</LastModified><Size>${size}</Size></Contents>`;
  });
  const isMore = start + PAGE < found.length;
  const more = isMore ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : "";
  response
    .writeHead(200, { "content-type": "application/xml" })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isMore}</IsTruncated>${listed.join("")}${more}</ListBucketResult>`,
    );
}

/** Signature Version 4, computed from its description instead of with the library under test. */
function isSigned(request: IncomingMessage): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!match) return false;
  const [, id, day = "", region = "", names = "", signature] = match;
  const signed = names.split(";");
  if (id !== S3.accessKeyId || region !== S3.region || !signed.includes("host")) return false;
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`).join("");
  const hash = String(request.headers["x-amz-content-sha256"]);
  const [path, query = ""] = (request.url ?? "").split("?");
  const canonical = [request.method, path, query.split("&").sort().join("&"), headers, names, hash].join("\n");
  const time = String(request.headers["x-amz-date"]);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const sign = (key: string | Buffer, part: string) => createHmac("sha256", key).update(part).digest();
  const key = sign(sign(sign(sign(`AWS4${S3.secret}`, day), region), "s3"), "aws4_request");
  return time.startsWith(day) && sign(key, text).toString("hex") === signature;
}

export interface HostingService extends StandIn {
  readonly received: { fields: Record<string, string>; file: Buffer; contentType: string }[];
  /** Returned instead of a secure_url. */
  answer: { status: number; body: string } | null;
}

/** Responds like the hosting service to an upload with an unsigned preset. */
export async function startHostingService(preset: string): Promise<HostingService> {
  const received: HostingService["received"] = [];
  const service = { received, answer: null } as Pick<HostingService, "received" | "answer">;
  const standIn = await listen(async (request, response) => {
    const headers = { "content-type": String(request.headers["content-type"]) };
    const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
    const file = form.get("file");
    const reply = (status: number, body: string) =>
      response.writeHead(status, { "content-type": "application/json", location: "http://127.0.0.1:1/" }).end(body);
    if (service.answer) return void reply(service.answer.status, service.answer.body);
    if (form.get("upload_preset") !== preset || !(file instanceof File))
      return void reply(400, '{"error":{"message":"Upload preset not found"}}');
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) as Record<
      string,
      string
    >;
    received.push({ fields, file: Buffer.from(await file.arrayBuffer()), contentType: file.type });
    const id = randomBytes(6).toString("hex");
    reply(200, JSON.stringify({ public_id: `posts/${id}`, secure_url: `https://host.example/posts/${id}.png` }));
  });
  return Object.assign(service, standIn);
}
