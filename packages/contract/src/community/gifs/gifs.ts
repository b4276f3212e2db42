import { z } from "zod";
import { text } from "../../platform/text.ts";
import { GIFS } from "./gifs.messages.ts";

export const gif = z
  .object({
    id: z.string(),
    title: z.string().meta({ example: "Happy Dance" }),
    url: z.string().meta({ description: "The picture to send", example: "https://media0.giphy.com/media/x/giphy.gif" }),
    previewUrl: z.string().meta({ description: "A smaller one to choose by" }),
    width: z.int().meta({ description: "Of the preview, in pixels" }),
    height: z.int(),
  })
  .meta({ id: "Gif" });
export type Gif = z.infer<typeof gif>;

export const searchGifsInput = z.object({
  q: text({ max: GIFS.query, required: "A search text is required" }).meta({ example: "well done" }),
  limit: z.int().min(1).max(GIFS.max).default(GIFS.default).meta({ description: "Pictures at a time" }),
  offset: z.int().min(0).max(GIFS.offset).default(0).meta({ description: "Pictures to skip" }),
});
export const searchGifsOutput = z.object({
  gifs: z.array(gif),
  pagination: z.object({
    total: z.int().meta({ description: "Pictures that there are" }),
    count: z.int().meta({ description: "Of them in this answer" }),
    offset: z.int(),
  }),
});
