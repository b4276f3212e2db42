import { tellOfWrongCodes } from "@bbux/api";
import { z } from "zod";
import { defineJob, ONE_MAIL } from "./define-job.ts";

export const noteWrongCodes = defineJob({
  name: "wrong-codes",
  payload: z.object({ userId: z.string() }),
  ...ONE_MAIL,
  // Someone who guesses causes one run an hour, not one per guess.
  oncePer: ({ userId }) => ({ key: userId, seconds: 3_600 }),
  run: (needs, given) => tellOfWrongCodes(needs, given),
});
