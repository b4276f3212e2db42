import { randomBytes } from "node:crypto";
import type { MediaStorage } from "@bbux/api";
import { z } from "zod";
import { sendPatiently, unreachable } from "./send.ts";

export interface HostedOptions {
  /** Where files are sent: `https://api.host.example/v1/name/auto/upload`. */
  readonly url: string;
  /** The unsigned preset, which defines at the service what may be uploaded. */
  readonly preset: string;
}

/** The folder that uploads go to there (C1.17, C7.64). */
const FOLDER = "posts";

const answer = z.object({
  secure_url: z
    .string()
    .max(2_000)
    .refine((url) => URL.canParse(url) && new URL(url).protocol === "https:", "secure_url must be an https address"),
});

/**
 * Uploads to an image and video hosting service with an unsigned preset: `file`, `upload_preset`, and `folder`, answered with
 * `secure_url`. A preset allows nothing but uploading, so files deleted here stay there.
 */
export function hostedStorage({ url, preset }: HostedOptions, incoming: string): MediaStorage {
  return {
    incoming,
    async put(key, { path, bytes, contentType }) {
      const boundary = `bbux-${randomBytes(16).toString("hex")}`;
      const field = (name: string, value: string) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${key}"\r\ncontent-type: ${contentType}\r\n\r\n`;
      const before = Buffer.from(field("upload_preset", preset) + field("folder", FOLDER) + head);
      const after = Buffer.from(`\r\n--${boundary}--\r\n`);
      const { status, body } = await sendPatiently(async () => ({
        method: "POST",
        url: new URL(url),
        headers: {
          accept: "application/json",
          "content-type": `multipart/form-data; boundary=${boundary}`,
          "content-length": String(before.length + bytes + after.length),
        },
        body: { before, path, after },
      }));
      if (status !== 200 && status !== 201) throw unreachable(`answered ${status}: ${body.slice(0, 300)}`);
      const stored = answer.safeParse(jsonOf(body));
      if (!stored.success) throw unreachable(`answered without a usable secure_url: ${body.slice(0, 300)}`);
      return stored.data.secure_url;
    },
    remove: async () => undefined,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
