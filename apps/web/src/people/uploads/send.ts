import { type ErrorCode, failure, UPLOAD_MESSAGES, type UploadOutput, uploadOutput } from "@bbux/contract";
import type { z } from "zod";
import { noticeRefusal } from "../../lib/sessionEvents.ts";

/**
 * Without progress for this long (ms) the connection is dead, whatever the browser reports. Longer than the server
 * takes to process a picture.
 */
const STALLED_MS = 90_000;

/** A failed upload. The message is for the person who sent it. */
export class UploadFailed extends Error {
  readonly code: ErrorCode | null;

  constructor(message: string, code: ErrorCode | null = null) {
    super(message);
    this.name = "UploadFailed";
    this.code = code;
  }
}

interface Call<T> {
  /** Under /api. */
  readonly path: string;
  /** In the order of sending; the server reads the file last. */
  readonly fields: Readonly<Record<string, string | File>>;
  readonly output: z.ZodType<T>;
  /** The message for a response without a text. */
  readonly fallback: string;
}

interface Watch {
  /** The share of bytes that were sent, 0 to 1. It is 1 before the response, while the server still works. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a form with a file. Uses XMLHttpRequest, because `fetch` doesn't report upload progress.
 * @throws UploadFailed; the signal's reason when it was canceled
 */
export function sendForm<T>(call: Call<T>, { onProgress, signal }: Watch = {}): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  const body = new FormData();
  for (const [name, value] of Object.entries(call.fields)) body.append(name, value);
  const request = new XMLHttpRequest();
  let timer = setTimeout(stall, STALLED_MS);
  function stall() {
    reject(new UploadFailed("The upload came to a halt. Please check your connection and try again."));
    request.abort();
  }
  const cancel = () => {
    reject(signal?.reason);
    request.abort();
  };
  signal?.addEventListener("abort", cancel);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    clearTimeout(timer);
    timer = setTimeout(stall, STALLED_MS);
    if (total > 0) onProgress?.(loaded / total);
  });
  request.addEventListener("load", () => {
    try {
      resolve(answerOf(call, request));
    } catch (error) {
      reject(error);
    }
  });
  request.addEventListener("error", () => reject(new UploadFailed("Network error")));
  request.addEventListener("loadend", () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  });
  request.open("POST", `/api${call.path}`);
  request.send(body);
  return promise;
}

function answerOf<T>(call: Call<T>, { status, responseText }: XMLHttpRequest): T {
  const json = parsed(responseText);
  const refused = failure.safeParse(json);
  if (refused.success) {
    noticeRefusal(refused.data.code);
    throw new UploadFailed(refused.data.error, refused.data.code);
  }
  // A proxy may refuse on its own, without our message.
  if (status === 413) throw new UploadFailed(UPLOAD_MESSAGES.mediaSize, "PAYLOAD_TOO_LARGE");
  const answer = call.output.safeParse(json);
  if (status >= 300 || !answer.success) throw new UploadFailed(call.fallback);
  return answer.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Uploads an image or a video, with the fields that hosting services require. */
export function sendMedia(file: File, watch?: Watch): Promise<UploadOutput> {
  const fields = { upload_preset: "bbux", folder: "posts", file };
  return sendForm({ path: "/uploads", fields, output: uploadOutput, fallback: "Failed to upload file" }, watch);
}
