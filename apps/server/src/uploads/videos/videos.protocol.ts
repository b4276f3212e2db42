import { z } from "zod";

/** A job: clean the video at `path`, in its own file. */
export const videoJob = z.object({ id: z.number(), path: z.string(), bytes: z.number(), contentType: z.string() });
export type VideoJob = z.infer<typeof videoJob>;

/** Why a video is refused: it isn't a whole one of its type, or it has a track that can't be taken out. */
export const videoProblem = z.enum(["damaged", "extraTrack"]);
export type VideoProblem = z.infer<typeof videoProblem>;

/** Its new size, or why it is refused. */
export const videoResult = z.discriminatedUnion("outcome", [
  z.object({ id: z.number(), outcome: z.literal("cleaned"), bytes: z.number() }),
  z.object({ id: z.number(), outcome: z.literal("refused"), problem: videoProblem }),
]);
export type VideoResult = z.infer<typeof videoResult>;
