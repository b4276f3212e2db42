import { finishClosings } from "@bbux/api";
import { defineScheduledJob } from "./define-job.ts";

export const closeAccounts = defineScheduledJob({
  name: "close-accounts",
  schedule: "*/5 * * * *",
  run: (needs) => finishClosings(needs),
});
