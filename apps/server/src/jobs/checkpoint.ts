import { cosignCheckpoint, makeCheckpoint } from "@bbux/api";
import { defineScheduledJob } from "./define-job.ts";

export const publishCheckpoint = defineScheduledJob({
  name: "publish-checkpoint",
  schedule: "10 0 * * *",
  isQueuedAtStart: true,
  expireInSeconds: 3_600,
  run: (needs) => makeCheckpoint(needs),
});

/** Every few minutes, so that a witness that was away for a while is asked again. */
export const cosignLog = defineScheduledJob({
  name: "cosign-checkpoint",
  schedule: "*/5 * * * *",
  isQueuedAtStart: true,
  run: (needs) => cosignCheckpoint(needs),
});
