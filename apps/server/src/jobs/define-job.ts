import type { Services } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import type { PgBoss, Queue } from "pg-boss";
import { z } from "zod";
import type { BackupProgress } from "../backups/figures.ts";
import type { SendMail } from "../mail.ts";

/** What a job works with. */
export interface JobNeeds {
  readonly db: Database;
  readonly signals: Services["signals"];
  readonly media: Services["media"];
  readonly parameterDefaults: Services["parameterDefaults"];
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

interface Declaration<Name extends string, Payload, Needs> {
  readonly name: Name;
  readonly payload: z.ZodType<Payload>;
  /** When it runs on its own, as a cron expression; without one it only runs when it's queued. */
  readonly schedule?: string;
  /** Whether every process queues it when it starts, to catch up on what was due while none was running. */
  readonly isQueuedAtStart?: boolean;
  /** A run that takes longer than `expireInSeconds` is considered lost and restarted. */
  readonly queue: Omit<Queue, "name">;
  /** How often an idle process looks for a run. */
  readonly pollSeconds: number;
  readonly run: (needs: Needs, payload: Payload, run: Run) => Promise<unknown>;
}

/** A job is safe to run twice, also in two processes at the same time. */
export interface Job<Name extends string, Payload, Needs> {
  readonly name: Name;
  readonly payload: z.ZodType<Payload>;
  readonly isQueuedAtStart: boolean;
  /** Creates its queue and brings its schedule up to date. */
  create(boss: PgBoss): Promise<void>;
  /** Makes this process take its runs. */
  work(boss: PgBoss, needs: Needs): Promise<void>;
}

/** The payloads of a list of jobs, by name. */
export type PayloadsOf<Jobs extends readonly { readonly name: string; readonly payload: z.ZodType }[]> = {
  readonly [Each in Jobs[number] as Each["name"]]: z.infer<Each["payload"]>;
};

/** For jobs that need to know nothing but that it is time. */
export const noPayload = z.unknown().transform((): Readonly<Record<string, never>> => ({}));

/** Declares a job: its queue, payload, schedule and handler. */
export function defineJob<const Name extends string, Payload, Needs = JobNeeds>({
  name,
  payload,
  schedule,
  isQueuedAtStart = false,
  queue,
  pollSeconds,
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
    async work(boss, needs) {
      const again = async (afterSeconds: number) => {
        await boss.send(name, {}, { startAfter: afterSeconds });
      };
      await boss.work<unknown>(name, { pollingIntervalSeconds: pollSeconds }, async (runs) => {
        for (const { data, signal } of runs) await run(needs, payload.parse(data), { signal, again });
      });
    },
  };
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
