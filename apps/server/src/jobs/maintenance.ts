import {
  eraseFlaggedTexts,
  foldWalletTotals,
  learnWords,
  removeEndedHolds,
  removeExpired,
  removeOldEmailChanges,
  removeOldKeys,
  removeOldNotifications,
  removeOldReports,
  removeOldSecurityEvents,
  removeOldTraces,
  watchControlProofs,
  watchReportAge,
} from "@bbux/api";
import type { Database } from "@bbux/db";
import { rollUp } from "@bbux/ledger";
import { sql } from "kysely";
import { defineScheduledJob } from "./define-job.ts";

export const rollUpLedger = defineScheduledJob({
  name: "ledger-roll-up",
  schedule: "* * * * *",
  run: ({ db }) =>
    unhurried(db, async (trx) => {
      await rollUp(trx);
      await foldWalletTotals(trx);
    }),
});

/** Independent of the watcher that writes the reports, which may hang. */
export const watchReservesReport = defineScheduledJob({
  name: "watch-reserves-report",
  schedule: "* * * * *",
  run: async (needs) => {
    await watchReportAge(needs);
    await watchControlProofs(needs);
  },
});

export const learnSearchWords = defineScheduledJob({
  name: "learn-words",
  schedule: "* * * * *",
  isQueuedAtStart: true,
  run: ({ db }) => learnWords(db),
});

export const removeWhatExpired = defineScheduledJob({
  name: "remove-expired",
  schedule: "17 3 * * *",
  run: ({ db, now }) =>
    unhurried(db, async (trx) => {
      await removeExpired(trx, now());
      await removeOldKeys(trx, now());
      await removeOldNotifications(trx, now());
      await removeOldReports(trx, now());
      await removeOldSecurityEvents(trx, now());
      await removeEndedHolds(trx);
      await removeOldEmailChanges(trx, now());
      await removeOldTraces(trx, now());
      await eraseFlaggedTexts(trx, now());
    }),
});

/** Allows maintenance to take longer than a request's statement, because nobody waits for it. */
function unhurried<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '4min'`.execute(trx);
    return work(trx);
  });
}
