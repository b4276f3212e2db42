import type { JobPayloads, Services } from "@bbux/api";
import { type Place, requireLogin, urlFor } from "@bbux/db";
import type { ClientBase } from "pg";
import { PgBoss } from "pg-boss";
import { watchBackup } from "./backup.ts";
import { cosignLog, publishCheckpoint } from "./checkpoint.ts";
import { closeAccounts } from "./close-accounts.ts";
import { type JobNeeds, type PayloadsOf, queueRun } from "./define-job.ts";
import { mailEmailChange } from "./email-change-mail.ts";
import { mailEmailVerification } from "./email-verification-mail.ts";
import { noteFailedSignIns } from "./failed-sign-ins.ts";
import {
  announceSettlements,
  closeDueProposals,
  decideRefunds,
  notifyOfExpiringBounties,
  payDailyRewards,
  settleDueBounties,
} from "./governance.ts";
import { mailDigests } from "./mail-digest.ts";
import { learnSearchWords, removeWhatExpired, rollUpLedger, watchReservesReport } from "./maintenance.ts";
import { jobsOverview } from "./overview.ts";
import { mailPasswordChanged } from "./password-changed-mail.ts";
import { mailPasswordReset } from "./password-reset-mail.ts";
import { followPayments } from "./payments.ts";
import { type Renderer, startRenderer } from "./renderer.ts";
import { type Sealer, startSealer } from "./sealer.ts";
import { mailSecurityEvents } from "./security-mails.ts";
import { removeUploads } from "./unused-uploads.ts";
import { startWatcher, type Watcher } from "./watcher.ts";
import { noteWrongCodes } from "./wrong-codes.ts";

const JOBS = [
  mailPasswordReset,
  mailPasswordChanged,
  mailEmailVerification,
  mailEmailChange,
  noteFailedSignIns,
  noteWrongCodes,
  mailSecurityEvents,
  rollUpLedger,
  watchReservesReport,
  watchBackup,
  learnSearchWords,
  notifyOfExpiringBounties,
  announceSettlements,
  settleDueBounties,
  closeDueProposals,
  decideRefunds,
  payDailyRewards,
  removeWhatExpired,
  closeAccounts,
  removeUploads,
  publishCheckpoint,
  cosignLog,
  mailDigests,
] as const;
/** These move money, so their work starts when everything else is up. */
const MONEY_JOBS = [followPayments] as const;
const ALL_JOBS = [...MONEY_JOBS, ...JOBS] as const;

/** What the product queues, as the jobs declare it. */
type Queued = Pick<PayloadsOf<typeof ALL_JOBS>, keyof JobPayloads>;

const QUEUED: { readonly [Name in keyof Queued]: { send(boss: PgBoss, payload: Queued[Name]): Promise<void> } } = {
  "password-reset-mail": mailPasswordReset,
  "email-verification-mail": mailEmailVerification,
  "email-change-mail": mailEmailChange,
  "failed-sign-ins": noteFailedSignIns,
  "wrong-codes": noteWrongCodes,
  "security-mails": mailSecurityEvents,
  withdrawals: followPayments,
};

export interface Jobs {
  readonly enqueue: Services["enqueue"];
  /** For admins. */
  readonly overview: Services["jobs"];
  /** Starts moving money, which needs everything else to be up, and what else works with the services; nothing in a process that only queues. */
  workOnMoney(services: Services): Promise<void>;
  /** Takes no new jobs and waits for those under way. */
  stop(): Promise<void>;
}

/**
 * The queue, under the workers' login, past a pooler: keeping its tables in order takes longer than other statements may.
 * @param max of connections
 * @param works whether it queues what is due by the clock, and removes what is done
 */
export function createBoss(database: Place, max: number, works = true): PgBoss {
  const known = new Set<string>();
  const pool = {
    onConnect(client: ClientBase) {
      // PostgreSQL may end it between two statements of a transaction, when the pool isn't listening; the next statement fails.
      client.on("error", () => undefined);
      return requireLogin(client, "jobs", known, { statement_timeout: 0 });
    },
  };
  const connectionString = urlFor(database, "jobs", true);
  // A migration has created the schema.
  const upkeep = { schedule: works, supervise: works };
  const options = { ...pool, ...upkeep, connectionString, max, application_name: "bbux jobs", createSchema: false };
  const boss = new PgBoss(options);
  // Without a listener, an error would end the process.
  boss.on("error", () => undefined);
  return boss;
}

/**
 * Starts jobs in PostgreSQL (pg-boss): queued with their payload, taken by any free process, retried after a failure.
 * pg-boss keeps its own tables, in the schema `pgboss`, which belong to the workers' login.
 * @param given.works whether this process takes jobs, or only queues them for others
 */
export async function startJobs({
  database,
  works,
  ...needs
}: JobNeeds & { readonly database: Place; readonly works: boolean }): Promise<Jobs> {
  const { log } = needs;
  const boss = createBoss(database, 4, works);
  boss.on("error", (err) => log.error({ err }, "jobs"));
  await boss.start();
  for (const job of ALL_JOBS) await job.create(boss);
  if (works) for (const job of JOBS) await job.work(boss, needs);

  let watcher: Watcher | undefined;
  let sealer: Sealer | undefined;
  let renderer: Renderer | undefined;
  return {
    overview: jobsOverview(boss),
    enqueue: async <Name extends keyof Queued>(name: Name, payload: Queued[Name]) => {
      await QUEUED[name].send(boss, payload);
    },
    async workOnMoney(services) {
      if (!works) return;
      for (const job of MONEY_JOBS) await job.work(boss, { services, log });
      watcher = startWatcher(services, log);
      sealer = startSealer(services, log);
      renderer = startRenderer(services, log);
      for (const { name, isQueuedAtStart } of ALL_JOBS) {
        if (isQueuedAtStart) await queueRun(boss, name);
      }
    },
    async stop() {
      await watcher?.stop();
      await sealer?.stop();
      await renderer?.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
