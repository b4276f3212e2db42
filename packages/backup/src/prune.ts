import { completeBackups, type Manifest, readManifest } from "./manifest.ts";
import { parseWalName, parseWalStream, segmentOf } from "./physical/wal-names.ts";
import type { Store, StoredObject } from "./store/store.ts";

/** A backup that isn't complete after this long never will be. */
const ABANDONED_MS = 24 * 3_600_000;

export interface Pruned {
  readonly kept: number;
  readonly removed: number;
  readonly bytes: number;
}

/**
 * Keeps the newest backups of each form, the log since the oldest of them, and the uploads that any of them has. Needs no key.
 * @param keep how many of each form, at least 1
 */
export async function prune(store: Store, keep: number, now: Date): Promise<Pruned> {
  const objects = await store.list("");
  const kept: Manifest[] = [];
  for (const kind of ["base", "logical"] as const) {
    for (const id of completeBackups(objects, kind).slice(-keep))
      kept.push(await readManifest(store, null, { kind, id }));
  }
  const first = new Map<string, bigint>();
  for (const each of kept) {
    if (each.kind !== "base") continue;
    const start = segmentOf(each.wal.start);
    const least = first.get(each.platform.system);
    if (least === undefined || start < least) first.set(each.platform.system, start);
  }
  const newest = kept
    .map(({ startedAt }) => startedAt)
    .sort()
    .at(-1);
  const uploads = new Set(kept.flatMap((each) => each.uploads));

  const isNeeded = ({ name, modifiedAt }: StoredObject): boolean => {
    const [folder = "", id = ""] = name.split("/");
    const stream = name.slice(0, name.lastIndexOf("/"));
    const isRecent = now.getTime() - modifiedAt.getTime() < ABANDONED_MS;
    if (folder === "base" || folder === "logical") {
      if (kept.some((each) => each.kind === folder && each.id === id)) return true;
      // Being made right now, perhaps.
      return isRecent && !objects.some((object) => object.name === `${folder}/${id}/manifest.json`);
    }
    if (folder === "wal") {
      const { system, name: file } = parseWalStream(stream);
      const segment = parseWalName(file)?.segment ?? null;
      // Without a backup to replay it on, the log of a cluster is of no use, unless it has only begun.
      return segment === null || segment >= (first.get(system) ?? (isRecent ? 0n : segment + 1n));
    }
    // One that was added since the newest backup belongs to the next.
    if (folder === "uploads") return newest === undefined || uploads.has(stream) || modifiedAt > new Date(newest);
    return true;
  };
  const unneeded = objects.filter((object) => !isNeeded(object));
  // The manifest first, so that a backup that is half removed isn't mistaken for a whole one.
  const isManifest = ({ name }: StoredObject) => name.endsWith("/manifest.json");
  for (const { name } of [...unneeded.filter(isManifest), ...unneeded.filter((each) => !isManifest(each))])
    await store.remove(name);
  return { kept: kept.length, removed: unneeded.length, bytes: unneeded.reduce((sum, { bytes }) => sum + bytes, 0) };
}
