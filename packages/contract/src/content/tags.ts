import { z } from "zod";
import { idOut } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { isCleanText } from "../platform/text.ts";
import { isTagName, TAG_NAME_LENGTH, TAG_NAME_RULE, tidyTagName } from "./tag-limits.rules.ts";

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

/** The name of a new tag. */
export const tagName = z
  .string()
  .max(200, TAG_NAME_RULE)
  .transform(tidyTagName)
  .pipe(z.string().min(1, "Enter a name").refine(isTagName, TAG_NAME_RULE))
  .meta({ description: `At most ${TAG_NAME_LENGTH} characters`, example: "postgis" });

export const listTagsInput = z
  .object({
    search: z.string().trim().max(64).meta({ description: "Part of a name" }).optional(),
    limit: z.int().min(1).max(LIMITS.tagList.max).default(LIMITS.tagList.default).meta({ description: "Tags at most" }),
  })
  .prefault({});
/** Most used first. */
export const listTagsOutput = z.object({ data: z.array(tag) });

/** How much of a draft tags are suggested for, and how many. */
export const TAG_SUGGESTIONS = { text: 400, tags: 6 } as const;

const draftPart = (max: number, tooLong: string) =>
  z.string().trim().max(max, tooLong).refine(isCleanText, "Text must not contain NUL or lone surrogate characters");

export const suggestTagsInput = z
  .object({
    title: draftPart(LIMITS.title, `A title is limited to ${LIMITS.title} characters`)
      .default("")
      .meta({ description: "What has been typed of a title", example: "Why does useEffect run twice in React?" }),
    text: draftPart(TAG_SUGGESTIONS.text, `The text is limited to ${TAG_SUGGESTIONS.text} characters`)
      .default("")
      .meta({ description: "Words of the text, such as its beginning", example: "StrictMode mounts every component" }),
  })
  .prefault({});
/** The best match first. */
export const suggestTagsOutput = z.object({ data: z.array(tag) });

/** Replaces the tags that the caller follows. */
export const followTagsInput = z.object({
  tags: z
    .array(z.string().trim().min(1).max(64))
    .max(LIMITS.followedTags, `At most ${LIMITS.followedTags} tags can be followed`)
    .meta({ description: "Tag names or ids; an empty list follows none", example: ["postgresql", "react"] }),
});
/** By name. */
export const followedTagsOutput = z.object({ data: z.array(tag) });
