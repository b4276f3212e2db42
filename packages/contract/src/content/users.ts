import { z } from "zod";
import { documentedNames, profile, role } from "../people/auth.ts";
import { bookmark } from "../people/bookmarks.ts";
import { reputationEntry } from "../people/reputation.ts";
import { amountAsNumber } from "../platform/amounts.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { author, page } from "../platform/parts.ts";
import { listPostsOutput, postSummary } from "./posts.ts";

/** A member as others see them; `email` and `solanaAddress` only for their owner (docs/DECISIONS.md §6). */
export const publicUser = z
  .object({
    id: idOut,
    username: z.string().meta({ example: "ada_l" }),
    email: z.string().nullable(),
    solanaAddress: z.string().nullable(),
    role,
    createdAt: time,
    reputationPoints: z.int(),
    integrityScore: z.number(),
    totalRatings: z.int(),
    postCount: z.int(),
    answerCount: z.int(),
    acceptedCount: z.int(),
    profile,
    ...profile.shape,
    ...documentedNames,
    posts: z.array(postSummary).meta({ description: "The five latest" }),
    reputationHistory: z.array(reputationEntry).meta({ description: "The seven latest" }),
    activityCount: z.int().meta({ description: "How many rows of reputation there are" }),
    bookmarks: z.array(bookmark).meta({ description: "The four latest" }),
    bookmarkCount: z.int(),
  })
  .meta({ id: "PublicUser" });
export type PublicUser = z.infer<typeof publicUser>;

/** What a member's name opens: a few figures about them. */
export const memberCard = z
  .object({
    ...author.shape,
    role,
    createdAt: time,
    reputationPoints: z.int(),
    postCount: z.int(),
    answerCount: z.int(),
    acceptedCount: z.int(),
    earned: amountAsNumber.meta({ description: "Bounties won, in BBUX" }),
  })
  .meta({ id: "MemberCard" });
export type MemberCard = z.infer<typeof memberCard>;

export const byUser = z.object({ id: id.meta({ description: "Id or username" }) });
/** Members whose name has this prefix, in any case, by name. */
export const searchUsersInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Please type the start of a name")
    .max(LIMITS.username.max, `Usernames have at most ${LIMITS.username.max} characters`)
    .meta({ description: "How the name begins", example: "ada" }),
  limit: z.int().min(1).max(20).default(8).meta({ description: "Members at most" }),
});
export const searchUsersOutput = z.object({ users: z.array(author) });
export const userPostsInput = byUser.extend(page);
export const userPostsOutput = listPostsOutput;
