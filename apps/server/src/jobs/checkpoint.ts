import { makeCheckpoint } from "@bbux/api";
import { defineScheduledJob } from "./define-job.ts";

export const publishCheckpoint = defineScheduledJob({
  name: "publish-checkpoint",
  schedule: "10 0 * * *",
  isQueuedAtStart: true,
  expireInSeconds: 3_600,
  run: (needs) => makeCheckpoint(needs),
});
