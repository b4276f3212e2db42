import { type EmbeddedPostgres, startEmbedded } from "@bbux/db/embedded";
import type { Env } from "../env.ts";
import { startArchiver } from "./archiver.ts";

/**
 * Starts the embedded PostgreSQL, and with BACKUP_TO its backup. Stopping it ships what is left of its log.
 * @throws BackupError if BACKUP_TO can't be opened
 */
export async function startBackedUp(
  env: Env,
  {
    say,
    onLost,
    log,
  }: {
    readonly say: (line: string) => void;
    readonly onLost: () => void;
    readonly log: { error(details: object, message: string): void };
  },
): Promise<Pick<EmbeddedPostgres, "url" | "home" | "stop">> {
  const { DATA_DIR: dataDir, BACKUP_TO: location } = env;
  const embedded = await startEmbedded({ dataDir, log: say, onLost, archive: location !== undefined });
  if (location === undefined) return embedded;
  try {
    const archiver = await startArchiver(env, location, { url: embedded.url, log });
    const stop = async () => {
      await archiver.stop();
      await embedded.stop();
      await archiver.flush();
    };
    return { url: embedded.url, home: embedded.home, stop };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
