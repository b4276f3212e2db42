import { sessionOf } from "./client.ts";
import { failureOf } from "./errors.ts";
import type { operations } from "./rest.gen.ts";
import type { Session, SessionOptions } from "./session.ts";

type Answer<Id extends "uploads-create" | "profile-picture"> =
  operations[Id]["responses"][200]["content"]["application/json"];

/** A file of 100 MB at 1 Mbit/s, plus processing on the server. */
const UPLOAD_TIMEOUT_MS = 16 * 60_000;

/**
 * Uploads an image or a video: `(await uploadMedia(session, file)).secure_url` is the `url` of a post's media.
 * @param file from a form, or in Node from `await fs.openAsBlob(path)`, which streams
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, RATE_LIMITED, and what any call may throw
 */
export function uploadMedia(options: SessionOptions | Session, file: Blob): Promise<Answer<"uploads-create">> {
  return upload(options, "/uploads", "file", file);
}

/** Sets the caller's profile picture. @throws ApiError as {@link uploadMedia} */
export function uploadProfilePicture(
  options: SessionOptions | Session,
  file: Blob,
): Promise<Answer<"profile-picture">> {
  return upload(options, "/profile/picture", "profilePicture", file);
}

async function upload<T>(options: SessionOptions | Session, path: string, field: string, file: Blob): Promise<T> {
  const session = sessionOf(options);
  const body = new FormData();
  body.append(field, file);
  const response = await session.fetch(`${session.origin}/api${path}`, {
    method: "POST",
    body,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(answer, response.status);
  return answer as T;
}
