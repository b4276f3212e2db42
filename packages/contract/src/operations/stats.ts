import { z } from "zod";
import type { listPostsOutput } from "../content/posts.ts";
import { amountAsNumber, amountAsString } from "../platform/amounts.ts";
import { idOut, time } from "../platform/ids.ts";
import type { listParametersOutput } from "../platform/parameters/index.ts";
import { author } from "../platform/parts.ts";

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

/** What the front page comes with, so that the app has something to show before it has asked. */
export interface LandingFigures {
  readonly stats: Stats;
  /** {@link LANDING_BOUNTIES} */
  readonly open: z.infer<typeof listPostsOutput>;
  readonly parameters: z.infer<typeof listParametersOutput>;
}

/** How many rows each list of {@link communityBoard} has at most. */
export const BOARD_ROWS = { bounties: 5, votes: 4, tags: 12, earners: 5 } as const;

/** What goes on in the community, the same for everyone: the column beside the feed. Up to a minute old. */
export const communityBoard = z
  .object({
    endingSoon: z
      .array(z.object({ id: idOut, title: z.string(), reward: amountAsNumber, bountyExpiresAt: time }))
      .meta({ description: "Bounties that can still be won, the first to end first" }),
    openVotes: z
      .array(
        z.object({
          kind: z.enum(["refund", "proposal"]),
          id: idOut,
          title: z.string().meta({ description: "Of the post whose bounty is asked back, or of the proposal" }),
          closesAt: time,
        }),
      )
      .meta({ description: "Refund requests and proposals that members vote on now, the first to close first" }),
    popularTags: z
      .array(z.object({ name: z.string(), postCount: z.int() }))
      .meta({ description: "The most used first" }),
    month: z.string().meta({ description: "The current month in UTC", example: "2026-03" }),
    topEarners: z
      .array(
        z.object({
          author,
          earned: amountAsNumber.meta({ description: "Bounties paid to them this month, BBUX" }),
          bounties: z.int().meta({ description: "How many those are" }),
        }),
      )
      .meta({ description: "By bounties paid in this month, without members who left or are suspended" }),
  })
  .meta({ id: "CommunityBoard" });
export type CommunityBoard = z.infer<typeof communityBoard>;
