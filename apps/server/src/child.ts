import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import type { z } from "zod";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** Why there is no response: the process ended or took too long. */
export class ChildFailure extends Error {
  override readonly name = "ChildFailure";
  readonly kind: "ended" | "silent";

  constructor(kind: ChildFailure["kind"], why: string) {
    super(why);
    this.kind = kind;
  }
}

export interface ChildOptions extends Pick<ForkOptions, "execArgv" | "serialization"> {
  /** Its entire environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Its name in error messages. */
  readonly name: string;
  readonly file: string;
  /** Milliseconds after which a response counts as missing. */
  readonly patienceMs: number;
  /** The process ends after this many milliseconds without work. */
  readonly idleMs: number;
  /** How many jobs may wait for the current one; one more is refused. */
  readonly waiting: number;
}

/** Runs jobs one at a time in a separate process. */
export interface Child<Job extends object, Answer> {
  /** @throws ChildFailure; AppError SERVICE_UNAVAILABLE if too many wait */
  ask(job: Job): Promise<Answer>;
}

/**
 * A process for work that must be isolated from ours. It gets none of our environment, which contains secrets. It starts with
 * the first job and again whenever it has ended; ends when we do, and never keeps us from ending.
 * @param schema the response; each job carries an `id`, which its response repeats
 */
export function createChild<Job extends object, Answer extends { readonly id: number }>(
  schema: z.ZodType<Answer>,
  { name, file, patienceMs, idleMs, waiting, ...options }: ChildOptions,
): Child<Job, Answer> {
  const oneJob = createConcurrencyLimit({ concurrency: 1, waiting });
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let jobs = 0;

  function start(): ChildProcess {
    const started = fork(file, { ...options, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    started.on("error", () => undefined);
    started.unref();
    started.channel?.unref();
    return started;
  }

  function stop(): void {
    child?.kill();
    child = undefined;
  }

  async function once(job: Job): Promise<Answer> {
    clearTimeout(idle);
    if (!child?.connected) child = start();
    const asked = child;
    const id = ++jobs;
    let timer: NodeJS.Timeout | undefined;
    let onMessage: (message: unknown) => void = () => undefined;
    let onEnd: (why: unknown) => void = () => undefined;
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        onMessage = (message) => {
          const read = schema.safeParse(message);
          if (read.success && read.data.id === id) resolve(read.data);
        };
        onEnd = (why) => reject(new ChildFailure("ended", `The process of ${name} ended (${String(why)})`));
        timer = setTimeout(() => reject(new ChildFailure("silent", `The process of ${name} is silent`)), patienceMs);
        asked.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
        asked.send({ ...job, id }, (error) => error && onEnd(error.message));
      });
      idle = setTimeout(stop, idleMs).unref();
      return answer;
    } catch (error) {
      asked.kill("SIGKILL");
      // It counts as connected until it is gone, so the next job must start another.
      child = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      asked.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
    }
  }

  return {
    ask: (job) =>
      oneJob(async () => {
        const wasThere = child?.connected === true;
        try {
          return await once(job);
        } catch (error) {
          // A process from an earlier job may have died since then, which says nothing about this job.
          if (!wasThere || !(error instanceof ChildFailure) || error.kind !== "ended") throw error;
          return once(job);
        }
      }),
  };
}
