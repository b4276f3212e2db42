import { closeAlert, raiseAlert } from "@bbux/api/operator";
import { defineScheduledJob, type JobNeeds } from "./define-job.ts";

/** A base backup is made each day, and takes a while. */
const LATE_BASE_MS = 100_000_000;
/** Log is shipped a second after it is finished. */
const LATE_LOG_MS = 600_000;

export const watchBackup = defineScheduledJob({
  name: "watch-backup",
  schedule: "* * * * *",
  run: (needs) => watchBackupAge(needs),
});

/**
 * Alerts operators when the backup is later than it is meant to be; closes the alert otherwise. Of a backup that another process
 * keeps, or an operator's own programs, it knows nothing.
 */
export async function watchBackupAge({ db, now, backup }: Pick<JobNeeds, "db" | "now" | "backup">): Promise<void> {
  const progress = await backup();
  if (!progress) return;
  const { latest, behindMs } = progress;
  const isBaseLate = latest !== null && now().getTime() - latest.getTime() > LATE_BASE_MS;
  const isLogLate = behindMs > LATE_LOG_MS;
  if (!isBaseLate && !isLogLate) return void (await closeAlert({ db, now }, "backup_late", "backup"));
  const made =
    latest === null ? "There is no base backup yet" : `The latest base backup was made ${latest.toISOString()}`;
  const waiting = isLogLate ? `, and log has waited for ${Math.round(behindMs / 60_000)} minutes` : "";
  await raiseAlert({ db, now }, { kind: "backup_late", subject: "backup", detail: `${made}${waiting}` });
}
