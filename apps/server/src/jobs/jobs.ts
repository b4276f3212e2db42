import {
  closeProposals,
  decideDueRefunds,
  type JobPayloads,
  learnWords,
  makeCheckpoint,
  payRewards,
  removeExpired,
  removeOldKeys,
  removeOldNotifications,
  removeOldReports,
  type Services,
  settleBounties,
  tellOfExpiring,
} from "@bbux/api";
import type { Database } from "@bbux/db";
import { rollUp } from "@bbux/ledger";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import type { SendMail } from "../mail.ts";
import { sendDigests } from "./mail-digest.ts";
import { jobsOverview } from "./overview.ts";
import { sendPasswordReset } from "./password-reset-mail.ts";
import { createPaymentQueue, workOnPayments } from "./payments.ts";
import { type Sealer, startSealer } from "./sealer.ts";
import { clearUploads } from "./unused-uploads.ts";
import { startWatcher, type Watcher } from "./watcher.ts";

export interface Jobs {
  readonly enqueue: Services["enqueue"];
  /** For admins. */
  readonly overview: Services["jobs"];
  /** Begins with what moves money, which needs everything else to be there. */
  workOnMoney(services: Services): Promise<void>;
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
}

const payloads = {
  "password-reset-mail": z.object({ email: z.string() }),
} satisfies { [Name in Exclude<keyof JobPayloads, "withdrawals">]: z.ZodType<JobPayloads[Name]> };

/** What runs by the clock. Each is harmless when two processes run it, or when it runs twice. */
const SCHEDULES = {
  "ledger-roll-up": "* * * * *",
  "learn-words": "* * * * *",
  "bounty-expiring": "7 * * * *",
  "settle-bounties": "*/5 * * * *",
  "close-proposals": "* * * * *",
  "decide-refunds": "* * * * *",
  "pay-rewards": "5 * * * *",
  "remove-expired": "17 3 * * *",
  "clear-uploads": "43 3 * * *",
  "publish-checkpoint": "10 0 * * *",
  "mail-digest": "30 6 * * *",
} as const;
/** A run that takes longer is taken for lost and begun anew. Mails wait for their server, files for their storage, days for each other. */
const EXPIRE_SECONDS: Readonly<Record<string, number>> = {
  "mail-digest": 7_200,
  "clear-uploads": 3_600,
  "pay-rewards": 3_600,
  "publish-checkpoint": 3_600,
};

/**
 * Jobs in PostgreSQL (pg-boss): queued with what they belong to, taken by whichever process is free, tried again after
 * a failure. pg-boss keeps its own tables and works under the role that owns them.
 */
export async function startJobs(deps: {
  databaseUrl: string;
  db: Database;
  signals: Services["signals"];
  media: Services["media"];
  parameterDefaults: Services["parameterDefaults"];
  failpoint: Services["failpoint"];
  platformWallet: Services["platformWallet"];
  sendMail: SendMail;
  /** Where the links of mails lead. */
  origin: () => string;
  log: FastifyBaseLogger;
  now: () => Date;
}): Promise<Jobs> {
  const { db, log, now } = deps;
  const boss = new PgBoss({ connectionString: deps.databaseUrl, max: 4, application_name: "bbux jobs" });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  await boss.start();

  await boss.createQueue("password-reset-mail", { retryLimit: 5, retryBackoff: true, expireInSeconds: 60 });
  await boss.work<unknown>("password-reset-mail", { pollingIntervalSeconds: 1 }, async ([job]) => {
    const { email } = payloads["password-reset-mail"].parse(job?.data);
    await sendPasswordReset({ ...deps, origin: deps.origin() }, email, now());
  });

  const scheduled: Record<keyof typeof SCHEDULES, () => Promise<unknown>> = {
    "ledger-roll-up": () => unhurried(db, rollUp),
    "learn-words": () => learnWords(db),
    "remove-expired": () =>
      unhurried(db, async (trx) => {
        await removeExpired(trx, now());
        await removeOldKeys(trx, now());
        await removeOldNotifications(trx, now());
        await removeOldReports(trx, now());
      }),
    "clear-uploads": () => clearUploads(deps),
    "bounty-expiring": () => tellOfExpiring(deps),
    "settle-bounties": () => settleBounties(deps),
    "close-proposals": () => closeProposals(deps),
    "decide-refunds": () => decideDueRefunds(deps),
    "pay-rewards": () => payRewards(deps),
    "publish-checkpoint": () => makeCheckpoint(deps),
    "mail-digest": () => sendDigests({ ...deps, origin: deps.origin() }),
  };
  for (const [name, run] of Object.entries(scheduled)) {
    const expireInSeconds = EXPIRE_SECONDS[name] ?? 300;
    await boss.createQueue(name, { policy: "exclusive", retryLimit: 2, retryBackoff: true, expireInSeconds });
    await boss.work(name, { pollingIntervalSeconds: 10 }, async () => {
      await run();
    });
  }
  for (const [name, cron] of Object.entries(SCHEDULES)) await boss.schedule(name, cron);

  await createPaymentQueue(boss);
  let watcher: Watcher | undefined;
  let sealer: Sealer | undefined;
  return {
    overview: jobsOverview(boss),
    enqueue: async (name, payload) => {
      await boss.send(name, payload);
    },
    async workOnMoney(services) {
      await workOnPayments(boss, services, log);
      watcher = startWatcher(services, log);
      sealer = startSealer(services, log);
      // Days that ended while no process ran.
      await boss.send("pay-rewards", {});
      await boss.send("publish-checkpoint", {});
    },
    async stop() {
      await watcher?.stop();
      await sealer?.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Maintenance may take longer than a statement of a request, which nobody waits for. */
function unhurried<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '4min'`.execute(trx);
    return work(trx);
  });
}
