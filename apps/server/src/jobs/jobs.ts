import type { JobPayloads, Services } from "@bbux/api";
import { PgBoss } from "pg-boss";
import { publishCheckpoint } from "./checkpoint.ts";
import type { JobNeeds, PayloadsOf } from "./define-job.ts";
import {
  closeDueProposals,
  decideRefunds,
  notifyOfExpiringBounties,
  payDailyRewards,
  settleDueBounties,
} from "./governance.ts";
import { mailDigests } from "./mail-digest.ts";
import { learnSearchWords, removeWhatExpired, rollUpLedger, watchReservesReport } from "./maintenance.ts";
import { jobsOverview } from "./overview.ts";
import { mailPasswordReset } from "./password-reset-mail.ts";
import { followPayments } from "./payments.ts";
import { type Sealer, startSealer } from "./sealer.ts";
import { removeUploads } from "./unused-uploads.ts";
import { startWatcher, type Watcher } from "./watcher.ts";

const JOBS = [
  mailPasswordReset,
  rollUpLedger,
  watchReservesReport,
  learnSearchWords,
  notifyOfExpiringBounties,
  settleDueBounties,
  closeDueProposals,
  decideRefunds,
  payDailyRewards,
  removeWhatExpired,
  removeUploads,
  publishCheckpoint,
  mailDigests,
] as const;
/** These move money, so their work starts when everything else is up. */
const MONEY_JOBS = [followPayments] as const;
const ALL_JOBS = [...MONEY_JOBS, ...JOBS] as const;

/** What the product queues, as the jobs declare it. */
type Queued = Pick<PayloadsOf<typeof ALL_JOBS>, keyof JobPayloads>;

export interface Jobs {
  readonly enqueue: Services["enqueue"];
  /** For admins. */
  readonly overview: Services["jobs"];
  /** Starts moving money, which needs everything else to be up. */
  workOnMoney(services: Services): Promise<void>;
  /** Takes no new jobs and waits for those under way. */
  stop(): Promise<void>;
}

/**
 * Starts jobs in PostgreSQL (pg-boss): queued with their payload, taken by any free process, retried after a failure.
 * pg-boss keeps its own tables and uses the role that owns them.
 */
export async function startJobs({ databaseUrl, ...needs }: JobNeeds & { readonly databaseUrl: string }): Promise<Jobs> {
  const { log } = needs;
  const boss = new PgBoss({ connectionString: databaseUrl, max: 4, application_name: "bbux jobs" });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  await boss.start();
  for (const job of ALL_JOBS) await job.create(boss);
  for (const job of JOBS) await job.work(boss, needs);

  let watcher: Watcher | undefined;
  let sealer: Sealer | undefined;
  return {
    overview: jobsOverview(boss),
    enqueue: async <Name extends keyof Queued>(name: Name, payload: Queued[Name]) => {
      await boss.send(name, payload);
    },
    async workOnMoney(services) {
      for (const job of MONEY_JOBS) await job.work(boss, { services, log });
      watcher = startWatcher(services, log);
      sealer = startSealer(services, log);
      for (const { name, isQueuedAtStart } of ALL_JOBS) {
        if (isQueuedAtStart) await boss.send(name, {});
      }
    },
    async stop() {
      await watcher?.stop();
      await sealer?.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
