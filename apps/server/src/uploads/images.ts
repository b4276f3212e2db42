import { type ChildProcess, fork } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError, type LocalFile } from "@bbux/api";
import { UPLOADS } from "@bbux/contract";
import { createGate } from "../gate.ts";
import { IMAGE_SECONDS, type ImageResult, imageResult } from "./images.protocol.ts";

/** Pixels are many times the size of a file, so one image at a time is in memory; the others wait on the disk. */
const oneImage = createGate({ atOnce: 1, waiting: 50 });
/** Without work for so long the process ends. */
const IDLE_MS = 15_000;
/** The child's own limit comes first. */
const PATIENCE_MS = (IMAGE_SECONDS + 15) * 1_000;
/** Beside this file in the source, beside the bundle when built. */
const CHILD = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "images.child.ts" : "images.child.js");

export interface Wanted {
  /** Where the new image is written. */
  readonly into: string;
  /** A square of so many pixels, else as large as it is, within what is stored. */
  readonly square?: number;
  /** Said of what is no image although it begins like one. */
  readonly notAnImage: string;
}

/**
 * Writes an image anew from its pixels, in a process of its own: upright, without metadata, without whatever else the
 * file carried. Animations stay animated.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for what cannot be read, VALIDATION_ERROR for too many pixels
 */
export async function reencode(path: string, { into, square, notAnImage }: Wanted): Promise<LocalFile> {
  const result = await oneImage(() => askAgain({ path, into, ...(square !== undefined && { square }) }));
  if (result.outcome === "written") {
    return { path: into, bytes: (await stat(into)).size, contentType: result.contentType };
  }
  const cause = new Error(result.reason);
  if (result.outcome === "unreadable") throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message: notAnImage, cause });
  const [still, moving] = [UPLOADS.pixels, UPLOADS.animatedPixels].map((pixels) => pixels / 1_000_000);
  const message =
    result.outcome === "too slow"
      ? "This image takes too long to read. Please try a smaller one."
      : `Images may have at most ${still} megapixels, animations ${moving} in all their frames`;
  throw new AppError("VALIDATION_ERROR", { message, details: [{ field: "file", message }], cause });
}

let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let jobs = 0;

interface Job {
  readonly path: string;
  readonly into: string;
  readonly square?: number;
}

/** `lost`: the process ended before it could answer. */
type Asked = ImageResult & { readonly lost?: true };

/** A process that was there from earlier may have died meanwhile, which says nothing of this image: it gets a new one. */
async function askAgain(job: Job): Promise<ImageResult> {
  const before = child;
  const result = await ask(job);
  return result.lost && before !== undefined ? ask(job) : result;
}

/** One job after another ({@link oneImage}), so whatever comes back is the answer to the last question. */
async function ask(job: Job): Promise<Asked> {
  clearTimeout(idle);
  if (!child?.connected) child = start();
  const asked = child;
  const id = ++jobs;
  let timer: NodeJS.Timeout | undefined;
  let onMessage: (message: unknown) => void = () => undefined;
  let onEnd: (why: unknown) => void = () => undefined;
  // It counts as connected for a moment after it has ended.
  let gone = false;
  try {
    return await new Promise<Asked>((resolve) => {
      const lost = (reason: string) => {
        gone = true;
        resolve({ id, outcome: "unreadable", reason, lost: true });
      };
      onMessage = (message) => {
        const result = imageResult.safeParse(message);
        if (result.success && result.data.id === id) resolve(result.data);
      };
      onEnd = (why) => lost(`The process of images ended (${String(why)})`);
      timer = setTimeout(() => {
        asked.kill("SIGKILL");
        resolve({ id, outcome: "too slow", reason: "The process of images is silent" });
      }, PATIENCE_MS);
      asked.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
      asked.send({ ...job, id }, (error) => error && lost(error.message));
    });
  } finally {
    clearTimeout(timer);
    asked.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
    if (asked.connected && !asked.killed && !gone) idle = setTimeout(stop, IDLE_MS).unref();
    else child = undefined;
  }
}

/** With nothing of our environment, in which there are secrets. It ends when we do, and keeps nobody from ending. */
function start(): ChildProcess {
  const started = fork(CHILD, {
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: ["--max-old-space-size=128"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  started.on("error", () => undefined);
  started.unref();
  started.channel?.unref();
  return started;
}

function stop(): void {
  child?.kill();
  child = undefined;
}
