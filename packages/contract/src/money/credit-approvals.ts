import { z } from "zod";
import { time } from "../platform/ids.ts";

/** What it takes that an admin gives a deposit or unclaimed SOL to someone (docs/adr/0025). */
export const creditApprovals = z.object({
  takesTwo: z.boolean().meta({
    description: "From APPROVAL_FROM on, counting what admins gave alone within 24 hours, it takes two admins",
  }),
  missing: z.int().meta({ description: "Approvals that it still needs" }),
  approvals: z
    .array(
      z.object({
        username: z.string(),
        member: z.string().nullable().meta({ description: "Whom it is to go to; null for the operator's float" }),
        reason: z.string(),
        at: time,
        counts: z.boolean().meta({
          description:
            "false while its author is suspended, or no admin of 72 hours any more, or if the amount changed",
        }),
      }),
    )
    .meta({ description: "The latest of each admin" }),
  approved: z.boolean().meta({ description: "The caller has approved it" }),
});
export type CreditApprovals = z.infer<typeof creditApprovals>;
