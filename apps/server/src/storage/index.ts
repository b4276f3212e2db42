import type { MediaStorage } from "@bbux/api";
import type { Env } from "../env.ts";
import { hostedStorage } from "./hosted.ts";
import { incomingFolder, localStorage } from "./local.ts";
import { s3Storage } from "./s3.ts";

export { removeLeftovers, uploadsFolder } from "./local.ts";

/** Where uploads are stored, according to the environment; by default on this machine's disk. */
export function createStorage(env: Env): MediaStorage {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { S3_PUBLIC_URL: publicUrl, UPLOAD_URL: url, UPLOAD_PRESET: preset } = env;
  if (bucket && accessKeyId && secretAccessKey && publicUrl) {
    const options = {
      endpoint: env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`,
      region: env.S3_REGION,
      pathStyle: env.S3_PATH_STYLE === "on",
    };
    return s3Storage({ ...options, bucket, accessKeyId, secretAccessKey, publicUrl }, incomingFolder(env.DATA_DIR));
  }
  if (url && preset) return hostedStorage({ url, preset }, incomingFolder(env.DATA_DIR));
  return localStorage(env.DATA_DIR);
}
