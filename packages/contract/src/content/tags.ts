import { z } from "zod";
import { idOut } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";

export const tag = z
  .object({
    id: idOut,
    name: z.string(),
    description: z.string().nullable(),
    color: z.string().meta({ example: "#2f6f6a" }),
    postCount: z.int(),
  })
  .meta({ id: "Tag" });
export type Tag = z.infer<typeof tag>;

export const listTagsInput = z
  .object({
    search: z.string().trim().max(64).meta({ description: "Part of a name" }).optional(),
    limit: z.int().min(1).max(LIMITS.tagList.max).default(LIMITS.tagList.default).meta({ description: "Tags at most" }),
  })
  .prefault({});
/** Most used first. */
export const listTagsOutput = z.object({ data: z.array(tag) });
