import { z } from "zod";
import { amountAsString } from "../platform/amounts.ts";

/** The platform in numbers: what the landing page shows, and the other documented figures. */
export const stats = z
  .object({
    activeBounties: z.int().meta({ description: "Open posts with an unpaid bounty" }),
    questionsAnswered: z.int().meta({ description: "Posts with an accepted answer" }),
    totalRewards: amountAsString.meta({ description: "Bounties paid, BBUX" }),
    communityMembers: z.int().meta({ description: "Members who have not left" }),
    totalUsers: z.int().meta({ description: "The same as communityMembers" }),
    totalPosts: z.int(),
    totalAnswers: z.int(),
    totalBounties: z.int().meta({ description: "Posts with a bounty, whatever became of it" }),
    totalBBUX: amountAsString.meta({ description: "BBUX in existence" }),
    treasuryBalance: amountAsString.meta({ description: "What the platform itself holds, BBUX" }),
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof stats>;
