import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import type { z } from "zod";
import { createGate } from "./gate.ts";

/** Why there is no answer: the process ended, or said nothing for too long. */
export class ChildFailure extends Error {
  override readonly name = "ChildFailure";
  readonly kind: "ended" | "silent";

  constructor(kind: ChildFailure["kind"], why: string) {
    super(why);
    this.kind = kind;
  }
}

export interface ChildOptions extends Pick<ForkOptions, "execArgv" | "serialization"> {
  /** All of its environment. */
  readonly env: NodeJS.ProcessEnv;
  /** What it is called in errors. */
  readonly name: string;
  readonly file: string;
  /** An answer that takes longer (ms) does not come. */
  readonly patienceMs: number;
  /** Without work for so long (ms) the process ends. */
  readonly idleMs: number;
  /** Jobs that may wait for the one that is done; one more is refused. */
  readonly waiting: number;
}

/** Does one job after another in a process of its own. */
export interface Child<Job extends object, Answer> {
  /** @throws ChildFailure; AppError SERVICE_UNAVAILABLE when too many wait */
  ask(job: Job): Promise<Answer>;
}

/**
 * A process for work that ours must be safe from. It gets nothing of our environment, in which there are secrets; begins with
 * the first job, and anew whenever it has ended; ends when we do, and keeps nobody from ending.
 * @param schema what it answers; each job goes with an `id`, which the answer carries
 */
export function createChild<Job extends object, Answer extends { readonly id: number }>(
  schema: z.ZodType<Answer>,
  { name, file, patienceMs, idleMs, waiting, ...options }: ChildOptions,
): Child<Job, Answer> {
  const oneJob = createGate({ atOnce: 1, waiting });
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
      // It counts as connected until it is gone: who comes next gets another.
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
          // A process that was there from earlier may have died meanwhile, which says nothing of this job.
          if (!wasThere || !(error instanceof ChildFailure) || error.kind !== "ended") throw error;
          return once(job);
        }
      }),
  };
}
