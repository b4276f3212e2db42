import { recordOlderPasswordChange } from "@bbux/api";
import { z } from "zod";
import { defineJob, ONE_MAIL } from "./define-job.ts";

/**
 * Nothing queues it any more. It takes what servers before security events (docs/adr/0038) had queued when they were updated, or queue
 * while processes of both versions run.
 */
export const mailPasswordChanged = defineJob({
  name: "password-changed-mail",
  payload: z.object({ userId: z.string(), at: z.coerce.date(), device: z.string().nullable() }),
  ...ONE_MAIL,
  run: ({ db }, change) => recordOlderPasswordChange(db, change),
});
