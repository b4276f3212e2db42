import { UPLOADS } from "@bbux/contract";
import { isRecord } from "../../lib/record.ts";

/** Five megabytes take a while on a slow line. */
const TIMEOUT_MS = 120_000;
const FAILED = "Failed to upload profile picture";

/** Says what is wrong with a file for a profile picture before it is sent; `null` when nothing is. */
export function pictureProblem(file: Pick<File, "type" | "size">): string | null {
  if (!file.type.startsWith("image/")) return "Please upload an image file";
  return file.size > UPLOADS.picture ? "File size must be less than 5MB" : null;
}

/**
 * Uploads the picture and returns its address.
 * @throws Error with the sentence to show: the server's, else 'Failed to upload profile picture'
 */
export async function sendPicture(file: File): Promise<string> {
  const body = new FormData();
  body.append("profilePicture", file);
  const answer = await post(body);
  if (answer.ok && typeof answer.said.profilePicture === "string") return answer.said.profilePicture;
  throw new Error(typeof answer.said.error === "string" && answer.said.error !== "" ? answer.said.error : FAILED);
}

async function post(body: FormData): Promise<{ ok: boolean; said: { profilePicture?: unknown; error?: unknown } }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch("/api/profile/picture", { method: "POST", body, signal, credentials: "same-origin" });
    const said: unknown = await response.json();
    return { ok: response.ok, said: isRecord(said) ? said : {} };
  } catch {
    // There is no response, or an unreadable one.
    return { ok: false, said: {} };
  }
}
