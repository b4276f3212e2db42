import { z } from "zod";
import { time } from "../platform/ids.ts";

/** A date of a bounty. Those in the past have happened, the first in the future is what comes next. */
export const bountyStep = z
  .object({
    kind: z.enum([
      "POSTED",
      "ENDS",
      "ANNOUNCED",
      "REFUND_REQUESTED",
      "OBJECTED",
      "VOTE_ENDS",
      "APPEALED",
      "APPEAL_ENDS",
      "PAYOUT",
      "PAID",
      "RETURNED",
    ]),
    at: time.nullable().meta({ description: "Null if it depends on a decision that is still open" }),
    result: z
      .enum(["GRANTED", "REFUSED"])
      .nullable()
      .meta({ description: "Of a vote or an appeal: whether the bounty goes back to the asker; null until decided" }),
    username: z.string().nullable().meta({ description: "PAID: the member who got it; null if their answer is gone" }),
  })
  .meta({ id: "BountyStep" });
export type BountyStep = z.infer<typeof bountyStep>;

export const bountyTimeline = z.array(bountyStep);
