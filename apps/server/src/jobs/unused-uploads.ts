import { type MediaStorage, removeUnusedUploads } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { removeLeftovers } from "../storage/index.ts";

/** Removes uploads that nothing shows, and what uploads left that were under way when a process ended. */
export async function clearUploads(deps: {
  db: Database;
  media: MediaStorage;
  log: FastifyBaseLogger;
  now: () => Date;
}): Promise<void> {
  const removed = await removeUnusedUploads(deps.db, deps.media, deps.now());
  if (removed > 0) deps.log.info({ removed }, "unused uploads");
  await removeLeftovers(deps.media.incoming, deps.now());
}
