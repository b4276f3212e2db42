import { z } from "zod";
import { id } from "../platform/ids.ts";
import { author } from "../platform/parts.ts";

/** How many participants of a post are listed. */
export const PARTICIPANTS = 10;

/** A member who takes part in a post. */
export const participant = z
  .object({
    ...author.shape,
    reputationPoints: z.int(),
    isAsker: z.boolean(),
    hasAccepted: z.boolean().meta({ description: "Whether their answer is accepted" }),
    answerCount: z.int(),
    commentCount: z.int(),
  })
  .meta({ id: "Participant" });
export type Participant = z.infer<typeof participant>;

export const participantsInput = z.object({ id });
export const participantsOutput = z.object({
  participants: z
    .array(participant)
    .meta({ description: `At most ${PARTICIPANTS}: the asker, then those who answered` }),
  total: z.int(),
});
