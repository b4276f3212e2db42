import { z } from "zod";
import { bookmark, profile, reputationEntry, role } from "./auth.ts";
import { id, idOut, time } from "./ids.ts";
import { page } from "./parts.ts";
import { listPostsOutput, postSummary } from "./posts.ts";

/** A member as others see them; `email` and `solanaAddress` only for their owner (DECISIONS §6). */
export const publicUser = z
  .object({
    id: idOut,
    username: z.string().meta({ example: "ada_l" }),
    email: z.string().nullable(),
    solanaAddress: z.string().nullable(),
    role,
    profilePicture: z.string().nullable(),
    createdAt: time,
    reputationPoints: z.int(),
    integrityScore: z.number(),
    totalRatings: z.int(),
    postCount: z.int(),
    answerCount: z.int(),
    acceptedCount: z.int(),
    profile,
    posts: z.array(postSummary).meta({ description: "The five latest" }),
    reputationHistory: z.array(reputationEntry),
    bookmarks: z.array(bookmark),
  })
  .meta({ id: "PublicUser" });
export type PublicUser = z.infer<typeof publicUser>;

export const byUser = z.object({ id: id.meta({ description: "Id or username" }) });
export const userPostsInput = byUser.extend(page);
export const userPostsOutput = listPostsOutput;
