import { z } from "zod";

/** What is to be done: read `path`, write `into`. */
export const imageJob = z.object({ id: z.number(), path: z.string(), into: z.string(), square: z.number().optional() });
export type ImageJob = z.infer<typeof imageJob>;

/** What became of it. */
export const imageResult = z.discriminatedUnion("outcome", [
  z.object({ id: z.number(), outcome: z.literal("written"), contentType: z.string() }),
  z.object({ id: z.number(), outcome: z.enum(["unreadable", "too many pixels", "too slow"]), reason: z.string() }),
]);
export type ImageResult = z.infer<typeof imageResult>;

/** So long may one image take. */
export const IMAGE_SECONDS = 60;
