import { join } from "node:path";
import { AppError } from "@bbux/api";
import { UPLOAD_MESSAGES } from "@bbux/contract";
import { ChildFailure, createChild } from "../../child.ts";
import type { Received } from "../receive.ts";
import { type VideoJob, type VideoProblem, type VideoResult, videoResult } from "./videos.protocol.ts";

/** After this long without work, the process ends. */
const IDLE_MS = 15_000;
/** Most take less than a second. */
const PATIENCE_MS = 60_000;
/** Next to this file in the source, next to the bundle once built. */
const CHILD = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "videos.child.ts" : "videos.child.js");

const videos = createChild<Omit<VideoJob, "id">, VideoResult>(videoResult, {
  name: "videos",
  file: CHILD,
  patienceMs: PATIENCE_MS,
  idleMs: IDLE_MS,
  waiting: 50,
  env: {},
  execArgv: ["--max-old-space-size=256"],
});

const MESSAGES: Readonly<Record<VideoProblem, string>> = {
  damaged: UPLOAD_MESSAGES.damagedVideo,
  extraTrack: UPLOAD_MESSAGES.extraTrack,
};

/**
 * Leaves nothing of a received video but the video, in its own file: no place or time of recording, no names, no attachments, no
 * bytes after its end. Pictures and sound aren't written anew and keep their places, so they stay bit for bit what they were. A
 * separate process does it.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for a file whose structure can't be followed to its end; SERVICE_UNAVAILABLE if too many wait
 */
export async function cleanVideo(received: Received): Promise<Received> {
  const { path, bytes, contentType } = received;
  const result = await ask({ path, bytes, contentType });
  if (result.outcome === "cleaned") return { ...received, bytes: result.bytes };
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message: MESSAGES[result.problem] });
}

/** If the process can't answer, the video counts as damaged. */
async function ask(job: Omit<VideoJob, "id">): Promise<VideoResult> {
  try {
    return await videos.ask(job);
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
    return { id: 0, outcome: "refused", problem: "damaged" };
  }
}
