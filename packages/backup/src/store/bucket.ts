import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import { type BucketOptions, createSigner, EMPTY_HASH, type SignedRequest } from "@bbux/bucket";
import { SaxesParser } from "saxes";
import { BackupError } from "../error.ts";
import type { Store, StoredObject } from "./store.ts";

/** Delays before each retry. */
const AGAIN_MS = [250, 1_000, 4_000];
const WHOLE_MS = 10 * 60_000;

/** Backups in a bucket of an S3-compatible service, below a prefix. The key needs to put, get, list and delete objects. */
export function bucketStore(options: BucketOptions, prefix: string): Store {
  const sign = createSigner(options);
  const base = prefix === "" ? "" : `${prefix.replace(/^\/+|\/+$/g, "")}/`;
  const location = `s3://${options.bucket}/${base}`;

  async function send(make: () => Promise<SignedRequest>, body?: Buffer): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const { method, url, headers } = await make();
      const init = {
        method,
        headers: { ...headers },
        redirect: "manual",
        ...(body && { body: new Uint8Array(body) }),
      } as const;
      const outcome = await fetch(url, { ...init, signal: AbortSignal.timeout(WHOLE_MS) }).catch(
        (error: unknown) => error,
      );
      const again = AGAIN_MS[attempt];
      if (outcome instanceof Response && (outcome.status < 500 || again === undefined) && outcome.status !== 429)
        return outcome;
      if (again === undefined) throw new BackupError(`${location} can't be reached: ${reasonOf(outcome)}`);
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(again);
    }
  }

  async function requireSuccess(response: Response, what: string): Promise<Response> {
    if (response.ok) return response;
    const said = (await response.text().catch(() => "")).slice(0, 300);
    throw new BackupError(`${location} answered ${response.status} for ${what}: ${said}`);
  }

  async function page(start: string, token: string): Promise<{ objects: StoredObject[]; next: string }> {
    const query = { "list-type": "2", prefix: start, ...(token && { "continuation-token": token }) };
    const answer = await send(() => sign("GET", "", { "x-amz-content-sha256": EMPTY_HASH }, query));
    return parseList(await (await requireSuccess(answer, "a list")).text());
  }

  return {
    location,
    async put(name, body) {
      const headers = {
        "content-length": String(body.byteLength),
        "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
      };
      const answer = await send(() => sign("PUT", base + name, headers), body);
      await (await requireSuccess(answer, name)).body?.cancel();
    },
    async get(name) {
      const answer = await send(() => sign("GET", base + name, { "x-amz-content-sha256": EMPTY_HASH }));
      if (answer.status === 404) throw new BackupError(`${location}${name} is missing.`);
      const { body } = await requireSuccess(answer, name);
      return body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([]);
    },
    async list(start) {
      const found: StoredObject[] = [];
      let token = "";
      do {
        const { objects, next } = await page(base + start, token);
        for (const object of objects) found.push({ ...object, name: object.name.slice(base.length) });
        token = next;
      } while (token !== "");
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async remove(name) {
      const answer = await send(() => sign("DELETE", base + name, { "x-amz-content-sha256": EMPTY_HASH }));
      if (answer.status !== 404) await requireSuccess(answer, name);
      await answer.body?.cancel();
    },
  };
}

function reasonOf(outcome: unknown): string {
  if (outcome instanceof Response) return `it answered ${outcome.status}`;
  const cause = outcome instanceof Error && outcome.cause instanceof Error ? outcome.cause : outcome;
  return cause instanceof Error ? cause.message : String(cause);
}

/** The answer to ListObjectsV2. */
function parseList(xml: string): { objects: StoredObject[]; next: string } {
  const objects: StoredObject[] = [];
  const path: string[] = [];
  let texts: Record<string, string> = {};
  let next = "";
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    path.push(name);
    if (name === "Contents") texts = {};
  });
  parser.on("text", (text) => {
    const name = path.at(-1) ?? "";
    if (path.at(-2) === "Contents") texts[name] = (texts[name] ?? "") + text;
    if (name === "NextContinuationToken") next += text;
  });
  parser.on("closetag", ({ name }) => {
    path.pop();
    if (name !== "Contents") return;
    const { Key = "", Size = "0", LastModified = "" } = texts;
    objects.push({ name: Key, bytes: Number(Size), modifiedAt: new Date(LastModified) });
  });
  parser.on("error", (error) => {
    throw new BackupError(`The list of the bucket isn't readable: ${error.message}`);
  });
  parser.write(xml).close();
  return { objects, next };
}
