import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { LocalFile, MediaStorage } from "@bbux/api";
import { SignatureV4 } from "@smithy/signature-v4";
import { type Answered, type Outgoing, sendPatiently, unreachable } from "./send.ts";

export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com`, or another service's address. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean;
  /** Where browsers find the objects: `https://media.bbux.example`. */
  readonly publicUrl: string;
}

const EMPTY_HASH = createHash("sha256").digest("hex");

/**
 * Uploads to an S3-compatible bucket. A file goes up in one signed request that streams from disk: at 100 MB or less, the object
 * exists completely or not at all, and no parts of a broken upload remain to be paid for.
 */
export function s3Storage(options: S3Options, incoming: string): MediaStorage {
  const { accessKeyId, secretAccessKey, region } = options;
  const signer = new SignatureV4({
    service: "s3",
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    uriEscapePath: false,
  });

  async function signed(method: "PUT" | "DELETE", key: string, headers: Record<string, string>, file?: LocalFile) {
    const url = objectUrl(options, key);
    const request = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: { host: url.host, ...headers },
    });
    const outgoing: Outgoing = { method, url, headers: request.headers, ...(file && { body: { path: file.path } }) };
    return outgoing;
  }

  return {
    incoming,
    async put(key, file) {
      const hash = await hashOf(file.path);
      const headers = {
        "content-length": String(file.bytes),
        "content-type": file.contentType,
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": "inline",
        "x-amz-content-sha256": hash,
      };
      requireSuccess(await sendPatiently(() => signed("PUT", key, headers, file)));
      return `${options.publicUrl.replace(/\/+$/, "")}/${key}`;
    },
    async remove(key) {
      const answer = await sendPatiently(() => signed("DELETE", key, { "x-amz-content-sha256": EMPTY_HASH }));
      if (answer.status !== 404) requireSuccess(answer);
    },
  };
}

function requireSuccess({ status, body }: Answered): void {
  if (status < 200 || status > 299) throw unreachable(`answered ${status}: ${body.slice(0, 300)}`);
}

function objectUrl({ endpoint, bucket, pathStyle }: S3Options, key: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, "");
  if (pathStyle) url.pathname = `${base}/${bucket}/${key}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `${base}/${key}`;
  }
  return url;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Node's own SHA-256 in the form the signer expects. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error("Not used: the signer makes one for each hash");
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
