import { z } from "zod";
import { time } from "../platform/ids.ts";

/** What it takes that an admin gives a deposit or unclaimed SOL to someone (docs/adr/0025). */
export const creditApprovals = z.object({
  takesTwo: z.boolean().meta({
    description:
      "Whether it takes two admins: from APPROVAL_FROM up, counting what admins credited alone within 24 hours",
  }),
  missing: z.int().meta({ description: "Approvals that it still needs" }),
  approvals: z
    .array(
      z.object({
        username: z.string(),
        member: z.string().nullable().meta({ description: "The member who gets it; null for the operator's float" }),
        reason: z.string(),
        at: time,
        counts: z.boolean().meta({
          description:
            "false if its author is suspended, hasn't been an admin for 72 hours, or has a hold on their withdrawals; if all of their sign-ins were ended since, as by a new password; after 72 hours; if the amount changed; or if the member shares the author's browser",
        }),
      }),
    )
    .meta({ description: "Each admin's latest approval" }),
  approved: z.boolean().meta({ description: "The caller has approved it, or an account in the caller's browser" }),
});
export type CreditApprovals = z.infer<typeof creditApprovals>;
