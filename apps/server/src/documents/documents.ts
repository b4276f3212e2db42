import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError, type Documents } from "@bbux/api";
import { isSlug, type Slug } from "@bbux/docs/pages";
import { type PrintJob, printResult } from "@bbux/docs/pdf/protocol";
import type { Env } from "../env.ts";

/** The longest takes some seconds of an idle processor. */
const PATIENCE_MS = 120_000;
/** In its package in the source, beside the bundle when built. */
const CHILD = import.meta.filename.endsWith(".ts")
  ? fileURLToPath(import.meta.resolve("@bbux/docs/pdf/child"))
  : join(import.meta.dirname, "documents.child.js");

type Printed = Awaited<ReturnType<Documents["pdf"]>>;

/**
 * PDFs of the documentation, each made when it is first asked for and kept; whoever asks meanwhile waits for the same one.
 * They are made one after the other in a process of their own, which ends when there is nothing to do.
 */
export function createDocuments(env: Env): Documents {
  const config: PrintJob["config"] = {
    origin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
    supportEmail: env.SUPPORT_EMAIL,
    legalEmail: env.LEGAL_EMAIL,
    sourceUrl: env.SOURCE_URL,
  };
  const made = new Map<Slug, Promise<Printed>>();
  let before: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let child: ChildProcess | undefined;
  let jobs = 0;

  async function print(slug: Slug): Promise<Printed> {
    waiting++;
    const turn = before;
    const mine = turn.then(async () => {
      if (!child?.connected) child = start();
      return ask(child, { id: ++jobs, slug, config });
    });
    before = mine.catch(() => undefined);
    try {
      const body = Buffer.from(await mine);
      return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
    } catch (cause) {
      made.delete(slug);
      child?.kill("SIGKILL");
      // It counts as connected until it is gone: whoever waits gets another.
      child = undefined;
      throw new AppError("SERVICE_UNAVAILABLE", { details: { retryAfter: 10 }, cause });
    } finally {
      waiting--;
      if (waiting === 0) {
        child?.kill();
        child = undefined;
      }
    }
  }

  return {
    async pdf(slug) {
      if (!isSlug(slug)) throw new AppError("NOT_FOUND");
      const printed = made.get(slug) ?? print(slug);
      made.set(slug, printed);
      return printed;
    },
  };
}

async function ask(child: ChildProcess, job: PrintJob): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let onMessage: (message: unknown) => void = () => undefined;
  let onEnd: (why: unknown) => void = () => undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      onMessage = (message) => {
        const result = printResult.safeParse(message);
        if (!result.success || result.data.id !== job.id) return;
        if (result.data.outcome === "printed") resolve(result.data.pdf);
        else reject(new Error(result.data.reason));
      };
      onEnd = (why) => reject(new Error(`The process of documents ended (${String(why)})`));
      timer = setTimeout(() => reject(new Error("The process of documents is silent")), PATIENCE_MS);
      child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
      child.send(job, (error) => error && reject(error));
    });
  } finally {
    clearTimeout(timer);
    child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
  }
}

/** With nothing of our environment, in which there are secrets. It ends when we do, and keeps nobody from ending. */
function start(): ChildProcess {
  const started = fork(CHILD, {
    env: {},
    execArgv: ["--max-old-space-size=384"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  started.on("error", () => undefined);
  started.unref();
  started.channel?.unref();
  return started;
}
