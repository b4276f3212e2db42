import { type MediaStorage, removeUnusedUploads } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { removeLeftovers } from "../storage/index.ts";
import { defineScheduledJob } from "./define-job.ts";

export const removeUploads = defineScheduledJob({
  name: "clear-uploads",
  schedule: "43 3 * * *",
  // Files wait for their storage.
  expireInSeconds: 3_600,
  run: (needs) => clearUploads(needs),
});

/** Removes unused uploads, and what unfinished uploads left behind when a process ended. */
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
