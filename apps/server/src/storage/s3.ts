import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { MediaStorage } from "@bbux/api";
import { type BucketOptions, createSigner, EMPTY_HASH } from "@bbux/bucket";
import { type Answered, sendPatiently, unreachable } from "./send.ts";

export interface S3Options extends BucketOptions {
  /** Where browsers find the objects: `https://media.bbux.example`. */
  readonly publicUrl: string;
}

/**
 * Uploads to an S3-compatible bucket. A file goes up in one signed request that streams from disk: at 100 MB or less, the object
 * exists completely or not at all, and no parts of a broken upload remain to be paid for.
 */
export function s3Storage(options: S3Options, incoming: string): MediaStorage {
  const sign = createSigner(options);
  return {
    incoming,
    async put(key, file) {
      const hash = await hashOf(file.path);
      const headers = {
        "content-length": String(file.bytes),
        "content-type": file.contentType,
        "cache-control": "public, max-age=3600",
        "content-disposition": "inline",
        "x-amz-content-sha256": hash,
      };
      requireSuccess(
        await sendPatiently(async () => ({
          ...(await sign("PUT", key, headers)),
          method: "PUT",
          body: { path: file.path },
        })),
      );
      return `${options.publicUrl.replace(/\/+$/, "")}/${key}`;
    },
    async remove(key) {
      const answer = await sendPatiently(async () => ({
        ...(await sign("DELETE", key, { "x-amz-content-sha256": EMPTY_HASH })),
        method: "DELETE",
      }));
      if (answer.status !== 404) requireSuccess(answer);
    },
  };
}

function requireSuccess({ status, body }: Answered): void {
  if (status < 200 || status > 299) throw unreachable(`answered ${status}: ${body.slice(0, 300)}`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
