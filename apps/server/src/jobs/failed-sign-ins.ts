import { tellOfFailedSignIns } from "@bbux/api";
import { z } from "zod";
import { defineJob, ONE_MAIL } from "./define-job.ts";

export const noteFailedSignIns = defineJob({
  name: "failed-sign-ins",
  payload: z.object({ email: z.string() }),
  ...ONE_MAIL,
  // Someone who guesses causes one run an hour, not one per guess.
  oncePer: ({ email }) => ({ key: email.toLowerCase(), seconds: 3_600 }),
  run: (needs, given) => tellOfFailedSignIns(needs, given),
});
