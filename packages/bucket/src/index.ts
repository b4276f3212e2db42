import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";

/** A bucket of an S3-compatible service, and the key that may use it. */
export interface BucketOptions {
  /** `https://s3.eu-central-1.amazonaws.com`, or another service's address. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean;
}

export interface SignedRequest {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The hash of a request without a body, which has to be signed, too. */
export const EMPTY_HASH = createHash("sha256").digest("hex");

/**
 * Signs requests to a bucket (Signature Version 4); sending them is the caller's part.
 * @returns a function of the method, the object's key ("" for the bucket itself), headers with `x-amz-content-sha256`, and query
 */
export function createSigner(options: BucketOptions) {
  const { accessKeyId, secretAccessKey, region } = options;
  const signer = new SignatureV4({
    service: "s3",
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    uriEscapePath: false,
  });
  return async (
    method: SignedRequest["method"],
    key: string,
    headers: Readonly<Record<string, string>>,
    query: Readonly<Record<string, string>> = {},
  ): Promise<SignedRequest> => {
    const url = objectUrl(options, key);
    const request = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: { ...query },
      headers: { host: url.host, ...headers },
    });
    // Escaped as the signature expects: a plus sign for a space would be another address.
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join("&");
    return { method, url, headers: request.headers };
  };
}

function objectUrl({ endpoint, bucket, pathStyle }: BucketOptions, key: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, "");
  if (pathStyle) url.pathname = `${base}/${bucket}/${key}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `${base}/${key}`;
  }
  return url;
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
