import { withClient } from "../facts.ts";
import { completeBackups, readManifest } from "../manifest.ts";
import type { Store } from "../store/store.ts";
import { knownWal } from "./ship-wal.ts";
import { findGap, parseWalName, segmentOf } from "./wal-names.ts";

/** How old the newest base backup gets: replaying more than a day of log takes long. */
const DAY_MS = 24 * 3_600_000;

/** Returns whether a new base backup is needed: the last one is older than a day or from another timeline, or log is missing after it. */
export async function isBaseDue(
  store: Store,
  { url, outgoing }: { readonly url: string; readonly outgoing: readonly string[] },
  now: Date,
): Promise<boolean> {
  const id = completeBackups(await store.list("base/"), "base").at(-1);
  if (id === undefined) return true;
  const newest = await readManifest(store, null, { kind: "base", id });
  if (newest.kind !== "base" || now.getTime() - new Date(newest.startedAt).getTime() > DAY_MS) return true;
  const { system, timeline, segment } = await readPosition(url);
  if (newest.platform.system !== system || newest.wal.timeline !== timeline) return true;
  const files = [...(await knownWal(store, system)).keys(), ...outgoing].flatMap((name) => parseWalName(name) ?? []);
  // What the cluster is writing now counts as the end of what there has to be.
  const all = [...files.filter((file) => file.timeline === timeline), { timeline, segment }];
  const { end } = newest.wal;
  return findGap({ timeline, segment: segmentOf(end) + 1n, end }, all, new Map()) !== null;
}

/** Where a cluster's log is now. */
export async function readPosition(url: string): Promise<{ system: string; timeline: number; segment: bigint }> {
  const rows = await withClient(url, async (client) => {
    const answer = await client.query<{ system: string; file: string }>(`
      select system_identifier::text as system, pg_walfile_name(pg_current_wal_lsn()) as file from pg_control_system()`);
    return answer.rows;
  });
  const file = parseWalName(rows[0]?.file ?? "");
  return { system: rows[0]?.system ?? "", timeline: file?.timeline ?? 0, segment: file?.segment ?? 0n };
}
