import { startEmbedded } from "@bbux/db/embedded";
import { makeScratch, removeScratch } from "../../launch/scratch.mjs";

/** The environment variable with the server's address for the tests. */
export const SERVER_URL = "BBUX_FAULTS_SERVER";
/** Identifies the schema that the tests expect, which a fault in a migration changes. */
export const SCHEMA_KEY = "BBUX_FAULTS_SCHEMA";

export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL for many test runs. Its folder is named like other test servers, which clean up after killed
 * ones.
 */
export async function startServer(): Promise<Server> {
  const dir = makeScratch("bbux-test-faults-");
  const server = await startEmbedded({ dataDir: dir, durable: false, maxConnections: 300 });
  const url = new URL(server.url);
  url.pathname = "/postgres";
  return {
    url: url.href,
    async stop() {
      await server.stop();
      removeScratch(dir);
    },
  };
}
