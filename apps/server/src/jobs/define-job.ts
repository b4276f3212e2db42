import type { Services } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import type { JobResult, PgBoss, Queue, SendOptions } from "pg-boss";
import { z } from "zod";
import type { BackupProgress } from "../backups/figures.ts";
import type { SendMail } from "../mail.ts";
import { within } from "../within.ts";

/** What a job works with. */
export interface JobNeeds {
  readonly db: Database;
  readonly signals: Services["signals"];
  readonly media: Services["media"];
  readonly parameterDefaults: Services["parameterDefaults"];
  readonly vault: Services["vault"];
  readonly verifiesEmail: Services["verifiesEmail"];
  readonly failpoint: Services["failpoint"];
  readonly platformWallet: Services["platformWallet"];
  readonly signer: Services["signer"];
  readonly notes: Services["notes"];
  readonly sendMail: SendMail;
  /** The origin of links in mails. */
  readonly origin: () => string;
  /** How far the backup has come that this process keeps; null if it keeps none. */
  readonly backup: () => Promise<BackupProgress | null>;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly databaseNow: Services["databaseNow"];
}

/** What a job that moves money works with. It starts once everything else is up. */
export interface MoneyNeeds {
  readonly services: Services;
  readonly log: FastifyBaseLogger;
}

/** One run of a job. */
export interface Run {
  /** Aborted when the run has taken too long or the process stops. */
  readonly signal: AbortSignal;
  /** Queues the job again. */
  again(afterSeconds: number): Promise<void>;
}

interface Declaration<Name extends string, Payload extends object, Needs> {
  readonly name: Name;
  readonly payload: z.ZodType<Payload>;
  /** When it runs on its own, as a cron expression; without one it only runs when it's queued. */
  readonly schedule?: string;
  /** Whether every process queues it when it starts, to catch up on what was due while none was running. */
  readonly isQueuedAtStart?: boolean;
  /** A run that takes longer than `expireInSeconds` is considered lost and restarted. */
  readonly queue: Omit<Queue, "name">;
  /** How often an idle process looks for runs queued by the schedule or another process. Runs it queues itself start right away. */
  readonly pollSeconds: number;
  /** Runs that a process takes at the same time, so that they don't wait for each other; by default 1. */
  readonly atOnce?: number;
  /** Runs with the same key are queued only once in this time; further ones are dropped. */
  readonly oncePer?: (payload: Payload) => { readonly key: string; readonly seconds: number };
  readonly run: (needs: Needs, payload: Payload, run: Run) => Promise<unknown>;
}

/** Of jobs that mail one person: ten at once, so that a mail server that is slow to take one doesn't delay the others. */
export const ONE_MAIL = {
  queue: { retryLimit: 5, retryBackoff: true, expireInSeconds: 60 },
  pollSeconds: 1,
  atOnce: 10,
} as const;

/** A job is safe to run twice, also in two processes at the same time. */
export interface Job<Name extends string, Payload extends object, Needs> {
  readonly name: Name;
  readonly payload: z.ZodType<Payload>;
  readonly isQueuedAtStart: boolean;
  /** Creates its queue and brings its schedule up to date. */
  create(boss: PgBoss): Promise<void>;
  /** Queues a run. */
  send(boss: PgBoss, payload: Payload): Promise<void>;
  /** Makes this process take its runs. */
  work(boss: PgBoss, needs: Needs): Promise<void>;
}

/** The payloads of a list of jobs, by name. */
export type PayloadsOf<Jobs extends readonly { readonly name: string; readonly payload: z.ZodType }[]> = {
  readonly [Each in Jobs[number] as Each["name"]]: z.infer<Each["payload"]>;
};

/** For jobs that need to know nothing but that it is time. */
export const noPayload = z.unknown().transform((): Readonly<Record<string, never>> => ({}));

/** Which worker of each process takes a queue's runs, by the process's own boss. Of two, it is the first. */
const workers = new WeakMap<PgBoss, Map<string, string>>();

/** Queues a run of a job. It starts right away if this process takes its runs and is idle, and otherwise at the next look. */
export async function queueRun(
  boss: PgBoss,
  name: string,
  payload: object = {},
  options: SendOptions = {},
): Promise<void> {
  await boss.send(name, payload, options);
  const worker = workers.get(boss)?.get(name);
  if (worker !== undefined) boss.notifyWorker(worker);
}

/** Declares a job: its queue, payload, schedule and handler. */
export function defineJob<const Name extends string, Payload extends object, Needs = JobNeeds>({
  name,
  payload,
  schedule,
  isQueuedAtStart = false,
  queue,
  pollSeconds,
  atOnce = 1,
  oncePer,
  run,
}: Declaration<Name, Payload, Needs>): Job<Name, Payload, Needs> {
  return {
    name,
    payload,
    isQueuedAtStart,
    async create(boss) {
      await boss.createQueue(name, queue);
      if (schedule) await boss.schedule(name, schedule);
    },
    async send(boss, data) {
      const { key, seconds } = oncePer?.(data) ?? {};
      const once = key === undefined ? {} : { singletonKey: key, singletonSeconds: seconds };
      await queueRun(boss, name, data, once);
    },
    async work(boss, needs) {
      const again = async (afterSeconds: number) => {
        await boss.send(name, {}, { startAfter: afterSeconds });
      };
      const one = async (data: unknown, signal: AbortSignal) => run(needs, payload.parse(data), { signal, again });
      const polling = { pollingIntervalSeconds: pollSeconds, batchSize: atOnce, burstWhenBatchFull: true } as const;
      const { expireInSeconds = EXPIRE_SECONDS } = queue;
      const limitMs = (expireInSeconds * 1_000) / 2;
      const takeOne = () => boss.work<unknown>(name, polling, async ([only]) => only && one(only.data, only.signal));
      // A run that hangs is given up before all that were taken with it are considered lost. Two take turns, so that a run that hangs delays those that were taken with it, and no others.
      const takeMany = () =>
        boss.work<unknown>(name, { ...polling, localConcurrency: 2, perJobResults: true }, (runs) =>
          Promise.all(
            runs.map(({ id, data, signal }) =>
              outcomeOf(id, within(limitMs, one(data, signal), "The run took too long")),
            ),
          ),
        );
      const worker = await (atOnce === 1 ? takeOne() : takeMany());
      workers.set(boss, (workers.get(boss) ?? new Map()).set(name, worker));
    },
  };
}

/** What pg-boss assumes. */
const EXPIRE_SECONDS = 900;

/** A failure fails this run only, not those that were taken with it. */
async function outcomeOf(id: string, run: Promise<unknown>): Promise<JobResult> {
  return run.then(
    (): JobResult => ({ id, status: "completed" }),
    (output: unknown): JobResult => ({ id, status: "failed", output }),
  );
}

/** Declares a job that runs by the clock, at most once at a time. */
export function defineScheduledJob<const Name extends string>({
  name,
  schedule,
  isQueuedAtStart,
  expireInSeconds = 300,
  run,
}: {
  readonly name: Name;
  readonly schedule: string;
  readonly isQueuedAtStart?: boolean;
  readonly expireInSeconds?: number;
  readonly run: (needs: JobNeeds) => Promise<unknown>;
}) {
  return defineJob({
    name,
    payload: noPayload,
    schedule,
    isQueuedAtStart,
    queue: { policy: "exclusive", retryLimit: 2, retryBackoff: true, expireInSeconds },
    pollSeconds: 10,
    run,
  });
}
