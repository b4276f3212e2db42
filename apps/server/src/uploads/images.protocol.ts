import { z } from "zod";

/** A job: read `path`, write `into`. `square` is a side in pixels, which the image fills, or fits into as a PNG with `whole`. */
export const imageJob = z.object({
  id: z.number(),
  path: z.string(),
  into: z.string(),
  square: z.number().optional(),
  whole: z.boolean().optional(),
});
export type ImageJob = z.infer<typeof imageJob>;

/** The outcome of a job. */
export const imageResult = z.discriminatedUnion("outcome", [
  z.object({ id: z.number(), outcome: z.literal("written"), contentType: z.string() }),
  z.object({ id: z.number(), outcome: z.enum(["unreadable", "too many pixels", "too slow"]), reason: z.string() }),
]);
export type ImageResult = z.infer<typeof imageResult>;

/** Time limit for one image. */
export const IMAGE_SECONDS = 60;
