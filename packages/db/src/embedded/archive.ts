import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { homeOf, type Place } from "./place.ts";

/** Seconds after which PostgreSQL hands over a segment that isn't full, so that a quiet platform loses no more than this. */
export const ARCHIVE_SECONDS = 60;

/** Where the PostgreSQL of a data directory leaves finished write-ahead log for the backup to take away. */
export function outgoingOf(dataDir: string): string {
  return join(homeOf(dataDir), "outgoing");
}

/**
 * Settings that make PostgreSQL put every finished segment into `outgoing`, complete and on disk or not at all. It keeps what it
 * can't put there.
 */
export function archiveSettings({ home, account }: Place): Record<string, string> {
  const outgoing = join(home, "outgoing");
  mkdirSync(outgoing, { recursive: true });
  chmodSync(outgoing, 0o700);
  if (account) chownSync(outgoing, account.uid, account.gid);
  // In a setting of PostgreSQL, % begins a placeholder.
  const to = (name: string) => `${quote(outgoing).replaceAll("%", "%%")}/${name}`;
  const part = to(".%f.part");
  return {
    archive_mode: "on",
    archive_timeout: String(ARCHIVE_SECONDS),
    archive_command: `cp "%p" ${part} && { sync ${part} 2>/dev/null || sync; } && mv ${part} ${to("%f")}`,
  };
}

/** One word for the shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
