import { join } from "node:path";
import { openSealing, openStore, type Sealing, type Store } from "@bbux/backup";
import { outgoingOf } from "@bbux/db/embedded";
import type { Env } from "../env.ts";

/** Where backups go or are, and how they are encrypted. */
export interface Backups {
  readonly store: Store;
  readonly sealing: Sealing;
}

/**
 * Opens a place of backups, without what encrypts them.
 * @throws BackupError
 */
export function openPlace(env: Env, location: string): Store {
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const service =
    accessKeyId && secretAccessKey
      ? {
          endpoint: env.BACKUP_S3_ENDPOINT ?? `https://s3.${env.BACKUP_S3_REGION}.amazonaws.com`,
          region: env.BACKUP_S3_REGION,
          pathStyle: env.BACKUP_S3_PATH_STYLE === "on",
          accessKeyId,
          secretAccessKey,
        }
      : null;
  return openStore(location, service);
}

/**
 * Opens a place of backups to write or restore them.
 * @param mayCreate whether a key may be made for a place that has none
 * @throws BackupError
 */
export async function openBackups(env: Env, location: string, mayCreate: boolean): Promise<Backups> {
  const store = openPlace(env, location);
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient, BACKUP_IDENTITY: identity } = env;
  return { store, sealing: await openSealing(store, { passphrase, recipient, identity }, mayCreate) };
}

/** The folder of uploads that a backup has to contain; null if they are stored elsewhere. */
export function uploadsToBackUp(env: Env): string | null {
  return env.S3_BUCKET || env.UPLOAD_URL ? null : join(env.DATA_DIR, "uploads");
}

/** What the archive of a data directory's PostgreSQL is waiting for. */
export const outgoing = (env: Pick<Env, "DATA_DIR">) => outgoingOf(env.DATA_DIR);
