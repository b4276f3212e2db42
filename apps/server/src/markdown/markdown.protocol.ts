import { z } from "zod";

/** A job: render `text`. */
export const markdownJob = z.object({ id: z.number(), text: z.string() });
export type MarkdownJob = z.infer<typeof markdownJob>;

export const markdownResult = z.object({ id: z.number(), html: z.string().nullable() });
export type MarkdownResult = z.infer<typeof markdownResult>;
