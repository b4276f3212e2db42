import { BackupError } from "../error.ts";
import { readFacts, requireSamePlatform, withClient } from "../facts.ts";
import { idOf, type PhysicalManifest, writeManifest } from "../manifest.ts";
import { type Sealing, seal } from "../seal.ts";
import { writePieces } from "../store/objects.ts";
import type { Store } from "../store/store.ts";
import { shipUploads } from "../uploads.ts";
import { requestBaseBackup } from "./replication.ts";

export interface Source {
  readonly url: string;
  /** Where uploads are stored; null if that is elsewhere. */
  readonly uploads: string | null;
  readonly signal?: AbortSignal;
}

/**
 * Backs up the whole cluster and the uploads, beside a running platform. The backup needs nothing else to be restored to its end;
 * with the archived log, it can be restored to any later moment.
 * @throws BackupError
 */
export async function backupPhysically(store: Store, sealing: Sealing, source: Source): Promise<PhysicalManifest> {
  const startedAt = new Date();
  const id = idOf(startedAt);
  const facts = await withClient(source.url, readFacts);
  await requireSamePlatform(store, facts);
  const { tar, done } = await requestBaseBackup(source.url);
  source.signal?.addEventListener("abort", () => tar.destroy(new BackupError("The backup was stopped.")));
  const files = await writePieces(store, `base/${id}/cluster`, await seal(tar, sealing));
  const wal = await done;
  // Later than the cluster, so that what it names is there.
  const uploads = source.uploads === null ? [] : await shipUploads(store, sealing, source.uploads);
  const content: PhysicalManifest = {
    format: 1,
    kind: "base",
    id,
    startedAt: startedAt.toISOString(),
    finishedAt: (await serverTime(source.url)).toISOString(),
    ...facts,
    encrypted: sealing.recipient !== null,
    uploads,
    wal,
    files,
  };
  await writeManifest(store, sealing, content);
  return content;
}

/** PostgreSQL's clock is the one that commits are dated by. */
function serverTime(url: string): Promise<Date> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
    return rows[0]?.now ?? new Date();
  });
}
