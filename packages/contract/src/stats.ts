import { z } from "zod";
import { amountAsString } from "./amounts.ts";

/** What the landing page counts (spec core §3). */
export const stats = z
  .object({
    activeBounties: z.int().meta({ description: "Open posts with an unpaid bounty" }),
    questionsAnswered: z.int().meta({ description: "Posts with an accepted answer" }),
    totalRewards: amountAsString.meta({ description: "Bounties paid, BBUX" }),
    communityMembers: z.int(),
    totalPosts: z.int(),
    totalAnswers: z.int(),
    totalBBUX: amountAsString.meta({ description: "BBUX in existence" }),
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof stats>;
