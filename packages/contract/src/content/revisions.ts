import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { author, codeBlock, mediaItem, page, pagination } from "../platform/parts.ts";

/** One version of a post or an answer. The first is the original, the last is the current state. */
export const revision = z
  .object({
    number: z.int().meta({ description: "From 1" }),
    title: z.string().nullable().meta({ description: "null for an answer" }),
    content: z.string().meta({ description: "Markdown" }),
    tags: z.array(z.string()),
    codeBlocks: z.array(codeBlock),
    media: z.array(mediaItem),
    author: author.nullable().meta({ description: "Who made this version; null for someone without an account" }),
    comment: z.string().nullable(),
    createdAt: time,
  })
  .meta({ id: "Revision" });
export type Revision = z.infer<typeof revision>;

const { page: pageNumber } = page;
const revisionPage = {
  page: pageNumber,
  limit: z.int().min(1).max(20).default(20).meta({ description: "Elements on a page" }),
};
export const postHistoryInput = z.object({ id, ...revisionPage });
export const answerHistoryInput = z.object({ postId: id, answerId: id, ...revisionPage });
export const historyOutput = z
  .object({ id: idOut, revisions: z.array(revision).meta({ description: "The latest first" }), pagination })
  .meta({ id: "History" });
